import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import type { Label } from '../../../src/core/dataset/layouts/layout';
import { uncertainItems } from '../../../src/core/desk/queue/uncertainItems';
import { uncertaintyOf } from '../../../src/core/desk/queue/uncertainty';
import type { Item, Response } from '../../../src/core/model/item/item';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';

const itemOf = (...responses: Partial<Response>[]): Item => ({
  id: 'q',
  hash: 'h',
  prompt: [],
  responses: responses.map((response, at) => ({ id: `r${at}`, text: '', ...response })),
});
const rating = (
  response: string,
  value: number | null,
  aspect = 'help',
): { response: string; aspect: string; value: number | null } => ({ response, aspect, value });
const compared = (a: string, b: string, outcome: 'a' | 'b' | 'tie'): Label => ({
  judgement: { comparisons: [{ a, b, outcome }] },
});

describe('what makes an item uncertain', () => {
  const cases: readonly (readonly [string, Item, readonly Label[], ReturnType<typeof uncertaintyOf>])[] = [
    ['nothing', itemOf({}, {}), [], undefined],
    ['one label alone', itemOf({}, {}), [compared('r0', 'r1', 'a')], undefined],
    [
      'labels that agree, whichever response they name first',
      itemOf({}, {}),
      [compared('r0', 'r1', 'a'), compared('r1', 'r0', 'b')],
      undefined,
    ],
    [
      'labels that disagree',
      itemOf({}, {}),
      [compared('r0', 'r1', 'a'), compared('r0', 'r1', 'tie'), compared('r1', 'r0', 'b')],
      { kind: 'disputed', of: 'labels', agree: 2, against: 1 },
    ],
    [
      'a ranking and a comparison that disagree',
      itemOf({}, {}),
      [compared('r0', 'r1', 'a'), { judgement: { ranking: { tiers: [['r1'], ['r0']] } } }],
      { kind: 'disputed', of: 'labels', agree: 1, against: 1 },
    ],
    [
      'the best two scores of an aspect',
      itemOf({}, {}, {}),
      [
        { judgement: { ratings: [rating('r0', 1), rating('r1', 9), rating('r2', 8)] } },
        { judgement: { ratings: [rating('r0', 9), rating('r1', null)] } },
      ],
      { kind: 'close', first: 9, second: 8 },
    ],
    [
      'the aspect whose scores lie closest, each by itself',
      itemOf({}, {}),
      [
        {
          judgement: {
            ratings: [rating('r0', 1), rating('r1', 2), rating('r0', 50, 'style'), rating('r1', 53, 'style')],
          },
        },
      ],
      { kind: 'close', first: 2, second: 1 },
    ],
    [
      'scores of programs',
      itemOf({ verifiers: [{ name: 'reward', score: -1.5 }] }, { verifiers: [{ name: 'reward', score: 2 }] }),
      [],
      { kind: 'close', first: 2, second: -1.5 },
    ],
    [
      'programs that contradict each other',
      itemOf(
        {
          verifiers: [
            { name: 'one', score: 0.9 },
            { name: 'other', score: 80 },
          ],
        },
        {
          verifiers: [
            { name: 'one', score: 0.1 },
            { name: 'other', score: 120 },
          ],
        },
      ),
      [],
      { kind: 'disputed', of: 'scores', agree: 1, against: 1 },
    ],
    [
      'people who rate one aspect the other way round',
      itemOf({}, {}),
      [
        { judgement: { ratings: [rating('r0', 1), rating('r1', 4)] } },
        { judgement: { ratings: [rating('r0', 5), rating('r1', 2)] } },
      ],
      { kind: 'disputed', of: 'scores', agree: 1, against: 1 },
    ],
    [
      'no dispute, where one aspect is better and another worse',
      itemOf({}, {}),
      [
        {
          judgement: {
            ratings: [rating('r0', 1), rating('r1', 4), rating('r0', 5, 'brief'), rating('r1', 2, 'brief')],
          },
        },
      ],
      { kind: 'close', first: 4, second: 1 },
    ],
  ];
  it.each(cases)('%s', (_, item, labels, expected) => {
    expect(uncertaintyOf({ item, labels })).toEqual(expected);
  });

  it('puts the most uncertain records first and the others in the order in which they stand, what cannot be read among them', async () => {
    const path = join(temporaryFolder(), 'scores.jsonl');
    const row = (...scores: number[]): unknown => ({
      instruction: 'q',
      completions: scores.map((score, at) => ({ response: `r${at}`, model: `m${at}`, overall_score: score })),
    });
    writeFileSync(path, `${jsonl([row(5, 5), row(4, 6)])}{\n${jsonl([row(1, 9), row(3, 3), row(2, 9)])}`);
    expect([
      ...(await uncertainItems([path], { layout: layoutNamed('ultrafeedback')!, mapping: {} })).ordinals,
    ]).toEqual([0, 4, 1, 5, 3, 2]);
  });

  it('measures each scorer by its own scale: a coin flip comes before two points of a hundred, and who contradict each other before both', async () => {
    const path = join(temporaryFolder(), 'scores.jsonl');
    const row = (name: string, one: number, other: number, more: readonly [number, number][] = []): unknown => ({
      prompt: 'q',
      responses: [one, other].map((score, at) => ({
        text: `${name} ${one} ${other} ${at}`,
        verifiers: [{ name, score }, ...more.map((pair) => ({ name: 'second', score: pair[at] }))],
      })),
    });
    const rows = [
      row('large', 120, 80),
      row('large', 120, 122),
      row('small', 0.5, 0.51),
      row('small', 0.1, 0.9),
      row('large', 40, 90, [[0.8, 0.2]]),
      row('small', 0.4, 0.9),
    ];
    writeFileSync(path, jsonl(rows));
    const { ordinals, scales } = await uncertainItems([path], { layout: layoutNamed('responses')!, mapping: {} });
    expect([...ordinals]).toEqual([4, 2, 1, 5, 0, 3]);
    expect(scales.get('verifier large')).toBeCloseTo(Math.sqrt((40 ** 2 + 2 ** 2 + 50 ** 2) / 3));
  });
});
