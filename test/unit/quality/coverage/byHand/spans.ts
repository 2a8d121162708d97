import type { Critique } from '../../../../../src/core/model/annotation/annotation';
import type { CoverageSlice, SpanCounts, SpanTypeCounts } from '../../../../../src/core/model/report/coverage';
import { countingIn, isIn, slicesOf, type Named, type PlainStudy } from './plainStudy';
import { rate, share, sum } from './statistics';

/** A response of an annotation with all its critiques. */
interface Critiqued {
  readonly critiques: readonly Critique[];
  readonly slices: readonly Named[];
}

type Kind = SpanTypeCounts['kind'];

interface Mark {
  readonly type?: string | undefined;
  readonly polarity?: string | undefined;
}

const marksOf = ({ critiques }: Critiqued, kind: Kind): readonly Mark[] =>
  critiques.flatMap(({ spans = [], missing = [] }): readonly Mark[] =>
    kind === 'span' ? spans.filter(({ lost }) => !lost) : missing,
  );
const writtenIn = ({ text, strengths = '', weaknesses = '', suggestion = '' }: Critique): boolean =>
  [text, strengths, weaknesses, suggestion].some((each) => each.trim() !== '');

/**
 * `SpanCounts`, each count as its comment says.
 * @param slices those by whose places it counts
 * @param taxonomy types that can be chosen
 */
export function spansByHand(
  study: PlainStudy,
  slices: readonly CoverageSlice[],
  taxonomy: readonly string[],
): SpanCounts {
  const responses = countingIn(study)
    .judged.filter(({ annotation }) => !annotation.judgement.skip)
    .flatMap((judged): Critiqued[] => {
      const { critiques = [] } = judged.annotation.judgement;
      return [...new Set(critiques.map(({ response }) => response))].map((response) => ({
        critiques: critiques.filter((each) => each.response === response),
        slices: slicesOf(judged, response),
      }));
    });
  const inSlice = (slice: CoverageSlice): Critiqued[] =>
    responses.filter((each) => slice.value !== null && isIn(each.slices, { by: slice.by, value: slice.value }));
  const negative = responses.flatMap(({ critiques }) =>
    critiques.flatMap((critique) =>
      (critique.spans ?? [])
        .filter(({ polarity, lost }) => polarity === 'negative' && !lost)
        .map(({ note = '' }) => writtenIn(critique) || note.trim() !== ''),
    ),
  );
  const types = (['span', 'missing'] as const).flatMap((kind) => {
    const all = responses.flatMap((each) => marksOf(each, kind));
    return [...new Set(all.map(({ type }) => type))]
      .map((type): SpanTypeCounts => {
        const count = (within: readonly Critiqued[]): [number, number] => [
          sum(within.map((each) => marksOf(each, kind).filter((mark) => mark.type === type).length)),
          within.filter((each) => marksOf(each, kind).some((mark) => mark.type === type)).length,
        ];
        const own = all.filter((mark) => mark.type === type);
        const bySlice = slices
          .map((slice, at) => [at, ...count(inSlice(slice))] as const)
          .filter(([, spans]) => spans > 0);
        return {
          kind,
          type: type ?? null,
          spans: own.length,
          negative: own.filter(({ polarity }) => polarity === 'negative').length,
          positive: own.filter(({ polarity }) => polarity === 'positive').length,
          responses: rate(count(responses)[1], responses.length),
          slices: bySlice,
        };
      })
      .sort((a, b) => b.spans - a.spans || ((a.type ?? '') < (b.type ?? '') ? -1 : 1));
  });
  return {
    spans: sum(responses.map((each) => marksOf(each, 'span').length)),
    missing: sum(responses.map((each) => marksOf(each, 'missing').length)),
    lost: sum(
      responses.flatMap(({ critiques }) => critiques.map(({ spans = [] }) => spans.filter(({ lost }) => lost).length)),
    ),
    critiqued: responses.length,
    slices: slices.map((slice, at) => [at, inSlice(slice).length] as const).filter(([, count]) => count > 0),
    types,
    withoutCritique: share(negative.filter((isWritten) => !isWritten).length, negative.length),
    neverUsed: taxonomy.filter((name) => !types.some(({ type }) => type === name)),
  };
}
