import type { StudyJudgements } from '../judgements/studyJudgements';
import type { Wanted } from '../judgements/valuesOf';

/** More models than this are not told apart: those with the most pairs are. */
const maxModels = 60;

/** A pair of responses of two models. */
export interface ModelPair {
  readonly row: number;
  readonly annotation: number;
  readonly first: number;
  readonly second: number;
  /** Places of the responses. */
  readonly a: number;
  readonly b: number;
  readonly outcome: number;
}

/** Collects wanted comparisons of responses of two models, those of an item behind each other. */
export function modelPairs(
  { pairs, annotations, facts }: StudyJudgements,
  wanted: Wanted,
): { readonly names: readonly string[]; readonly pairs: readonly ModelPair[] } {
  const { models, responseModels } = facts.texts;
  const counts = new Map<number, number>();
  const found: ModelPair[] = [];
  for (let at = 0; at < pairs.annotation.length; at++) {
    const annotation = pairs.annotation[at] ?? 0;
    const [a, b] = [pairs.first[at] ?? 0, pairs.second[at] ?? 0];
    const [first, second] = [responseModels[a] ?? -1, responseModels[b] ?? -1];
    if (first < 0 || second < 0 || first === second || !wanted(annotation)) continue;
    for (const model of [first, second]) counts.set(model, (counts.get(model) ?? 0) + 1);
    found.push({
      row: annotations.row[annotation] ?? 0,
      annotation,
      first,
      second,
      a,
      b,
      outcome: pairs.outcome[at] ?? 0,
    });
  }
  const kept = [...counts]
    .sort(([one, a], [other, b]) => b - a || one - other)
    .slice(0, maxModels)
    .map(([model]) => model);
  const places = new Map(kept.map((model, at) => [model, at]));
  return {
    names: kept.map((model) => models[model] ?? ''),
    pairs: found
      .flatMap((pair) => {
        const [first, second] = [places.get(pair.first), places.get(pair.second)];
        return first === undefined || second === undefined ? [] : [{ ...pair, first, second }];
      })
      .sort((a, b) => a.row - b.row),
  };
}
