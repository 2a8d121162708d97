import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../../../src/core/model/annotation/annotation';
import { coverageOf } from '../../../../src/core/quality/coverage/coverage';
import { itemsOfSpans } from '../../../../src/core/quality/coverage/items/spanItems';
import { spansAsCsv } from '../../../../src/core/quality/coverage/serializedCoverage';
import { withoutResponseIds, slicesWithoutModels } from '../../../../src/core/quality/coverage/hideModels';
import { criterion, rubric, rubricStudy } from '../../made/rubricStudy';

type Critique = NonNullable<Judgement['critiques']>[number];
type Span = NonNullable<Critique['spans']>[number];

const records = [0, 1, 2, 3].map((n) => ({
  id: `q${n}`,
  prompt: `Question ${n}`,
  responses: ['alpha', 'beta'].map((model, r) => ({ id: `r${r + 1}`, text: `answer ${n}.${r}`, model })),
}));
const span = (type: string | undefined, more: Partial<Span> = {}): Span => ({
  start: 0,
  end: 6,
  quote: 'answer',
  ...(type !== undefined && { type }),
  polarity: 'negative',
  ...more,
});
const by = ['annotator', 'model'];

describe('the items behind a count of spans', () => {
  it('are those with such a span, with how many; together as many as coverage counts, in each slice', async () => {
    const critiques: readonly (readonly Critique[])[] = [
      [
        { response: 'r1', text: '', spans: [span('wrong'), span('wrong', { note: 'it is not' }), span(undefined)] },
        { response: 'r2', text: 'far off', spans: [span('wrong'), span('wrong', { lost: true })] },
      ],
      [
        {
          response: 'r2',
          text: '',
          spans: [span('vague', { polarity: 'positive' })],
          missing: [{ type: 'wrong' }, {}],
        },
      ],
      [{ response: 'r1', text: '', weaknesses: 'far off', spans: [span('vague')] }],
      [{ response: 'r1', text: '', spans: [span('wrong')] }],
    ];
    const study = await rubricStudy(
      records,
      [],
      critiques.map((each, at) => ({
        at,
        annotator: at === 3 ? 'ben' : 'ana',
        judgement: { critiques: [...each], rationale: 'so' },
      })),
    );
    const { slices, spans } = await coverageOf(study, { by });
    const places = async (...asked: Parameters<typeof itemsOfSpans>[1][]): Promise<unknown[]> =>
      Promise.all(
        asked.map(async (question) =>
          (await itemsOfSpans(study, question, { by })).map(({ item, ordinal, cells }) => [item, ordinal, cells]),
        ),
      );
    expect(
      await places(
        { kind: 'span', type: 'wrong' },
        { kind: 'span', type: null },
        { kind: 'missing', type: 'wrong' },
        { kind: 'missing', type: null },
        { kind: 'span', bare: true },
      ),
    ).toEqual([
      [
        ['q0', 0, 3],
        ['q3', 3, 1],
      ],
      [['q0', 0, 1]],
      [['q1', 1, 1]],
      [['q1', 1, 1]],
      [
        ['q0', 0, 2],
        ['q3', 3, 1],
      ],
    ]);
    // What was marked in a text that is gone says nothing of the one that is there.
    expect(spans).toMatchObject({ spans: 7, lost: 1, withoutCritique: { rate: 3 / 6, n: 6 } });
    for (const { kind, type, spans: count, slices: inSlices } of spans.types) {
      for (const [slice, own] of [[-1, count] as const, ...inSlices]) {
        const found = await itemsOfSpans(study, { kind, type, slice: slices[slice] }, { by });
        expect(found.reduce((sum, { cells }) => sum + cells, 0)).toBe(own);
      }
    }
    const model = (value: string): number => slices.findIndex((slice) => slice.by === 'model' && slice.value === value);
    expect(spans.slices.filter(([slice]) => slices[slice]?.by === 'model')).toEqual([
      [model('alpha'), 3],
      [model('beta'), 2],
    ]);
    const [head, ...lines] = [...spansAsCsv({ slices, spans })].map((line) => line.split(','));
    expect(head).toEqual(['kind', 'type', 'by', 'slice', 'spans', 'responses', 'critiqued', 'rate', 'low', 'high']);
    expect(
      lines
        .filter(([kind, type, of]) => kind === 'span' && type === 'wrong' && of !== 'annotator')
        .map((line) => line.slice(2, 8)),
    ).toEqual([
      ['all', '', '4', '3', '5', '0.6'],
      ['model', 'alpha', '3', '2', '3', '0.666667'],
      ['model', 'beta', '1', '1', '2', '0.5'],
    ]);
    expect(
      lines.filter(([kind, type]) => kind === 'missing' && type === '').map((line) => line.slice(2, 8)),
    ).toContainEqual(['model', 'alpha', '0', '0', '3', '0']);
  });
});

describe('coverage for somebody who judges blind', () => {
  it('is sliced by nothing that tells of models, and names no response', async () => {
    expect(
      slicesWithoutModels(['annotator', 'model', 'language', 'response', 'tags', 'meta.chosen_model', 'domain']),
    ).toEqual(['annotator', 'language', 'tags', 'domain']);
    const verdicts = ['r1', 'r2'].map((response) => ({ response, criterion: 'a', value: true }));
    const study = await rubricStudy(
      records,
      [rubric([criterion('a'), criterion('b', { weight: 2 })])],
      records.map((_, at) => ({
        at,
        judgement: {
          ranking: { tiers: [['r2'], ['r1']] },
          verdicts:
            at < 2
              ? verdicts
              : [
                  ...verdicts,
                  { response: 'r1', criterion: 'b', value: true },
                  { response: 'r2', criterion: 'b', value: false },
                ],
        },
      })),
    );
    const figures = await coverageOf(study, { by: slicesWithoutModels(by) });
    const { unexplained, against } = withoutResponseIds(figures).study;
    expect([unexplained.first.map(({ item, winner, loser }) => [item, winner, loser]), unexplained.count]).toEqual([
      [
        ['q0', '', ''],
        ['q1', '', ''],
        ['q2', '', ''],
        ['q3', '', ''],
      ],
      4,
    ]);
    expect(against.first.map(({ item, winner, loser }) => [item, winner, loser])).toEqual([
      ['q2', '', ''],
      ['q3', '', ''],
    ]);
    expect(figures.slices).toEqual([{ by: 'annotator', value: 'ana' }]);
  });
});
