import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ColumnTypes } from '../../../../src/core/export/validation/columnTypes';
import { validateExport } from '../../../../src/core/export/validate';
import type { JsonObject } from '../../../../src/core/dataset/fields/recordFields';
import { wordsOf } from '../../../../src/core/model/problems/problem';
import { jsonl, temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

const early = 0;
const late = 11 << 20;
const message = (fields: object = {}): object => ({ role: 'assistant', content: 'A', ...fields });

/** What is said of a row behind 10 MB that begin with another one. */
function saidLate(first: JsonObject, row: JsonObject): string | undefined {
  const types = new ColumnTypes();
  expect(types.look(first, early)).toBeUndefined();
  const found = types.look(row, late);
  return found && wordsOf(found);
}

describe('types that HF datasets settles by the first 10 MB', () => {
  it.each<[string, JsonObject, JsonObject, string]>([
    [
      'a fraction behind whole numbers',
      { margin: 1 },
      { margin: 0.5 },
      '“margin” is not a whole number here, but is in the first 10 MB',
    ],
    [
      'a fraction in a list of whole numbers',
      { scores: [2, 1] },
      { scores: [1.5, 1] },
      '“scores[]” is not a whole number here',
    ],
    [
      'text behind null',
      { note: null },
      { note: 'why' },
      '“note” has a value here, but is null or empty in the first 10 MB',
    ],
    [
      'something in a list behind empty ones',
      { errors: [] },
      { errors: [{ start: 1 }] },
      '“errors[]” has a value here, but is null or empty',
    ],
    [
      'calls of tools behind messages without any',
      { chosen: [message()] },
      { chosen: [message({ tool_calls: [{ type: 'function' }] })] },
      '“chosen[].tool_calls” has a value here, but is missing in the first 10 MB',
    ],
  ])('do not take %s', (_, first, row, expected) => {
    expect(saidLate(first, row)).toContain(expected);
    // In the first 10 MB all of it becomes one type.
    const types = new ColumnTypes();
    types.look(first, early);
    expect(types.look(row, early)).toBeUndefined();
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['whole numbers behind a fraction', { margin: 0.5 }, { margin: 1 }],
    ['null behind text, and an empty list', { note: 'why', errors: [1] }, { note: null, errors: [] }],
    ['messages with fewer fields', { chosen: [message({ name: 'f' })] }, { chosen: [message()] }],
    [
      'a column that the first row lacks, which is told by its own rule',
      { prompt: 'Hi' },
      { prompt: 'Hi', margin: 0.5 },
    ],
  ])('take %s', (_, first, row) => {
    expect(saidLate(first, row)).toBeUndefined();
  });
});

describe('columns of dates', () => {
  const row = (chosen: string, more: object = {}): object => ({ prompt: 'When?', chosen, rejected: 'Never', ...more });
  const problems = async (rows: readonly object[]): Promise<string[]> =>
    (await validateExport(temporaryFile('train.jsonl', jsonl(rows)), 'trl-dpo-text')).problems
      .filter(({ severity }) => severity === 'error')
      .map((each) => each.message);

  it.each(['2024-01-31', '2024-01-31T10', '2024-01-31 10:30', '2024-01-31T10:30:00Z', '2024-01-31T10:30:00+02'])(
    'are told where every text is one, as %s is',
    async (date) => {
      expect(await problems([row(date), row('2020-02-02')])).toEqual([
        expect.stringContaining(
          'all texts in the column “chosen” are dates: HF datasets reads them as timestamps',
        ) as string,
      ]);
    },
  );

  it('are none where one text is something else, or where no trainer looks', async () => {
    expect(await problems([row('2024-01-31'), row('In spring')])).toEqual([]);
    expect(await problems([row('Today', { day: '2024-01-31' }), row('In spring', { day: '2024-02-01' })])).toEqual([]);
  });

  it('are found within messages too', () => {
    const types = new ColumnTypes(['time']);
    for (const day of ['2024-01-31', '2024-02-01'])
      types.look(
        {
          prompt: [{ role: 'user', content: 'When?' }],
          chosen: [message({ content: day })] as JsonObject[],
          time: day,
        },
        early,
      );
    expect(types.ofDates).toEqual(['chosen[].content']);
  });
});

describe('dates among the arguments of calls', () => {
  const rows = (...given: object[]): JsonObject[] =>
    given.map((each) => ({ chosen: [{ role: 'assistant', tool_calls: [{ arguments: each }] }] }));
  const [may, june] = [{ date: '2024-05-15' }, { date: '2024-06-01' }];
  const dates = (areTold: boolean, ...given: object[]): readonly string[] => {
    const types = new ColumnTypes([], areTold);
    for (const row of rows(...given)) types.look(row, 0);
    return types.ofDates;
  };

  it('become timestamps where all calls have the same arguments and no card names the types', () => {
    expect(dates(false, may, june)).toEqual(['chosen[].tool_calls[].arguments.date']);
    expect(dates(true, may, june)).toEqual([]);
    expect(dates(false, may, { ...june, city: 'Oslo' })).toEqual([]);
  });
});

it('types may change behind the first 10 MB where the card beside the file names them', async () => {
  const folder = temporaryFolder();
  const rows = Array.from({ length: 12 }, (_, n) => ({
    prompt: 'x'.repeat(1 << 20),
    chosen: 'a',
    rejected: 'b',
    margin: n < 11 ? 1 : 0.5,
  }));
  writeFileSync(join(folder, 'train.jsonl'), jsonl(rows));
  const found = async (): Promise<number> =>
    (await validateExport(join(folder, 'train.jsonl'), 'trl-reward-text')).problems.length;
  expect(await found()).toBe(1);
  writeFileSync(
    join(folder, 'README.md'),
    '---\nconfigs:\n  - config_name: default\n---\n\ndataset_info:\n  features:\n',
  );
  expect(await found()).toBe(1);
  writeFileSync(
    join(folder, 'README.md'),
    '---\nconfigs:\n  - config_name: default\ndataset_info:\n  features:\n    - name: margin\n      dtype: float64\n---\n',
  );
  expect(await found()).toBe(0);
});

it('types may change behind the first 10 MB of an array, which HF datasets reads whole, and columns be added', async () => {
  const rows = Array.from({ length: 12 }, (_, n) => ({
    prompt: 'x'.repeat(1 << 20),
    chosen: 'a',
    rejected: 'b',
    margin: n < 11 ? 1 : 0.5,
    ...(n === 11 && { note: 'why' }),
  }));
  const errors = async (name: string, text: string): Promise<string[]> =>
    (await validateExport(temporaryFile(name, text), 'trl-reward-text')).problems
      .filter(({ severity }) => severity === 'error')
      .map(({ message: said }) => said);
  expect(await errors('train.jsonl', jsonl(rows))).toHaveLength(2);
  expect(await errors('train.json', JSON.stringify(rows))).toEqual([]);
});
