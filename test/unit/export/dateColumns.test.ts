import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DateColumns } from '../../../src/core/export/rows/dateColumns';

const date = fc.constantFrom('2024-02-29', '2024-02-29T12:00:00Z');
const row = fc.record({
  prompt: fc.oneof(date, fc.constant('Hi')),
  chosen: fc.array(fc.record({ role: fc.constant('user'), content: fc.oneof(date, fc.constant('no date')) }), {
    maxLength: 2,
  }),
  day: date,
  n: fc.integer(),
  calls: fc.array(
    fc.record({
      tool_calls: fc.array(
        fc.record({ arguments: fc.record({ date, city: fc.constant('Oslo') }, { requiredKeys: ['date'] }) }),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 2 },
  ),
});

/** What is said of a column that holds dates only. */
function refusal(columns: DateColumns): string | undefined {
  try {
    columns.refuse(['jsonl']);
    return JSON.stringify(columns.dateInCalls);
  } catch (error) {
    return (error as Error).message;
  }
}

it('columns of dates are found in parts of the rows as in all of them', () => {
  fc.assert(
    fc.property(fc.array(fc.array(row, { maxLength: 3 }), { maxLength: 4 }), fc.boolean(), (ranges, isMeant) => {
      const meant = isMeant ? ['day'] : [];
      const [whole, put] = [new DateColumns(meant), new DateColumns(meant)];
      for (const rows of ranges) {
        const part = new DateColumns(meant);
        for (const each of rows) {
          whole.look('train', each);
          part.look('train', each);
        }
        put.merge(structuredClone(part.findings));
      }
      expect(refusal(put)).toBe(refusal(whole));
    }),
  );
});

/** Rows whose one turn calls a tool with these arguments. */
const calling = (...given: object[]): Record<string, unknown>[] =>
  given.map((each) => ({
    chosen: [
      {
        role: 'assistant',
        content: 'Looking.',
        tool_calls: [{ type: 'function', function: { name: 'search', arguments: each } }],
      },
    ],
  }));

describe('dates among the arguments of calls', () => {
  const found = (rows: readonly Record<string, unknown>[]): DateColumns => {
    const columns = new DateColumns();
    for (const each of rows) columns.look('train', each);
    return columns;
  };
  const [may, june] = [{ date: '2024-05-15' }, { date: '2024-06-01' }];

  it('are refused by nobody, as the card of a folder says that calls are JSON', () => {
    expect(refusal(found(calling(may, june)))).toContain('chosen.tool_calls.function.arguments.date');
    expect(found(calling(may, june)).features).toContainEqual({
      name: 'chosen',
      list: [
        { name: 'content', dtype: 'string' },
        { name: 'role', dtype: 'string' },
        { name: 'tool_calls', list: 'json' },
      ],
    });
  });

  it('are told where all calls have the same arguments, of which HF datasets makes a struct', () => {
    const column = 'chosen.tool_calls.function.arguments.date';
    expect(found(calling(may, june)).dateInCalls).toEqual({ column, split: 'train' });
    expect(found(calling({ flights: [may] }, { flights: [june] })).dateInCalls?.column).toContain('flights.date');
    expect(found(calling(may, { ...june, city: 'Oslo' })).dateInCalls).toBeUndefined();
    expect(found(calling(may, { date: 'tomorrow' })).dateInCalls).toBeUndefined();
  });

  it('do not hide a text that is a date', () => {
    const rows = calling(may).map(({ chosen }) => ({ chosen, prompt: '2024-05-15' }));
    expect(refusal(found(rows))).toMatch(/In train, all texts in the column “prompt” are dates/);
  });
});

it('Parquet is not advised where the trainers of a format do not read it', () => {
  const columns = new DateColumns();
  columns.look('train', { prompt: '2024-05-15' });
  expect(() => columns.refuse(['jsonl', 'json'])).toThrow(/Choose another format: the trainers .* do not read Parquet/);
  expect(() => columns.refuse(['jsonl', 'parquet'])).toThrow('Choose Parquet as “--file”');
});
