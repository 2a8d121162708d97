import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleRowsOf, type RuleDrop } from '../../../src/core/export/derive/ruleRows';
import type { Judgement } from '../../../src/core/model/annotation/annotation';
import { ruleScopes } from '../../../src/core/model/annotation/judgementValues';
import type { Item } from '../../../src/core/model/item/item';
import { annotation } from '../made/journalLines';
import { rule, ruleBook } from '../made/rules';

const item: Item = {
  id: 'item-1',
  hash: 'hash-1',
  prompt: [{ role: 'user', content: 'Hi' }],
  responses: ['a', 'b', 'c'].map((id) => ({ id, text: id.toUpperCase() })),
};
const rules = ruleBook(rule('short', [{}, { feedback: 'Be shorter' }]), rule('kind'));
const prompt = [{ role: 'user', content: 'Hi' }];
const said = (text: string): object[] => [{ role: 'assistant', content: text }];
const by = { id: 'short', version: 2 };

function rowsOf(judgement: Judgement): { rows: readonly object[]; drops: RuleDrop[] } {
  const drops: RuleDrop[] = [];
  const rows = ruleRowsOf(annotation(1, { judgement }), { item, source: item }, rules, (reason) => drops.push(reason));
  const values = rows.map(({ rule: name, version, words, scope, chosen, rejected }) => ({
    prompt,
    ...(scope === 'in'
      ? { chosen: said(chosen.text), rejected: said(rejected.text) }
      : { completion: said(chosen.text) }),
    rule: name,
    version,
    feedback: words.feedback,
    rule_scope: words.scope,
    scope,
  }));
  return { rows: values, drops };
}

describe('what marks by rules come to for training', () => {
  it('is, in scope, what was refined by the rule over the text that it was made of, round after round', () => {
    const refinements = [
      { response: 'a', round: 1, text: 'A!', id: 'a~1', rule: by },
      { response: 'a', round: 2, of: 1, text: 'A!!', id: 'a~2', rule: by },
      { response: 'b', round: 1, text: 'B!', id: 'b~1', rule: { id: 'kind', version: 1 } },
      { response: 'c', text: 'C!' },
    ];
    const of = { rule: 'short', version: 2, feedback: 'Be shorter', rule_scope: 'when asked', scope: 'in' };
    expect(rowsOf({ refinements, rules: [{ rule: 'short', version: 2, scope: 'in' }] })).toEqual({
      rows: [
        { prompt, chosen: said('A!'), rejected: said('A'), ...of },
        { prompt, chosen: said('A!!'), rejected: said('A!'), ...of },
      ],
      drops: [],
    });
    expect(rowsOf({ refinements: [refinements[3]!], rules: [{ rule: 'short', version: 1, scope: 'in' }] })).toEqual({
      rows: [],
      drops: ['not-refined-by-rule'],
    });
  });

  it('is nothing of what was refined by the rule and judged no better, which is told', () => {
    expect(
      rowsOf({
        refinements: [{ response: 'a', text: 'A!', id: 'a~1', rule: by }],
        rules: [{ rule: 'short', version: 2, scope: 'in' }],
        comparisons: [{ a: 'a', b: 'a~1', outcome: 'a' }],
      }),
    ).toEqual({ rows: [], drops: ['not-improved'] });
  });

  it('is, near and out of scope, the model’s responses as they are: those preferred, or all', () => {
    const of = { rule: 'kind', version: 1, feedback: 'Be kind', rule_scope: 'when asked', scope: 'near' };
    const rules = [{ rule: 'kind', version: 1, scope: 'near' as const }];
    expect(rowsOf({ rules }).rows).toEqual(['A', 'B', 'C'].map((text) => ({ prompt, completion: said(text), ...of })));
    const comparisons = (...outcomes: readonly ['a' | 'b' | 'tie', string, string][]): Judgement['comparisons'] =>
      outcomes.map(([outcome, a, b]) => ({ a, b, outcome }));
    const texts = (judgement: Judgement): unknown[] =>
      rowsOf({ rules, ...judgement }).rows.map(
        (row) => (row as { completion: { content: string }[] }).completion[0]?.content,
      );
    expect(texts({ comparisons: comparisons(['a', 'a', 'b'], ['tie', 'a', 'c']) })).toEqual(['A', 'C']);
    expect(texts({ comparisons: comparisons(['a', 'a', 'b'], ['a', 'b', 'c'], ['a', 'c', 'a']) })).toEqual([
      'A',
      'B',
      'C',
    ]);
    const refinements = [{ response: 'a', text: 'A!', id: 'a~1' }];
    expect(rowsOf({ rules, refinements, ranking: { tiers: [['a~1'], ['b', 'c'], ['a']] } }).rows).toEqual(
      ['B', 'C'].map((text) => ({ prompt, completion: said(text), ...of })),
    );
  });

  it('is nothing by words that the study does not have, and nothing without marks', () => {
    expect(
      rowsOf({
        rules: [
          { rule: 'ghost', version: 1, scope: 'out' },
          { rule: 'kind', version: 2, scope: 'out' },
        ],
      }),
    ).toEqual({ rows: [], drops: ['unknown-rule', 'unknown-rule'] });
    expect(rowsOf({ rationale: 'so' })).toEqual({ rows: [], drops: [] });
  });

  it('has the same columns in every row of a kind', () => {
    const mark = fc.record({
      rule: fc.constantFrom('short', 'kind', 'ghost'),
      version: fc.constantFrom(1, 2),
      scope: fc.constantFrom(...ruleScopes),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(mark, { maxLength: 3, selector: (each) => each.rule }),
        fc.boolean(),
        (marks, isRefined) => {
          const { rows } = rowsOf({
            rules: marks,
            ...(isRefined && { refinements: [{ response: 'a', text: 'A!', id: 'a~1', rule: by }] }),
          });
          for (const row of rows)
            expect(Object.keys(row)).toEqual(
              'chosen' in row
                ? ['prompt', 'chosen', 'rejected', 'rule', 'version', 'feedback', 'rule_scope', 'scope']
                : ['prompt', 'completion', 'rule', 'version', 'feedback', 'rule_scope', 'scope'],
            );
        },
      ),
    );
  });
});
