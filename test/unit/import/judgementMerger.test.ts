import { describe, expect, it } from 'vitest';
import { JudgementMerger } from '../../../src/core/import/judgementMerger';
import type { Judgement } from '../../../src/core/model/annotation/annotation';
import { fieldNames } from '../../../src/core/model/annotation/fields';
import { listNames } from '../../../src/core/model/annotation/judgement';

/** Merges what rows say, in their order, and tells of each whether it was new. */
function merged(...rows: readonly Judgement[]): { readonly judgement: Judgement; readonly told: readonly string[] } {
  const merger = new JudgementMerger();
  const told = rows.map((row) => merger.add(row));
  return { judgement: merger.judgement(), told };
}

const critiqueOf = (response: string) => ({
  response,
  seed: 7,
  critiques: [{ annotation: '01ARZ3NDEKTSV4RRFFQ69G5FAV', hash: 'h', accepted: true }],
});

/** By field: what one row says, what another one adds, and what both say if it is not one list behind the other. */
const rows: { readonly [K in keyof Judgement]?: readonly [Judgement[K], Judgement[K], both?: Judgement[K]] } = {
  comparisons: [[{ a: 'a', b: 'b', outcome: 'a' }], [{ a: 'b', b: 'c', outcome: 'tie' }]],
  acceptable: [{ a: true }, { b: false }, { a: true, b: false }],
  ratings: [[{ response: 'a', aspect: 'tone', value: 1 }], [{ response: 'b', aspect: 'tone', value: 2 }]],
  verdicts: [[{ response: 'a', criterion: 'x', value: true }], [{ response: 'a', criterion: 'y', value: 2 }]],
  winners: [[{ criterion: 'x', responses: ['a'] }], [{ criterion: 'y', responses: ['b'] }]],
  steps: [
    [{ response: 'a', start: 0, end: 4, label: 'correct' }],
    [{ response: 'a', start: 4, end: 9, label: 'incorrect' }],
  ],
  runSteps: [[{ response: 'a', step: 'k1', at: 0, label: 1 }], [{ response: 'a', step: 'k2', at: 1, label: -1 }]],
  calls: [
    [{ response: 'a', step: 'k1', at: 0, tool: 'view', path: '/line', verdict: 'wrong-value', corrected: 3 }],
    [{ response: 'a', step: 'k1', at: 0, tool: 'view', path: '', verdict: 'wrong-tool' }],
  ],
  diffComments: [
    [{ response: 'a', file: 'a.py', side: 'base', lines: [1, 2], note: 'Why?' }],
    [{ response: 'a', file: 'a.py', side: 'patched', lines: [1, 2], type: 'style' }],
  ],
  takeovers: [
    [{ response: 'a', step: 'k1', at: 0, patch: 'diff --git a/x b/x\n' }],
    [{ response: 'b', patch: 'diff --git a/x b/x\n', text: 'Done.' }],
  ],
  critiques: [[{ response: 'a', text: 'Short.' }], [{ response: 'b', text: 'Long.' }]],
  flags: [[{ response: 'a', flag: 'unsafe' }], [{ flag: 'unsafe' }]],
  supports: [[{ response: 'a', passage: 'p1' }], [{ response: 'a', passage: 'p2' }]],
  demonstrations: [
    [{ turns: [{ role: 'assistant', content: 'So.' }] }],
    [{ turns: [{ role: 'assistant', content: 'Or so.' }] }],
  ],
  refinements: [[{ response: 'a', text: 'Better.' }], [{ response: 'b', text: 'Best.' }]],
  metaCritiques: [[critiqueOf('a')], [critiqueOf('b')]],
  rules: [[{ rule: 'r1', version: 1, scope: 'in' }], [{ rule: 'r2', version: 1, scope: 'near' }]],
  rationale: ['As it is short.', 'As it is true.', 'As it is short.\n\nAs it is true.'],
  because: [['x'], ['y']],
};

describe('what several rows say of one item', () => {
  it('is tried of every list that a judgment has', () => {
    expect(listNames.filter((name) => !(name in rows))).toEqual([]);
  });

  it.each(fieldNames.flatMap((name) => (rows[name] ? [[name, rows[name]] as const] : [])))(
    'is joined in %s, and what is said again is known',
    (name, [one, other, both = [...(one as object[]), ...(other as object[])]]) => {
      const { judgement, told } = merged({ [name]: one }, { [name]: other }, { [name]: one }, { [name]: other });
      expect(judgement).toEqual({ [name]: both });
      expect(told).toEqual(['new', 'new', 'known', 'known']);
    },
  );

  it.each<[string, Judgement, Judgement]>([
    [
      'ratings',
      { ratings: [{ response: 'a', aspect: 'tone', value: 1 }] },
      { ratings: [{ response: 'a', aspect: 'tone', value: 2 }] },
    ],
    [
      'verdicts',
      { verdicts: [{ response: 'a', criterion: 'x', value: true }] },
      { verdicts: [{ response: 'a', criterion: 'x', value: false }] },
    ],
    [
      'comparisons',
      { comparisons: [{ a: 'a', b: 'b', outcome: 'a' }] },
      { comparisons: [{ a: 'a', b: 'b', outcome: 'b' }] },
    ],
    [
      'winners',
      { winners: [{ criterion: 'x', responses: ['a'] }] },
      { winners: [{ criterion: 'x', responses: ['b'] }] },
    ],
    [
      'steps',
      { steps: [{ response: 'a', start: 0, end: 4, label: 'correct' }] },
      { steps: [{ response: 'a', start: 0, end: 4, label: 'incorrect' }] },
    ],
    [
      'calls',
      { calls: [{ response: 'a', step: 'k1', at: 0, tool: 'view', path: '/line', verdict: 'wrong-value' }] },
      { calls: [{ response: 'a', step: 'k1', at: 0, tool: 'view', path: '/line', verdict: 'unexpected' }] },
    ],
    [
      'rules',
      { rules: [{ rule: 'r', version: 1, scope: 'in' }] },
      { rules: [{ rule: 'r', version: 1, scope: 'out' }] },
    ],
    ['acceptable', { acceptable: { a: true } }, { acceptable: { a: false } }],
    ['a ranking', { ranking: { tiers: [['a'], ['b']] } }, { ranking: { tiers: [['b'], ['a']] } }],
    [
      'a ranking after comparisons',
      { comparisons: [{ a: 'a', b: 'b', outcome: 'a' }] },
      { ranking: { tiers: [['a'], ['b']] } },
    ],
    [
      'comparisons after a ranking',
      { ranking: { tiers: [['a'], ['b']] } },
      { comparisons: [{ a: 'a', b: 'b', outcome: 'a' }] },
    ],
  ])(
    'stands as it was first said where rows contradict each other in %s, all of the later row left out',
    (_, one, other) => {
      const { judgement, told } = merged(one, { ...other, because: ['x'], rationale: 'No.' });
      expect(told).toEqual(['new', 'contrary']);
      expect(judgement).toEqual(one);
    },
  );

  it('takes a note from whichever row has one, the first of two', () => {
    const rating = { response: 'a', aspect: 'tone', value: 1 };
    expect(
      merged(
        { ratings: [rating] },
        { ratings: [{ ...rating, note: 'Kind.' }] },
        { ratings: [{ ...rating, note: 'Warm.' }] },
      ),
    ).toEqual({
      judgement: { ratings: [{ ...rating, note: 'Kind.' }] },
      told: ['new', 'new', 'known'],
    });
  });

  it('has one value of what is said of the item as a whole, that of the first row', () => {
    const { judgement, told } = merged(
      { confidence: 2, because: ['x'] },
      { confidence: 3, because: ['y'] },
      {
        skip: { reason: 'unclear' },
      },
    );
    expect(judgement).toEqual({ confidence: 2, skip: { reason: 'unclear' }, because: ['x', 'y'] });
    expect(told).toEqual(['new', 'new', 'new']);
  });
});
