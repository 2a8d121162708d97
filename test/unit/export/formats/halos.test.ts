import { describe, expect, it } from 'vitest';
import { halos, halosKto } from '../../../../src/core/export/formats/pairs/halos';
import {
  assistant,
  compared,
  everyLabelComesBack,
  everyPairComesBack,
  exported,
  itemOf,
  judgedBy,
  ranked,
  said,
  system,
  user,
} from '../../made/formatRows';

const talk = itemOf([system('Be kind'), user('Hi')], ['A', 'B', 'C']);

interface HalosRow {
  readonly prompt_id: string;
  readonly output_A: readonly { readonly content: string }[];
  readonly output_B: readonly { readonly content: string }[];
  readonly label: number;
  readonly reward_A: number;
  readonly reward_B: number;
}

describe('halos', () => {
  const rows = exported(halos, [[talk, judgedBy(talk, ranked('b', 'a', 'c'))]]).rows as unknown as HalosRow[];
  const won = ({ output_A: a, output_B: b, label }: HalosRow): string =>
    [a, b].map((output) => output[0]?.content ?? '')[label === 1 ? 0 : 1] ?? '';
  const lost = ({ output_A: a, output_B: b, label }: HalosRow): string =>
    [a, b].map((output) => output[0]?.content ?? '')[label === 1 ? 1 : 0] ?? '';

  it('has a row for each pair, all of one prompt under one id', async () => {
    expect(rows.map((row) => [won(row), lost(row)])).toEqual([
      ['B', 'A'],
      ['B', 'C'],
      ['A', 'C'],
    ]);
    expect(new Set(rows.map(({ prompt_id: id }) => id)).size).toBe(1);
    expect(rows[0]).toMatchObject({ prompt: talk.prompt, type: 'pairwise_feedback' });
    expect(Object.keys(rows[0]!)).toEqual([
      'prompt_id',
      'prompt',
      'output_A',
      'output_B',
      'label',
      'reward_A',
      'reward_B',
      'type',
    ]);
    expect(await said(halos, rows)).toEqual([]);
  });

  it('rewards are wins less defeats, the same for a response in every row', () => {
    const rewards = new Map(
      rows.flatMap(({ output_A: a, output_B: b, reward_A: one, reward_B: other }) => [
        [a[0]?.content, one] as const,
        [b[0]?.content, other] as const,
      ]),
    );
    expect(Object.fromEntries(rewards)).toEqual({ B: 2, A: 0, C: -2 });
  });

  it('puts the better one on either side, as a hash of the row says', () => {
    const items = Array.from({ length: 200 }, (_, i) => itemOf(`Question ${i}`, ['A', 'B'], { id: `${i}` }));
    const labels = exported(
      halos,
      items.map((item) => [item, judgedBy(item, ranked('a', 'b'))]),
    ).rows.map(({ label }) => Number(label));
    const ones = labels.reduce((sum, label) => sum + label, 0);
    expect(ones).toBeGreaterThan(70);
    expect(ones).toBeLessThan(130);
    expect(
      exported(
        halos,
        items.map((item) => [item, judgedBy(item, ranked('a', 'b'))]),
      ).rows.map(({ label }) => label),
    ).toEqual(labels);
  });

  it('never writes a tie, which HALOs takes as "B wins", nor two that begin with the same message', () => {
    expect(
      exported(halos, [[talk, judgedBy(talk, compared('a', 'b', 'tie'), compared('a', 'b', 'both-bad'))]]),
    ).toMatchObject({ rows: [], dropped: { tie: 1, 'not-strict': 1 } });
    const alike = itemOf('Hi', [[assistant('A'), user('x'), assistant('y')], 'A']);
    expect(exported(halos, [[alike, judgedBy(alike, ranked('a', 'b'))]])).toMatchObject({
      rows: [],
      dropped: { 'first-message': 1 },
    });
  });

  it('keeps prompts apart that differ in their roles alone', () => {
    const [one, other] = [itemOf([user('a'), assistant('b'), user('')], ['A', 'B']), itemOf([user('ab')], ['A', 'B'])];
    const ids = exported(
      halos,
      [one, other].map((item) => [item, judgedBy(item, ranked('a', 'b'))]),
    ).rows.map(({ prompt_id: id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  const [good] = rows;
  it.each<[string, unknown, string]>([
    ['a label of 0.5, a tie that would become "B wins"', { ...good, label: 0.5 }, 'as "B wins"'],
    [
      'ValueError: Feedback type not specified in data',
      { ...good, type: undefined },
      'Feedback type not specified in data',
    ],
    [
      'a reward that is no number, of which HALOs takes the max',
      { ...good, reward_A: '1' },
      'must be a number: HALOs takes the greatest',
    ],
    ["KeyError: 'prompt_id'", { ...good, prompt_id: undefined }, "KeyError: 'prompt_id'"],
    ['an empty output: IndexError', { ...good, output_A: [] }, 'list index out of range'],
    [
      'two outputs that begin with the same message',
      { ...good, output_B: good?.output_A },
      'HALOs treats them as the same output',
    ],
    [
      'a prompt_id that two prompts share',
      { ...good, prompt: [user('Other')] },
      'has another prompt than a row before with the same prompt_id',
    ],
  ])('tells of %s', async (_, row, message) =>
    expect(await said(halos, [good, row])).toEqual([expect.stringContaining(message) as string]),
  );

  it('warns where the target of SFT would be the worse one', async () =>
    expect(
      await said(halos, [{ ...good, reward_A: good?.label === 1 ? -1 : 1, reward_B: good?.label === 1 ? 1 : -1 }]),
    ).toEqual([expect.stringMatching(/^warning: the worse output has the higher reward/) as string]));
  it('gives every pair back from its JSON array', () => everyPairComesBack(halos, 'halos', { array: true }));
});

describe('halos-kto', () => {
  it('has a row for each label, and the share of votes for its reward', async () => {
    const judged = judgedBy(
      talk,
      { acceptable: { a: true, b: false } },
      { acceptable: { a: true, b: true } },
      { acceptable: { a: false, b: false } },
    );
    const { rows } = exported(halosKto, [[talk, judged]], { aggregate: 'majority' });
    expect(rows.map(({ output, label, reward, type }) => [output, label, reward, type])).toEqual([
      [[assistant('A')], 1, 2 / 3, 'binary_feedback'],
      [[assistant('B')], 0, 1 / 3, 'binary_feedback'],
    ]);
    expect(await said(halosKto, rows)).toEqual([]);
    expect(await said(halosKto, [{ ...rows[0], label: 'false' }])).toEqual([
      expect.stringContaining('of "false" as well') as string,
    ]);
    expect(await said(halosKto, [{ ...rows[0], type: undefined }])).toEqual([
      expect.stringContaining('Feedback type not specified in data') as string,
    ]);
    expect(await said(halosKto, [{ ...rows[0], reward: null }])).toEqual([
      expect.stringContaining('must be a number') as string,
    ]);
  });

  it('gives every label back from its JSON array', () => everyLabelComesBack(halosKto, 'halos', { array: true }));
});
