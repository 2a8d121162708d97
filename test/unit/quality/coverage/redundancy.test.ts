import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { random } from '../../../../src/core/model/annotation/blindOrder';
import { correlationOf } from '../../../../src/core/quality/correlation';
import { StudyCriteria } from '../../../../src/core/quality/coverage/studyCriteria';
import { Redundancy, type Redundant } from '../../../../src/core/quality/coverage/redundancy';
import { VerdictTable } from '../../../../src/core/quality/coverage/counts/verdictTable';
import { annotation } from '../../made/journalLines';
import { criterion, rubric } from '../../made/rubricStudy';

const shown = ['a', 'b', 'c'];
const scale = { kind: 'scale', min: 1, max: 4 } as const;
const all = [...Array(6).keys()].map((n) => criterion(`c${n}`, n % 2 === 0 ? {} : scale));
const study = new StudyCriteria({ version: 1, rubrics: [rubric(all)] });

type Verdict = readonly [criterion: number, response: number, value: number | null];

/**
 * Every two criteria, over every response of every annotation in which both have a worth: the last verdict on a cell
 * counts.
 */
function byHand(annotations: readonly (readonly Verdict[])[], least: number, fewest: number): Redundant[] {
  const found: Redundant[] = [];
  const worth = (number: number, value: number | null): number | undefined =>
    value === null ? undefined : number % 2 === 0 ? Number(value > 2) : (value - 1) / 3;
  for (const a of all.keys()) {
    for (const b of all.keys()) {
      if (a >= b) continue;
      const sums = { n: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 };
      for (const verdicts of annotations) {
        for (const response of shown.keys()) {
          const [x, y] = [a, b].map((number) =>
            worth(number, verdicts.findLast(([of, on]) => of === number && on === response)?.[2] ?? null),
          );
          if (x === undefined || y === undefined) continue;
          sums.n++;
          sums.x += x;
          sums.y += y;
          sums.xx += x * x;
          sums.yy += y * y;
          sums.xy += x * y;
        }
      }
      const correlation = sums.n < fewest ? null : correlationOf(sums);
      if (correlation !== null && Math.abs(correlation) >= least) found.push({ a, b, correlation, n: sums.n });
    }
  }
  return found.sort(
    (one, other) =>
      Math.abs(other.correlation) - Math.abs(one.correlation) || other.n - one.n || one.a - other.a || one.b - other.b,
  );
}

describe('criteria that say the same', () => {
  it('are those that one finds by hand, with the same figures to the last bit', () => {
    const anyVerdict = fc.tuple(
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 0, max: 2 }),
      fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 4 }) }, { weight: 1, arbitrary: fc.constant(null) }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(anyVerdict, { maxLength: 14 }), { maxLength: 12 }),
        fc.constantFrom(0, 0.5, 0.9),
        (annotations, least) => {
          const redundancy = new Redundancy(study.count);
          const sheet = new VerdictTable(study);
          for (const verdicts of annotations) {
            sheet.load(
              annotation(1, {
                shown,
                rubrics: [{ id: 'main', version: 1 }],
                judgement: {
                  verdicts: verdicts.map(([number, response, value]) => ({
                    response: shown[response] ?? '',
                    criterion: `c${number}`,
                    value: value === null ? null : number % 2 === 0 ? value > 2 : value,
                  })),
                },
              }),
            );
            redundancy.add(sheet);
          }
          expect(redundancy.those((_a, _b, correlation) => Math.abs(correlation) >= least, 2)).toEqual(
            byHand(annotations, least, 2),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are found among a thousand that somebody judged by at once, without a memory of every two', () => {
    const many = [...Array(1000).keys()].map((n) => criterion(`c${n}`));
    const wide = new StudyCriteria({ version: 1, rubrics: [rubric(many)] });
    const [redundancy, sheet, next] = [new Redundancy(wide.count), new VerdictTable(wide), random(3)];
    for (let n = 0; n < 10; n++) {
      const met = shown.map(() => many.map(() => next() < 0.5));
      // The last says the opposite of the first.
      for (const own of met) own[999] = !own[0];
      sheet.load(
        annotation(1, {
          shown,
          rubrics: [{ id: 'main', version: 1 }],
          judgement: {
            verdicts: many.flatMap(({ id }, number) =>
              shown.map((response, index) => ({ response, criterion: id, value: met[index]?.[number] ?? false })),
            ),
          },
        }),
      );
      redundancy.add(sheet);
    }
    expect(redundancy.those((_a, _b, correlation) => Math.abs(correlation) >= 0.99, 10)).toEqual([
      { a: 0, b: 999, correlation: -1, n: 30 },
    ]);
  });
});
