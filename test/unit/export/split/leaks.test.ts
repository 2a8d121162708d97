import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOfText } from '../../../../src/core/export/dedup/hash';
import { LeakCheck } from '../../../../src/core/export/split/leaks';
import { splits, type Split } from '../../../../src/core/export/split/splitRatios';
import { UserError } from '../../../../src/core/model/problems/problem';

/** Tells of one row. */
const tell = (check: LeakCheck, split: Split, prompt: string, group?: number): void =>
  check.add({ split, rows: 1, prompt, hash: hashOfText(prompt), group });

describe('a check of leaks', () => {
  it('finds prompts that stand in two splits where rows are split without their groups', () => {
    const check = new LeakCheck();
    for (let row = 0; row < 300; row++) tell(check, splits[row % 3]!, `prompt ${row % 100}`);
    expect(check.count).toBe(100);
    expect(check.leaks).toHaveLength(20);
    expect(check.leaks[0]).toEqual({
      kind: 'prompt',
      first: { split: 'train', row: 1 },
      second: { split: 'validation', row: 34 },
      prompt: 'prompt 0',
    });
    expect(() => check.assertNone()).toThrow(UserError);
    expect(() => check.assertNone()).toThrow(
      /^Nothing was written, because 100 prompts are in more than one split, so a model would be tested on training data: train row 1 and validation row 34: “prompt 0”; .*; …\. Turn on “--group-by near-duplicates”/,
    );
  });

  it('tells a prompt once, whatever the number of its rows', () => {
    const check = new LeakCheck();
    for (let row = 0; row < 10; row++) tell(check, row < 5 ? 'train' : 'test', 'again');
    expect(check.count).toBe(1);
    expect(() => check.assertNone()).toThrow(/1 prompt is in more than one split/);
  });

  it('finds near duplicates by their group', () => {
    const check = new LeakCheck();
    tell(check, 'train', 'a poem, please', 7);
    tell(check, 'train', 'a poem please', 7);
    tell(check, 'test', 'another thing', 8);
    expect(check.count).toBe(0);
    tell(check, 'test', 'A poem, please!', 7);
    expect(check.leaks).toEqual([
      {
        kind: 'near-duplicate',
        first: { split: 'train', row: 1 },
        second: { split: 'test', row: 2 },
        prompt: 'A poem, please!',
      },
    ]);
    expect(() => check.assertNone()).toThrow('train row 1 and test row 2 (almost the same)');
  });

  it('finds the same where the rows of a prompt are told at once', () => {
    const anyRows = fc.array(
      fc.record({
        split: fc.constantFrom(...splits),
        rows: fc.integer({ min: 1, max: 3 }),
        prompt: fc.constantFrom('a', 'b', 'c', 'd'),
        group: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(anyRows, (all) => {
        const [one, other] = [new LeakCheck(), new LeakCheck()];
        for (const { split, rows, prompt, group } of all) {
          for (let row = 0; row < rows; row++) tell(one, split, prompt, group);
          other.add({ split, rows, prompt, hash: hashOfText(prompt), group });
        }
        expect([other.count, other.leaks]).toEqual([one.count, one.leaks]);
      }),
    );
  });

  it('lets rows of one split alone', () => {
    const check = new LeakCheck();
    for (const split of splits) for (let row = 0; row < 5; row++) tell(check, split, `${split} ${row % 2}`);
    expect(check.leaks).toEqual([]);
    expect(() => check.assertNone()).not.toThrow();
  });

  it('takes some 30 bytes a prompt', () => {
    const check = new LeakCheck();
    for (let row = 0; row < 200_000; row++) tell(check, 'train', `the prompt of row ${row}`);
    expect(check.bytes).toBeLessThan(200_000 * 30);
    tell(check, 'test', 'the prompt of row 123456');
    expect(check.leaks).toMatchObject([{ first: { row: 123_457 } }]);
  });
});
