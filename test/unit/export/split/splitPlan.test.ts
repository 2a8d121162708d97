import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOfText } from '../../../../src/core/export/dedup/hash';
import { LeakCheck } from '../../../../src/core/export/split/leaks';
import { SplitPlan, type Splitting } from '../../../../src/core/export/split/splitPlan';
import { contentOf, drawOf, splitAt, splits, type Split } from '../../../../src/core/export/split/splitRatios';
import { shuffled } from '../../../../src/core/model/annotation/blindOrder';
import { UserError } from '../../../../src/core/model/problems/problem';
import { Sentences } from '../hygiene/randomSentences';

interface Told {
  readonly prompt: readonly { readonly role: string; readonly content: string }[];
  readonly stratum?: string;
}
const asking = (content: string, stratum?: string): Told => ({
  prompt: [{ role: 'user', content }],
  ...(stratum !== undefined && { stratum }),
});
const eight = { train: 0.8, validation: 0.1, test: 0.1 };

function planned(items: readonly Told[], splitting: Splitting): SplitPlan {
  const plan = new SplitPlan(splitting);
  for (const item of items) plan.add(item, item.stratum);
  plan.close();
  return plan;
}

function countsOf(items: readonly Told[], plan: SplitPlan): Record<Split, number> {
  const counts = { train: 0, validation: 0, test: 0 };
  for (const item of items) counts[plan.splitOf(item)]++;
  return counts;
}

describe('a split that is drawn', () => {
  it('needs no look at the items first, and is drawn by the prompt alone', () => {
    const plan = new SplitPlan({ shares: eight, seed: 3 });
    expect(plan.scansFirst).toBe(false);
    const items = Array.from({ length: 5000 }, (_, n) => asking(`question ${n}`));
    for (const item of items) expect(plan.splitOf(item)).toBe(splitAt(drawOf(item, 3), eight));
    const { train, validation, test } = countsOf(items, plan);
    expect(Math.abs(train - 4000)).toBeLessThan(120);
    expect(Math.abs(validation - 500)).toBeLessThan(90);
    expect(Math.abs(test - 500)).toBeLessThan(90);
  });

  it('keeps near duplicates together, and everything else where it was', () => {
    const made = new Sentences(1);
    const families = Array.from({ length: 300 }, () => made.words(40)).map((words) =>
      [words, made.changed(words, 1), [...words, 'please']].map((each) => asking(each.join(' '))),
    );
    const alone = Array.from({ length: 300 }, () => asking(made.words(40).join(' ')));
    const items = [...families.flat(), ...alone];
    const splitting = { shares: eight, seed: 1, nearDuplicates: { threshold: 0.7 } };
    const plan = planned(items, splitting);
    expect(plan.scansFirst).toBe(true);
    for (const family of families) expect(new Set(family.map((item) => plan.splitOf(item))).size).toBe(1);
    for (const item of alone) expect(plan.splitOf(item)).toBe(splitAt(drawOf(item, 1), eight));
    const shuffledPlan = planned(shuffled(items, 5), splitting);
    expect(items.map((item) => shuffledPlan.splitOf(item))).toEqual(items.map((item) => plan.splitOf(item)));
    expect(Math.abs(families.filter(([item]) => plan.splitOf(item!) === 'train').length - 240)).toBeLessThan(30);
    const other = planned(items, { ...splitting, seed: 2 });
    expect(items.some((item) => other.splitOf(item) !== plan.splitOf(item))).toBe(true);
  });
});

describe('a split by strata', () => {
  const strata = fc.array(
    fc.record({
      stratum: fc.constantFrom('code', 'math', 'chat', ''),
      sizes: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 30 }),
    }),
    { minLength: 1, maxLength: 4 },
  );
  const shares = fc.constantFrom(
    eight,
    { train: 0.5, test: 0.5 },
    { train: 0.98, validation: 0.01, test: 0.01 },
    { train: 1 / 3, validation: 1 / 3, test: 1 / 3 },
    { train: 0.9, validation: 0.1 },
  );

  it('gives each stratum its shares, to less than its largest group, with every group whole, in any order', () => {
    fc.assert(
      fc.property(strata, shares, fc.integer({ min: 0, max: 99 }), (drawn, share, seed) => {
        const items = drawn.flatMap(({ stratum, sizes }, k) =>
          sizes.flatMap((size, n) => Array.from({ length: size }, () => asking(`prompt ${k} ${n}`, stratum))),
        );
        const plan = planned(items, { shares: share, seed, stratified: true });
        for (const stratum of new Set(drawn.map((each) => each.stratum))) {
          const of = items.filter((item) => item.stratum === stratum);
          const largest = Math.max(...drawn.filter((each) => each.stratum === stratum).flatMap(({ sizes }) => sizes));
          const counts = countsOf(of, plan);
          for (const split of splits)
            expect(
              Math.abs(counts[split] - of.length * ((share as Partial<Record<Split, number>>)[split] ?? 0)),
            ).toBeLessThan(largest);
        }
        const inAnotherOrder = planned(shuffled(items, seed), { shares: share, seed, stratified: true });
        expect(items.map((item) => inAnotherOrder.splitOf(item))).toEqual(items.map((item) => plan.splitOf(item)));
      }),
    );
  });

  it('is exact where every prompt is one item, in each stratum and altogether', () => {
    const items = Array.from({ length: 1000 }, (_, n) => asking(`question ${n}`, n % 10 < 3 ? 'code' : 'chat'));
    const plan = planned(items, { shares: eight, stratified: true });
    expect(
      countsOf(
        items.filter(({ stratum }) => stratum === 'code'),
        plan,
      ),
    ).toEqual({ train: 240, validation: 30, test: 30 });
    expect(countsOf(items, plan)).toEqual({ train: 800, validation: 100, test: 100 });
    const another = planned(items, { shares: eight, stratified: true, seed: 1 });
    expect(items.filter((item) => another.splitOf(item) !== plan.splitOf(item)).length).toBeGreaterThan(100);
  });

  it('does not round a hundred small strata the same way', () => {
    const items = Array.from({ length: 300 }, (_, n) => asking(`question ${n}`, `stratum ${Math.floor(n / 3)}`));
    expect(countsOf(items, planned(items, { shares: { train: 0.9, test: 0.1 }, stratified: true }))).toEqual({
      train: 270,
      validation: 0,
      test: 30,
    });
  });

  it('spreads prompts with many items and prompts with few alike', () => {
    const items = Array.from({ length: 400 }, (_, n) =>
      Array.from({ length: n % 2 === 0 ? 10 : 1 }, () => asking(`question ${n}`)),
    ).flat();
    const plan = planned(items, { shares: { train: 0.75, test: 0.25 }, stratified: true });
    const large = countsOf(
      items.filter(({ prompt }) => Number(prompt[0]!.content.slice(9)) % 2 === 0),
      plan,
    );
    expect(Math.abs(large.test - 500)).toBeLessThanOrEqual(10);
  });

  it('takes a group of near duplicates for one, in the stratum of most of its items', () => {
    const made = new Sentences(8);
    const families = Array.from({ length: 100 }, () => made.words(50)).map((words) => [
      asking(words.join(' '), 'chat'),
      asking([...words, 'please'].join(' '), 'code'),
      asking([...words, 'thanks'].join(' '), 'code'),
    ]);
    const codeOnly = Array.from({ length: 100 }, () => asking(made.words(50).join(' '), 'code'));
    const items = [...families.flat(), ...codeOnly];
    const plan = planned(shuffled(items, 1), {
      shares: { train: 0.5, test: 0.5 },
      nearDuplicates: {},
      stratified: true,
    });
    for (const family of families) expect(new Set(family.map((item) => plan.splitOf(item))).size).toBe(1);
    expect(countsOf(items, plan)).toEqual({ train: 200, validation: 0, test: 200 });
    // Were they in a stratum of their own, they would be halved; in that of the others too, the two are halved
    // together.
    expect(countsOf(families.flat(), plan).train % 3).toBe(0);
  });

  it('by a field that every item has a value of its own in is refused', () => {
    const plan = new SplitPlan({ shares: eight, stratified: true });
    const all = (): void => {
      for (let n = 0; n <= 10_000; n++) plan.add(asking(`q${n}`), `id-${n}`);
    };
    expect(all).toThrow(UserError);
    expect(() => plan.add(asking('x'), 'another')).toThrow(
      /The field chosen as “--stratify” has more than 10,000 different values, for example “another”/,
    );
  });
});

describe('whatever the split', () => {
  it.each<[string, Splitting]>([
    ['drawn', { shares: eight }],
    ['with near duplicates', { shares: eight, nearDuplicates: { threshold: 0.7 } }],
    ['by strata', { shares: eight, stratified: true }],
    ['by strata with near duplicates', { shares: eight, stratified: true, nearDuplicates: { threshold: 0.7 } }],
  ])('nothing leaks: %s', (_, splitting) => {
    const made = new Sentences(12);
    const families = Array.from({ length: 200 }, () => made.words(30));
    const items = families
      .flatMap((words) => [words, words, made.changed(words, 1)])
      .map((words, n) => asking(words.join(' '), `s${n % 7}`));
    const plan = planned(items, splitting);
    const check = new LeakCheck();
    for (const item of items)
      check.add({
        split: plan.splitOf(item),
        rows: 1,
        prompt: contentOf(item),
        hash: hashOfText(contentOf(item)),
        group: splitting.nearDuplicates && plan.groupOf(item),
      });
    expect(check.leaks).toEqual([]);
    expect(() => check.assertNone()).not.toThrow();
  });

  it('it takes some 50 bytes a prompt, and 64 more for near duplicates', () => {
    const plan = new SplitPlan({ shares: eight, stratified: true, nearDuplicates: {} });
    for (let n = 0; n < 200_000; n++) plan.add(asking(`the question of number ${n} is`), `s${n % 5}`);
    plan.close();
    expect(plan.bytes).toBeLessThan(200_000 * 140);
    expect(
      new Set(Array.from({ length: 100 }, (_, n) => plan.splitOf(asking(`the question of number ${n} is`)))).size,
    ).toBeGreaterThan(1);
  });

  it('an item that the plan was not told of is no item', () => {
    expect(() => planned([asking('a')], { shares: eight, stratified: true }).splitOf(asking('b'))).toThrow(
      'not told of',
    );
  });
});
