import type { Annotation, Refinement } from '../../model/annotation/annotation';
import type { Response } from '../../model/item/item';
import { judgedResponses } from '../../model/item/judgedResponses';
import { allComparisonsIn } from './comparisons';
import type { Judged, RowNotifier } from '../format';
import { sameText, type Pair } from './pairs';

/** A text that an annotator made of another. */
export interface RefinementStep {
  readonly annotation: Annotation;
  /** The response that the first text of the chain is. */
  readonly response: Response;
  readonly before: Response;
  readonly after: Response;
}

/**
 * Each edit of a response with the text that it was made of: the response itself, or the edit of an earlier round
 * (C12). Edits that change nothing are told and left.
 */
export function refinementsIn({ item, annotations }: Judged, notify: RowNotifier): RefinementStep[] {
  return annotations.flatMap((annotation) => {
    const refinements = annotation.judgement.refinements ?? [];
    if (refinements.length === 0) notify.drop('no-refinement');
    const responses = new Map(judgedResponses(item, annotation.judgement).map((response) => [response.id, response]));
    return refinements.flatMap((refinement): RefinementStep[] => {
      const response = responses.get(refinement.response);
      const earlier =
        refinement.of === undefined
          ? undefined
          : refinements.find((each) => each.response === refinement.response && (each.round ?? 1) === refinement.of);
      const before = refinement.of === undefined ? response : earlier && asResponse(earlier);
      const after = asResponse(refinement);
      if (!response || !before) notify.drop('stale');
      else if (sameText(before, after)) notify.drop('identical');
      else return [{ annotation, response, before, after }];
      return [];
    });
  });
}

/**
 * What an edit comes to as a pair: the edited text over the one before (FORMATS.md 3.8), unless its annotator judged
 * them again and found it no better. One list for each annotation.
 */
export function* refinementPairs(judged: Judged, _options: unknown, notify: RowNotifier): Generator<readonly Pair[]> {
  const refined = refinementsIn(judged, notify);
  for (const annotation of judged.annotations) {
    yield refined.flatMap(({ annotation: by, before, after }): Pair[] => {
      if (by !== annotation) return [];
      const again = allComparisonsIn(annotation).findLast(
        ({ a, b, criterion }) => criterion === undefined && [a, b].includes(after.id) && [a, b].includes(before.id),
      );
      if (again && again.outcome !== (again.a === after.id ? 'a' : 'b')) {
        notify.drop('not-improved');
        return [];
      }
      return [
        { item: judged.item, chosen: after, rejected: before, annotations: [annotation], context: judged.context },
      ];
    });
  }
}

/** Under the id by which it was judged among the responses, or one of its own. */
const asResponse = ({ id, response, round = 1, text }: Refinement): Response => ({
  id: id ?? `${response}~${round}`,
  text,
});
