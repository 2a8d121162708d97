import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shuffled } from '../../../../src/core/model/annotation/blindOrder';
import type { Rubric } from '../../../../src/core/model/rubric/rubric';
import { itemsOfCell } from '../../../../src/core/quality/coverage/items/cellItems';
import { coverageOf } from '../../../../src/core/quality/coverage/coverage';
import { coverageAsJson, matrixAsCsv } from '../../../../src/core/quality/coverage/serializedCoverage';
import { criterion, rubricStudy, type MadeJudgement } from '../../made/rubricStudy';

const kinds = ['code', 'prose', 'mail'] as const;
const models = ['gamma', 'delta'] as const;
const records = [...Array(12).keys()].map((n) => ({
  id: `q${n}`,
  prompt: `Question ${n}`,
  kind: kinds[n % 3],
  responses: [0, 1, 2].map((r) => ({ id: `r${r}`, text: `answer ${n}.${r}`, model: models[(n + r) % 2] })),
}));

const rubrics: readonly Rubric[] = [
  {
    id: 'main',
    title: 'Main',
    versions: [
      { version: 1, criteria: [criterion('a'), criterion('b', { kind: 'scale', min: 1, max: 5 })] },
      { version: 2, criteria: [criterion('b', { kind: 'scale', min: 1, max: 5 }), criterion('c', { weight: -1 })] },
    ],
  },
  {
    id: 'code',
    title: 'Code',
    scope: { kind: 'slice', fields: { kind: 'code' } },
    versions: [{ version: 1, criteria: [criterion('d'), criterion('e', { faulty: { reason: 'ambiguous' } })] }],
  },
  {
    id: 'one',
    title: 'One',
    scope: { kind: 'item', item: 'q4' },
    versions: [
      {
        version: 1,
        criteria: [
          criterion('f', {
            kind: 'category',
            categories: [{ name: 'good', value: 1 }, { name: 'bad', value: 0 }, { name: 'odd' }],
          }),
        ],
      },
    ],
  },
];
const all = ['a', 'b', 'c', 'd', 'e', 'f'];
const valuesOf: Readonly<Record<string, fc.Arbitrary<boolean | number | string | null>>> = {
  b: fc.constantFrom(1, 2, 3, 5, null),
  f: fc.constantFrom('good', 'bad', 'odd', null),
};
const anyVerdict = fc.constantFrom(...all).chain((id) =>
  fc.record({
    criterion: fc.constant(id),
    response: fc.constantFrom('r0', 'r1', 'r2'),
    value: valuesOf[id] ?? fc.constantFrom(true, false, null),
  }),
);
/** Labels of a source may show some of an item's responses only. */
const anyShown = fc.shuffledSubarray(['r0', 'r1', 'r2'], { minLength: 1 });
const anyJudgement = fc
  .record({
    at: fc.nat({ max: 11 }),
    annotator: fc.constantFrom('ana', 'ben', 'cho'),
    round: fc.constantFrom(1, 2),
    main: fc.constantFrom(1, 2),
    verdicts: fc.array(anyVerdict, { maxLength: 12 }),
    shown: anyShown,
    skip: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ main, verdicts, shown, skip, ...rest }): MadeJudgement => ({
    ...rest,
    shown,
    rubrics: [
      { id: 'main', version: main },
      { id: 'code', version: 1 },
      { id: 'one', version: 1 },
    ],
    judgement:
      skip === 0
        ? { skip: { reason: 'unclear' } }
        : {
            ranking: { tiers: shown.toSorted().map((id) => [id]) },
            verdicts: verdicts.filter(({ response }) => shown.includes(response)),
          },
  }));
/** One annotation an annotator and item. */
const anyJudgements = fc.uniqueArray(anyJudgement, {
  selector: ({ at, annotator }) => `${annotator} ${at}`,
  maxLength: 25,
});

type Key = string;
interface Expected {
  chances: number;
  filled: number;
  notApplicable: number;
  worth: number;
  valued: number;
}

/** Cell by cell as one would count by hand. */
function counted(judgements: readonly MadeJudgement[]): Map<Key, Expected> {
  const cells = new Map<Key, Expected>();
  for (const { at, annotator, round, shown, rubrics: under, judgement } of judgements) {
    if (!judgement || judgement.skip) continue;
    const kind = kinds[at % 3]!;
    const asked = under!.flatMap(({ id, version }) =>
      id === 'main'
        ? version === 1
          ? ['a', 'b']
          : ['b', 'c']
        : id === 'code'
          ? kind === 'code'
            ? ['d']
            : []
          : at === 4
            ? ['f']
            : [],
    );
    for (const [index, response] of ['r0', 'r1', 'r2'].entries()) {
      if (!shown!.includes(response)) continue;
      for (const id of all) {
        const verdict = judgement.verdicts?.findLast((each) => each.criterion === id && each.response === response);
        if (!asked.includes(id) && !verdict) continue;
        const worth =
          verdict?.value === null || verdict === undefined
            ? undefined
            : id === 'b'
              ? (Number(verdict.value) - 1) / 4
              : id === 'f'
                ? { good: 1, bad: 0 }[String(verdict.value)]
                : Number(verdict.value);
        for (const slice of [
          '',
          `annotator ${annotator!}`,
          `round ${round!}`,
          `kind ${kind}`,
          `model ${models[(at + index) % 2]!}`,
          'source data.jsonl',
        ]) {
          const key = `${id} ${slice}`;
          const cell = cells.get(key) ?? { chances: 0, filled: 0, notApplicable: 0, worth: 0, valued: 0 };
          cells.set(key, {
            chances: cell.chances + 1,
            filled: cell.filled + Number(verdict !== undefined && verdict.value !== null),
            notApplicable: cell.notApplicable + Number(verdict?.value === null),
            worth: cell.worth + (worth ?? 0),
            valued: cell.valued + Number(worth !== undefined),
          });
        }
      }
    }
  }
  return cells;
}

const by = ['annotator', 'round', 'source', 'model', 'kind'];

describe('criteria by slices', () => {
  it('are what one counts by hand, whatever the versions, scopes and values', async () => {
    await fc.assert(
      fc.asyncProperty(anyJudgements, async (judgements) => {
        const study = await rubricStudy(records, rubrics, judgements);
        const { slices, criteria, matrix } = await coverageOf(study, { by });
        const expected = counted(judgements);
        for (const [number, { id }] of criteria.entries()) {
          for (const [slice, name] of [
            [-1, ''] as const,
            ...slices.map(({ by: kind, value }, at) => [at, `${kind} ${value ?? 'null'}`] as const),
          ]) {
            const { chances, filled, notApplicable, unfilled, valued, worth } = matrix.cell(number, slice);
            const cell = expected.get(`${id} ${name}`) ?? {
              chances: 0,
              filled: 0,
              notApplicable: 0,
              worth: 0,
              valued: 0,
            };
            expect({ id, name, chances, filled, notApplicable, valued }).toEqual({
              id,
              name,
              chances: cell.chances,
              filled: cell.filled,
              notApplicable: cell.notApplicable,
              valued: cell.valued,
            });
            expect(worth).toBeCloseTo(cell.worth, 9);
            expect(unfilled).toBe(chances - filled - notApplicable);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it('and all other figures are the same in whatever order the lines stand', async () => {
    await fc.assert(
      fc.asyncProperty(anyJudgements, fc.nat(), async (judgements, seed) => {
        const written = async (arranged?: Parameters<typeof rubricStudy>[3]): Promise<unknown> =>
          coverageAsJson(
            await coverageOf(await rubricStudy(records, rubrics, judgements, arranged), { by: ['model', 'kind'] }),
          );
        expect(await written((lines) => shuffled(lines, seed))).toEqual(await written());
      }),
      { numRuns: 15 },
    );
  });

  it('lead to the items behind each cell', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyJudgements,
        fc.constantFrom(...all),
        fc.constantFrom('filled' as const, 'not-applicable' as const, 'unfilled' as const),
        fc.nat(),
        async (judgements, id, state, at) => {
          const study = await rubricStudy(records, rubrics, judgements);
          const { slices, criteria, matrix } = await coverageOf(study, { by });
          const number = criteria.findIndex((each) => each.id === id);
          for (const index of [-1, slices.length > 0 ? at % slices.length : -1]) {
            const found = await itemsOfCell(study, { criterion: id, state, slice: slices[index] }, { by });
            const cell = matrix.cell(number, index);
            expect(found.reduce((sum, { cells }) => sum + cells, 0)).toBe(
              { filled: cell.filled, 'not-applicable': cell.notApplicable, unfilled: cell.unfilled }[state],
            );
            expect(found.every(({ item, ordinal }) => item === `q${ordinal}`)).toBe(true);
            expect(found.map(({ ordinal }) => ordinal)).toEqual(
              found.map(({ ordinal }) => ordinal).toSorted((a, b) => a - b),
            );
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('are written as CSV, one line for each in which there was a chance', async () => {
    const odd = criterion('x', { title: 'Says "no", plainly' });
    const study = await rubricStudy(
      records,
      [{ id: 'main', title: 'Main', versions: [{ version: 1, criteria: [odd] }] }],
      [
        {
          at: 0,
          judgement: {
            verdicts: [
              { response: 'r1', criterion: 'x', value: true },
              { response: 'r2', criterion: 'x', value: null },
            ],
          },
        },
      ],
    );
    expect([...matrixAsCsv(await coverageOf(study, { by: ['kind'] }))]).toEqual([
      'criterion,rubric,name,by,slice,chances,filled,not_applicable,unfilled,rate,low,high',
      'x,main,"Says ""no"", plainly",all,,3,1,1,1,1,0.206549,1',
      'x,main,"Says ""no"", plainly",kind,code,3,1,1,1,1,,',
    ]);
  });

  it('are written without ids of responses where each is the id of one item alone', async () => {
    const bys = async (idOf: (n: number, r: number) => string): Promise<Set<string | undefined>> => {
      const made = [...Array(60).keys()].map((n) => ({
        id: `q${n}`,
        prompt: `Question ${n}`,
        responses: [0, 1].map((r) => ({ id: idOf(n, r), text: `answer ${n}.${r}` })),
      }));
      const study = await rubricStudy(
        made,
        [{ id: 'main', title: 'Main', versions: [{ version: 1, criteria: [criterion('x')] }] }],
        made.map(({ responses }, at) => ({
          at,
          judgement: { verdicts: responses.map(({ id }) => ({ response: id, criterion: 'x', value: true })) },
        })),
      );
      return new Set(
        [...matrixAsCsv(await coverageOf(study, { by: ['annotator', 'response'] }))]
          .slice(1)
          .map((line) => line.split(',')[3]),
      );
    };
    expect(await bys((_, r) => `prediction ${r}`)).toEqual(new Set(['all', 'annotator', 'response']));
    expect(await bys((n, r) => `8f3a-${n}-${r}`)).toEqual(new Set(['all', 'annotator']));
  });

  it('have the fifty most frequent values of a kind, and the others as one', async () => {
    const many = [...Array(130).keys()].map((n) => ({
      id: `q${n}`,
      prompt: `Question ${n}`,
      topic: `t${n % 60}`,
      responses: [`a ${n}`, `b ${n}`],
    }));
    const study = await rubricStudy(
      many,
      [{ id: 'main', title: 'Main', versions: [{ version: 1, criteria: [criterion('x')] }] }],
      many.map((_, at) => ({ at, judgement: { verdicts: [{ response: 'r1', criterion: 'x', value: true }] } })),
    );
    const { slices, matrix } = await coverageOf(study, { by: ['topic'] });
    expect(slices).toHaveLength(51);
    const others = slices.findIndex(({ value }) => value === null);
    // t0 to t9 come three times, t10 to t59 twice: ten of the latter do not fit, those that come last by name.
    expect(matrix.cell(0, others)).toMatchObject({ filled: 20, chances: 40 });
    expect(slices.reduce((sum, _, at) => sum + matrix.cell(0, at).filled, 0)).toBe(130);
  });
});
