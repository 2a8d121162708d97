import * as l10n from '@vscode/l10n';
import { digits, isSingular } from './program';

/** What is counted. */
const nouns = {
  annotation: (count) => (count === 1 ? l10n.t('1 annotation') : l10n.t('{0} annotations', digits(count))),
  criterion: (count) => (count === 1 ? l10n.t('1 criterion') : l10n.t('{0} criteria', digits(count))),
  'control item': (count) => (count === 1 ? l10n.t('1 control item') : l10n.t('{0} control items', digits(count))),
  'current annotation': (count) =>
    count === 1 ? l10n.t('1 current annotation') : l10n.t('{0} current annotations', digits(count)),
  difference: (count) => (count === 1 ? l10n.t('1 difference') : l10n.t('{0} differences', digits(count))),
  disagreement: (count) => (count === 1 ? l10n.t('1 disagreement') : l10n.t('{0} disagreements', digits(count))),
  document: (count) => (count === 1 ? l10n.t('1 document') : l10n.t('{0} documents', digits(count))),
  example: (count) => (count === 1 ? l10n.t('1 example') : l10n.t('{0} examples', digits(count))),
  file: (count) => (count === 1 ? l10n.t('1 file') : l10n.t('{0} files', digits(count))),
  item: (count) => (count === 1 ? l10n.t('1 item') : l10n.t('{0} items', digits(count))),
  judgment: (count) => (count === 1 ? l10n.t('1 judgment') : l10n.t('{0} judgments', digits(count))),
  label: (count) => (count === 1 ? l10n.t('1 label') : l10n.t('{0} labels', digits(count))),
  line: (count) => (count === 1 ? l10n.t('1 line') : l10n.t('{0} lines', digits(count))),
  minute: (count) => (count === 1 ? l10n.t('1 minute') : l10n.t('{0} minutes', digits(count))),
  passage: (count) => (count === 1 ? l10n.t('1 passage') : l10n.t('{0} passages', digits(count))),
  problem: (count) => (count === 1 ? l10n.t('1 problem') : l10n.t('{0} problems', digits(count))),
  question: (count) => (count === 1 ? l10n.t('1 question') : l10n.t('{0} questions', digits(count))),
  record: (count) => (count === 1 ? l10n.t('1 record') : l10n.t('{0} records', digits(count))),
  reference: (count) => (count === 1 ? l10n.t('1 reference') : l10n.t('{0} references', digits(count))),
  response: (count) => (count === 1 ? l10n.t('1 response') : l10n.t('{0} responses', digits(count))),
  row: (count) => (count === 1 ? l10n.t('1 row') : l10n.t('{0} rows', digits(count))),
  rubric: (count) => (count === 1 ? l10n.t('1 rubric') : l10n.t('{0} rubrics', digits(count))),
  rule: (count) => (count === 1 ? l10n.t('1 rule') : l10n.t('{0} rules', digits(count))),
  source: (count) => (count === 1 ? l10n.t('1 source') : l10n.t('{0} sources', digits(count))),
  'span type': (count) => (count === 1 ? l10n.t('1 span type') : l10n.t('{0} span types', digits(count))),
} as const satisfies Readonly<Record<string, (count: number) => string>>;

/** Returns a number with what is counted: "1 row", "2,312 rows". */
export function counted(count: number, noun: keyof typeof nouns): string {
  const text = nouns[noun];
  // French says "0 ligne".
  return isSingular(count) ? text(1).replace('1', digits(count)) : text(count);
}
