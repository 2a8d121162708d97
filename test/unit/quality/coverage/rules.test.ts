import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Annotation } from '../../../../src/core/model/annotation/annotation';
import { ruleScopes, type RuleScope } from '../../../../src/core/model/annotation/judgementValues';
import type { Rules } from '../../../../src/core/model/rubric/rule';
import { coverageOf } from '../../../../src/core/quality/coverage/coverage';
import { RuleCounter } from '../../../../src/core/quality/coverage/counts/ruleCounts';
import { itemsOfRule, type RuleQuestion } from '../../../../src/core/quality/coverage/items/ruleItems';
import { coverageAsJson, rulesAsCsv } from '../../../../src/core/quality/coverage/serializedCoverage';
import type { Study } from '../../../../src/core/study/study';
import { studyPaths } from '../../../../src/core/study/studyPaths';
import { annotation } from '../../made/journalLines';
import { pairsOfResponses, rubricStudy, type MadeJudgement } from '../../made/rubricStudy';
import { rule, ruleBook } from '../../made/rules';

const mark = (id: string, scope: RuleScope, version = 1): NonNullable<Annotation['judgement']['rules']>[number] => ({
  rule: id,
  version,
  scope,
});
const by = ['annotator'];

async function studyWith(rules: Rules, judgements: readonly MadeJudgement[], count = 6): Promise<Study> {
  const study = await rubricStudy(pairsOfResponses(count), [], judgements);
  writeFileSync(studyPaths(study.file).rules.former, JSON.stringify(rules));
  await study.readRules();
  return study;
}

describe('the balance of rules', () => {
  it('is counted by where prompts stand to their scope, with agreement and what was refined by them', async () => {
    const rules = ruleBook(rule('short', [{}, {}]), rule('kind'), rule('idle'), rule('old', [{}], { retired: true }));
    const refinement = { response: 'r1', text: 'better', rule: { id: 'short', version: 2 } };
    const study = await studyWith(rules, [
      {
        at: 0,
        shown: ['r1', 'r2'],
        judgement: { rules: [mark('short', 'in', 2), mark('kind', 'in')], refinements: [refinement] },
      },
      { at: 1, judgement: { rules: [mark('short', 'in', 1), mark('ghost', 'near')] } },
      { at: 2, judgement: { rules: [mark('short', 'near', 2), mark('kind', 'in')] } },
      { at: 3, judgement: { rules: [mark('short', 'out', 2)] } },
      { at: 0, annotator: 'ben', judgement: { rules: [mark('short', 'in', 2), mark('kind', 'out')] } },
      { at: 2, annotator: 'ben', judgement: { rules: [mark('short', 'out', 2)], rationale: 'so' } },
      { at: 4, judgement: { rationale: 'none is marked' } },
      { at: 5, judgement: { skip: { reason: 'unclear' } } },
      { at: 5, annotator: 'source', origin: { kind: 'imported', from: 'labels' }, judgement: { rationale: 'a label' } },
    ]);
    const { rules: counts } = await coverageOf(study, { by });
    const [short, kind, idle, old] = counts.rules;
    expect(counts).toMatchObject({
      annotations: 7,
      neverMarked: ['idle'],
      without: { in: [], near: ['kind'], out: [] },
      unknown: { marks: 1, ids: ['ghost'] },
    });
    expect(short).toMatchObject({
      id: 'short',
      version: 2,
      marked: 6,
      in: 3,
      near: 1,
      out: 2,
      unmarked: 1,
      items: 4,
      earlier: 1,
      refined: { rate: 1 / 3, n: 3 },
      shares: { in: { rate: 0.5, n: 6 } },
      agreement: { units: 2, values: 4, same: { rate: 0.5, n: 2 } },
    });
    // By hand: one of two items agrees, Do = 2/4; of the values in in near out 10 of 12 ordered pairs differ: alpha = 1
    // - 0.5 / (10/12).
    expect(short?.agreement.alpha).toBeCloseTo(0.4, 10);
    expect(kind).toMatchObject({ in: 2, near: 0, out: 1, marked: 3, agreement: { units: 1 } });
    expect(idle).toMatchObject({ marked: 0, unmarked: 7, shares: { in: null }, refined: null });
    expect(old).toMatchObject({ retired: true, marked: 0 });
    const lines = [...rulesAsCsv(counts)];
    expect(lines[0]).toBe('rule,feedback,scope,version,in,near,out,unmarked,refined,reworded,alpha');
    expect(lines.slice(1).map((line) => [line.split(',')[0], line.split(',').slice(-8).join(' ')])).toEqual([
      ['short', '2 3 1 2 1 1 1 0.4'],
      ['kind', '1 2 0 1 4 0 0 0'],
      ['idle', '1 0 0 0 7 0 0 '],
      ['old', '1 0 0 0 7 0 0 '],
    ]);
    expect(coverageAsJson(await coverageOf(study, { by }))).toMatchObject({
      rules: { annotations: 7, rules: [{ id: 'short' }, { id: 'kind' }, { id: 'idle' }, { id: 'old' }] },
    });
  });

  it('leads to the items behind each count', async () => {
    const marks: readonly (RuleScope | undefined)[] = ['in', 'near', undefined, 'out', 'in', undefined];
    const study = await studyWith(
      ruleBook(rule('short')),
      marks.map((scope, at) => ({
        at,
        judgement: { rationale: 'so', ...(scope && { rules: [mark('short', scope)] }) },
      })),
    );
    const {
      rules: {
        rules: [short],
      },
    } = await coverageOf(study, { by });
    const places = async (asked: RuleQuestion['mark']): Promise<number[]> =>
      (await itemsOfRule(study, { rule: 'short', mark: asked }, { by })).map(({ ordinal }) => ordinal);
    for (const asked of [...ruleScopes, 'marked', 'unmarked'] as const)
      expect(await places(asked)).toHaveLength(short?.[asked] ?? -1);
    expect([await places('in'), await places('unmarked')]).toEqual([
      [0, 4],
      [2, 5],
    ]);
  });

  it('is the same whatever the order of annotations, and its parts make up the whole', () => {
    const made = fc.array(
      fc.record({ row: fc.nat({ max: 3 }), scope: fc.option(fc.constantFrom(...ruleScopes), { nil: undefined }) }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(made, (all) => {
        const counted = (list: typeof all): RuleCounter['counts'] => {
          const counter = new RuleCounter(ruleBook(rule('short'), rule('kind')));
          for (const { row, scope } of list)
            counter.add(
              annotation(1, { judgement: scope ? { rules: [mark('short', scope)] } : { rationale: 'x' } }),
              row,
              true,
            );
          return counter.counts;
        };
        const counts = counted(all);
        expect(counted(all.toReversed())).toEqual(counts);
        for (const each of counts.rules) {
          expect(each.in + each.near + each.out).toBe(each.marked);
          expect(each.marked + each.unmarked).toBe(all.length);
          expect(each.items).toBeLessThanOrEqual(each.marked);
        }
      }),
    );
  });
});
