import { describe, expect, it } from 'vitest';
import { draftOf, judgementOf } from '../../../../src/core/desk/drafts/draftConversion';
import type { ShownItem } from '../../../../src/core/desk/item/shownItem';
import type { CallMark } from '../../../../src/core/model/annotation/fields/calls';

const turns = [
  { role: 'assistant', content: '', key: 'k1', toolCalls: [{ name: 'view', arguments: { line: 3 } }] },
  { role: 'assistant', content: 'Done.', key: 'k2' },
];
const responses = [{ id: 'a', text: '', turns, run: { harness: 'own' } }];
const item = { id: 'q', hash: 'h', prompt: [{ role: 'user', content: 'Look.' }], responses };
const shown: ShownItem = { item, annotator: 'ana', seed: 1, responses };
const mark = (more: Partial<CallMark>): CallMark => ({
  response: 'a',
  step: 'k1',
  at: 0,
  tool: 'view',
  path: '/line',
  verdict: 'wrong-value',
  ...more,
});

describe('what is wrong in calls', () => {
  it('stays in the journal, as lost, where the step, its call or the argument is gone', () => {
    const calls = [
      mark({ corrected: 4 }),
      mark({ step: 'gone' }),
      mark({ step: 'k2', at: 1 }),
      mark({ path: '/end', verdict: 'wrong-name' }),
      mark({ path: '/line', verdict: 'missing' }),
    ];
    const before = { calls };
    const draft = draftOf({ judgement: before, offsets: 'code-points' }, shown);
    expect(draft.calls).toEqual([[{ step: 0, path: '/line', verdict: 'wrong-value', corrected: 4 }]]);
    expect(judgementOf(draft, shown, before).calls).toEqual([
      calls[0],
      ...calls.slice(1).map((each) => ({ ...each, lost: true })),
    ]);
  });
});

describe('the step that a critique is about', () => {
  it('stays in the journal where the run has no such step any more', () => {
    const critiques = [{ response: 'a', text: 'So.', step: 'gone' }];
    const draft = draftOf({ judgement: { critiques }, offsets: 'code-points' }, shown);
    expect(draft.critiqueSteps).toEqual([null]);
    expect(judgementOf(draft, shown, { critiques }).critiques).toEqual(critiques);
    expect(judgementOf({ ...draft, critiqueSteps: [1] }, shown, { critiques }).critiques).toMatchObject([
      { step: 'k2' },
    ]);
    expect(judgementOf({ ...draft, critiqueSteps: [1] }, shown).critiques).toMatchObject([{ step: 'k2' }]);
  });
});
