import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import type { Label } from '../../../src/core/dataset/layouts/layout';
import { uncertainItems } from '../../../src/core/desk/queue/uncertainItems';
import { uncertaintyOf } from '../../../src/core/desk/queue/uncertainty';
import type { Item, Response } from '../../../src/core/model/item';
import { jsonl, temporaryFolder } from '../made/folder';

const itemOf = (...responses: Partial<Response>[]): Item => ({ id: 'q', hash: 'h', prompt: [], responses: responses.map((response, at) => ({ id: `r${at}`, text: '', ...response })) });
const rating = (response: string, value: number | null, aspect = 'help'): { response: string; aspect: string; value: number | null } => ({ response, aspect, value });
const compared = (a: string, b: string, outcome: 'a' | 'b' | 'tie'): Label => ({ judgement: { comparisons: [{ a, b, outcome }] } });

describe('what makes an item uncertain', () => {
  const cases: readonly (readonly [string, Item, readonly Label[], ReturnType<typeof uncertaintyOf>])[] = [
    ['nothing', itemOf({}, {}), [], undefined],
    ['one label alone', itemOf({}, {}), [compared('r0', 'r1', 'a')], undefined],
    ['labels that agree, whichever response they name first', itemOf({}, {}), [compared('r0', 'r1', 'a'), compared('r1', 'r0', 'b')], undefined],
    ['labels that disagree', itemOf({}, {}), [compared('r0', 'r1', 'a'), compared('r0', 'r1', 'tie'), compared('r1', 'r0', 'b')], { kind: 'disputed', agree: 2, against: 1 }],
    ['a ranking and a comparison that disagree', itemOf({}, {}), [compared('r0', 'r1', 'a'), { judgement: { ranking: { tiers: [['r1'], ['r0']] } } }], { kind: 'disputed', agree: 1, against: 1 }],
    ['scores of one aspect, from all labels', itemOf({}, {}), [{ judgement: { ratings: [rating('r0', 1), rating('r1', 4), rating('r1', null)] } }, { judgement: { ratings: [rating('r0', 9)] } }], { kind: 'spread', from: 1, to: 9 }],
    ['the aspect that spreads widest, each by itself', itemOf({}, {}), [{ judgement: { ratings: [rating('r0', 1), rating('r1', 2), rating('r0', 50, 'style'), rating('r1', 53, 'style')] } }], { kind: 'spread', from: 50, to: 53 }],
    ['scores of programs', itemOf({ verifiers: [{ name: 'reward', score: -1.5 }] }, { verifiers: [{ name: 'reward', score: 2 }] }), [], { kind: 'spread', from: -1.5, to: 2 }],
  ];
  it.each(cases)('%s', (_, item, labels, expected) => {
    expect(uncertaintyOf({ item, labels })).toEqual(expected);
  });

  it('puts the most uncertain records first and the others in the order in which they stand, what cannot be read among them', async () => {
    const path = join(temporaryFolder(), 'scores.jsonl');
    const row = (...scores: number[]): unknown => ({ instruction: 'q', completions: scores.map((score, at) => ({ response: `r${at}`, model: `m${at}`, overall_score: score })) });
    writeFileSync(path, `${jsonl([row(5, 5), row(4, 6)])}{\n${jsonl([row(1, 9), row(3, 3), row(2, 9)])}`);
    expect([...(await uncertainItems([path], { layout: layoutNamed('ultrafeedback')!, mapping: {} }))]).toEqual([3, 5, 1, 0, 2, 4]);
  });
});
