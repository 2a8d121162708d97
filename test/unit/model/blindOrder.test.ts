import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { letterOf, random, seedOf, shuffled } from '../../../src/core/model/annotation/blindOrder';

describe('the blind order', () => {
  const anySeed = fc.nat({ max: 2 ** 32 - 1 });

  it('is the same for the same seed, and holds every response once', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), anySeed, (values, seed) => {
        const order = shuffled(values, seed);
        expect(shuffled(values, seed)).toEqual(order);
        expect([...order].sort()).toEqual([...values].sort());
      }),
    );
  });

  it('stays the same from one version of Tiebreak to the next, so that old journals keep their meaning', () => {
    expect([0, 1, 2, 3].map((seed) => shuffled(['a', 'b', 'c', 'd', 'e', 'f'], seed).join(''))).toEqual([
      'fcdeab',
      'ebfcad',
      'acdfbe',
      'cdfbae',
    ]);
    // Published values: mulberry32 from seed 0, and FNV-1a of "a" and "foobar".
    expect(random(0)()).toBe(0.26642920868471265);
    expect([seedOf('a'), seedOf('foobar')]).toEqual([0xe40c292c, 0xbf9cf968]);
  });

  it('shows each response first about equally often', () => {
    const first = { a: 0, b: 0, c: 0 };
    for (let n = 0; n < 6000; n++)
      first[shuffled(['a', 'b', 'c'] as const, seedOf('study', 'ana', `item-${n}`))[0] ?? 'a']++;
    for (const times of Object.values(first)) expect(Math.abs(times - 2000)).toBeLessThan(200);
  });

  it('draws numbers from 0 up to, but not with, 1', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const next = random(seed);
        for (let n = 0; n < 20; n++) {
          const drawn = next();
          expect(drawn >= 0 && drawn < 1).toBe(true);
        }
      }),
    );
  });

  it('has a 32-bit seed for any texts, another where the texts are cut differently', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (parts) => {
        const seed = seedOf(...parts);
        expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true);
      }),
    );
    expect(seedOf('ab', 'c')).not.toBe(seedOf('a', 'bc'));
    expect(seedOf('ana', 'ben')).not.toBe(seedOf('ben', 'ana'));
  });
});

it.each([
  [0, 'A'],
  [1, 'B'],
  [25, 'Z'],
  [26, 'AA'],
  [27, 'AB'],
  [51, 'AZ'],
  [52, 'BA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('the response shown at %i is called %s', (index, letter) => {
  expect(letterOf(index)).toBe(letter);
});
