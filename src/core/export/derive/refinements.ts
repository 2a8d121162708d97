import type { Annotation, Judgement, Refinement } from '../../model/annotation/annotation';
import type { Response } from '../../model/item/item';
import { judgedResponses } from '../../model/item/judgedResponses';
import { shortHash } from '../../model/text/shortHash';
import { allComparisonsIn } from './comparisons';
import type { DropReason } from '../dropReasons';
import type { Judged, RowNotifier } from '../format';
import { sameText, type Pair } from './pairs';

/** A text that an annotator made of another. */
export interface RefinementStep {
  readonly annotation: Annotation;
  readonly refinement: Refinement;
  /** The response that the first text of the chain is. */
  readonly response: Response;
  readonly before: Response;
  readonly after: Response;
}

/** How an annotator judged an edit beside a text that it goes back to. */
type EditOutcome = 'better' | 'even' | 'worse';

/**
 * Each edit of a response with the text that it was made of: the response itself, or the edit of an earlier round
 *. Edits that change nothing are told and left, as are those of a text that changed since.
 *
 * @param keepsUnchanged edits that change nothing are among them: where a row says what a text should have been
 */
export function refinementsOf(
  annotation: Annotation,
  { item, source }: Pick<Judged, 'item' | 'source'>,
  onDrop: (reason: DropReason, refinement: Refinement) => void,
  keepsUnchanged = false,
): RefinementStep[] {
  const refinements = annotation.judgement.refinements ?? [];
  const responses = new Map(judgedResponses(item, annotation.judgement).map((response) => [response.id, response]));
  return refinements.flatMap((refinement): RefinementStep[] => {
    const response = responses.get(refinement.response);
    const before = textRefined(annotation, refinement, response);
    const after = refinedResponse(refinement);
    if (!response || !before) onDrop('stale', refinement);
    else if (!isOfSameText(annotation, refinement, source)) onDrop('original-changed', refinement);
    else if (!keepsUnchanged && sameText(before, after)) onDrop('identical', refinement);
    else return [{ annotation, refinement, response, before, after }];
    return [];
  });
}

/**
 * The edits that a model may learn to write: all but those that their own annotator judged worse than the text that
 * they were made of, or than the response that the chain began with, which are told.
 */
export function improvementsOf(
  annotation: Annotation,
  judged: Pick<Judged, 'item' | 'source'>,
  onDrop: (reason: DropReason) => void,
  keepsUnchanged = false,
): RefinementStep[] {
  return refinementsOf(annotation, judged, (reason) => onDrop(reason), keepsUnchanged).filter((step) => {
    if (!isWorsened(step)) return true;
    onDrop('worsened');
    return false;
  });
}

/** Gives what `improvementsOf` does of all annotations, with the responses that a row is of; what gives none is told. */
export function* improvementsIn(
  judged: Judged,
  _options: unknown,
  { drop }: RowNotifier,
): Generator<RefinementStep & { readonly responses: readonly Response[] }> {
  for (const annotation of judged.annotations) {
    if (!annotation.judgement.refinements?.length) drop('no-refinement');
    for (const step of improvementsOf(annotation, judged, drop))
      yield { ...step, responses: [step.before, step.after] };
  }
}

/** Whether the annotator of an edit judged it worse than the text it was made of, or than where the chain began. */
const isWorsened = ({ annotation, response, before, after }: RefinementStep): boolean =>
  [before, response].some(({ id }) => outcomeOf(annotation, after.id, id) === 'worse');

/** Whether the annotator of an edit judged it beside the text that it was made of, and found it no better. */
export const isNoBetter = ({ annotation, before, after }: RefinementStep): boolean =>
  !['better', undefined].includes(outcomeOf(annotation, after.id, before.id));

/** How an annotator judged an edit beside another text, where they compared, accepted or rated both as a whole. */
function outcomeOf(annotation: Annotation, edit: string, other: string): EditOutcome | undefined {
  const again = allComparisonsIn(annotation).findLast(
    ({ a, b, criterion }) => criterion === undefined && [a, b].includes(edit) && [a, b].includes(other),
  );
  if (again) {
    const side = again.a === edit ? 'a' : 'b';
    return again.outcome === side ? 'better' : again.outcome === 'a' || again.outcome === 'b' ? 'worse' : 'even';
  }
  const { acceptable = {} } = annotation.judgement;
  // Two that are acceptable, or two that are not, may still differ.
  if (acceptable[edit] !== undefined && acceptable[other] === !acceptable[edit])
    return acceptable[edit] ? 'better' : 'worse';
  const [own, others] = [overallRating(annotation.judgement, edit), overallRating(annotation.judgement, other)];
  if (own === undefined || others === undefined) return undefined;
  return own > others ? 'better' : own < others ? 'worse' : 'even';
}

/** What an annotator rated a text as a whole ("overall"); undefined where they did not. */
export function overallRating({ ratings = [] }: Judgement, id: string): number | undefined {
  return (
    ratings.find(({ response, aspect }) => response === id && aspect.toLowerCase() === 'overall')?.value ?? undefined
  );
}

/**
 * What an edit comes to as a pair: the edited text over the one before, unless its annotator judged
 * them again and found it no better. One list for each annotation.
 */
export function* refinementPairs(judged: Judged, _options: unknown, notify: RowNotifier): Generator<readonly Pair[]> {
  const { item, context, annotations } = judged;
  for (const annotation of annotations) {
    if (!annotation.judgement.refinements?.length) notify.drop('no-refinement');
    yield refinementsOf(annotation, judged, (reason) => notify.drop(reason)).flatMap((step): Pair[] => {
      if (!isNoBetter(step))
        return [{ item, chosen: step.after, rejected: step.before, annotations: [annotation], context }];
      notify.drop('not-improved');
      return [];
    });
  }
}

/**
 * Whether the response that a refinement goes back to has the text that was edited. Of lines that do not say which that
 * was, only where nothing of the item changed.
 */
export function isOfSameText(
  { hash, judgement: { refinements = [] } }: Pick<Annotation, 'hash' | 'judgement'>,
  refinement: Refinement,
  source: Pick<Judged['source'], 'hash' | 'responses'>,
): boolean {
  const own = refinements.filter(({ response }) => response === refinement.response);
  // An edit of an edit goes back to the text that the first one was made of; there are no more of them than edits.
  let first: Refinement | undefined = refinement;
  for (let left = own.length; first?.of !== undefined && left > 0; left--) {
    const { of }: Refinement = first;
    first = own.find(({ round = 1 }) => round === of);
  }
  const original = source.responses.find(({ id }) => id === refinement.response);
  if (!first || first.of !== undefined || !original) return false;
  return first.ofHash === undefined ? hash === source.hash : first.ofHash === shortHash(original.text);
}

/** The text that a refinement was made of: the response, or what an earlier round made of it. */
export function textRefined(
  { judgement }: Pick<Annotation, 'judgement'>,
  { response: id, of }: Refinement,
  response: Response | undefined,
): Response | undefined {
  if (of === undefined) return response;
  const earlier = judgement.refinements?.find((each) => each.response === id && (each.round ?? 1) === of);
  return earlier && refinedResponse(earlier);
}

/** An edited text under the id by which it was judged among the responses, or one of its own. */
export const refinedResponse = ({ id, response, round = 1, text }: Refinement): Response => ({
  id: id ?? `${response}~${round}`,
  text,
});
