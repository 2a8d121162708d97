import * as l10n from '@vscode/l10n';
import type { PartState } from './looks';
import type { RowPart, RowShape } from './rowShape';

/** What kinds of text are called. */
export const partTexts: Readonly<Record<RowPart, () => string>> = {
  system: () => l10n.t('system message'),
  tools: () => l10n.t('tools'),
  user: () => l10n.t('user'),
  'past-text': () => l10n.t('earlier answers'),
  'past-calls': () => l10n.t('earlier calls'),
  'past-observations': () => l10n.t('earlier outputs'),
  text: () => l10n.t('texts between calls'),
  calls: () => l10n.t('calls'),
  observations: () => l10n.t('outputs of tools'),
  replies: () => l10n.t('later user turns'),
  answer: () => l10n.t('answer'),
};

/** What a trainer does with a text. */
export const stateTexts: Readonly<Record<PartState, () => string>> = {
  trained: () => l10n.t('learned'),
  masked: () => l10n.t('not learned'),
  partly: () => l10n.t('learned in part'),
  cut: () => l10n.t('cut off'),
  'cut-trained': () => l10n.t('cut off, and the rest learned'),
  lost: () => l10n.t('lost'),
  read: () => l10n.t('scored with the rest'),
};

/** What rows are like, as trainers treat them. */
export const shapeTexts: Readonly<Record<RowShape, () => string>> = {
  plain: () => l10n.t('one answer'),
  turns: () => l10n.t('an answer after several turns'),
  system: () => l10n.t('an answer under a system message'),
  tools: () => l10n.t('an answer with calls and outputs of tools'),
  image: () => l10n.t('an answer to a prompt with images, audio or video'),
  run: () => l10n.t('a whole run with user turns'),
  'run-user-last': () => l10n.t('several turns, of which a user has the last'),
  step: () => l10n.t('a step of a run: a text and a call'),
  'step-call': () => l10n.t('a step of a run: a call alone'),
  'step-text': () => l10n.t('a step of a run: a text after calls'),
  long: () => l10n.t('a long prompt and a long answer'),
};
