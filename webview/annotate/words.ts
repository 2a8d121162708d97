import * as l10n from '@vscode/l10n';
import type { Notice, Replaced } from '../../src/core/model/desk';
import type { Mode } from '../../src/core/model/mode';
import type { StepLabel } from '../../src/core/model/steps';
import { letterOf } from '../../src/core/model/blind';
import { arrangementName, readingName } from './arrangementWords';
import { outcomeText } from './comparisonWords';
import { rubricSentence } from './rubricWords';
import { ruleSentence } from './ruleWords';
import { textSentence } from './textWords';
import { critiquesSentence } from './critiquesWords';
import { markingSentence } from './markingWords';
import { language, ordinal, compact, valueText, listed } from './language';

/** How much of a text is left out on the screen. */
export const notShownText = (left: number): string =>
  left === 1 ? l10n.t('1 more character is not shown') : l10n.t('{0} more characters are not shown', compact(left));

/** What happened, as it is written at the foot of the desk and heard from a screen reader. */
export function sentence(notice: Notice, keys: Readonly<Record<string, string>>): string {
  switch (notice.kind) {
    case 'placed': {
      const letter = letterOf(notice.index);
      if (notice.place === null) return l10n.t('{0} has no place now.', letter);
      if (notice.tiedWith.length > 0)
        return l10n.t(
          '{0} is {1} of {2}, tied with {3}.',
          letter,
          ordinal(notice.place),
          notice.of,
          listed(notice.tiedWith),
        );
      return l10n.t('{0} is {1} of {2}.', letter, ordinal(notice.place), notice.of);
    }
    case 'in-bucket':
      return notice.left === 0
        ? l10n.t('{0} is in bucket {1}.', letterOf(notice.index), notice.bucket)
        : notice.left === 1
          ? l10n.t('{0} is in bucket {1}; one is left.', letterOf(notice.index), notice.bucket)
          : l10n.t('{0} is in bucket {1}; {2} are left.', letterOf(notice.index), notice.bucket, notice.left);
    case 'all-in-buckets':
      return l10n.t(
        'Everything is in a bucket. {0} orders those within one, {1} saves it as it is.',
        keys.orderTier ?? '',
        keys.save ?? '',
      );
    case 'buckets':
      return notice.on
        ? l10n.t('Numbers are buckets: several responses may share one.')
        : l10n.t('Numbers are places.');
    case 'ordering':
      return notice.members.length > 0
        ? l10n.t('Now {0} among themselves. {1} leaves them tied.', listed(notice.members), keys.orderTier ?? '')
        : l10n.t('They stay tied.');
    case 'nothing-tied':
      return l10n.t('No two responses are tied.');
    case 'line':
      return notice.below === null
        ? l10n.t('The acceptability line is gone.')
        : l10n.t('Acceptable down to {0}, and nothing below.', letterOf(notice.below));
    case 'line-needs-place':
      return l10n.t('Place {0} first: the line is drawn below it.', letterOf(notice.index));
    case 'acceptable': {
      const letter = letterOf(notice.index);
      if (notice.acceptable === null) return l10n.t('{0}: nothing is said.', letter);
      return notice.acceptable ? l10n.t('{0} is acceptable.', letter) : l10n.t('{0} is not acceptable.', letter);
    }
    case 'steps-outcome': {
      const outcome = outcomeMark(notice.right);
      return outcome === undefined
        ? l10n.t('{0}: nothing is said.', letterOf(notice.index))
        : `${letterOf(notice.index)}: ${outcome}.`;
    }
    case 'thumb':
      if (notice.good === null) return l10n.t('{0} is not judged.', letterOf(notice.index));
      return notice.good
        ? l10n.t('{0} is good.', letterOf(notice.index))
        : l10n.t('{0} is bad.', letterOf(notice.index));
    case 'none-acceptable':
      if (!notice.on) return l10n.t('No acceptability line.');
      return keys.answer === undefined
        ? l10n.t('No response is acceptable.')
        : l10n.t('No response is acceptable. Press {0} to write an acceptable answer.', keys.answer);
    case 'compared': {
      const said = outcomeText(notice.outcome, letterOf(notice.a), letterOf(notice.b), notice.strength);
      if (notice.done) return `${said} ${l10n.t('Every comparison is made. {0} saves them.', keys.save ?? '')}`;
      return notice.left > 0 ? `${said} ${leftText(notice.left)}` : said;
    }
    case 'nothing-to-compare':
      return l10n.t('Every comparison is made. {0} saves them.', keys.save ?? '');
    case 'chosen':
      return notice.index === null ? l10n.t('None is chosen.') : l10n.t('{0} is the best.', letterOf(notice.index));
    case 'rated': {
      const letter = letterOf(notice.index);
      if (notice.value === null) return l10n.t('{0}, {1}: not rated.', letter, notice.aspect);
      if (notice.value === 'n/a') return l10n.t('{0}, {1}: does not apply.', letter, notice.aspect);
      return notice.meaning === undefined
        ? l10n.t('{0}, {1}: {2}.', letter, notice.aspect, valueText(notice.value))
        : l10n.t('{0}, {1}: {2}, {3}.', letter, notice.aspect, valueText(notice.value), notice.meaning);
    }
    case 'not-on-scale':
      return l10n.t('The scale goes from {0} to {1}.', notice.min, notice.max);
    case 'step':
      return l10n.t(
        '{0}, step {1}: {2}.',
        letterOf(notice.index),
        notice.step + 1,
        notice.label === null ? l10n.t('not judged') : stepText(notice.label),
      );
    case 'first-error':
      return l10n.t('{0}: the first error is in step {1}.', letterOf(notice.index), notice.step + 1);
    case 'steps-cut':
      return notice.count === 1
        ? l10n.t('{0} has one step now.', letterOf(notice.index))
        : l10n.t('{0} has {1} steps now.', letterOf(notice.index), notice.count);
    case 'flagged': {
      const of = notice.index === null ? l10n.t('The item') : letterOf(notice.index);
      return notice.on
        ? l10n.t('{0} is flagged: {1}.', of, notice.flag)
        : l10n.t('{0} is no longer flagged: {1}.', of, notice.flag);
    }
    case 'no-such-flag':
      return notice.count === 1 ? l10n.t('There is one flag.') : l10n.t('There are {0} flags.', notice.count);
    case 'supports':
      return notice.on
        ? l10n.t('Passage {0} supports {1}.', notice.passage + 1, letterOf(notice.index))
        : l10n.t('Passage {0} no longer supports {1}.', notice.passage + 1, letterOf(notice.index));
    case 'no-such-passage':
      return notice.count === 1
        ? l10n.t('There is one passage of evidence.')
        : l10n.t('There are {0} passages of evidence.', notice.count);
    case 'confidence':
      return notice.value === null
        ? l10n.t('Nothing is said of how sure you are.')
        : l10n.t('Confidence {0}.', percent(notice.value));
    case 'mode':
      if (notice.aside === 'ranking')
        return l10n.t('{0}. The ranking is set aside: comparisons are what is saved now.', modeText(notice.mode));
      if (notice.aside === 'comparisons')
        return l10n.t('{0}. The comparisons are set aside: the ranking is what is saved now.', modeText(notice.mode));
      return `${modeText(notice.mode)}.`;
    case 'mode-unfit':
      return l10n.t('{0} needs two responses.', modeText(notice.mode));
    case 'replaces':
      return [
        ...(notice.after ? [sentence(notice.after, keys)] : []),
        l10n.t('Saving it replaces {0}.', replacedText(notice.what)),
      ].join(' ');
    case 'marking':
      return markingSentence(notice.said, keys);
    case 'critiques':
      return critiquesSentence(notice.said, keys);
    case 'judged-under':
      if (!notice.context) return l10n.t('Judged as it stands.');
      return notice.context.name === undefined
        ? l10n.t('Judged under this context from here on, beside what is judged already.')
        : l10n.t('Judged under the context "{0}" from here on, beside what is judged already.', notice.context.name);
    case 'turn-judged':
      return notice.turn === null
        ? l10n.t('All {0} turns are judged together.', notice.of)
        : l10n.t('Turn {0} of {1} is judged by itself; the others are dimmed.', notice.turn + 1, notice.of);
    case 'one-turn':
      return l10n.t('The responses have no several turns.');
    case 'saved':
      return l10n.t('Saved. {0} takes it back.', keys.undo ?? '');
    case 'skipped':
      return l10n.t('Skipped. {0} takes it back.', keys.undo ?? '');
    case 'retracted':
      return l10n.t('Taken back: it is a draft again.');
    case 'undone':
      return l10n.t('Undone. {0} does it again.', keys.redo ?? '');
    case 'redone':
      return l10n.t('Done again. {0} takes it back.', keys.undo ?? '');
    case 'brought-back':
      return l10n.t('Brought back, and saved as yours. {0} takes it back.', keys.undo ?? '');
    case 'nothing-judged':
      return l10n.t(
        'Nothing is judged yet. Type a digit to judge what is selected, or {0} to skip the item.',
        keys.skip ?? '',
      );
    case 'confirm-unranked':
      return l10n.t(
        '{0} without a place: {1} again to leave that so, below the others.',
        listed(notice.unplaced),
        keys.save ?? '',
      );
    case 'confirm-no-ranking':
      return l10n.t('The responses are not compared: {0} again to save the rest alone.', keys.save ?? '');
    case 'confirm-unordered':
      return l10n.t('The order within the tie is not finished: {0} again to leave them tied.', keys.save ?? '');
    case 'confirm-comparisons-left':
      return l10n.t('{0} to compare at most: {1} again to save those that are made.', notice.left, keys.save ?? '');
    case 'confirm-unrated':
      if (notice.of === 1) return l10n.t('The value is missing: {0} again to leave that so.', keys.save ?? '');
      return notice.unrated === 1
        ? l10n.t('One of {0} values is missing: {1} again to leave that so.', notice.of, keys.save ?? '')
        : l10n.t(
            '{0} of {1} values are missing: {2} again to leave that so.',
            notice.unrated,
            notice.of,
            keys.save ?? '',
          );
    case 'confirm-undecided':
      return l10n.t('{0} not judged: {1} again to leave that so.', listed(notice.undecided), keys.save ?? '');
    case 'confirm-steps-left':
      return l10n.t(
        'Steps of {0} are not judged: {1} again to leave that so.',
        listed(notice.responses),
        keys.save ?? '',
      );
    case 'grid':
    case 'no-criteria':
    case 'verdict':
    case 'winner':
    case 'no-such-answer':
    case 'note-needs-verdict':
    case 'criterion-added':
    case 'verdicts-needed':
    case 'confirm-verdicts-left':
    case 'confirm-criteria-changed':
    case 'confirm-against-verdicts':
      return rubricSentence(notice, keys);
    case 'rules':
    case 'no-rules':
    case 'rule-marked':
    case 'no-such-rule-scope':
    case 'rule-applies':
    case 'rule-not-in-scope':
    case 'rule-needs-refinement':
    case 'rule-written':
      return ruleSentence(notice, keys);
    case 'no-such-place':
      return l10n.t('The numbers here go up to {0}.', notice.count);
    case 'copied':
      return notice.lines === 1 ? l10n.t('Copied one line.') : l10n.t('Copied {0} lines.', notice.lines);
    case 'no-code':
      return l10n.t('There is no block of code.');
    case 'no-reasoning':
      return l10n.t('There is no reasoning to unfold.');
    case 'no-turns':
      return l10n.t('There are no earlier turns to unfold.');
    case 'prompt':
      return notice.isShown ? l10n.t('The prompt; the same key leads back.') : l10n.t('Back at the responses.');
    case 'no-checks':
      return l10n.t('Nothing checked this response.');
    case 'no-references':
      return l10n.t('No reference answer is shown here.');
    case 'no-guidelines':
      return l10n.t('This study has no guidelines.');
    case 'guidelines-changed':
      return keys.guidelines === undefined
        ? l10n.t('The guidelines changed.')
        : l10n.t('The guidelines changed. {0} shows them.', keys.guidelines);
    case 'difference': {
      const [first, second] = [letterOf(notice.first), letterOf(notice.second)];
      const rest = notice.cut ? ` ${l10n.t('Only the beginnings were compared.')}` : '';
      if (notice.by === 'nothing')
        return `${l10n.t('{0} and {1} have hardly a line in common.', first, second)}${rest}`;
      return `${notice.by === 'words' ? l10n.t('The difference between {0} and {1}, by words.', first, second) : l10n.t('The difference between {0} and {1}, by lines.', first, second)}${rest}`;
    }
    case 'arranged':
      return `${arrangementName(notice.arrangement)}.`;
    case 'read':
      return `${readingName(notice.way, notice.on)}.`;
    case 'no-other':
      return l10n.t('No other response was chosen.');
    case 'first-item':
      return l10n.t('This is the first item.');
    case 'last-item':
      return l10n.t('This is the last item.');
    case 'more-shown':
      if (notice.left === null) return l10n.t('The prompt and the selected response are shown whole.');
      if (notice.left === 0) return l10n.t('The text is shown to its end.');
      return notice.left === 1
        ? l10n.t('More is shown; one character is left.')
        : l10n.t('More is shown; {0} characters are left.', compact(notice.left));
    case 'too-short':
    case 'rationale-first':
    case 'because':
    case 'not-refinable':
    case 'saved-refined':
    case 'answer-removed':
    case 'no-answer':
      return textSentence(notice, keys);
    case 'error':
      return notice.message;
  }
}

/** What of the judgement in force would be gone. */
export function replacedText({ ranking, comparisons, criteria }: Replaced): string {
  if (ranking) return l10n.t('the ranking saved before');
  const named = new Intl.ListFormat(language(), { type: 'conjunction' }).format(criteria);
  if (criteria.length === 0) return l10n.t('the comparisons saved before');
  return comparisons
    ? l10n.t('the comparisons saved before, also those by {0}', named)
    : l10n.t('the comparisons by {0}', named);
}

/** A share from 0 to 1. */
export const percent = (value: number): string => new Intl.NumberFormat(language(), { style: 'percent' }).format(value);

/** What is thought of a step. */
export function stepText(label: StepLabel): string {
  switch (label) {
    case 'correct':
      return l10n.t('correct');
    case 'incorrect':
      return l10n.t('incorrect');
    case 'unnecessary':
      return l10n.t('correct, but unnecessary');
    case 'neutral':
      return l10n.t('neutral');
  }
}

/** Whether what the steps come to is right. */
export function outcomeMark(right: boolean | null): string | undefined {
  return right === null ? undefined : right ? l10n.t('outcome right') : l10n.t('outcome wrong');
}

/** How many comparisons are left. */
const leftText = (left: number): string =>
  left === 1 ? l10n.t('One comparison is left.') : l10n.t('{0} comparisons are left at most.', left);

/** How an item is judged. */
export function modeText(mode: Mode): string {
  switch (mode) {
    case 'rank':
      return l10n.t('Rank');
    case 'pair':
      return l10n.t('Compare pairs');
    case 'best':
      return l10n.t('Choose the best');
    case 'rate':
      return l10n.t('Rate');
    case 'thumbs':
      return l10n.t('Good or bad');
    case 'steps':
      return l10n.t('Step by step');
  }
}
