import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shuffled } from '../../../../src/core/model/annotation/blindOrder';
import type { Annotation, Judgement } from '../../../../src/core/model/annotation/annotation';
import type { Criterion } from '../../../../src/core/model/rubric/criterion';
import { judgeKinds } from '../../../../src/core/model/annotation/judgeKind';
import type { Rubric } from '../../../../src/core/model/rubric/rubric';
import type { CriterionFigures } from '../../../../src/core/model/report/coverage';
import { coverageOf } from '../../../../src/core/quality/coverage/coverage';
import { criterion, rubricStudy, type MadeJudgement } from '../../made/rubricStudy';
import { criteriaByHand } from './byHand/criteria';
import { cellsOf, countingIn, isIn, slicesOf, type Named, type PlainItem, type PlainStudy } from './byHand/plainStudy';
import { spansByHand } from './byHand/spans';
import { studyByHand } from './byHand/study';
import { sum } from './byHand/statistics';

const responses = ['r0', 'r1', 'r2'] as const;
const models = ['gamma', 'delta'] as const;
const records = [...Array(10).keys()].map((n) => ({
  id: `q${n}`,
  prompt: `Question ${n}`,
  kind: n % 2 === 0 ? 'code' : 'prose',
  tags: ['short', 'hard', 'odd'].slice(0, n % 4),
  responses: responses.map((id, r) => ({ id, text: `answer ${n}.${r}`, model: models[(n + r) % 2]! })),
}));

/**
 * Criteria that come out in all the ways that are told of: two that are the same, one that always holds, one that never
 * does, one that is the same for all responses of an item, and one that is met by what is ranked low.
 */
const first: readonly Criterion[] = [
  criterion('a', { weight: 2, origin: { kind: 'human' }, tags: ['content'] }),
  criterion('copy', { title: 'A copy' }),
  criterion('opposite', { weight: 0, origin: { kind: 'model', name: 'gamma' } }),
  criterion('scale', {
    kind: 'scale',
    min: 1,
    max: 4,
    weight: 1.5,
    gate: { threshold: 0.5 },
    origin: { kind: 'hybrid', name: 'gamma' },
  }),
];
const second: readonly Criterion[] = [
  criterion('a', { weight: 2 }),
  criterion('copy'),
  criterion('scale', { kind: 'scale', min: 0, max: 5, weight: -1 }),
  criterion('fault', { weight: -3, gate: { threshold: 0.3 } }),
  criterion('wrong'),
  criterion('odd', { faulty: { reason: 'ambiguous' } }),
];
const rubrics: readonly Rubric[] = [
  {
    id: 'main',
    title: 'Main',
    versions: [
      { version: 1, criteria: [...first] },
      { version: 2, criteria: [...second] },
    ],
  },
  {
    id: 'code',
    title: 'Code',
    scope: { kind: 'slice', fields: { kind: 'code' } },
    versions: [{ version: 1, criteria: [criterion('always'), criterion('never'), criterion('unused')] }],
  },
  {
    id: 'one',
    title: 'One',
    scope: { kind: 'item', item: 'q3' },
    versions: [
      {
        version: 1,
        criteria: [
          criterion('level', {
            kind: 'category',
            categories: [
              { name: 'good', value: 1 },
              { name: 'fair', value: 0.5 },
              { name: 'bad', value: 0 },
              { name: 'unclear' },
            ],
          }),
          criterion('flat', { weight: 4 }),
        ],
      },
    ],
  },
];
const [, ...scoped] = rubrics;
const names = ['a', 'copy', 'opposite', 'scale', 'fault', 'odd', 'always', 'never', 'level', 'flat', 'gone'];

type Value = boolean | number | string;
/** What is drawn for a response (from 2), as a verdict by a criterion; undefined for none. */
const valueOf: Readonly<Record<string, (drawn: number, onFirst: number, ofA: number) => Value | undefined>> = {
  copy: (_, __, ofA) => ofA % 2 === 0,
  opposite: (_, __, ofA) => ofA % 2 === 1,
  scale: (drawn, onFirst) => (drawn === 7 && onFirst === 7 ? 2.5 : [1, 2, 4, 3, 1, 4][drawn - 2]),
  always: () => true,
  never: () => false,
  level: (drawn) => ['good', 'bad', 'fair', 'unclear'][drawn % 4],
  flat: (_, onFirst) => onFirst % 2 === 0,
};
const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const anyDraw = fc.integer({ min: 0, max: 7 });
const anyTable = fc.array(fc.tuple(anyDraw, anyDraw, anyDraw), { minLength: names.length, maxLength: names.length });

/** 0 is no verdict, 1 says that it does not apply. */
function verdictsFrom(
  table: readonly (readonly [number, number, number])[],
  shown: readonly string[],
): NonNullable<Judgement['verdicts']> {
  return names.flatMap((id, row) =>
    responses.flatMap((response, column) => {
      const drawn = table[row]?.[column] ?? 0;
      if (drawn === 0 || !shown.includes(response)) return [];
      const make = valueOf[id] ?? ((of: number): Value => of % 2 === 0);
      const value = drawn === 1 ? null : make(drawn, table[row]?.[0] ?? 0, table[0]?.[column] ?? 0);
      return value === undefined
        ? []
        : [{ response, criterion: id, value, ...(drawn === 7 && column === 2 && { note: 'so it is' }) }];
    }),
  );
}

const anySpan = fc
  .record(
    {
      type: fc.constantFrom('wrong', 'vague', 'fine'),
      polarity: fc.constantFrom('negative' as const, 'positive' as const),
      note: fc.constantFrom('', 'it is not so'),
    },
    { requiredKeys: [] },
  )
  .map((rest) => ({ start: 0, end: 1, quote: 'a', ...rest }));
const anyMissing = fc.record({ type: fc.constantFrom('answer', 'wrong') }, { requiredKeys: [] });
const anyCritiques = fc.array(
  fc.record(
    {
      response: fc.constantFrom(...responses),
      text: fc.constantFrom('', ' ', 'clear'),
      weaknesses: fc.constantFrom('', 'too long'),
      spans: fc.array(anySpan, { maxLength: 3 }),
      missing: fc.array(anyMissing, { maxLength: 2 }),
    },
    { requiredKeys: ['response', 'text'] },
  ),
  { maxLength: 3 },
);
const anyPlaces = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 }), fc.nat({ max: 3 }));
const anyOutcomes = fc.array(
  fc.record({
    pair: fc.constantFrom([0, 1], [1, 2], [2, 0]),
    outcome: fc.constantFrom('a' as const, 'b' as const, 'tie' as const, 'both-bad' as const),
    criterion: rarely(fc.constant('a')),
  }),
  { minLength: 1, maxLength: 3 },
);

const anyMade = fc
  .record({
    at: fc.nat({ max: records.length - 1 }),
    annotator: fc.constantFrom('ana', 'ben', 'cho'),
    round: fc.constantFrom(1, 2),
    context: rarely(fc.constant('in winter')),
    repeat: rarely(fc.constant(1)),
    hash: rarely(fc.constant('another')),
    origin: fc.constantFrom<Annotation['origin']>(
      { kind: 'human' },
      { kind: 'human' },
      { kind: 'imported', from: 'dataset' },
      { kind: 'imported', from: 'dataset', by: 'gamma' },
      { kind: 'model', name: 'delta' },
    ),
    under: fc.subarray([
      { id: 'main', version: 2 },
      { id: 'code', version: 1 },
      { id: 'one', version: 1 },
      { id: 'lost', version: 1 },
    ]),
    old: fc.constantFrom(undefined, undefined, 1, 7),
    shown: fc.oneof(
      { weight: 6, arbitrary: fc.constant(['r2', 'r0', 'r1']) },
      { weight: 1, arbitrary: fc.shuffledSubarray([...responses], { minLength: 1 }) },
    ),
    refined: fc.integer({ min: 0, max: 6 }),
    says: fc.constantFrom('ranking', 'ranking', 'ranking', 'comparisons', 'comparisons', 'nothing', 'skip'),
    places: anyPlaces,
    outcomes: anyOutcomes,
    table: anyTable,
    isTerse: fc.boolean(),
    critiques: anyCritiques,
    why: fc.record(
      { rationale: fc.constantFrom('', ' ', 'it is right'), because: fc.constant<string[]>(['a']) },
      { requiredKeys: [] },
    ),
  })
  .map(
    ({
      under,
      old,
      refined,
      says,
      places,
      outcomes,
      table,
      isTerse,
      critiques,
      why,
      shown,
      context,
      repeat,
      hash,
      ...rest
    }): MadeJudgement => {
      const own = refined === 0 && shown.includes('r0') ? ['r0~1.x'] : [];
      const tiers = [1, 2, 3]
        .map((place) => [...responses].filter((id, at) => places[at] === place && shown.includes(id)))
        .filter(({ length }) => length > 0);
      const compared = outcomes
        .map(({ pair, outcome, criterion: by }) => ({
          a: responses[pair[0]],
          b: responses[pair[1]],
          outcome,
          ...(by !== undefined && { criterion: by }),
        }))
        .filter(({ a, b }) => shown.includes(a) && shown.includes(b));
      const judgement: Judgement =
        says === 'skip'
          ? { skip: { reason: 'unclear' } }
          : {
              ...(says === 'ranking' && {
                ranking: { tiers: [...(own.length > 0 ? [own] : []), ...(tiers.length > 0 ? tiers : [[shown[0]]])] },
              }),
              ...(says === 'comparisons' && compared.length > 0 && { comparisons: compared }),
              verdicts: [
                ...verdictsFrom(table, shown).map(({ note, ...verdict }) =>
                  note === undefined || isTerse ? verdict : { ...verdict, note },
                ),
                ...own.map((response) => ({ response, criterion: 'a', value: true })),
                ...responses
                  .filter((id) => says === 'ranking' && shown.includes(id))
                  .map((response) => ({
                    response,
                    criterion: 'wrong',
                    value: places[responses.indexOf(response)] !== 1,
                  })),
              ],
              ...(own.length > 0 && { refinements: [{ response: 'r0', round: 1, text: 'better', id: 'r0~1.x' }] }),
              ...(!isTerse && { critiques: critiques.filter(({ response }) => shown.includes(response)), ...why }),
            };
      return {
        ...rest,
        ...(context !== undefined && { context }),
        ...(repeat !== undefined && { repeat }),
        ...(hash !== undefined && { hash }),
        rubrics: under.map((ref) => (ref.id === 'main' && old !== undefined ? { ...ref, version: old } : ref)),
        shown: [...own, ...shown],
        judgement,
      };
    },
  );

const by = ['annotator', 'round', 'model', 'response', 'kind', 'tags'];
const spanTypes = ['wrong', 'vague', 'rude', 'answer'];

const itemsByHand = (hashes: ReadonlyMap<string, string>): PlainItem[] =>
  records.map(({ id, kind, tags, responses: own }) => ({
    id,
    hash: hashes.get(id) ?? '',
    slices: [{ by: 'kind', value: kind }, ...tags.map((value) => ({ by: 'tags', value }))],
    responses: own.map((response) => ({
      id: response.id,
      slices: [
        { by: 'model', value: response.model },
        { by: 'response', value: response.id },
      ],
    })),
    rubrics: ['main', ...(kind === 'code' ? ['code'] : []), ...(id === 'q3' ? ['one'] : [])],
  }));

/** Numbers that differ by no more than rounding does are the same; `rough` is for those that a search ends at. */
function expectSame(found: unknown, expected: unknown, path = ''): void {
  if (typeof expected === 'number' && typeof found === 'number') {
    const rough = /implied\.(logOdds|standardError|weight)$/.test(path);
    expect(Math.abs(found - expected), `${path}: ${found} and by hand ${expected}`).toBeLessThanOrEqual(
      (rough ? 1e-5 : 1e-9) * Math.max(1, Math.abs(expected)),
    );
  } else if (typeof expected === 'object' && expected !== null && typeof found === 'object' && found !== null) {
    expect(Object.keys(found).sort(), path).toEqual(Object.keys(expected).sort());
    for (const [key, value] of Object.entries(expected))
      expectSame((found as Record<string, unknown>)[key], value, `${path}.${key}`);
  } else expect(found, path).toEqual(expected);
}

const nothing: Judgement = {};
const isWhole = ({ judgement = nothing }: MadeJudgement): boolean => Object.keys(judgement).length > 0;

describe('every figure of coverage', () => {
  it.each([
    ['of few annotations, under rubrics for all and for some items', rubrics, { minLength: 0, maxLength: 8 }, 25],
    ['of enough for findings', rubrics, { minLength: 30, maxLength: 60 }, 15],
    ['where some items have no rubric', scoped, { minLength: 0, maxLength: 25 }, 8],
  ] as const)('is what its comment says, counted by hand: %s', async (_, library, size, numRuns) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyMade.filter(isWhole), { ...size, size: 'max' }), fc.nat(), async (made, seed) => {
        let lines: readonly Annotation[] = [];
        const study = await rubricStudy(records, library, made, (all) => shuffled([...(lines = all)], seed));
        const coverage = await coverageOf(study, { by, spanTypes, voters: judgeKinds });
        const hashes = new Map(lines.filter(({ hash }) => hash !== 'another').map(({ item, hash }) => [item, hash]));
        const scopes = new Set(library.map(({ id }) => id));
        const plain: PlainStudy = {
          items: itemsByHand(hashes).map((item) => ({ ...item, rubrics: item.rubrics.filter((id) => scopes.has(id)) })),
          rubrics: library,
          lines,
        };

        const criteria = criteriaByHand(plain);
        // The search for weights ends within 1e-7 of the slope, and what the prior draws follows from where it ends.
        for (const [at, { implied }] of coverage.criteria.entries())
          if (implied) expect(implied.drawn).toBeCloseTo(criteria[at]!.implied!.drawn, 5);
        const undrawn = (all: readonly CriterionFigures[]): unknown =>
          all.map(({ implied, ...rest }) => ({ ...rest, implied: implied && { ...implied, drawn: 0 } }));
        expectSame(undrawn(coverage.criteria), undrawn(criteria), 'criteria');
        // Which slices stand out follows from the cells, which are counted below.
        expectSame({ ...coverage.study, unfilledSlices: [], varyingBy: [] }, studyByHand(plain, criteria), 'study');
        expectSame(coverage.spans, spansByHand(plain, coverage.slices, spanTypes), 'spans');
        expectCells(coverage, plain);
      }),
      { numRuns },
    );
  });
});

function expectCells({ slices, criteria, matrix }: Awaited<ReturnType<typeof coverageOf>>, plain: PlainStudy): void {
  const { judged } = countingIn(plain);
  const cells = cellsOf(plain, judged);
  const named = judged
    .filter(({ annotation }) => !annotation.judgement.skip)
    .flatMap((each) => [
      { by: 'annotator', value: each.annotation.annotator },
      { by: 'round', value: String(each.annotation.round) },
    ]);
  const all = [
    ...plain.items.flatMap((item) => [...item.slices, ...item.responses.flatMap((response) => response.slices)]),
    ...named,
  ];
  const key = ({ by: kind, value }: { readonly by: string; readonly value: string | null }): string =>
    `${kind} ${value ?? ''}`;
  expect(slices.map(key).sort()).toEqual([...new Set(all.map(key))].sort());
  for (const [at, slice] of [
    [-1, undefined] as const,
    ...slices.map((each, number) => [number, each as Named] as const),
  ]) {
    const own = cells.filter(({ judged: of, response }) => slice === undefined || isIn(slicesOf(of, response), slice));
    for (const [number, { id }] of criteria.entries()) {
      const here = own.filter((cell) => cell.criterion === id);
      const worths = here.flatMap(({ worth }) => worth ?? []);
      expectSame(
        matrix.cell(number, at),
        {
          chances: here.length,
          filled: here.filter(({ value }) => value !== undefined && value !== null).length,
          notApplicable: here.filter(({ value }) => value === null).length,
          unfilled: here.filter(({ value }) => value === undefined).length,
          valued: worths.length,
          worth: sum(worths),
        },
        `${id} ${slice?.by ?? ''} ${slice?.value ?? ''}`,
      );
    }
  }
}
