import { describe, expect, it } from 'vitest';
import { areVerifierResultsShown, verifierResultsOf } from '../../../src/core/desk/item/verifierResults';
import { deskContentOf } from '../../../src/core/desk/item/deskContent';
import type { ShownItem } from '../../../src/core/desk/item/shownItem';
import type { OpenItem } from '../../../src/core/desk/session';
import type { Judgement } from '../../../src/core/model/annotation/annotation';
import type { Item, VerifierResult } from '../../../src/core/model/item/item';

const verifiers: VerifierResult[] = [
  { name: 'tests', passed: false, detail: 'x'.repeat(20_000) },
  { name: 'style', score: 0.5 },
];
const item: Item = {
  id: 'i',
  hash: 'h',
  prompt: [{ role: 'user', content: 'Hi' }],
  responses: [
    { id: 'gpt', text: 'Yes', model: 'gpt', verifiers, metadata: { by: 'gpt' } },
    { id: 'claude', text: 'No' },
  ],
};
const shown: ShownItem = { item, annotator: 'ana', seed: 1, responses: item.responses };

function openItem(judgement?: Judgement, hash = 'h'): OpenItem {
  return { shown, ...(judgement && { annotation: { hash, judgement } }) } as unknown as OpenItem;
}

describe('what verifiers found', () => {
  it('is shown from its beginning, and says how much is left', () => {
    expect(verifierResultsOf(item.responses[0]!, item)).toEqual([
      { name: 'tests', passed: false, detail: 'x'.repeat(16_384), left: 3616 },
      { name: 'style', score: 0.5 },
    ]);
    expect(verifierResultsOf(item.responses[1]!, item)).toEqual([]);
  });

  it('stands by the shown index of its response, and names no model', () => {
    const content = deskContentOf('k', { ...shown, responses: item.responses.toReversed() }, false);
    expect(content.checks.map((checks) => checks.map(({ name }) => name))).toEqual([[], ['tests', 'style']]);
    expect(JSON.stringify(content)).not.toMatch(/gpt|claude/);
    expect(deskContentOf('k', shown, false, false).checks).toEqual([[], []]);
  });

  it.each<[string, 'shown' | 'after' | 'hidden', OpenItem, boolean]>([
    ['at once', 'shown', openItem(), true],
    ['not used yet', 'after', openItem(), false],
    ['once it is judged', 'after', openItem({ rationale: 'so' }), true],
    ['not for a skipped item', 'after', openItem({ skip: { reason: 'unclear' } }), false],
    ['not for what was judged on other texts', 'after', openItem({ rationale: 'so' }, 'other'), false],
    ['never', 'hidden', openItem({ rationale: 'so' }), false],
  ])('is shown as the study says: %s', (_, verifiersShown, open, expected) => {
    expect(areVerifierResultsShown({ verifiers: verifiersShown }, open)).toBe(expected);
  });
});
