import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../../../src/core/model/annotation/annotation';
import { coverageOf } from '../../../../src/core/quality/coverage/coverage';
import { criterion, pairsOfResponses, rubric, rubricStudy } from '../../made/rubricStudy';

const ranked: Judgement = { ranking: { tiers: [['r1'], ['r2']] } };
const met = (
  response: string,
  value: boolean | number | string | null,
  id = 'x',
): NonNullable<Judgement['verdicts']>[number] => ({ response, criterion: id, value });

describe('the agreement between annotators', () => {
  it('is over responses that several judged as they stand, and by the kind of the criterion', async () => {
    const kinds = [
      criterion('x'),
      criterion('s', { kind: 'scale' }),
      criterion('c', { kind: 'category', categories: [{ name: 'a' }, { name: 'b' }] }),
    ];
    const both = (values: readonly [boolean, number, string, boolean, number, string]): Judgement => ({
      verdicts: [
        met('r1', values[0]),
        met('r1', values[1], 's'),
        met('r1', values[2], 'c'),
        met('r2', values[3]),
        met('r2', values[4], 's'),
        met('r2', values[5], 'c'),
      ],
    });
    const study = await rubricStudy(
      pairsOfResponses(4),
      [rubric(kinds)],
      [
        { at: 0, annotator: 'ana', judgement: both([true, 1, 'a', false, 5, 'b']) },
        // Shown the other way round, which must not matter.
        { at: 0, annotator: 'ben', shown: ['r2', 'r1'], judgement: both([true, 2, 'a', true, 5, 'b']) },
        { at: 1, annotator: 'ana', judgement: both([false, 3, 'b', false, 4, 'a']) },
        // One annotator alone, one turn by itself, another context and a second time say nothing of agreement.
        { at: 0, annotator: 'ana', turn: 1, judgement: both([false, 5, 'b', false, 1, 'a']) },
        { at: 1, annotator: 'ben', turn: 1, judgement: both([true, 1, 'a', true, 1, 'b']) },
        { at: 1, annotator: 'ben', context: 'in winter', judgement: both([true, 1, 'a', true, 1, 'b']) },
        { at: 1, annotator: 'ana', repeat: 1, judgement: both([true, 1, 'a', true, 1, 'b']) },
      ],
    );
    const { criteria, study: found } = await coverageOf(study);
    const of = (id: string): unknown => criteria.find((each) => each.id === id)?.agreement;
    // Units (t, t) and (f, t): Do = 1/4 · 2 = 1/2, De = (16 − 9 − 1)/12 = 1/2.
    expect(of('x')).toMatchObject({ metric: 'nominal', alpha: 0, units: 2, values: 4, same: { n: 2, rate: 0.5 } });
    // Units (1, 2) and (5, 5) with ranks 1, 2, 3.5, 3.5: 1 − 3 · (2 · 0.5) / (4 · 4.5).
    expect(of('s')).toMatchObject({
      metric: 'ordinal',
      alpha: 1 - 3 / 18,
      units: 2,
      values: 4,
      same: { n: 2, rate: 0.5 },
    });
    expect(of('c')).toMatchObject({ metric: 'nominal', alpha: 1, units: 2, same: { n: 2, rate: 1 } });
    expect(found.annotations).toMatchObject({ count: 6, annotators: 2, repeats: 1 });
  });

  it('takes a scale for ordinal whatever values are met: the metric is of the criterion', async () => {
    const level = (value: number, more: number): Judgement => ({
      verdicts: [met('r1', value, 's'), met('r2', more, 's')],
    });
    const metricOf = async (alone: Judgement, compared: Judgement): Promise<string | undefined> =>
      (
        await coverageOf(
          await rubricStudy(
            pairsOfResponses(1),
            [rubric([criterion('s', { kind: 'scale' })])],
            [
              { at: 0, judgement: alone },
              { at: 0, annotator: 'ben', judgement: compared },
            ],
          ),
        )
      ).criteria[0]?.agreement.metric;
    expect(await metricOf(level(1, 2.5), { verdicts: [met('r1', 2, 's')] })).toBe('ordinal');
    expect(await metricOf(level(1, 2.5), level(2, 3))).toBe('ordinal');
  });
});

describe('the weight that preferences imply', () => {
  it('is in the unit of all weights stated of what separates, whether that comes to anything or not', async () => {
    const stated = [criterion('x', { weight: 3 }), criterion('y', { weight: 1 }), criterion('z', { weight: 5 })];
    const verdicts = [
      [true, false],
      [false, true],
    ].map(([one, other]) => [met('r1', one!), met('r2', other!)]);
    const study = await rubricStudy(
      pairsOfResponses(3),
      [rubric(stated)],
      [...verdicts, [met('r1', true, 'y'), met('r2', false, 'y')]].map((each, at) => ({
        at,
        judgement: { ...ranked, verdicts: each },
      })),
    );
    // Once with and once against the preferences x comes to 0, and all of 3 + 1 is y's.
    expect(
      (await coverageOf(study)).criteria.map(({ implied }) => implied && Math.round(implied.weight * 1e6) / 1e6),
    ).toEqual([0, 4, null]);
  });
});

describe('coverage', () => {
  it('rests on what is in force of the items as they are', async () => {
    const say = (value: boolean): Judgement => ({ verdicts: [met('r1', value)] });
    const study = await rubricStudy(
      pairsOfResponses(3),
      [rubric([criterion('x')])],
      [
        { at: 0, judgement: say(false) },
        { at: 0, judgement: say(true) },
        { at: 1, hash: 'another', judgement: say(false) },
        { at: 2, judgement: say(true) },
        // Made on other texts since: what was judged of these still stands.
        { at: 2, hash: 'another', judgement: say(false) },
        { at: 1, annotator: 'ben', judgement: { skip: { reason: 'unclear' } } },
      ],
    );
    const { study: found, criteria } = await coverageOf(study);
    expect(found.annotations).toMatchObject({ count: 3, skipped: 1, orphans: 1 });
    expect(found.items).toMatchObject({ count: 3, judged: 3 });
    expect(criteria[0]).toMatchObject({ used: 2, filled: 2, chances: 4, unfilled: 2, yes: { rate: 1, n: 2 } });
  });

  it('takes what an annotator refined for a response of that judgement, and of no other', async () => {
    const refining = (id: string): Judgement => ({
      ranking: { tiers: [[id], ['r1'], ['r2']] },
      refinements: [{ response: 'r1', round: 1, text: id, id }],
      verdicts: [met('r1', true), met('r2', false), met(id, true)],
      because: ['x'],
    });
    const study = await rubricStudy(
      pairsOfResponses(1),
      [rubric([criterion('x')])],
      ['ana', 'ben'].map((annotator) => ({
        at: 0,
        annotator,
        shown: ['r2', `r1~1.${annotator}`, 'r1'],
        judgement: refining(`r1~1.${annotator}`),
      })),
    );
    const { criteria, study: found } = await coverageOf(study);
    expect(criteria[0]).toMatchObject({
      chances: 6,
      filled: 6,
      separation: { pairs: 6, same: 4, against: 0 },
      agreement: { units: 2, values: 4 },
    });
    expect(found.withoutReason).toMatchObject({ count: 0, rate: { n: 2 } });
  });

  it('tells comparisons without a reason', async () => {
    const study = await rubricStudy(
      pairsOfResponses(9),
      [rubric([criterion('x')])],
      [
        ranked,
        { ...ranked, rationale: '  ' },
        { ...ranked, rationale: 'right' },
        { ...ranked, critiques: [{ response: 'r1', text: 'clear' }] },
        { ...ranked, critiques: [{ response: 'r1', text: '', spans: [{ start: 0, end: 1, quote: 'f' }] }] },
        { ...ranked, verdicts: [{ ...met('r1', true), note: 'says so' }] },
        { comparisons: [{ a: 'r1', b: 'r2', outcome: 'tie' } as const] },
        { comparisons: [{ a: 'r1', b: 'r2', outcome: 'a', criterion: 'x' } as const] },
        { rationale: '', acceptable: { r1: true } },
      ].map((judgement, at) => ({ at, judgement })),
    );
    const { withoutReason } = (await coverageOf(study)).study;
    expect(withoutReason).toMatchObject({ count: 3, rate: { n: 8 } });
    expect(withoutReason.first.map(({ item }) => item)).toEqual(['q0', 'q1', 'q6']);
  });

  it('tells labels under old versions, verdicts by unknown criteria, and who made what', async () => {
    const versions = [
      { version: 1, criteria: [criterion('x', { origin: { kind: 'human' } })] },
      {
        version: 2,
        criteria: [
          criterion('x', { origin: { kind: 'human' } }),
          criterion('y', { origin: { kind: 'model', name: 'gamma' } }),
        ],
      },
    ];
    const study = await rubricStudy(
      pairsOfResponses(5),
      [rubric([], { versions })],
      [
        { at: 0, judgement: { ...ranked, verdicts: [met('r1', true), met('r2', true, 'gone')] } },
        { at: 1, rubrics: [{ id: 'main', version: 2 }], judgement: ranked },
        { at: 2, annotator: 'm', origin: { kind: 'model', name: 'delta' }, judgement: ranked },
        // A label of the source without verdicts was made under no rubric.
        { at: 3, annotator: 'source', origin: { kind: 'imported', from: 'dataset' }, judgement: ranked },
        {
          at: 4,
          annotator: 'source',
          origin: { kind: 'imported', from: 'dataset', by: 'gamma' },
          judgement: { verdicts: [met('r1', false)] },
        },
      ],
    );
    const { study: found, criteria } = await coverageOf(study, { voters: ['human', 'imported', 'model'] });
    expect(found.underOldVersions).toMatchObject({
      count: 3,
      rate: { n: 5 },
      versions: [
        { rubric: 'main', version: 2, current: 2, annotations: 1 },
        { version: 1, annotations: 3 },
      ],
    });
    expect(found.underOldVersions.first.map(({ item }) => item)).toEqual(['q0', 'q2', 'q4']);
    expect(found.unknownCriteria).toEqual({ verdicts: 1, ids: ['gone'] });
    expect(found.origins).toEqual({
      criteria: [
        { origin: 'human', criteria: 1 },
        { origin: 'model gamma', criteria: 1 },
      ],
      annotations: [
        { origin: 'human', annotations: 2 },
        { origin: 'imported', annotations: 1 },
        { origin: 'imported gamma', annotations: 1 },
        { origin: 'model delta', annotations: 1 },
      ],
    });
    expect(criteria.map(({ id, chances, filled }) => [id, chances, filled])).toEqual([
      ['x', 8, 2],
      ['y', 2, 0],
    ]);
  });

  it('tells items without a rubric in force', async () => {
    const records = pairsOfResponses(6).map((record, n) => ({ ...record, kind: n % 2 === 0 ? 'code' : 'prose' }));
    const scoped = [
      rubric([criterion('x')], { id: 'code', scope: { kind: 'slice', fields: { kind: 'code' } } }),
      rubric([criterion('y')], { id: 'one', scope: { kind: 'item', item: 'q3' } }),
      rubric([criterion('z', { faulty: { reason: 'ambiguous' } })], { id: 'idle' }),
    ];
    expect((await coverageOf(await rubricStudy(records, scoped, []))).study.items.withoutRubric).toMatchObject({
      count: 2,
      rate: { n: 6 },
      first: [
        { item: 'q1', ordinal: 1 },
        { item: 'q5', ordinal: 5 },
      ],
    });
    expect((await coverageOf(await rubricStudy(records, [], []))).study.items.withoutRubric.count).toBe(6);
    expect(
      (await coverageOf(await rubricStudy(records, [rubric([criterion('x')])], []))).study.items.withoutRubric.count,
    ).toBe(0);
  });

  it('takes the unranked as below the ranked and as nothing among themselves, and a gate as a reason', async () => {
    const gate = [criterion('x', { weight: 0, gate: { threshold: 0.5 } }), criterion('y', { weight: -2 })];
    const records = [
      { id: 'q0', prompt: 'Q', responses: ['a', 'b', 'c'] },
      { id: 'q1', prompt: 'R', responses: ['a', 'b'] },
    ];
    const study = await rubricStudy(
      records,
      [rubric(gate)],
      [
        {
          at: 0,
          judgement: {
            ranking: { tiers: [['r2']] },
            verdicts: [met('r1', false), met('r2', true), met('r3', true), met('r2', true, 'y'), met('r3', true, 'y')],
          },
        },
        {
          at: 1,
          judgement: {
            comparisons: [{ a: 'r1', b: 'r2', outcome: 'b' }],
            verdicts: [met('r1', true, 'y'), met('r2', false, 'y'), met('r1', true)],
          },
        },
      ],
    );
    const { study: found, criteria } = await coverageOf(study);
    expect(found.preferences).toBe(3);
    expect(found.unexplained.first).toMatchObject([{ item: 'q0', winner: 'r2', loser: 'r3' }]);
    expect(
      criteria.map(({ id, separation, gate: stops }) => ({
        id,
        ...separation,
        right: separation.right?.rate,
        fired: stops?.fired?.rate,
      })),
    ).toEqual([
      { id: 'x', pairs: 2, same: 1, against: 0, equal: 1, right: 1, fired: 0.25 },
      { id: 'y', pairs: 2, same: 1, against: 0, equal: 1, right: 1, fired: undefined },
    ]);
  });

  it('counts spans by type and model, those without a word of what is wrong, and types that nobody used', async () => {
    const records = [
      {
        id: 'q0',
        prompt: 'Q',
        responses: [
          { id: 'a', text: 'xyz', model: 'gamma' },
          { id: 'b', text: 'uvw', model: 'delta' },
        ],
      },
    ];
    const span = (type: string, changes: object = {}): object => ({
      start: 0,
      end: 1,
      quote: 'x',
      type,
      polarity: 'negative',
      ...changes,
    });
    const critiques = [
      {
        response: 'a',
        text: '',
        spans: [span('wrong'), span('wrong', { note: 'is not so' }), span('vague', { polarity: 'positive' })],
        missing: [{ type: 'answer' }],
      },
      { response: 'b', text: 'weak', spans: [span('wrong')] },
    ] as NonNullable<Judgement['critiques']>;
    const study = await rubricStudy(records, [], [{ at: 0, judgement: { critiques } }]);
    const { spans, slices } = await coverageOf(study, {
      by: ['model'],
      spanTypes: ['wrong', 'vague', 'rude', 'answer'],
    });
    expect(slices).toEqual([
      { by: 'model', value: 'delta' },
      { by: 'model', value: 'gamma' },
    ]);
    expect(spans).toMatchObject({
      spans: 4,
      missing: 1,
      critiqued: 2,
      neverUsed: ['rude'],
      withoutCritique: { n: 3, rate: 1 / 3 },
    });
    expect(spans.types.map(({ responses, ...each }) => ({ ...each, responses: responses?.rate }))).toEqual([
      {
        kind: 'span',
        type: 'wrong',
        spans: 3,
        negative: 3,
        positive: 0,
        responses: 1,
        slices: [
          [0, 1, 1],
          [1, 2, 1],
        ],
      },
      { kind: 'span', type: 'vague', spans: 1, negative: 0, positive: 1, responses: 0.5, slices: [[1, 1, 1]] },
      { kind: 'missing', type: 'answer', spans: 1, negative: 0, positive: 0, responses: 0.5, slices: [[1, 1, 1]] },
    ]);
  });
});

describe('what stands out', () => {
  it('is a slice whose cells are empty far more often than the rest, criteria on which annotators agree too little, and items that nobody judged', async () => {
    const records = pairsOfResponses(24).map((record, n) => ({ ...record, topic: n < 6 ? 'code' : 'prose' }));
    const judgements = [...Array(20).keys()].flatMap((at) =>
      ['ana', 'ben'].map((annotator) => ({
        at,
        annotator,
        judgement:
          at < 6
            ? ranked
            : {
                verdicts: [
                  met('r1', annotator === 'ana'),
                  met('r2', at % 2 === 0),
                  met('r1', true, 'y'),
                  met('r2', at % 3 === 0, 'y'),
                ],
              },
      })),
    );
    const study = await rubricStudy(records, [rubric([criterion('x'), criterion('y')])], judgements);
    const { study: found } = await coverageOf(study, { by: ['topic', 'annotator'] });
    expect(found.unfilledSlices).toEqual([{ slice: { by: 'topic', value: 'code' }, unfilled: { rate: 1, n: 48 } }]);
    expect(found.lowAgreement).toEqual([{ criterion: 'x', n: 28 }]);
    expect(found.items).toMatchObject({ count: 24, judged: 20, unjudged: { count: 4, first: [20, 21, 22, 23] } });
    expect(found.unfilled).toEqual({ rate: 48 / 160, n: 160 });
  });
});

describe('judgements by models', () => {
  const model = { annotator: 'judge', origin: { kind: 'model', name: 'judge-1' } } as const;
  const verdict = (value: boolean): Judgement => ({ verdicts: [met('r1', value)] });

  it('are left out where people judged, and told by count', async () => {
    const study = await rubricStudy(
      pairsOfResponses(2),
      [rubric([criterion('x')])],
      [
        { at: 0, annotator: 'ana', judgement: verdict(true) },
        { at: 0, annotator: 'ben', judgement: verdict(true) },
        { at: 0, ...model, judgement: verdict(false) },
        { at: 1, ...model, judgement: verdict(false) },
      ],
    );
    const {
      criteria: [x],
      study: found,
    } = await coverageOf(study);
    expect(x).toMatchObject({ used: 2, yes: { rate: 1, n: 2 }, agreement: { same: { rate: 1, n: 1 } } });
    expect(found.annotations).toMatchObject({ count: 2, annotators: 2, byModels: 2 });
    const all = await coverageOf(study, { voters: ['human', 'imported', 'model'] });
    expect([all.criteria[0]?.used, all.study.annotations.byModels]).toEqual([4, 0]);
  });

  it('count where no person judged anything', async () => {
    const study = await rubricStudy(
      pairsOfResponses(1),
      [rubric([criterion('x')])],
      [{ at: 0, ...model, judgement: verdict(false) }],
    );
    expect((await coverageOf(study)).study.annotations).toMatchObject({ count: 1, byModels: 0 });
  });
});
