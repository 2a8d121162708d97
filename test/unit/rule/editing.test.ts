import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { versionInForce } from '../../../src/core/model/rubric/rubric';
import { rulesSchema, type Rules } from '../../../src/core/model/rubric/rule';
import { addRule, addRules, changeRule, retireRule, type RuleEditing } from '../../../src/core/rule/editing';
import { rule, ruleBook } from '../made/rules';

const editing: RuleEditing = { used: new Map(), author: 'ana', time: '2026-11-21T08:00:00.000Z' };
const words = { feedback: 'Answer in one sentence', scope: 'when somebody asks for a definition' };

type Step = (rules: Rules) => Rules;
const named = (rules: Rules, at: number): string => rules.rules[at % Math.max(1, rules.rules.length)]?.id ?? '';
const anyText = fc.constantFrom('Be short', 'Be kind', 'Über', '  Be short ');
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ feedback: anyText, scope: anyText }).map(
    (made): Step =>
      (rules) =>
        addRule(rules, made, editing).rules,
  ),
  fc.record({ at: fc.nat({ max: 5 }), feedback: anyText }).map(
    ({ at, feedback }): Step =>
      (rules) =>
        rules.rules.length === 0 ? rules : changeRule(rules, named(rules, at), { feedback }, editing).rules,
  ),
  fc.record({ at: fc.nat({ max: 5 }) }).map(
    ({ at }): Step =>
      (rules) =>
        rules.rules.length === 0
          ? rules
          : retireRule(rules, named(rules, at), { used: new Map(rules.rules.map(({ id }) => [id, new Set([1])])) }),
  ),
);

describe('edits of rules', () => {
  it('never alter a version, and always leave rules that can be written', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
        let rules = ruleBook(rule('first'));
        for (const step of steps) {
          const before = structuredClone(rules);
          rules = step(rules);
          expect(rulesSchema.safeParse(rules).success).toBe(true);
          for (const { id, versions } of before.rules)
            expect(rules.rules.find((each) => each.id === id)?.versions.slice(0, versions.length)).toEqual(versions);
        }
      }),
    );
  });

  it('name a new rule by its feedback, and say who wrote it when', () => {
    const { rules, id, version } = addRule(ruleBook(), { ...words, feedback: `  ${words.feedback} ` }, editing);
    expect([id, version]).toEqual(['answer-in-one-sentence', 1]);
    expect(rules.rules).toEqual([{ id, versions: [{ version: 1, time: editing.time, author: 'ana', ...words }] }]);
    expect(addRule(rules, words, editing).id).toBe('answer-in-one-sentence-2');
  });

  it('number above what annotations name, also of a rule that was lost', () => {
    const used = new Map([
      ['short', new Set([4])],
      ['lost', new Set([2])],
    ]);
    expect(changeRule(ruleBook(rule('short')), 'short', { scope: 'always' }, { used })).toMatchObject({
      version: 5,
      isNew: true,
    });
    expect(addRule(ruleBook(), { ...words, id: 'lost' }, { used })).toMatchObject({ id: 'lost', version: 3 });
    expect(addRule(ruleBook(), { feedback: 'Lost', scope: 'x' }, { used }).id).toBe('lost-2');
  });

  it('give no version where nothing is said otherwise', () => {
    const rules = ruleBook(rule('short', [words]));
    expect(changeRule(rules, 'short', { feedback: ` ${words.feedback}` }, editing)).toEqual({
      rules,
      id: 'short',
      version: 1,
      isNew: false,
    });
  });

  it('take out a rule that nobody marked, and keep one that somebody did, until it is said anew', () => {
    const rules = ruleBook(rule('short'), rule('kind'));
    expect(retireRule(rules, 'short', { used: new Map() })).toEqual(ruleBook(rule('kind')));
    const retired = retireRule(rules, 'short', { used: new Map([['short', new Set([1])]]) });
    expect(retired.rules[0]).toEqual({ ...rule('short'), retired: true });
    expect(changeRule(retired, 'short', {}, editing).rules).toEqual(rules);
  });

  it('refuse what is no rule, with what is wrong', () => {
    expect(() => addRule(ruleBook(), { ...words, scope: ' ' }, editing)).toThrow(
      'Rule field “scope”: Must not be empty',
    );
    expect(() => changeRule(ruleBook(rule('a')), 'b', words, editing)).toThrow('There is no rule “b”. The rules are a');
    expect(() => addRule(ruleBook(rule('a')), { ...words, id: 'a' }, editing)).toThrow('There is already a rule “a”');
  });

  it('take rules over from a file: new ones, new versions by id or feedback, and those that stand already', () => {
    const rules = ruleBook(rule('short', [words]), rule('kind'), rule('plain'));
    const { rules: after, made } = addRules(
      rules,
      [
        { ...words, scope: 'always' },
        { id: 'kind', feedback: 'Be kind', scope: 'when asked' },
        { feedback: 'Cite', scope: 'law', examples: [{ prompt: 'Who may vote?', scope: 'in' }] },
      ],
      editing,
    );
    expect(made).toEqual([
      { id: 'short', version: 2, isNew: true, isAdded: false },
      { id: 'kind', version: 1, isNew: false, isAdded: false },
      { id: 'cite', version: 1, isNew: true, isAdded: true },
    ]);
    expect(after.rules.map(({ id, versions }) => [id, versions.length])).toEqual([
      ['short', 2],
      ['kind', 1],
      ['plain', 1],
      ['cite', 1],
    ]);
    expect(versionInForce(after.rules[3]!)).toMatchObject({ examples: [{ prompt: 'Who may vote?', scope: 'in' }] });
    for (const [list, told] of [
      [[{ feedback: 'x' }], /^Rule 1: scope: /],
      [[words, 3], /^Rule 2: /],
      [
        [{ ...words, examples: [{ prompt: 'p', scope: 'far' }] }],
        /^Rule 1: examples\.0\.scope: Must be one of in, near, out, but is "far"/,
      ],
      [[words, words], /^Rule 2 has the id “short” of an earlier rule/],
    ] as const)
      expect(() => addRules(rules, list, editing)).toThrow(told);
  });
});

describe('the rules of a study', () => {
  it('have a name each, and so have the versions of one', () => {
    const wrong = rulesSchema.safeParse({
      version: 1,
      rules: [rule('a'), rule('a'), { id: 'b', versions: [...rule('b').versions, ...rule('b').versions] }],
    });
    expect(wrong.error?.issues.map(({ path, message }) => `${path.join('.')} ${message.split('.')[0]}`)).toEqual([
      'rules.1.id Another rule has the same ID',
      'rules.2.versions.1.version Another version has the same number',
    ]);
  });
});
