import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { itemsMarked, type RuleFilter } from '../../../../src/core/desk/rules/markedItems';
import type { Annotation } from '../../../../src/core/model/annotation/annotation';
import type { JudgementAction } from '../../../../src/core/model/annotation/judgementAction';
import { rulesSchema, type Rules } from '../../../../src/core/model/rubric/rule';
import { annotationsIn, folderOf, windowIn, type DeskWindow } from '../../made/deskWindow';
import { rule, ruleBook } from '../../made/rules';
import { storedRules } from '../../../workbench/storedLibrary';

const ruleFile = (folder: string): string => join(folder, 'data.tiebreak.d', 'rules.json');
const rulesOf = (folder: string): Rules => rulesSchema.parse(storedRules(join(folder, 'data.tiebreak')));

async function deskOn(
  rules: Rules | undefined,
  count = 2,
): Promise<{ readonly folder: string; readonly seen: DeskWindow }> {
  const folder = await folderOf(count, () => ({}));
  if (rules) writeFileSync(ruleFile(folder), JSON.stringify(rules));
  const seen = await windowIn(folder);
  await seen.desk.start();
  return { folder, seen };
}

async function press({ desk }: DeskWindow, ...keys: readonly (JudgementAction | number)[]): Promise<void> {
  for (const key of keys) await (typeof key === 'number' ? desk.type(key) : desk.judge(key));
}

const rules: JudgementAction = { do: 'rules' };
const judgementsIn = (folder: string): Annotation['judgement'][] =>
  annotationsIn(folder).flatMap((line) => ('judgement' in line ? [line.judgement] : []));
const two = ruleBook(rule('short'), rule('kind', [{}, {}]));

describe('marks by rules at the desk', () => {
  it('are kept with the ranking in one annotation, and are there again in the next window', async () => {
    const { folder, seen } = await deskOn(two);
    await press(seen, 1, 2, 3, rules, 2, 3);
    expect(seen.item.rules).toMatchObject({ row: 1, left: 0 });
    expect(seen.rulesSent).toHaveLength(1);
    await seen.desk.save();
    const [a, b, c] = annotationsIn(folder)[0]!.shown;
    expect(judgementsIn(folder)).toEqual([
      {
        ranking: { tiers: [[a], [b], [c]] },
        rules: [
          { rule: 'kind', version: 2, scope: 'out' },
          { rule: 'short', version: 1, scope: 'near' },
        ],
      },
    ]);
    expect(seen.item.rules).toMatchObject({ row: null, left: 2 });
    const again = await windowIn(folder);
    await again.desk.goTo(0);
    expect(again.item).toMatchObject({
      status: 'saved',
      rules: { left: 0, row: null },
      draft: { rules: { short: { version: 1, scope: 'near' } } },
    });
  });

  it('are a judgement by themselves, undone with the rule in hand, a draft until they are saved, and one again when that is taken back', async () => {
    const { folder, seen } = await deskOn(two);
    await press(seen, rules, 1, rules);
    await seen.desk.undo();
    expect(seen.item).toMatchObject({ rules: { row: 0, left: 2 }, status: 'empty' });
    await seen.desk.redo();
    expect(seen.item).toMatchObject({ rules: { row: 1, left: 1 }, status: 'draft' });
    await seen.session.flush();
    const again = await windowIn(folder);
    await again.desk.goTo(0);
    expect(again.item).toMatchObject({ status: 'draft', rules: { left: 1 } });
    for (let enter = 0; enter < 2; enter++) await again.desk.save();
    expect(again.notices.slice(-2).map(({ kind }) => kind)).toEqual(['confirm-no-ranking', 'saved']);
    expect(judgementsIn(folder)).toEqual([{ rules: [{ rule: 'short', version: 1, scope: 'in' }] }]);
    await again.desk.undo();
    expect(again.item).toMatchObject({ status: 'draft', rules: { left: 1 } });
    await again.desk.redo();
    expect(judgementsIn(folder)[1]).toEqual(judgementsIn(folder)[0]);
  });

  it('by rules that are asked about no more, or unknown, are said again, and no id of these is shown', async () => {
    const { folder, seen } = await deskOn(ruleBook(rule('short'), rule('kind')));
    await press(seen, 1, 2, 3, rules, 1, 3);
    await seen.desk.save();
    writeFileSync(ruleFile(folder), JSON.stringify(ruleBook(rule('short'), rule('kind', [{}], { retired: true }))));
    const again = await windowIn(folder);
    await again.desk.goTo(0);
    expect(again.item.rules).toMatchObject({ count: 1, left: 0 });
    expect(Object.keys(again.item.draft.rules)).toEqual(['short']);
    await press(again, rules, 2);
    await again.desk.save();
    expect(judgementsIn(folder).at(-1)?.rules).toEqual([
      { rule: 'kind', version: 1, scope: 'out' },
      { rule: 'short', version: 1, scope: 'near' },
    ]);
  });

  it('wait for no rationale, as they judge no response', async () => {
    const folder = await folderOf(1, ({ task }) => ({ task: { ...task, rationale: { first: true } } }));
    writeFileSync(ruleFile(folder), JSON.stringify(two));
    const seen = await windowIn(folder);
    await seen.desk.start();
    await press(seen, 1);
    expect(seen.notices.at(-1)?.kind).toBe('rationale-first');
    await press(seen, rules, 1);
    expect(seen.item.draft.rules).toEqual({ short: { version: 1, scope: 'in' } });
  });
});

describe('rules written at the desk', () => {
  it('are in the study’s folder and in hand at once; other words are the next version, and marks name the words that they are by', async () => {
    const { folder, seen } = await deskOn(undefined);
    expect(seen.item.rules).toBeUndefined();
    await press(seen, rules);
    expect(seen.notices.at(-1)).toEqual({ kind: 'no-rules' });
    await seen.desk.writeRule({ feedback: 'Say less', scope: 'definitions' }, undefined, seen.item.key);
    expect(seen.item.rules).toMatchObject({ count: 1, row: 0, left: 1 });
    const id = rulesOf(folder).rules[0]?.id ?? '';
    expect(id).toMatch(/^say-less-[a-z0-9]{5}$/);
    await press(seen, 1);
    await seen.desk.writeRule({ feedback: 'Say much less', scope: 'definitions' }, id, seen.item.key);
    expect(seen.notices.at(-1)).toEqual({ kind: 'rule-written', version: 2 });
    expect(seen.item.rules).toMatchObject({ changed: [0], left: 0 });
    await seen.rank(1, 2, 3);
    expect(judgementsIn(folder)[0]?.rules).toEqual([{ rule: id, version: 1, scope: 'in' }]);
    expect(rulesOf(folder).rules).toMatchObject([
      {
        id,
        versions: [
          { version: 1, author: 'ana', feedback: 'Say less', origin: { kind: 'human' } },
          { version: 2, feedback: 'Say much less' },
        ],
      },
    ]);
  });

  it('that a model drafted are a person’s too, and what is none is refused with nothing written', async () => {
    const { folder, seen } = await deskOn(ruleBook(rule('short', [{ origin: { kind: 'model', name: 'm' } }])));
    await seen.desk.writeRule({ feedback: 'Be brief', scope: 'always' }, 'short', seen.item.key);
    expect(rulesOf(folder).rules[0]?.versions[1]).toMatchObject({ origin: { kind: 'hybrid', name: 'm' } });
    const before = rulesOf(folder);
    await seen.desk.writeRule({ feedback: ' ', scope: 'always' }, undefined, seen.item.key);
    expect(seen.notices.at(-1)?.kind).toBe('error');
    expect(rulesOf(folder)).toEqual(before);
  });
});

describe('a refinement by a rule at the desk', () => {
  it('is kept with the text, also in later rounds and judgements, and goes with the mark', async () => {
    const { folder, seen } = await deskOn(two);
    await press(seen, 1, 2, 3, rules, { do: 'select', index: 1 }, { do: 'ruleRefine' });
    expect(seen.item.draft.rules).toEqual({ short: { version: 1, scope: 'in' } });
    await seen.desk.setText(seen.item.key, { kind: 'refinement', index: 1 }, 'a shorter text');
    await seen.desk.save();
    const [first] = judgementsIn(folder);
    const response = annotationsIn(folder)[0]?.shown[1];
    expect(first?.refinements).toMatchObject([{ response, text: 'a shorter text', rule: { id: 'short', version: 1 } }]);
    // It stands among the responses now, and says the same by itself.
    expect(seen.item.draft.places).toHaveLength(4);
    expect(seen.item.draft.refinementRules).toEqual([null, null, null, null]);
    await press(seen, rules, 2);
    await seen.rank(1, 2, 3, 4);
    expect(judgementsIn(folder).at(-1)?.refinements).toEqual(first?.refinements);
  });

  it('of which no text was written says nothing', async () => {
    const { folder, seen } = await deskOn(two);
    await seen.rank(1, 2, 3);
    await seen.desk.goTo(0);
    await press(seen, rules, 1);
    await seen.desk.save();
    await seen.desk.goTo(0);
    await press(seen, rules, { do: 'ruleAt', rule: 'short' }, { do: 'ruleRefine' });
    expect(seen.item.status).toBe('saved');
    await seen.desk.save();
    expect(judgementsIn(folder)).toHaveLength(2);
    expect(judgementsIn(folder)[1]?.refinements).toBeUndefined();
  });
});

describe('items by their marks', () => {
  it('are those that the annotator’s judgements in force mark so; unmarked are all others', async () => {
    const { seen } = await deskOn(two, 3);
    for (const key of [1, 3]) {
      await press(seen, rules, key);
      await seen.rank(1, 2, 3);
    }
    const of = async (rule: string, mark: RuleFilter['mark'], annotator = 'ana'): Promise<[string[], boolean]> => {
      const { ids, except } = await itemsMarked(seen.session.study, annotator, { rule, mark });
      return [[...ids].sort(), except];
    };
    expect([
      await of('short', 'in'),
      await of('short', 'out'),
      await of('short', 'near'),
      await of('short', 'unmarked'),
    ]).toEqual([
      [['q0'], false],
      [['q1'], false],
      [[], false],
      [['q0', 'q1'], true],
    ]);
    expect([await of('kind', 'unmarked'), await of('short', 'in', 'ben')]).toEqual([
      [[], true],
      [[], false],
    ]);
  });
});
