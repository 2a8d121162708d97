import * as l10n from '@vscode/l10n';
import { isOfCoverage } from '../../../src/core/model/report/isOfCoverage';
import { figureLabel } from '../../../src/core/model/report/document/judgmentTexts';
import type { ReportQuestion } from '../../../src/core/model/report/document/todo';
import { biasText, fieldsText, kindText } from '../../../src/core/model/report/document/names';
import type { ItemsQuestion, Part } from '../../../src/core/model/report/itemsQuestion';
import { whole } from '../../../src/core/model/text/numbers';

/** What the items behind a figure have in common, as the queue of the desk is called. */
export function queueText(question: ReportQuestion): string {
  // The host calls those itself, as it does in blind studies.
  if (isOfCoverage(question)) return '';
  const text = textOf(question);
  return 'within' in question && question.within ? inPart(text, question.within) : text;
}

const inPart = (text: string, part: Part): string => l10n.t('{0} ({1})', text, fieldsText([part]));

function textOf(question: ItemsQuestion): string {
  switch (question.of) {
    case 'disputed':
      if (question.between) return l10n.t('{0} differs from {1}', ...question.between);
      if (question.criterion !== undefined) return l10n.t('Disputed items, by criterion: {0}', question.criterion);
      return question.kind === undefined
        ? l10n.t('Disputed items')
        : l10n.t('Disputed items: {0}', kindText(question.kind));
    case 'verdicts':
      return l10n.t('Verdicts differ: {0}', question.criterion);
    case 'unsettled':
      return l10n.t('Disagreements to adjudicate');
    case 'judged':
      return judgedText(question);
    case 'judged-by':
      return question.orMore
        ? l10n.t('Annotators per item: {0} or more', whole(question.annotators))
        : l10n.t('Annotators per item: {0}', whole(question.annotators));
    case 'skipped':
      if (question.annotator !== undefined) return l10n.t('Skipped by {0}', question.annotator);
      return question.reason === undefined ? l10n.t('Skipped') : l10n.t('Skipped: {0}', question.reason);
    case 'differs':
      return question.stated
        ? l10n.t('{0} differs from others, surest first', question.annotator)
        : l10n.t('{0} differs from others', question.annotator);
    case 'settled':
      return l10n.t('{0} differs from what was adjudicated', question.annotator);
    case 'controls':
      return question.annotator === undefined
        ? l10n.t('Not the known answer')
        : l10n.t('{0} differs from the known answer', question.annotator);
    case 'repeats':
      return question.annotator === undefined
        ? l10n.t('Not as before')
        : l10n.t('Not as before: {0}', question.annotator);
    case 'machine':
      return l10n.t('{0} differs from people', question.annotator);
    case 'flips':
      return l10n.t('Turns round with the order: {0}', question.annotator);
    case 'verifiers':
      return verifiersText(question);
    case 'bias':
      return question.annotator === undefined
        ? l10n.t('Wins: {0}', biasText(question.trait))
        : l10n.t('Wins with {0}: {1}', question.annotator, biasText(question.trait));
    case 'wins':
      if (question.model === null) return l10n.t('{0} loses', question.over ?? '');
      return question.over === null
        ? l10n.t('{0} wins', question.model)
        : l10n.t('{0} wins over {1}', question.model, question.over);
    case 'wins-over-reference':
      return l10n.t('{0} wins over the reference', question.model);
    case 'compared':
      return question.other === null
        ? l10n.t('{0} is compared', question.model)
        : l10n.t('{0} is compared with {1}', question.model, question.other);
    case 'ties':
      return l10n.t('{0} is tied', question.model);
    case 'strength':
      return l10n.t('Strength {0}', whole(question.strength));
    case 'longer-by':
      return l10n.t('Winner longer by, in characters: {0} to {1}', whole(question.from), whole(question.to - 1));
    case 'none-acceptable':
      return l10n.t('No response is acceptable');
    case 'repeated':
      return question.what === 'prompt' ? l10n.t('Repeated prompts') : l10n.t('Repeated responses');
    case 'figure':
      return figureLabel({ name: question.name, what: question.what ?? null });
    case 'unjudged':
      return l10n.t('Not judged');
    case 'cell':
      return l10n.t('Not judged: {0}', fieldsText(question.fields));
  }
}

function verifiersText({ wrongly, verifier }: Extract<ItemsQuestion, { of: 'verifiers' }>): string {
  const text = {
    pass: l10n.t('Passes, not acceptable'),
    fail: l10n.t('Fails, acceptable'),
    order: l10n.t('People prefer the lower score'),
  }[wrongly];
  return verifier === undefined ? text : `${verifier}: ${text}`;
}

function judgedText({ annotator, first }: Extract<ItemsQuestion, { of: 'judged' }>): string {
  if (first === 'longest') return l10n.t('Judged, longest first');
  if (first === 'quickest' && annotator !== undefined) return l10n.t('Judged by {0}, quickest first', annotator);
  return annotator === undefined ? l10n.t('Judged') : l10n.t('Judged by {0}', annotator);
}
