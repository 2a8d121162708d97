import type { Judgement } from '../../model/annotation/annotation';
import { orderSeed } from '../drafts/draftName';
import type { ShownItem } from '../item/shownItem';
import {
  keyOfCritique,
  type CritiquesOfOne,
  type CritiquesShown,
  type LostCritique,
  type OthersCritique,
  type ShownCritique,
} from './critique';

/**
 * The order in which an annotator sees others' critiques. It is that of their keys, which are hashes with a seed drawn
 * from study, annotator, item and response: it stays as others come and go, and where somebody's critique stands of one
 * response tells nothing of where it stands of the next.
 * @param own what the annotator said of critiques
 * @param writerOf who made an annotation, by its id
 */
export function orderCritiques(
  { item, annotator }: Pick<ShownItem, 'item' | 'annotator'>,
  studySeed: number,
  found: ReadonlyMap<string, readonly OthersCritique[]>,
  own: Judgement['metaCritiques'],
  writerOf: (annotation: string) => string | undefined,
): CritiquesShown {
  const responses = new Set([...found.keys(), ...(own ?? []).map(({ response }) => response)]);
  return new Map(
    [...responses].map((response) => [
      response,
      ofOne(
        orderSeed(item.id, studySeed, annotator, 'critiques', response),
        found.get(response) ?? [],
        own?.find((each) => each.response === response)?.critiques ?? [],
        writerOf,
      ),
    ]),
  );
}

function ofOne(
  seed: number,
  found: readonly OthersCritique[],
  judged: readonly Pick<OthersCritique, 'annotation' | 'hash'>[],
  writerOf: (annotation: string) => string | undefined,
): CritiquesOfOne {
  const shown = new Map<string, ShownCritique>();
  for (const critique of found) {
    const key = keyOfCritique(seed, critique.annotator, critique.hash);
    shown.set(key, { ...critique, key });
  }
  const lost: LostCritique[] = [];
  for (const { annotation, hash } of judged) {
    const all = [...shown.values()].filter((each) => each.hash === hash);
    // Whoever saved their judgement again and said the same of the response said nothing new.
    const same =
      all.find((each) => each.annotation === annotation) ?? all.find((each) => each.annotator === writerOf(annotation));
    if (!same) lost.push({ key: keyOfCritique(seed, annotation, hash), annotation, hash });
    else if (same.annotation !== annotation) shown.set(same.key, { ...same, judgedAs: annotation });
  }
  return { seed, shown: [...shown.values()].sort((a, b) => (a.key < b.key ? -1 : 1)), lost };
}
