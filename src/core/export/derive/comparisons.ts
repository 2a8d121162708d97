import type { Annotation, Comparison } from '../../model/annotation/annotation';
import type { Response } from '../../model/item/item';
import { judgedResponses } from '../../model/item/judgedResponses';
import type { Judged, RowNotifier } from '../format';
import { criteriaOf } from './pairs';

/**
 * What an annotation says of two responses at a time, ties and all: its comparisons as they were made, or of a ranking
 * each two responses in the order in which they were shown (the unranked below all others). Of two that were both left
 * unranked it says nothing. With `criterion` what was compared by that alone, without it what was compared as a whole;
 * why an annotation says nothing is told.
 */
export function comparisonsIn(
  annotation: Annotation,
  criterion: string | undefined,
  notify: RowNotifier,
): readonly Comparison[] {
  const { judgement } = annotation;
  for (const name of criteriaOf(annotation)) notify.criterion(name);
  if (judgement.ranking && criterion !== undefined) notify.drop('other-criterion');
  else if (judgement.ranking) {
    const pairs = ofRanking(annotation, judgement.ranking.tiers);
    const count = annotation.shown.length;
    notify.drop('both-unranked', (count * (count - 1)) / 2 - pairs.length);
    return pairs;
  } else if (!judgement.comparisons) notify.drop('no-preference');
  const by = (judgement.comparisons ?? []).filter((comparison) => comparison.criterion === criterion);
  notify.drop(
    criterion === undefined ? 'one-criterion' : 'other-criterion',
    (judgement.comparisons ?? []).length - by.length,
  );
  return by;
}

/** A comparison with the responses that it is of; undefined where the item has one no more. */
export interface Compared {
  readonly annotation: Annotation;
  /** Which of the annotation's it is, from 1. */
  readonly number: number;
  readonly a: Response | undefined;
  readonly b: Response | undefined;
  readonly outcome: Comparison['outcome'];
}

/** Gives what all annotations of an item compare (`comparisonsIn`), with the responses. */
export function* comparedIn(
  { item, annotations }: Pick<Judged, 'item' | 'annotations'>,
  criterion: string | undefined,
  notify: RowNotifier,
): Generator<Compared> {
  for (const annotation of annotations) {
    const responses = new Map(judgedResponses(item, annotation.judgement).map((response) => [response.id, response]));
    for (const [n, { a, b, outcome }] of comparisonsIn(annotation, criterion, notify).entries())
      yield { annotation, number: n + 1, a: responses.get(a), b: responses.get(b), outcome };
  }
}

/** All that an annotation compares, by whichever criterion. */
export function allComparisonsIn(annotation: Annotation): readonly Comparison[] {
  const { ranking, comparisons = [] } = annotation.judgement;
  return ranking ? ofRanking(annotation, ranking.tiers) : comparisons;
}

function ofRanking({ shown }: Annotation, tiers: readonly (readonly string[])[]): Comparison[] {
  const places = new Map(tiers.flatMap((tier, place) => tier.map((id) => [id, place] as const)));
  return shown.flatMap((a, i) =>
    shown.slice(i + 1).flatMap((b): Comparison[] => {
      const [one, other] = [places.get(a) ?? tiers.length, places.get(b) ?? tiers.length];
      if (one === tiers.length && other === tiers.length) return [];
      return [{ a, b, outcome: one === other ? 'tie' : one < other ? 'a' : 'b' }];
    }),
  );
}
