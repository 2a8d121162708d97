import * as l10n from '@vscode/l10n';
import { digits, inProgram } from '../program';
import { optionName } from './options';
/** A row of a split, counted from 1. */
interface SplitRow {
  readonly split: string;
  readonly row: number;
}

/** What can be wrong with splits, near duplicates and benchmark files. */
export const exportSplitProblems = {
  // split/
  'export.sharesNotOne': ({ shares }: { shares: readonly { split: string; share: number }[] }) =>
    shares.length === 0
      ? l10n.t('The split sizes are empty. Enter sizes that sum to 1, for example {0}', someShares)
      : l10n.t(
          'The sum of the split sizes is not 1 ({0}). Enter sizes of 0 or more, for example {1}',
          shares.map(({ split, share }) => `${split}=${share}`).join(', '),
          someShares,
        ),
  /** `items`: all that were asked for it; `fields`: those that they have. */
  'export.noStrata': ({ field, items, fields }: { field: string; items: number; fields: readonly string[] }) => {
    const count = digits(items);
    if (fields.length === 0)
      return items === 1
        ? l10n.t(
            'The only judged item does not have the field “{0}”, and has no metadata. Clear “{1}”.',
            field,
            stratify(),
          )
        : l10n.t(
            'None of the {0} judged items has the field “{1}”, and they have no metadata. Clear “{2}”.',
            count,
            field,
            stratify(),
          );
    return items === 1
      ? l10n.t(
          'The only judged item does not have the field “{0}”, so it cannot be used for the split. Choose one of these as “{1}”: {2}',
          field,
          stratify(),
          fields.join(', '),
        )
      : l10n.t(
          'None of the {0} judged items has the field “{1}”, so it cannot be used for the split. Choose one of these as “{2}”: {3}',
          count,
          field,
          stratify(),
          fields.join(', '),
        );
  },
  'export.tooManyStrata': ({ most, example }: { most: number; example: string }) =>
    l10n.t(
      'The field chosen as “{0}” has more than {1} different values, for example “{2}”. Choose a field with few values, such as a category or a language.',
      stratify(),
      digits(most),
      example,
    ),
  /** `first`: the first few of all `count`; each with the beginning of the second row's prompt. */
  'export.promptsInSeveralSplits': ({
    count,
    first,
  }: {
    count: number;
    first: readonly {
      isSame: boolean;
      one: SplitRow;
      other: SplitRow;
      prompt: string;
    }[];
  }) => {
    const rows = first.map(({ isSame, one, other, prompt }) =>
      isSame
        ? l10n.t('{0} row {1} and {2} row {3}: “{4}”', one.split, one.row, other.split, other.row, prompt)
        : l10n.t(
            '{0} row {1} and {2} row {3} (almost the same): “{4}”',
            one.split,
            one.row,
            other.split,
            other.row,
            prompt,
          ),
    );
    const list = [...rows, ...(count > first.length ? ['…'] : [])].join('; ');
    return count === 1
      ? l10n.t(
          'Nothing was written, because 1 prompt is in more than one split, so a model would be tested on training data: {0}. Turn on “{1}”, or export without a split.',
          list,
          similarTogether(),
        )
      : l10n.t(
          'Nothing was written, because {0} prompts are in more than one split, so a model would be tested on training data: {1}. Turn on “{2}”, or export without a split.',
          digits(count),
          list,
          similarTogether(),
        );
  },

  // dedup/nearDuplicates.ts: `usual` is what is taken where nothing is said
  'export.similarityOutOfRange': ({ value, usual }: { value: number; usual: number }) =>
    l10n.t('The similarity {0} is not valid. Enter a number above 0 and up to 1, for example {1}', value, usual),
  'export.permutationsOutOfRange': ({ value, usual }: { value: number; usual: number }) =>
    l10n.t(
      'The number of permutations {0} is not valid. It must be a multiple of 8 up to 1024, for example {1}',
      value,
      usual,
    ),
  'export.shingleOutOfRange': ({ value, usual }: { value: number; usual: number }) =>
    l10n.t('The shingle size {0} is not valid. It must be a whole number from 1, for example {1}', value, usual),

  // dedup/benchmarks.ts
  'export.benchmarkEmpty': () => l10n.t('is empty. Choose another benchmark file.'),
  'export.benchmarkFieldMissing': ({ field, fields }: { field: string; fields: readonly string[] }) =>
    l10n.t('no record has text in the field “{0}”. The first record has the fields {1}', field, fields.join(', ')),
  'export.benchmarkFieldUnknown': ({ fields }: { fields: readonly string[] }) =>
    l10n.t(
      'none of the fields {0} is known to contain the questions of a benchmark. Rename the right one to “{1}”, or choose another benchmark file.',
      fields.join(', '),
      'question',
    ),
  /** `count`: records of the file, the one in this place the first of them. */
  'export.benchmarkAsksNothing': ({ count }: { count: number }) =>
    count === 1
      ? l10n.t('this record contains no question, so no prompt is compared with it. Correct the record.')
      : l10n.t(
          '{0} records contain no question, so no prompt is compared with them. This is the first one. Correct the records.',
          digits(count),
        ),
};

const someShares = 'train=0.8, validation=0.1, test=0.1';
const stratify = (): string => optionName('stratify');
const similarTogether = (): string =>
  inProgram({ commandLine: '--group-by near-duplicates', editor: optionName('groupBy') });
