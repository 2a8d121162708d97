import type { Annotation } from '../../model/annotation/annotation';
import type { MetaCritique } from '../../model/annotation/metaCritiqueSchemas';
import { critiquesIn } from '../../desk/othersCritiques/critique';
import type { Judged, RowNotifier } from '../format';
import { labelledCritiqueText } from '../texts/judgeTexts';

/** Where critiques and what is said of them stand. */
type CritiquesOf = Pick<Judged, 'item' | 'annotations' | 'critics'>;

/** A critique that was judged, with what its judge says of it. */
export interface JudgedCritique {
  /** Of whoever judged it. */
  readonly annotation: Annotation;
  /** Of whoever wrote it. */
  readonly writer: Annotation;
  readonly text: string;
  readonly said: MetaCritique['critiques'][number];
}

/** Two critiques of a response, of which somebody thinks one better. */
export interface CritiquePair {
  readonly response: string;
  readonly annotations: readonly Annotation[];
  readonly chosen: string;
  readonly rejected: string;
  /** What says so. */
  readonly by: 'ranking' | 'accepted' | 'edited';
}

/**
 * The preferences over critiques in what an annotator says of others': of the ranking, each over each in a lower
 * tier; each that is accepted over each that is not, unless the ranking says otherwise; and a text that the annotator
 * made of some over those.
 */
export function critiquePairsOf(
  annotation: Annotation,
  judged: CritiquesOf,
  { drop }: Pick<RowNotifier, 'drop'>,
): CritiquePair[] {
  return (annotation.judgement.metaCritiques ?? []).flatMap((meta) => {
    const all = meta.critiques.map((_, number) => critiqueJudged(annotation, meta, number, judged));
    drop('critique-gone', all.filter((each) => each === undefined).length);
    const pairs: CritiquePair[] = [];
    const known = new Set<string>();
    const add = (
      chosen: string,
      rejected: string,
      from: readonly (JudgedCritique | undefined)[],
      by: CritiquePair['by'],
    ): void => {
      if (chosen === rejected) drop('identical');
      else if (!known.has(JSON.stringify([chosen, rejected])) && !known.has(JSON.stringify([rejected, chosen]))) {
        known.add(JSON.stringify([chosen, rejected]));
        pairs.push({
          response: meta.response,
          annotations: [annotation, ...from.flatMap((each) => each?.writer ?? [])],
          chosen,
          rejected,
          by,
        });
      }
    };
    const over = (
      better: JudgedCritique | undefined,
      worse: JudgedCritique | undefined,
      by: CritiquePair['by'],
    ): void => {
      if (better && worse) add(better.text, worse.text, [better, worse], by);
    };
    const tiers = meta.ranking?.tiers ?? [];
    tiers.forEach((tier, place) =>
      tier.forEach((chosen) =>
        tiers
          .slice(place + 1)
          .flat()
          .forEach((rejected) => over(all[chosen], all[rejected], 'ranking')),
      ),
    );
    const tied = new Set(tiers.flatMap((tier) => tier.flatMap((one) => tier.map((other) => `${one} ${other}`))));
    all.forEach((chosen, one) =>
      all.forEach((rejected, other) => {
        if (chosen?.said.accepted === true && rejected?.said.accepted === false && !tied.has(`${one} ${other}`))
          over(chosen, rejected, 'accepted');
      }),
    );
    for (const { of, ...made } of meta.texts ?? [])
      for (const number of of) {
        const original = all[number];
        if (original) add(labelledCritiqueText(made), original.text, [original], 'edited');
      }
    return pairs;
  });
}

/**
 * Each critique that an annotator judged, with whose it is and what is said of it; those that are not at hand are told
 * and left.
 */
export function judgedCritiquesOf(
  annotation: Annotation,
  judged: CritiquesOf,
  { drop }: Pick<RowNotifier, 'drop'>,
): (JudgedCritique & { readonly response: string })[] {
  return (annotation.judgement.metaCritiques ?? []).flatMap((meta) => {
    const all = meta.critiques.flatMap((_, number) => critiqueJudged(annotation, meta, number, judged) ?? []);
    drop('critique-gone', meta.critiques.length - all.length);
    return all.map((each) => ({ ...each, response: meta.response }));
  });
}

/** A critique by its number in what was said of it; undefined where it was taken back, or rewritten since. */
export function critiqueJudged(
  annotation: Annotation,
  { response, critiques }: MetaCritique,
  number: number,
  { item, annotations, critics = [] }: CritiquesOf,
): JudgedCritique | undefined {
  const said = critiques[number];
  if (!said || said.lost) return undefined;
  const found = [...annotations, ...critics].flatMap((writer) =>
    critiquesIn(writer, item)
      .filter((each) => each.response === response && each.hash === said.hash)
      .map((each) => ({ writer, text: labelledCritiqueText(each) })),
  );
  // Whoever saved their judgement again and said the same said nothing new.
  const one = found.find(({ writer }) => writer.id === said.annotation) ?? found[0];
  return one && { annotation, said, ...one };
}

/** Whether somebody's critique stands in a row whose judgements are not exported. */
export const restsOnCritic = (rested: readonly Annotation[], { critics = [] }: Pick<Judged, 'critics'>): boolean =>
  rested.some((annotation) => critics.includes(annotation));
