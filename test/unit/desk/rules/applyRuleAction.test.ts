import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleListOf } from '../../../../src/core/desk/rules/ruleList';
import { deskRulesOf } from '../../../../src/core/desk/rules/deskRules';
import { maxFor } from '../../../../src/core/desk/modes/applyAction';
import type { JudgingState } from '../../../../src/core/desk/modes/mode';
import type { JudgementAction } from '../../../../src/core/model/annotation/judgementAction';
import { modeNames } from '../../../../src/core/model/annotation/mode';
import { after, done, freshState } from '../../made/judgingStates';
import { rule, ruleBook } from '../../made/rules';

const rules: JudgementAction = { do: 'rules' };
const down: JudgementAction = { do: 'ruleBy', by: 1 };
const up: JudgementAction = { do: 'ruleBy', by: -1 };
const refine: JudgementAction = { do: 'ruleRefine' };
const applies: JudgementAction = { do: 'ruleApplies' };
const at = (id: string): JudgementAction => ({ do: 'ruleAt', rule: id });

const list = ruleListOf(
  ruleBook(rule('short', [{}, {}]), rule('gone', [{}], { retired: true }), rule('kind'), rule('cite')),
);
const three: JudgingState = { ...freshState('rank', 3), rules: list, rule: null };
/** The same with a text made of B. */
const refined: JudgingState = { ...three, selected: 1, draft: { ...three.draft, refinements: ['', 'better', ''] } };

describe('rule marks', () => {
  it('are one key each, in the order of the rules, and name the version in force', () => {
    const { state, last } = after(three, rules, 1, 3, 2);
    expect(state.draft.rules).toEqual({
      short: { version: 2, scope: 'in' },
      kind: { version: 1, scope: 'out' },
      cite: { version: 1, scope: 'near' },
    });
    expect(last.notice).toEqual({ kind: 'rule-marked', row: 2, of: 3, scope: 'near' });
    expect(deskRulesOf(state)).toEqual({ list: list.key, count: 3, row: 2, left: 0, changed: [] });
  });

  it('begin with the first rule without one, are taken back by 0, Backspace or the same key, and place nothing', () => {
    const { state } = after(three, rules, 1, rules, rules);
    expect(state.rule).toBe('kind');
    for (const back of [0, 1, { do: 'clear' } as const]) expect(done(state, up, back).draft).toEqual(three.draft);
    expect(maxFor(state)).toBe(3);
    expect(after(state, 4).last).toEqual({ notice: { kind: 'no-such-rule-scope' } });
    expect(done(state, rules, 1).draft.places).toEqual([1, null, null]);
  });

  it('are not asked for where the study has no rules', () => {
    expect(after({ ...three, rules: ruleListOf(ruleBook()) }, rules).last).toEqual({ notice: { kind: 'no-rules' } });
    expect(deskRulesOf({ ...three, rules: ruleListOf(ruleBook()) })).toBeUndefined();
  });

  it('are by a list that has another name only where it says something else', () => {
    expect(ruleListOf(structuredClone(ruleBook(rule('short', [{}, {}]), rule('kind'), rule('cite')))).key).toBe(
      list.key,
    );
    expect(ruleListOf(ruleBook(rule('short'), rule('kind'), rule('cite'))).key).not.toBe(list.key);
  });

  it('tell which were made by other words', () => {
    expect(
      deskRulesOf({
        ...three,
        draft: { ...three.draft, rules: { short: { version: 1, scope: 'in' }, cite: { version: 1, scope: 'in' } } },
      })?.changed,
    ).toEqual([0]);
  });

  it.each(modeNames)('leave the rest of a draft as it is, and what is in hand on the list: %s', (mode) => {
    const action = fc.oneof(
      fc.integer({ min: 0, max: 9 }),
      fc.constantFrom<JudgementAction>(
        down,
        up,
        at('kind'),
        at('unknown'),
        { do: 'clear' },
        { do: 'ruleScope', scope: 'near' },
        applies,
      ),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
        const fresh: JudgingState = { ...freshState(mode, 2), rules: list, rule: null };
        const {
          draft: { rules: marks, ...rest },
          rule: held,
        } = done(fresh, rules, ...actions);
        const { rules: _, ...before } = fresh.draft;
        expect(rest).toEqual(before);
        expect(list.rules.map(({ id }) => id)).toContain(held);
        expect(Object.keys(marks).every((id) => list.rules.some((each) => each.id === id))).toBe(true);
      }),
    );
  });
});

describe('a refinement by a rule', () => {
  it('says that the item is in scope, and is begun and taken back by key', () => {
    const { state, last } = after({ ...three, selected: 2 }, rules, refine);
    expect(state.draft).toMatchObject({
      rules: { short: { version: 2, scope: 'in' } },
      refinementRules: [null, null, { id: 'short', version: 2 }],
    });
    expect(last.notice).toEqual({ kind: 'rule-applies', index: 2, row: 0 });
    expect(done(state, applies).draft.refinementRules).toEqual([null, null, null]);
    expect(done(three, refine, applies)).toEqual(three);
  });

  it('is one rule’s, and needs a text', () => {
    expect(done(refined, rules, applies, down, applies).draft.refinementRules[1]).toEqual({ id: 'kind', version: 1 });
    expect(after(three, rules, applies).last).toEqual({ notice: { kind: 'rule-needs-refinement', index: 0 } });
  });

  it('is none of a rule that the item is marked out of, or a near miss of', () => {
    for (const [key, scope] of [
      [2, 'near'],
      [3, 'out'],
    ] as const) {
      const { state, last } = after(refined, rules, key, up, applies);
      expect(last).toEqual({ notice: { kind: 'rule-not-in-scope', scope } });
      expect(done(refined, rules, applies, key).draft.refinementRules).toEqual([null, null, null]);
      expect(state.draft.refinementRules).toEqual(three.draft.refinementRules);
    }
  });
});
