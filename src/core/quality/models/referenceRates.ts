import type { ModelsFigures } from '../../model/report/quality';
import { estimateOf, ItemSums, type Estimate } from '../estimate';
import type { StudyJudgements } from '../judgements/studyJudgements';
import type { Wanted } from '../judgements/valuesOf';

export interface ReferenceRates {
  /** Of each model; none where it never met the reference. */
  readonly rates: readonly (Estimate | undefined)[];
  readonly of: ModelsFigures['reference'];
}

/**
 * How often each model wins against the reference, ties as half: against the responses of the model that is named as
 * it, else against those that are, word for word, a reference answer of their item (a blind human reference among the
 * candidates).
 * @param names of models, in whose order the rates come
 */
export function referenceRates(
  { pairs, annotations, facts: { texts } }: StudyJudgements,
  wanted: Wanted,
  names: readonly string[],
  model?: string,
): ReferenceRates {
  const named = model === undefined ? -1 : texts.models.indexOf(model);
  const isReference = (place: number): boolean =>
    model === undefined ? texts.reference[place] === 1 : texts.responseModels[place] === named;
  const numbers = new Map(names.map((name, at) => [texts.models.indexOf(name), at]));
  /** By model, by row: won and all. */
  const counts = names.map(() => new Map<number, { won: number; all: number }>());
  let count = 0;
  for (let at = 0; at < pairs.annotation.length; at++) {
    const annotation = pairs.annotation[at] ?? 0;
    const [first, second] = [pairs.first[at] ?? 0, pairs.second[at] ?? 0];
    const isFirst = isReference(first);
    if (isFirst === isReference(second) || !wanted(annotation)) continue;
    // A reference answer is known by the text of the whole.
    if (model === undefined && annotations.turn[annotation] !== -1) continue;
    const own = counts[numbers.get(texts.responseModels[isFirst ? second : first] ?? -1) ?? -1];
    if (!own) continue;
    count++;
    const row = annotations.row[annotation] ?? 0;
    const known = own.get(row) ?? { won: 0, all: 0 };
    own.set(row, known);
    known.won += (1 + (isFirst ? -1 : 1) * (pairs.outcome[at] ?? 0)) / 2;
    known.all++;
  }
  return {
    rates: counts.map((rows) => {
      const sums = new ItemSums(2);
      for (const { won, all } of rows.values()) sums.item().set([won, all]);
      return estimateOf(sums, ([won = 0, all = 0]) => (all > 0 ? won / all : null), [0, 1]) ?? undefined;
    }),
    of: count > 0 ? { model: model ?? null, pairs: count } : null,
  };
}
