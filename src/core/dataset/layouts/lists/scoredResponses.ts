import { problem } from '../../../model/problems/problem';
import type { Response } from '../../../model/item/item';
import { LayoutError } from '../../fields/recordFields';
import { numberOf, type RecordReader } from '../../records/recordReader';
import { rankingLabel } from '../labels/numericJudgements';

/**
 * Responses with the scores of a list beside them, which each keeps in its metadata, and the ranking that these are.
 * Throws `LayoutError` where the lists differ in their number or a score is none.
 */
export function scoredResponses(
  record: RecordReader,
  name: string,
  responses: readonly Response[],
): { readonly responses: readonly Response[]; readonly labels: ReturnType<typeof rankingLabel> } {
  const list = record.listAt(name);
  if (list.length !== responses.length)
    throw new LayoutError(
      problem('layouts.scoresDiffer', {
        path: record.path(name),
        scores: list.length,
        responses: responses.length,
      }),
      { field: name },
    );
  const scores = list.map((entry, i) => {
    const score = numberOf(entry);
    if (score === undefined) throw record.wrong(`${name}[${i}]`, entry, 'number');
    return score;
  });
  return {
    responses: responses.map((response, i) => ({ ...response, metadata: { score: scores[i] } })),
    labels: rankingLabel(responses.map(({ id }, i) => ({ id, rank: -(scores[i] ?? 0) }))),
  };
}
