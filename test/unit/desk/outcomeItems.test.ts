import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { layoutNamed } from '../../../src/core/dataset/layouts';
import { outcomeDisagreement, outcomeItems } from '../../../src/core/desk/queue/outcomeItems';
import { outcomeOrder } from '../../../src/core/desk/queue/order';
import type { Response, VerifierResult } from '../../../src/core/model/item/item';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';

const resolved = (passed: boolean): VerifierResult => ({ name: 'resolved', passed });
const runs = (...results: readonly (readonly VerifierResult[])[]): { responses: Response[] } => ({
  responses: results.map((verifiers, at) => ({ id: `r${at}`, text: `${at}`, verifiers })),
});

it.each([
  ['half of the runs pass', runs([resolved(true)], [resolved(false)]), 1],
  ['one of four passes: 4 · 1/4 · 3/4', runs(...[true, false, false, false].map((each) => [resolved(each)])), 0.75],
  ['all pass', runs([resolved(true)], [resolved(true)]), 0],
  ['one has an outcome', runs([resolved(true)], []), undefined],
  [
    'two verifiers say it, one of them of all alike: the mean of 1 and 0',
    runs([resolved(true), { name: 'reward', score: 1 }], [resolved(false), { name: 'reward', score: 1 }]),
    0.5,
  ],
  ['scores are on another scale', runs([{ name: 'logit', score: 3 }], [{ name: 'logit', score: 5 }]), undefined],
] as const)('measures how much outcomes disagree where %s', (_, item, expected) =>
  expect(outcomeDisagreement(item)).toBe(expected),
);

it('puts first what is nearest to one half, then the dataset’s order, and last what has no outcome', async () => {
  const file = join(temporaryFolder(), 'items.jsonl');
  const item = (...passes: readonly (boolean | undefined)[]): object => ({
    prompt: 'p',
    responses: passes.map((passed, at) => ({
      id: `r${at}`,
      text: `${at}`,
      ...(passed !== undefined && { verifiers: [{ name: 'resolved', passed }] }),
    })),
  });
  writeFileSync(
    file,
    jsonl([
      item(undefined, undefined),
      item(true, true),
      item(true, false, false),
      item(false, false),
      item(false, true),
    ]),
  );
  const found = await outcomeItems([file], { layout: layoutNamed('responses')!, mapping: {} });
  expect([...found.ordinals]).toEqual([4, 2, 1, 3, 0]);
  // Nothing that an annotator sees tells how the runs went.
  expect(outcomeOrder(found).why({ item: { id: 'q', hash: 'h', prompt: [], responses: [] }, labels: [] }, 4)).toEqual({
    kind: 'outcomes',
  });
});
