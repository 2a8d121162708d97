import { createHash } from 'node:crypto';
import { judgeKindOf } from '../../model/annotation/judgeKind';
import type { Annotation, Judgement } from '../../model/annotation/annotation';
import { critiqueParts, type CritiquePart } from '../../model/annotation/judgementValues';
import type { Response } from '../../model/item/item';

/**
 * Others' critiques are gathered from the annotations in force of everybody else on the same texts and under the same
 * context, when the study's rule allows it, and only then are they part of the shown item. A draft and the webview know
 * them by keys: hashes of the order's seed, the writer and what is said, which are the order too, so that it stays as
 * others come and go and tells nothing across responses. The journal has the annotation's id and a hash of texts and
 * verdict. A later line of the same writer that says the same of the response is the same critique; anything else is
 * another one, and what was said of the one before is kept as lost.
 */

/** What somebody else's critique concludes of its response, as their annotation says it: by ids. */
export type VerdictById =
  | { readonly kind: 'order'; readonly tiers: readonly (readonly string[])[] }
  | { readonly kind: 'compared'; readonly other: string; readonly better: boolean | null; readonly strength?: number }
  | { readonly kind: 'rating'; readonly aspect: string; readonly value: number | null }
  | { readonly kind: 'acceptable'; readonly value: boolean };

/** A critique by somebody else, as the host knows it: with all that must not be on the screen. */
export interface OthersCritique extends Readonly<Record<'text' | CritiquePart, string>> {
  readonly annotation: string;
  readonly annotator: string;
  readonly origin: Annotation['origin']['kind'];
  readonly hash: string;
  readonly verdict: readonly VerdictById[];
}

/**
 * The written critiques of an annotation, each with what it concludes of its response. Those that are marks alone are
 * none.
 */
export function critiquesIn(
  { id: annotation, annotator, origin, judgement }: Annotation,
  item: { readonly responses: readonly Pick<Response, 'id'>[] },
): (OthersCritique & { readonly response: string })[] {
  const known = new Set(item.responses.map(({ id }) => id));
  return (judgement.critiques ?? []).flatMap((critique) => {
    const { response, text, strengths = '', weaknesses = '', suggestion = '' } = critique;
    const said = { text, strengths, weaknesses, suggestion };
    if (!known.has(response) || Object.values(said).every((each) => each.trim() === '')) return [];
    const verdict = verdictOn(response, judgement, known);
    return [
      {
        response,
        annotation,
        annotator,
        origin: judgeKindOf(origin),
        ...said,
        verdict,
        hash: hashOfCritique(said, verdict),
      },
    ];
  });
}

/**
 * What a judgement concludes of a response: its place, how it compares, its ratings, whether it is acceptable.
 * @param known ids of the item's own responses; no other is named
 */
function verdictOn(
  response: string,
  { ranking, comparisons = [], ratings = [], acceptable = {} }: Judgement,
  known: ReadonlySet<string>,
): VerdictById[] {
  const tiers = (ranking?.tiers ?? [])
    .map((tier) => tier.filter((id) => known.has(id)))
    .filter((tier) => tier.length > 0);
  const ranked = tiers.flat();
  return [
    ...(ranked.length > 1 && ranked.includes(response) ? [{ kind: 'order', tiers } as const] : []),
    ...comparisons.flatMap(({ a, b, outcome, strength, criterion }): VerdictById[] => {
      const other = a === response ? b : b === response ? a : undefined;
      if (other === undefined || !known.has(other) || criterion !== undefined || outcome === 'unsure') return [];
      const better = outcome === 'a' || outcome === 'b' ? (outcome === 'a') === (a === response) : null;
      return [{ kind: 'compared', other, better, ...(strength !== undefined && { strength }) }];
    }),
    ...ratings.flatMap(({ response: of, aspect, value }): VerdictById[] =>
      of === response ? [{ kind: 'rating', aspect, value }] : [],
    ),
    ...(Object.hasOwn(acceptable, response)
      ? [{ kind: 'acceptable', value: acceptable[response] === true } as const]
      : []),
  ];
}

/**
 * Names what a critique says: the first 16 hexadecimal digits of the SHA-256 of the JSON array of its text, strengths,
 * weaknesses, suggestion (empty where there are none) and verdict.
 */
export function hashOfCritique(
  { text, ...rest }: Pick<OthersCritique, 'text' | CritiquePart>,
  verdict: readonly VerdictById[],
): string {
  return digest([text, ...critiqueParts.map((part) => rest[part]), verdict]);
}

/**
 * Names a critique on one annotator's desk, telling nothing of who wrote it: neither across responses nor across
 * annotators.
 * @param seed of the order in which the response's critiques are shown
 */
export const keyOfCritique = (seed: number, writer: string, hash: string): string => digest([seed, writer, hash]);

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/**
 * A critique of somebody else's that stands on the desk, and by what its annotator's last judgement of it named it,
 * where that was an earlier line that says the same.
 */
export interface ShownCritique extends OthersCritique {
  readonly key: string;
  readonly judgedAs?: string;
}

/** One that was judged and is another one now, or gone: it is not shown, and what was said of it stays. */
export interface LostCritique {
  readonly key: string;
  readonly annotation: string;
  readonly hash: string;
}

/** The critiques of one response, in the order in which they are shown. */
export interface CritiquesOfOne {
  readonly seed: number;
  readonly shown: readonly ShownCritique[];
  readonly lost: readonly LostCritique[];
}

/** By the response's id. */
export type CritiquesShown = ReadonlyMap<string, CritiquesOfOne>;
