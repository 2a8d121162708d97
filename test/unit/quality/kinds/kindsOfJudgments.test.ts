import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../../../src/core/model/annotation/annotation';
import type { CheckEvidence, Checks } from '../../../../src/core/model/annotation/checkEvidence';
import type { DiffComment } from '../../../../src/core/model/annotation/fields/diffComments';
import type { CallMark } from '../../../../src/core/model/annotation/fields/calls';
import { people } from '../../../../src/core/model/annotation/judgeKind';
import type { Estimate } from '../../../../src/core/model/report/estimate';
import type { FigureName } from '../../../../src/core/model/report/figureNames';
import type { QualityReport } from '../../../../src/core/model/report/quality';
import { itemsBehind } from '../../../../src/core/quality/items/itemsBehind';
import { readJudgements } from '../../../../src/core/quality/judgements/readJudgements';
import { reportOf } from '../../../../src/core/quality/report/qualityReport';
import { judgedRecords, type Said } from '../../made/judgedRecords';
import { temporaryFolder } from '../../made/temporaryFolder';
import { testRun } from '../../made/testRun';

interface Reported {
  readonly report: QualityReport;
  /** The value of a figure; undefined where the report has none. */
  readonly value: (name: FigureName, what?: string) => number | null | undefined;
  readonly interval: (name: FigureName, what?: string) => Estimate;
  readonly behind: (name: FigureName, what?: string) => number[];
  readonly findings: readonly string[];
}

async function reportOn(records: readonly unknown[], said: readonly Said[]): Promise<Reported> {
  const study = await judgedRecords(temporaryFolder(), records, said);
  const judgements = await readJudgements(study);
  const report = reportOf(judgements, study);
  await study.close();
  const figure = (name: FigureName, what?: string) =>
    report.judgments.kinds
      .flatMap(({ figures }) => figures)
      .find((each) => each.name === name && each.what === (what ?? null))?.value;
  return {
    report,
    value: (name, what) => {
      const found = figure(name, what);
      return typeof found === 'object' && found ? found.value : found;
    },
    interval: (name, what) => figure(name, what) as Estimate,
    behind: (name, what) =>
      itemsBehind(judgements, people, new Map(), { of: 'figure', name, ...(what !== undefined && { what }) }),
    findings: report.findings.flatMap(({ finding }) =>
      finding.code === 'judgments' ? [`${finding.name}${finding.what === null ? '' : ` ${finding.what}`}`] : [],
    ),
  };
}

const times = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));
const records = (count: number, responses: readonly string[], more: object = {}): object[] =>
  times(count, (n) => ({ id: `q${n}`, prompt: `Question ${n}`, responses: responses.map((text) => text), ...more }));

describe('the figures of rankings', () => {
  it('are the length of lists, the time of one, their diversity, ties and what has no place', async () => {
    const lists = [
      ...records(10, ['one two', 'one two', 'one two']),
      ...times(10, (n) => ({ id: `p${n}`, prompt: `Other ${n}`, responses: ['a b', 'c d', 'e f', 'g h'] })),
    ];
    const { value, behind, interval } = await reportOn(
      lists,
      times(20, (at) => ({
        at,
        judgement: { ranking: { tiers: at < 10 ? [['r1', 'r2'], ['r3']] : [['r1'], ['r2']] } },
        changes: { duration: at < 10 ? 1000 : 5000 },
      })),
    );
    expect(value('rankings.length')).toBe(3.5);
    expect(value('rankings.time')).toBe(3000);
    expect(interval('rankings.time').low).toBeGreaterThan(1500);
    expect(interval('rankings.time').high).toBeLessThan(4500);
    expect(behind('rankings.time').slice(0, 10)).toEqual(times(10, (n) => n + 10));
    // Half of the lists have the same words, half share none.
    expect(value('rankings.diversity')).toBeCloseTo(0.5, 6);
    expect(behind('rankings.diversity').slice(0, 10)).toEqual(times(10, (n) => n));
    // Ten times one of three pairs is tied; of four, two with no place leave five pairs, none of them tied.
    expect(value('rankings.tied')).toBeCloseTo(10 / (30 + 50), 6);
    expect(value('rankings.unranked')).toBeCloseTo(20 / 70, 6);
    expect(behind('rankings.unranked')).toEqual(times(10, (n) => n + 10));
  });
});

describe('the figures of strengths', () => {
  const order = ['r1', 'r2', 'r3', 'r4'];
  const all = order.flatMap((a, at) => order.slice(at + 1).map((b, to) => ({ a, b, gap: to + 1 })));
  const compared = (strengthOf: (gap: number) => number, count = 30) =>
    reportOn(
      records(count, ['a', 'b', 'c', 'd']),
      times(count, (at) => ({
        at,
        judgement: {
          comparisons: all.map(({ a, b, gap }) => ({ a, b, outcome: 'a' as const, strength: strengthOf(gap) })),
        },
      })),
    );

  it('go with the rank gap where strength follows it, and are a finding where it goes against it', async () => {
    const follows = await compared((gap) => gap);
    expect(follows.value('strengths.rankGap')).toBeCloseTo(1, 6);
    expect(follows.value('strengths.mean')).toBeCloseTo(10 / 6, 6);
    expect(follows.value('strengths.stated')).toBe(1);
    expect(follows.findings).toEqual([]);
    const count = 30;
    let turn = 0;
    const against = await reportOn(
      records(count, ['a', 'b', 'c', 'd']),
      times(count, (at) => ({
        at,
        judgement: {
          comparisons: all.map(({ a, b, gap }) => ({
            a,
            b,
            outcome: 'a' as const,
            strength: turn++ % 7 === 0 ? 2 : 4 - gap,
          })),
        },
      })),
    );
    expect(against.value('strengths.rankGap')).toBeLessThan(-0.5);
    expect(against.findings).toEqual(['strengths.rankGap']);
  });

  it('count what is left open', async () => {
    const { value, behind, findings } = await reportOn(
      records(20, ['a', 'b']),
      times(20, (at) => ({
        at,
        judgement: {
          comparisons: [{ a: 'r1', b: 'r2', outcome: at < 12 ? ('unsure' as const) : at === 12 ? 'too-close' : 'a' }],
        },
      })),
    );
    expect(value('strengths.ambiguous')).toBeCloseTo(13 / 20, 6);
    expect(behind('strengths.ambiguous')).toEqual(times(13, (n) => n));
    expect(findings).toEqual(['strengths.ambiguous']);
  });
});

describe('the figures of good and bad', () => {
  it('are the ratio, by prompt, and prompts with one side', async () => {
    const { value, behind, findings } = await reportOn(
      records(20, ['a', 'b', 'c']),
      times(20, (at) => ({ at, judgement: { acceptable: { r1: true, r2: true, r3: at >= 15 ? false : true } } })),
    );
    expect(value('acceptable.good')).toBeCloseTo(55 / 60, 6);
    expect(value('acceptable.perPrompt')).toBeCloseTo(11, 6);
    expect(value('acceptable.oneSided')).toBeCloseTo(0.75, 6);
    expect(behind('acceptable.oneSided')).toEqual(times(15, (n) => n));
    expect(findings).toEqual(['acceptable.good']);
  });
});

describe('the figures of ratings', () => {
  it('are missing cells, correlations, aspects against preferences and winners that flip', async () => {
    const count = 24;
    // Two aspects say the same, one goes against the preference; the last response has no value on "style" in half of them.
    const { value, behind, findings } = await reportOn(
      records(count, ['a', 'b']),
      times(count, (at) => {
        const high = 3 + (at % 3);
        const rate = (response: string, aspect: string, value: number | null) => ({ response, aspect, value });
        return {
          at,
          judgement: {
            comparisons: [{ a: 'r1', b: 'r2', outcome: 'a' as const }],
            ratings: [
              rate('r1', 'correct', high),
              rate('r2', 'correct', 1),
              rate('r1', 'true', high),
              rate('r2', 'true', 1),
              rate('r1', 'brief', 1),
              rate('r2', 'brief', 5),
              rate('r1', 'style', 3),
              ...(at % 2 === 0 ? [] : [rate('r2', 'style', at % 4 === 1 ? null : 2)]),
            ],
          },
        };
      }),
    );
    expect(value('ratings.missing', 'style')).toBeCloseTo(0.25, 6);
    expect(value('ratings.notApplicable', 'style')).toBeCloseTo(0.125, 6);
    expect(value('ratings.missing', 'correct')).toBe(0);
    expect(behind('ratings.missing', 'style')).toEqual(times(12, (n) => 2 * n));
    expect(value('ratings.correlation', 'correct + true')).toBeCloseTo(1, 6);
    expect(value('ratings.correlation', 'brief + correct')).toBeLessThan(-0.8);
    expect(value('ratings.withPreference', 'correct')).toBe(1);
    expect(value('ratings.withPreference', 'brief')).toBe(0);
    expect(value('ratings.mean', 'correct')).toBeCloseTo(2.5, 6);
    expect(behind('ratings.withPreference', 'brief')).toHaveLength(count);
    expect(findings).toEqual(expect.arrayContaining(['ratings.missing style', 'ratings.withPreference brief']));
    expect(findings).not.toContain('ratings.withPreference correct');
  });

  it('tell whose winner hangs on the weights of aspects', async () => {
    const { value, behind, findings } = await reportOn(
      records(20, ['a', 'b']),
      times(20, (at) => {
        // The first wins by a little on one aspect, and by much on the other; or on both.
        const [first, second] = at < 10 ? [2, 3] : [3, 1];
        return {
          at,
          judgement: {
            ratings: [
              { response: 'r1', aspect: 'deep', value: 5 },
              { response: 'r2', aspect: 'deep', value: 1 },
              { response: 'r1', aspect: 'brief', value: first },
              { response: 'r2', aspect: 'brief', value: second },
            ],
          },
        };
      }),
    );
    expect(value('ratings.flips')).toBe(0.5);
    expect(value('ratings.flipsBy', 'deep')).toBe(0.5);
    expect(value('ratings.flipsBy', 'brief')).toBe(0);
    expect(behind('ratings.flips')).toEqual(times(10, (n) => n));
    expect(findings).toContain('ratings.flips');
  });
});

describe('the figures of critiques and reasons', () => {
  it('are their share, length and parts', async () => {
    const { value, behind, findings } = await reportOn(
      records(20, ['a', 'b']),
      times(20, (at) => ({
        at,
        judgement: {
          comparisons: [{ a: 'r1', b: 'r2', outcome: 'a' as const }],
          ...(at < 5 && { rationale: 'Because.', because: ['clear'] }),
          ...(at < 10 && { critiques: [{ response: 'r1', text: 'x'.repeat(at), strengths: 'yyyy' }] }),
        },
      })),
    );
    expect(value('critiques.share')).toBe(0.25);
    expect(value('critiques.length')).toBe(8.5);
    expect(behind('critiques.length').slice(0, 3)).toEqual([0, 1, 2]);
    expect(value('critiques.part', 'strengths')).toBe(1);
    expect(value('critiques.part', 'suggestion')).toBe(0);
    expect(value('reasons.share')).toBe(0.25);
    expect(value('reasons.because')).toBe(0.25);
    expect(value('reasons.length')).toBe(8);
    expect(behind('reasons.share')).toEqual(times(15, (n) => n + 5));
    expect(findings).toEqual(['reasons.share']);
  });

  it('are what others think of critiques', async () => {
    const critic = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const { value, behind, findings } = await reportOn(
      records(20, ['a', 'b']),
      times(20, (at) => ({
        at,
        judgement: {
          metaCritiques: [
            {
              response: 'r1',
              seed: 1,
              critiques: [
                {
                  annotation: critic,
                  hash: 'h',
                  accepted: at < 8,
                  soundness: at < 10 ? ('flawed' as const) : at < 18 ? 'sound' : 'unsure',
                  agrees: at < 4,
                },
              ],
            },
          ],
        },
      })),
    );
    expect(value('critiqueJudgments.flawed')).toBeCloseTo(10 / 18, 6);
    expect(value('critiqueJudgments.accepted')).toBe(0.4);
    expect(value('critiqueJudgments.right')).toBe(0.2);
    expect(behind('critiqueJudgments.flawed')).toEqual(times(10, (n) => n));
    expect(findings).toEqual(['critiqueJudgments.flawed']);
  });
});

describe('the figures of edited responses', () => {
  it('are improved, the same, worse, by preference, ratings or being acceptable, and not judged again', async () => {
    const edit = { response: 'r1', text: 'better', id: 'e1' };
    const how = (at: number): Said['judgement'] => {
      if (at < 4) return { comparisons: [{ a: 'e1', b: 'r1', outcome: 'a' }] };
      if (at < 8) return { ranking: { tiers: [['r1', 'e1'], ['r2']] } };
      if (at < 14)
        return {
          ratings: [
            { response: 'r1', aspect: 'clear', value: 4 },
            { response: 'e1', aspect: 'clear', value: 2 },
          ],
        };
      return at < 16 ? { acceptable: { r1: false, e1: true } } : {};
    };
    const { value, behind, findings } = await reportOn(
      records(20, ['a', 'b']),
      times(20, (at) => ({
        at,
        judgement: { ...how(at), refinements: [{ ...edit, round: at < 10 ? 1 : 2 }] },
        changes: { shown: ['r1', 'r2', 'e1'] },
      })),
    );
    expect(value('refinements.improved')).toBeCloseTo(6 / 16, 6);
    expect(value('refinements.same')).toBeCloseTo(4 / 16, 6);
    expect(value('refinements.worse')).toBeCloseTo(6 / 16, 6);
    expect(value('refinements.unknown')).toBeCloseTo(4 / 20, 6);
    expect(value('refinements.rounds')).toBe(1.5);
    expect(behind('refinements.worse')).toEqual([8, 9, 10, 11, 12, 13]);
    expect(findings).toContain('refinements.worse');
  });

  it('hold a second round against the first', async () => {
    const { value } = await reportOn(records(1, ['a', 'b']), [
      {
        at: 0,
        judgement: {
          refinements: [
            { response: 'r1', text: 'one', id: 'e1', round: 1 },
            { response: 'r1', text: 'two', id: 'e2', round: 2, of: 1 },
          ],
          ranking: { tiers: [['e1'], ['e2'], ['r1'], ['r2']] },
        },
        changes: { shown: ['r1', 'r2', 'e1', 'e2'] },
      },
    ]);
    // The first is better than the response, the second worse than the first.
    expect(value('refinements.improved')).toBe(0.5);
    expect(value('refinements.worse')).toBe(0.5);
  });
});

describe('the figures of steps', () => {
  it('are judged, redundant, with the outcome, and siblings of one prefix', async () => {
    const step = (
      response: string,
      n: number,
      quote: string,
      label: 'correct' | 'incorrect' | 'unnecessary' | null,
    ) => ({
      response,
      start: n * 2,
      end: n * 2 + 1,
      quote,
      label,
    });
    const { value, behind, findings } = await reportOn(
      records(20, ['a\nb\nc', 'a\nd\ne']),
      times(20, (at) => ({
        at,
        judgement: {
          acceptable: { r1: true, r2: at < 10 },
          steps: [
            step('r1', 0, 'a', 'correct'),
            step('r1', 1, 'b', 'unnecessary'),
            step('r1', 2, 'c', null),
            step('r2', 0, 'a', 'correct'),
            step('r2', 1, 'd', 'incorrect'),
            step('r2', 2, 'e', null),
          ],
        },
      })),
    );
    expect(value('steps.judged')).toBeCloseTo(4 / 6, 6);
    expect(value('steps.perResponse')).toBe(3);
    expect(value('steps.wrong')).toBe(0.25);
    expect(value('steps.redundant')).toBe(0.25);
    // The first is good without an error; the second has one and is accepted in half of them.
    expect(value('steps.outcome')).toBe(0.75);
    expect(value('steps.goodDespiteError')).toBeCloseTo(10 / 30, 6);
    expect(value('steps.badWithoutError')).toBe(0);
    expect(behind('steps.goodDespiteError')).toEqual(times(10, (n) => n));
    // "b" and "d" stand behind the same "a".
    expect(value('steps.siblings')).toBe(20);
    expect(value('steps.siblingsDiffer')).toBe(1);
    expect(findings).toEqual(expect.arrayContaining(['steps.goodDespiteError']));
  });
});

describe('the figures of calls of runs', () => {
  it('are what is wrong in which tools, and how far annotators of a run mark the same places and say the same', async () => {
    const mark = (path: string, verdict: CallMark['verdict'], tool = 'edit', more: Partial<CallMark> = {}) => ({
      ...{ response: 'r1', step: 'k1', at: 0, tool, path, verdict },
      ...more,
    });
    const judged = [{ response: 'r1', step: 'k1', at: 0, label: -1 as const }];
    const { value, behind } = await reportOn(
      records(10, ['a', 'b']),
      times(10, (at) => at).flatMap((at): Said[] => [
        {
          at,
          by: 'ana',
          judgement: {
            runSteps: judged,
            calls: [
              mark('/line', 'wrong-value'),
              mark('/file', 'wrong-name'),
              mark('', 'wrong-tool', 'bash', { step: 'k2', at: 1 }),
              mark('/gone', 'missing', 'edit', { lost: true }),
            ],
          },
        },
        // Two of ana's three places, one of them in another way, and one of his own; in the first item nothing.
        {
          at,
          by: 'ben',
          judgement: {
            runSteps: judged,
            ...(at > 0 && {
              calls: [mark('/line', 'wrong-value'), mark('/file', 'unexpected'), mark('/end', 'missing')],
            }),
          },
        },
      ]),
    );
    // Of 10 × 3 and 9 × 3 marks.
    expect(value('runSteps.callVerdict', 'wrong-value')).toBeCloseTo(19 / 57, 6);
    expect(value('runSteps.callVerdict', 'wrong-tool')).toBeCloseTo(10 / 57, 6);
    expect(value('runSteps.callVerdict', 'missing')).toBeCloseTo(9 / 57, 6);
    expect(value('runSteps.callTool', 'bash')).toBeCloseTo(10 / 57, 6);
    expect(value('runSteps.sameCallPlaces')).toBeCloseTo((2 * 9 * 2) / 57, 6);
    expect(behind('runSteps.sameCallPlaces')[0]).toBe(0);
    expect(value('runSteps.sameCallVerdicts')).toBe(0.5);
  });
});

describe('the figures of tests', () => {
  const both = (first: CheckEvidence, second: CheckEvidence): Checks['responses'] => [
    { response: 'r1', ...first },
    { response: 'r2', ...second },
  ];
  const prefers = (outcome: 'a' | 'b' | 'tie'): Judgement => ({ comparisons: [{ a: 'r1', b: 'r2', outcome }] });

  it('are how many judgments have some, how often these changed, and how often what did better is preferred', async () => {
    const [passes, fails] = [testRun({ one: 'passed' }), testRun({ one: 'failed' })];
    const told = (at: number, judgement: Judgement, checks?: Checks): Said => ({
      at,
      judgement,
      ...(checks && { changes: { checks } }),
    });
    const { value, behind } = await reportOn(records(10, ['a', 'b']), [
      told(0, prefers('a'), { responses: both(passes, fails), verdictBefore: prefers('b') }),
      told(1, prefers('a'), { responses: both(passes, fails), verdictBefore: prefers('a') }),
      // Nothing of two responses was said before, so that nothing has changed.
      told(2, prefers('b'), { responses: both(passes, fails), verdictBefore: { acceptable: { r1: true } } }),
      told(3, prefers('b'), { responses: both(fails, passes) }),
      told(4, prefers('tie'), { responses: both(passes, fails), verdictBefore: prefers('a') }),
      told(5, prefers('a'), { responses: both(passes, passes) }),
      told(6, { acceptable: { r1: true } }, { responses: both(passes, fails), verdictBefore: prefers('a') }),
      told(7, prefers('a')),
      told(8, prefers('a')),
      told(9, { skip: { reason: 'Long' } }, { responses: both(passes, fails) }),
    ]);
    // Six of the eight that say something of two responses.
    expect(value('tests.share')).toBeCloseTo(6 / 8, 6);
    expect(behind('tests.share')).toEqual([7, 8]);
    // Of 0, 1, 4 and 6: another is preferred, the same, a tie, neither.
    expect(value('tests.changed')).toBeCloseTo(3 / 4, 6);
    expect(behind('tests.changed')).toEqual([0, 4, 6]);
    // Of 0 to 3: in the third the other one.
    expect(value('tests.betterPreferred')).toBeCloseTo(3 / 4, 6);
    expect(behind('tests.betterPreferred')).toEqual([2]);
    expect(value('tests.unisolated')).toBe(0);
    expect(value('tests.flaky')).toBeNull();
  });

  it('are how many runs were not isolated, and how many of those that ran again have a flaky test', async () => {
    const { value } = await reportOn(records(2, ['a', 'b']), [
      {
        at: 0,
        judgement: prefers('a'),
        changes: {
          checks: {
            base: testRun({}, { sandbox: 'none' }),
            responses: both(testRun({}, { sandbox: 'none', flaky: ['one'] }), testRun({}, { flaky: [] })),
          },
        },
      },
      { at: 1, judgement: prefers('a'), changes: { checks: { responses: [{ response: 'r2', ...testRun({}) }] } } },
    ]);
    expect(value('tests.unisolated')).toBeCloseTo(2 / 4, 6);
    expect(value('tests.flaky')).toBeCloseTo(1 / 2, 6);
    expect(value('tests.betterPreferred')).toBeNull();
  });

  it('have intervals over items', async () => {
    const { interval } = await reportOn(
      records(60, ['a', 'b']),
      times(60, (at): Said => ({
        at,
        judgement: prefers(at % 4 === 0 ? 'b' : 'a'),
        changes: {
          checks: {
            responses: both(testRun({ one: 'passed' }), testRun({ one: 'error' })),
            verdictBefore: prefers('a'),
          },
        },
      })),
    );
    for (const [name, value] of [
      ['tests.changed', 0.25],
      ['tests.betterPreferred', 0.75],
    ] as const) {
      const { low, high, ...found } = interval(name);
      expect(found.value).toBeCloseTo(value, 6);
      expect(low).toBeGreaterThan(value - 0.15);
      expect(low).toBeLessThan(value - 0.05);
      expect(high).toBeGreaterThan(value + 0.05);
      expect(high).toBeLessThan(value + 0.15);
    }
  });

  it('are not there where nobody ran tests', async () => {
    const { report } = await reportOn(records(2, ['a', 'b']), [{ at: 0, judgement: prefers('a') }]);
    expect(report.judgments.kinds.map(({ kind }) => kind)).not.toContain('tests');
  });

  it('leave out what was run on a whole response where one of its turns was judged', async () => {
    const { value } = await reportOn(records(1, ['a', 'b']), [
      {
        at: 0,
        judgement: prefers('b'),
        changes: { turn: 0, checks: { responses: both(testRun({ one: 'passed' }), testRun({ one: 'failed' })) } },
      },
    ]);
    expect(value('tests.unisolated')).toBe(0);
    expect(value('tests.betterPreferred')).toBeNull();
  });
});

describe('the figures of comments on code', () => {
  it('are how many there are, of which type, and how far annotators who both comment are on the same lines', async () => {
    const comment = (lines: [number, number], more: Partial<DiffComment> = {}): DiffComment => ({
      ...{ response: 'r1', file: 'a.py', side: 'patched', lines },
      ...more,
    });
    const { value } = await reportOn(
      records(10, ['a', 'b']),
      times(10, (at) => at).flatMap((at): Said[] => [
        {
          at,
          by: 'ana',
          judgement: {
            diffComments: [
              comment([10, 12], { type: 'style', severity: 1 }),
              comment([10, 10], { side: 'base', type: 'tests', severity: 3 }),
            ],
          },
        },
        // Two of ana's four lines, and one of his own; in the first item nothing, which says nothing of lines.
        {
          at,
          by: 'ben',
          judgement: {
            ...(at === 0 ? { acceptable: { r1: true } } : { diffComments: [comment([11, 13], { type: 'style' })] }),
          },
        },
      ]),
    );
    expect(value('diffComments.perResponse')).toBeCloseTo((10 * 2 + 9) / 19, 6);
    expect(value('diffComments.type', 'style')).toBeCloseTo(19 / 29, 6);
    expect(value('diffComments.severity')).toBe(2);
    expect(value('diffComments.sameLines')).toBeCloseTo(4 / 7, 6);
  });

  it('are counted of a comment that names more lines than any file has', async () => {
    const { value } = await reportOn(
      records(2, ['a']),
      times(2, (at): Said => ({
        at,
        by: 'ana',
        judgement: {
          diffComments: [{ response: 'r1', file: 'a.py', side: 'base', lines: [1, Number.MAX_SAFE_INTEGER] }],
        },
      })),
    );
    expect(value('diffComments.perResponse')).toBe(1);
  });
});

describe('the figures of runs that were taken over', () => {
  it('are how often, how many files differ, and whether before the last step', async () => {
    const { value } = await reportOn(
      records(4, ['a']),
      times(4, (at): Said => ({
        at,
        by: 'ana',
        judgement:
          at === 0
            ? { takeovers: [{ response: 'r1', patch: 'diff --git a/x b/x\ndiff --git a/y b/y\n', step: 'k', at: 3 }] }
            : at === 1
              ? { takeovers: [{ response: 'r1', patch: 'diff --git a/x b/x\n' }] }
              : { rationale: 'x' },
      })),
    );
    expect(value('takeovers.share')).toBe(0.5);
    expect(value('takeovers.files')).toBe(1.5);
    expect(value('takeovers.midway')).toBe(0.5);
  });
});

describe('the figures of evidence', () => {
  it('are ticks, and precision and recall against most others, lower where the context is long', async () => {
    const passages = (size: number) => [1, 2, 3, 4].map((n) => ({ title: `P${n}`, text: 'x'.repeat(size) }));
    const study = [
      ...times(20, (n) => ({ id: `s${n}`, prompt: `Short ${n}`, responses: ['a', 'b'], evidence: passages(100) })),
      ...times(20, (n) => ({ id: `l${n}`, prompt: `Long ${n}`, responses: ['a', 'b'], evidence: passages(5000) })),
    ];
    const ticks = (ids: readonly string[]): Said['judgement'] => ({
      supports: ids.map((passage) => ({ response: 'r1', passage })),
    });
    const { value, behind, findings, interval } = await reportOn(
      study,
      times(40, (at) => at).flatMap((at): Said[] => [
        { at, by: 'ana', judgement: ticks(['p1', 'p2']) },
        { at, by: 'ben', judgement: ticks(['p1', 'p2']) },
        { at, by: 'cem', judgement: ticks(at < 20 ? ['p1', 'p2'] : ['p3', 'p4']) },
      ]),
    );
    expect(value('evidence.ticks')).toBe(2);
    expect(value('evidence.recallByLength', '0-999')).toBe(1);
    // Of ana and ben, most others ticked nothing that both did; of cem p1 and p2, of which none was found.
    expect(value('evidence.recallByLength', '16000+')).toBe(0);
    expect(value('evidence.precisionByLength', '16000+')).toBe(0);
    expect(value('evidence.precision')).toBeCloseTo(6 / 12, 6);
    expect(value('evidence.recall')).toBeCloseTo(6 / 8, 6);
    expect(interval('evidence.recall').low).not.toBeNull();
    expect(behind('evidence.recallByLength', '16000+')).toEqual(times(20, (n) => n + 20));
    expect(findings).toContain('evidence.recallByLength 16000+');
  });
});

describe('the figures of answers and questions', () => {
  it('are their shares', async () => {
    const { value, behind, findings } = await reportOn(
      records(20, ['a', 'b']),
      times(20, (at) => ({
        at,
        judgement: {
          acceptable: { r1: at % 2 === 0, r2: false },
          ...(at < 5 && { demonstrations: [{ turns: [{ role: 'assistant', content: 'twelve chars' }] }] }),
          ...(at < 10 && { clarification: 'For whom?' }),
        },
      })),
    );
    expect(value('demonstrations.share')).toBe(0.25);
    expect(value('demonstrations.length')).toBe(12);
    expect(behind('demonstrations.share')).toEqual([0, 1, 2, 3, 4]);
    expect(value('clarifications.share')).toBe(0.5);
    expect(findings).toContain('clarifications.share');
  });
});

describe('the figures of scores by programs', () => {
  it('are the mean and spread of each, and how two go together', async () => {
    const scored = times(20, (n) => ({
      id: `q${n}`,
      prompt: `Question ${n}`,
      responses: [
        {
          id: 'r1',
          text: 'a',
          verifiers: [
            { name: 'rm', score: n },
            { name: 'other', score: 2 * n },
          ],
        },
        {
          id: 'r2',
          text: 'b',
          verifiers: [
            { name: 'rm', score: n + 2 },
            { name: 'other', score: 2 * n + 4 },
          ],
        },
      ],
    }));
    const { value } = await reportOn(scored, [{ at: 0, judgement: { acceptable: { r1: true, r2: false } } }]);
    expect(value('scorers.mean', 'rm')).toBeCloseTo(10.5, 6);
    // Two scores with a difference of 2 have a standard deviation of √2.
    expect(value('scorers.spread', 'rm')).toBeCloseTo(Math.SQRT2, 6);
    expect(value('scorers.correlation', 'rm + other') ?? value('scorers.correlation', 'other + rm')).toBeCloseTo(1, 6);
  });
});

describe('the figures of the best by a criterion', () => {
  it('are how often it is the one preferred, and a finding below half', async () => {
    const { value, behind, findings } = await reportOn(
      records(40, ['a', 'b']),
      times(40, (at) => ({
        at,
        judgement: {
          comparisons: [{ a: 'r1', b: 'r2', outcome: 'a' as const }],
          winners: [{ criterion: 'kind', responses: [at < 8 ? 'r1' : 'r2'] }],
        },
      })),
    );
    expect(value('winners.overall', 'kind')).toBe(0.2);
    expect(behind('winners.overall', 'kind')).toEqual(times(32, (n) => n + 8));
    expect(findings).toEqual(['winners.overall kind']);
  });
});
