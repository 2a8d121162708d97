import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DateColumns } from '../../../src/core/export/rows/dateColumns';

const date = fc.constantFrom('2024-02-29', '2024-02-29T12:00:00Z');
const row = fc.record({
  prompt: fc.oneof(date, fc.constant('Hi')),
  chosen: fc.array(fc.record({ role: fc.constant('user'), content: fc.oneof(date, fc.constant('no date')) }), {
    maxLength: 2,
  }),
  day: date,
  n: fc.integer(),
});

/** What is said of a column that holds dates only. */
function refusal(columns: DateColumns): string | undefined {
  try {
    columns.refuse();
    return undefined;
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
