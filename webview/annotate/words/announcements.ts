import * as l10n from '@vscode/l10n';
import type { Notice, Replaced } from '../../../src/core/model/desk/deskState';
import type { ControlTest } from '../../../src/core/model/desk/controlTest';
import type { BestWorst } from '../../../src/core/model/annotation/bestWorst';
import type { StepLabel } from '../../../src/core/model/annotation/steps';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import { arrangementName, displaySettingText } from './displaySettingTexts';
import { textViewName } from './textViewTexts';
import { outcomeText } from './comparisonTexts';
import { rubricNoticeText } from './rubricTexts';
import { ruleNoticeText } from './ruleTexts';
import { runNoticeText } from './runTexts';
import { scaleTexts } from './scaleTexts';
import { textFieldNoticeText } from './textFieldTexts';
import { critiquesNoticeText } from './othersCritiquesTexts';
import { markingNoticeText } from './spanTexts';
import { modeLabels } from '../../../src/core/model/annotation/modeLabels';
import { language, ordinal, compact, valueText, listed } from './language';

/** Words somebody's result in a qualification test. */
function testText({ of, done, right, passed }: ControlTest): string {
  if (done < of) return l10n.t('Test: {0} of {1} judged, as known: {2}.', done, of, right);
  if (passed === null) return l10n.t('Test finished. As known: {0} of {1}.', right, of);
  return passed
    ? l10n.t('Test passed. As known: {0} of {1}.', right, of)
    : l10n.t('Test not passed. As known: {0} of {1}. Ask whoever leads the study before you go on.', right, of);
}

/** Words how much of a text is left out on the screen. */
export const notShownText = (left: number): string =>
  left === 1 ? l10n.t('1 more character is not shown') : l10n.t('{0} more characters are not shown', compact(left));

/** Words what happened, for the foot of the desk and for a screen reader. */
export function noticeText(notice: Notice, keys: Readonly<Record<string, string>>): string {
  switch (notice.kind) {
    case 'placed': {
      const letter = letterOf(notice.index);
      if (notice.place === null) return l10n.t('{0} is not ranked.', letter);
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
          ? l10n.t('{0} is in bucket {1}. One response is left.', letterOf(notice.index), notice.bucket)
          : l10n.t('{0} is in bucket {1}. {2} responses are left.', letterOf(notice.index), notice.bucket, notice.left);
    case 'all-in-buckets':
      return l10n.t(
        'All responses are in a bucket. Press {0} to order the responses within a bucket, or {1} to save.',
        keys.orderTier ?? '',
        keys.save ?? '',
      );
    case 'buckets':
      return notice.on
        ? l10n.t('Number keys now set the bucket. Several responses can be in the same bucket.')
        : l10n.t('Number keys now set the rank.');
    case 'ordering':
      return notice.members.length > 0
        ? l10n.t(
            'Now order {0} within their tie. Press {1} to keep them tied.',
            listed(notice.members),
            keys.orderTier ?? '',
          )
        : l10n.t('The responses stay tied.');
    case 'nothing-tied':
      return l10n.t('No two responses are tied.');
    case 'line':
      return notice.below === null
        ? l10n.t('Acceptability line removed.')
        : l10n.t(
            'Acceptability line set below {0}. Responses below the line are not acceptable.',
            letterOf(notice.below),
          );
    case 'line-needs-place':
      return l10n.t(
        '{0} is not ranked. Set its rank first, then set the acceptability line below it.',
        letterOf(notice.index),
      );
    case 'acceptable': {
      const letter = letterOf(notice.index);
      if (notice.acceptable === null) return l10n.t('{0}: acceptability not set.', letter);
      return notice.acceptable ? l10n.t('{0} is acceptable.', letter) : l10n.t('{0} is not acceptable.', letter);
    }
    case 'steps-outcome': {
      const outcome = outcomeMark(notice.right);
      return outcome === undefined
        ? l10n.t('{0}: acceptability not set.', letterOf(notice.index))
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
      if (notice.done) return `${said} ${l10n.t('All comparisons are done. Press {0} to save them.', keys.save ?? '')}`;
      return notice.left > 0 ? `${said} ${leftText(notice.left)}` : said;
    }
    case 'nothing-to-compare':
      return l10n.t('All comparisons are done. Press {0} to save them.', keys.save ?? '');
    case 'chosen':
      return notice.index === null
        ? l10n.t('No best response selected.')
        : l10n.t('{0} is the best.', letterOf(notice.index));
    case 'best-worst':
      return bestWorstText(notice);
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
        ? l10n.t('{0} now has one step.', letterOf(notice.index))
        : l10n.t('{0} now has {1} steps.', letterOf(notice.index), notice.count);
    case 'flagged': {
      const of = notice.index === null ? l10n.t('The item') : letterOf(notice.index);
      return notice.on
        ? l10n.t('{0} is flagged as {1}.', of, notice.flag)
        : l10n.t('{0} is no longer flagged as {1}.', of, notice.flag);
    }
    case 'no-such-flag':
      return notice.count === 1 ? l10n.t('There is only one flag.') : l10n.t('There are only {0} flags.', notice.count);
    case 'supports':
      return notice.on
        ? l10n.t('Passage {0} supports {1}.', notice.passage + 1, letterOf(notice.index))
        : l10n.t('Passage {0} no longer supports {1}.', notice.passage + 1, letterOf(notice.index));
    case 'no-such-passage':
      return notice.count === 1
        ? l10n.t('There is only one passage of evidence.')
        : l10n.t('There are only {0} passages of evidence.', notice.count);
    case 'level': {
      const { said, notSaid } = scaleTexts()[notice.scale];
      return notice.value === null ? notSaid : said(notice.value);
    }
    case 'mode':
      if (notice.aside === 'ranking')
        return l10n.t('{0}. Your comparisons will be saved, not your ranking.', modeLabels[notice.mode]());
      if (notice.aside === 'comparisons')
        return l10n.t('{0}. Your ranking will be saved, not your comparisons.', modeLabels[notice.mode]());
      return `${modeLabels[notice.mode]()}.`;
    case 'digit-ahead':
      return l10n.t(
        '{0}: digits mean something else here than on the item before. Type the digit again.',
        modeLabels[notice.mode](),
      );
    case 'mode-unfit':
      return l10n.t('"{0}" needs at least two responses.', modeLabels[notice.mode]());
    case 'replaces':
      return [
        ...(notice.after ? [noticeText(notice.after, keys)] : []),
        l10n.t('Saving will replace {0}.', replacedText(notice.what)),
      ].join(' ');
    case 'marking':
      return markingNoticeText(notice.said, keys);
    case 'critiques':
      return critiquesNoticeText(notice.said, keys);
    case 'judged-under':
      if (!notice.context) return l10n.t('Judging without a context.');
      return notice.context.name === undefined
        ? l10n.t('Judging under this context from now on. Earlier judgments are kept.')
        : l10n.t('Judging under the context "{0}" from now on. Earlier judgments are kept.', notice.context.name);
    case 'turn-judged':
      return notice.turn === null
        ? l10n.t('Judging all {0} turns together.', notice.of)
        : l10n.t('Judging only turn {0} of {1}. The other turns are dimmed.', notice.turn + 1, notice.of);
    case 'one-turn':
      return l10n.t('The responses have only one turn.');
    case 'saved':
      return l10n.t('Saved. Press {0} to undo.', keys.undo ?? '');
    case 'saved-control':
      if (notice.test)
        return [
          notice.agrees ? l10n.t('Saved, as known.') : l10n.t('Saved. The known answer is another one.'),
          testText(notice.test),
          l10n.t('Press {0} to go on.', keys.save ?? ''),
        ].join(' ');
      return notice.agrees
        ? l10n.t('Saved. This is a control item, and your judgment is as known. Press {0} to go on.', keys.save ?? '')
        : l10n.t(
            'Saved. This is a control item, and the known answer is another one. Press {0} to go on.',
            keys.save ?? '',
          );
    case 'control-final':
      return l10n.t('You have seen the known answer: your judgment of before stays. Undo your changes to go on.');
    case 'skipped':
      return l10n.t('Skipped. Press {0} to undo.', keys.undo ?? '');
    case 'retracted':
      return notice.skip
        ? l10n.t('Skip undone. Your judgment is a draft again.')
        : l10n.t('Save undone. Your judgment is a draft again.');
    case 'undone':
      return l10n.t('Undone. Press {0} to redo.', keys.redo ?? '');
    case 'redone':
      return l10n.t('Redone. Press {0} to undo.', keys.undo ?? '');
    case 'brought-back':
      return l10n.t('Earlier version restored and saved as yours. Press {0} to undo.', keys.undo ?? '');
    case 'nothing-judged':
      return l10n.t('Nothing is judged yet. Type a digit to judge, or press {0} to skip the item.', keys.skip ?? '');
    case 'confirm-unranked':
      return l10n.t(
        'Not ranked: {0}. Press {1} again to save anyway. Unranked responses count as worse than the others.',
        listed(notice.unplaced),
        keys.save ?? '',
      );
    case 'confirm-no-ranking':
      return l10n.t(
        'You have not ranked or compared the responses. Press {0} again to save the rest of your judgment.',
        keys.save ?? '',
      );
    case 'confirm-one-end':
      return notice.missing === 'best'
        ? l10n.t('The best response is not chosen. Press {0} again to save anyway.', keys.save ?? '')
        : l10n.t('The worst response is not chosen. Press {0} again to save anyway.', keys.save ?? '');
    case 'confirm-unordered':
      return l10n.t(
        'The order within the tie is not complete. Press {0} again to save the responses as tied.',
        keys.save ?? '',
      );
    case 'confirm-comparisons-left':
      return l10n.t(
        'Comparisons left: {0} at most. Press {1} again to save only the finished ones.',
        notice.left,
        keys.save ?? '',
      );
    case 'confirm-unrated':
      if (notice.of === 1) return l10n.t('The rating is missing. Press {0} again to save anyway.', keys.save ?? '');
      return notice.unrated === 1
        ? l10n.t('One of {0} ratings is missing. Press {1} again to save anyway.', notice.of, keys.save ?? '')
        : l10n.t(
            '{0} of {1} ratings are missing. Press {2} again to save anyway.',
            notice.unrated,
            notice.of,
            keys.save ?? '',
          );
    case 'confirm-undecided':
      return l10n.t('Not judged: {0}. Press {1} again to save anyway.', listed(notice.undecided), keys.save ?? '');
    case 'confirm-steps-left':
      return l10n.t(
        'Some steps are not judged: {0}. Press {1} again to save anyway.',
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
      return rubricNoticeText(notice, keys);
    case 'rules':
    case 'no-rules':
    case 'rule-marked':
    case 'no-such-rule-scope':
    case 'rule-applies':
    case 'rule-not-in-scope':
    case 'rule-needs-refinement':
    case 'rule-written':
      return ruleNoticeText(notice, keys);
    case 'run':
    case 'no-run-steps':
    case 'no-such-step':
    case 'no-such-step-label':
    case 'run-step':
    case 'no-call':
    case 'no-file':
    case 'run-file':
    case 'run-call':
      return runNoticeText(notice);
    case 'no-such-place':
      return l10n.t('Type a number up to {0}.', notice.count);
    case 'copied':
      return notice.lines === 1 ? l10n.t('Copied one line.') : l10n.t('Copied {0} lines.', notice.lines);
    case 'no-code':
      return l10n.t('There is no code block.');
    case 'no-reasoning':
      return l10n.t('There is no reasoning to unfold.');
    case 'no-turns':
      return l10n.t('There are no earlier turns to unfold.');
    case 'prompt':
      return notice.isShown ? l10n.t('The prompt is unfolded.') : l10n.t('The prompt is folded.');
    case 'text-size':
      return l10n.t('Text size: {0} px.', notice.size);
    case 'no-checks':
      return l10n.t('This response has no checks.');
    case 'no-references':
      return l10n.t('There is no reference answer to show.');
    case 'no-guidelines':
      return l10n.t('This study has no guidelines.');
    case 'guidelines-changed':
      return keys.guidelines === undefined
        ? l10n.t('The guidelines changed.')
        : l10n.t('The guidelines changed. Press {0} to view them.', keys.guidelines);
    case 'difference': {
      const [first, second] = [letterOf(notice.first), letterOf(notice.second)];
      const rest = notice.cut ? ` ${l10n.t('Only the beginnings of the texts were compared.')}` : '';
      if (notice.by === 'nothing')
        return `${l10n.t('{0} and {1} are almost entirely different.', first, second)}${rest}`;
      return `${notice.by === 'words' ? l10n.t('Showing differences between {0} and {1}, word by word.', first, second) : l10n.t('Showing differences between {0} and {1}, line by line.', first, second)}${rest}`;
    }
    case 'view':
      return l10n.t('{0} is shown as: {1}.', letterOf(notice.response), textViewName(notice.view));
    case 'view-fixed':
      return l10n.t('The study fixes the view of texts: {0}', textViewName(notice.view));
    case 'arranged':
      return `${arrangementName(notice.arrangement)}.`;
    case 'read':
      return `${displaySettingText(notice.reading, notice.on)}.`;
    case 'no-patch':
      return l10n.t('{0} has no patch.', letterOf(notice.index));
    case 'same-code':
      return l10n.t('{0} and {1} change the code in the same way.', letterOf(notice.first), letterOf(notice.second));
    case 'tests-running': {
      const { index, nth, of } = notice;
      const said = l10n.t(
        'The tests are running on {0}, {1} of {2}.',
        index === null ? l10n.t('Base') : letterOf(index),
        nth,
        of,
      );
      return keys.runTests === undefined ? said : `${said} ${l10n.t('Press {0} to stop them.', keys.runTests)}`;
    }
    case 'tests':
      return testsText(notice.said, keys.testResults);
    case 'no-other':
      return l10n.t('No other response selected.');
    case 'first-item':
      return l10n.t('This is the first item.');
    case 'last-item':
      return l10n.t('This is the last item.');
    case 'more-shown':
      if (notice.left === null) return l10n.t('The prompt and the selected response are shown in full.');
      if (notice.left === 0) return l10n.t('The whole text is shown.');
      return notice.left === 1
        ? l10n.t('More text is shown. One character is left.')
        : l10n.t('More text is shown. {0} characters are left.', compact(notice.left));
    case 'too-short':
    case 'rationale-first':
    case 'because':
    case 'not-refinable':
    case 'saved-refined':
    case 'answer-removed':
    case 'no-answer':
      return textFieldNoticeText(notice, keys);
    case 'error':
      return notice.message;
  }
}

/** Names the part of the judgement in force that would be gone. */
export function replacedText({ ranking, comparisons, criteria }: Replaced): string {
  if (ranking) return l10n.t('the saved ranking');
  const named = new Intl.ListFormat(language(), { type: 'conjunction' }).format(criteria);
  if (criteria.length === 0) return l10n.t('the saved comparisons');
  return comparisons
    ? l10n.t('the saved comparisons, including those for {0}', named)
    : l10n.t('the saved comparisons for {0}', named);
}

/** Names the label of a step. */
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

/** Words whether the outcome of the steps is right. */
export function outcomeMark(right: boolean | null): string | undefined {
  return right === null ? undefined : right ? l10n.t('outcome right') : l10n.t('outcome wrong');
}

/** Words how many comparisons are left. */
const leftText = (left: number): string =>
  left === 1 ? l10n.t('One comparison is left.') : l10n.t('At most {0} comparisons are left.', left);

function bestWorstText({ best, worst }: BestWorst): string {
  if (best === null)
    return worst === null
      ? l10n.t('Neither the best nor the worst response is selected.')
      : l10n.t('{0} is the worst.', letterOf(worst));
  return worst === null
    ? l10n.t('{0} is the best. Now select the worst.', letterOf(best))
    : l10n.t('{0} is the best, {1} is the worst.', letterOf(best), letterOf(worst));
}

function testsText(said: Extract<Notice, { kind: 'tests' }>['said'], key: string | undefined): string {
  switch (said) {
    case 'done':
      return key === undefined
        ? l10n.t('The tests ran.')
        : l10n.t('The tests ran. To list all results, press {0}.', key);
    case 'stopped':
      return l10n.t('The tests were stopped. Results that were there by then are kept.');
    case 'left':
      return l10n.t('The tests were stopped, because their item is not on the desk any more.');
    case 'none':
      return l10n.t('No tests ran on this item.');
    case 'no-patch':
      return l10n.t('No response of this item has a patch, so that there is nothing to test.');
  }
}
