import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tiersOf } from '../../../../src/core/model/annotation/ranking';
import { coverageOf } from '../../../../src/core/quality/coverage/coverage';
import { criterion, rubric, rubricStudy } from '../../made/rubricStudy';

const ids = ['r1', 'r2', 'r3', 'r4', 'r5'];
const records = [...Array(8).keys()].map((n) => ({
  id: `q${n}`,
  prompt: `Question ${n}`,
  responses: ids.map((id) => `${id} of ${n}`),
}));
const stated = [criterion('up', { kind: 'scale', min: 1, max: 4, weight: 2 }), criterion('down', { weight: -1 })];

/** The place of each response (null: left unranked), and its verdicts (null: none). */
const anyItem = fc.record({
  places: fc
    .array(fc.option(fc.integer({ min: 1, max: 3 })), { minLength: 5, maxLength: 5 })
    .filter((places) => places.some((place) => place !== null)),
  up: fc.array(fc.option(fc.integer({ min: 1, max: 4 })), { minLength: 5, maxLength: 5 }),
  down: fc.array(fc.option(fc.boolean()), { minLength: 5, maxLength: 5 }),
});

describe('preferences and verdicts', () => {
  it('go together by tau-b within each item, pooled, and pairs are explained or contradicted, as one counts by hand', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyItem, { minLength: 1, maxLength: 8 }), async (items) => {
        const study = await rubricStudy(
          records,
          [rubric(stated)],
          items.map(({ places, up, down }, at) => ({
            at,
            judgement: {
              ranking: { tiers: tiersOf(places).map((tier) => tier.map((index) => ids[index]!)) },
              verdicts: ids.flatMap((response, index) => [
                ...(up[index] == null ? [] : [{ response, criterion: 'up', value: up[index] }]),
                ...(down[index] == null ? [] : [{ response, criterion: 'down', value: down[index] }]),
              ]),
            },
          })),
        );
        const { criteria, study: found } = await coverageOf(study);

        const sums = { up: { xy: 0, xx: 0, yy: 0 }, down: { xy: 0, xx: 0, yy: 0 } };
        const counts = { preferences: 0, judged: 0, unexplained: 0, against: 0, equal: 0 };
        for (const { places, up, down } of items) {
          for (const a of ids.keys()) {
            for (const b of ids.keys()) {
              if (a >= b || (places[a] === null && places[b] === null)) continue;
              const preference = Math.sign((places[b] ?? Infinity) - (places[a] ?? Infinity));
              const lead: number[] = [];
              for (const [name, values, weight] of [
                ['up', up.map((value) => (value === null ? null : (value - 1) / 3)), 2],
                ['down', down.map((value) => (value === null ? null : Number(value))), -1],
              ] as const) {
                const [one, other] = [values[a] ?? null, values[b] ?? null];
                if (one === null || other === null) continue;
                sums[name].xy += preference * Math.sign(one - other);
                sums[name].xx += Math.sign(one - other) ** 2;
                sums[name].yy += preference ** 2;
                lead.push(weight * (one - other) * preference);
              }
              if (preference === 0) continue;
              counts.preferences++;
              if (lead.length === 0) continue;
              counts.judged++;
              const sum = lead.reduce((all, each) => all + each, 0);
              if (lead.every((each) => each <= 0)) counts.unexplained++;
              if (Math.abs(sum) < 1e-9) counts.equal++;
              else if (sum < 0) counts.against++;
            }
          }
        }
        for (const { id, tau } of criteria) {
          const { xy, xx, yy } = sums[id as 'up' | 'down'];
          if (xx * yy === 0) expect(tau.value).toBeNull();
          else expect(tau.value).toBeCloseTo(xy / Math.sqrt(xx * yy), 9);
        }
        expect({
          preferences: found.preferences,
          judged: found.unexplained.rate?.n ?? 0,
          unexplained: found.unexplained.count,
          against: found.against.count,
          equal: found.against.equal,
        }).toEqual(counts);
      }),
      { numRuns: 40 },
    );
  });

  it('are scored as shares of what could be had', async () => {
    const study = await rubricStudy(
      records,
      [rubric(stated)],
      [
        {
          at: 0,
          shown: ['r1', 'r2'],
          judgement: {
            ranking: { tiers: [['r1'], ['r2']] },
            verdicts: [
              { response: 'r1', criterion: 'up', value: 2 },
              { response: 'r2', criterion: 'up', value: 4 },
              { response: 'r1', criterion: 'down', value: true },
              { response: 'r2', criterion: 'down', value: false },
            ],
          },
        },
      ],
    );
    const [pair] = (await coverageOf(study)).study.against.first;
    expect(pair).toMatchObject({ item: 'q0', winner: 'r1', loser: 'r2', loserScore: 1 });
    expect(pair?.winnerScore).toBeCloseTo((2 / 3 - 1) / 2, 12);
  });

  it('count as equal where points differ by a rounding error alone', async () => {
    // 0.1 + 0.2 is not 0.3 in binary, whichever of the two has it.
    const tenths = [
      criterion('one', { weight: 0.1 }),
      criterion('two', { weight: 0.2 }),
      criterion('three', { weight: 0.3 }),
    ];
    const verdicts = ['r1', 'r2'].flatMap((response, at) =>
      tenths.map(({ id }) => ({ response, criterion: id, value: (id === 'three') === (at === 1) })),
    );
    const study = await rubricStudy(
      records,
      [rubric(tenths)],
      [
        ['r1', 'r2'],
        ['r2', 'r1'],
      ].map((order, at) => ({
        at,
        shown: ['r1', 'r2'],
        judgement: { ranking: { tiers: order.map((id) => [id]) }, verdicts },
      })),
    );
    expect((await coverageOf(study)).study.against).toMatchObject({ count: 0, equal: 2 });
  });

  it('are not told apart by a criterion whose worths differ by a rounding error alone', async () => {
    const long = criterion('long', { kind: 'scale', min: 0, max: 1 });
    const verdicts = [0.1 + 0.2, 0.3].map((value, at) => ({ response: ids[at]!, criterion: 'long', value }));
    const study = await rubricStudy(
      records,
      [rubric([long])],
      [[['r1'], ['r2']], [['r1', 'r2']]].map((tiers, at) => ({
        at,
        shown: ['r1', 'r2'],
        judgement: { ranking: { tiers }, verdicts },
      })),
    );
    const { criteria, study: found } = await coverageOf(study);
    expect(criteria[0]?.tau.value).toBeNull();
    expect(found).toMatchObject({ unexplained: { count: 1 }, against: { equal: 1 } });
  });
});
