import type { CritiquePart, Soundness } from './judgementValues';
import type { CritiqueMade, DraftMetaCritique, CritiqueOpinion } from './metaCritiqueSchemas';
import { tiersOf } from './ranking';

/**
 * Judging the critiques that others wrote of a response: what the desk shows, what is under way, and what is said
 * of it.
 */

/** What a critique concludes of its response, by shown index of responses. */
export type CritiqueVerdict =
  /** Tiers, best first, of those that are on the desk. */
  | { readonly kind: 'order'; readonly tiers: readonly (readonly number[])[] }
  /** How it compares with another; `better` is null for a tie. */
  | { readonly kind: 'compared'; readonly other: number; readonly better: boolean | null; readonly strength?: number }
  | { readonly kind: 'rating'; readonly aspect: string; readonly value: number | null }
  | { readonly kind: 'acceptable'; readonly value: boolean };

/** A stretch of a critique; in one piece where it has no part. */
export interface DeskCritiqueText {
  readonly part?: CritiquePart;
  readonly text: string;
  /** UTF-16 units that are not shown. */
  readonly left?: number;
}

/** A critique as it is shown: from what kind of source, but not by whom. */
export interface DeskCritique {
  readonly key: string;
  readonly origin: 'human' | 'imported' | 'model';
  readonly texts: readonly DeskCritiqueText[];
  readonly verdict: readonly CritiqueVerdict[];
}

/**
 * The critiques of the responses of an item, by shown index. Sent once; items name the `key` that they are sent under.
 */
export interface DeskCritiques {
  readonly key: string;
  readonly responses: readonly (readonly DeskCritique[])[];
}

/** The critiques of one response are in hand: one of them, or (behind them) one of the texts made of them. */
export interface SelectedCritiques {
  /** Shown index of the response. */
  readonly index: number;
  /** Which one: the key of a critique, or the number of a text. Others may come and go before it at any moment. */
  readonly of: string | number;
  /** Where that stands now: critiques are counted first, then texts. */
  readonly number: number;
  /** Keys of those that are chosen to be merged, in the order of choosing. */
  readonly picked: readonly string[];
}

/** What a state of the desk says of them. */
export interface DeskCritiquesState {
  /** Which `DeskCritiques` these are. */
  readonly list: string;
  readonly active: SelectedCritiques | null;
  /** How many were judged by response that are other ones now, or gone. */
  readonly lost: readonly number[];
}

/** What is said while critiques are judged. Numbers count from 0. */
export type CritiquesNotice =
  | { readonly what: 'opened'; readonly index: number; readonly count: number }
  | { readonly what: 'closed'; readonly index: number }
  | { readonly what: 'none'; readonly index: number }
  | { readonly what: 'not-shown'; readonly why: 'hidden' | 'after' }
  | { readonly what: 'no-critique-in-hand' }
  | { readonly what: 'accepted'; readonly number: number; readonly value: boolean | null }
  | { readonly what: 'soundness'; readonly number: number; readonly value: Soundness | null }
  | { readonly what: 'agrees'; readonly number: number; readonly value: boolean | null }
  | { readonly what: 'no-verdict'; readonly number: number }
  | {
      readonly what: 'placed';
      readonly number: number;
      readonly place: number | null;
      readonly of: number;
      readonly tiedWith: readonly number[];
    }
  | { readonly what: 'no-such-place'; readonly count: number }
  | { readonly what: 'picked'; readonly number: number; readonly count: number; readonly on: boolean }
  | { readonly what: 'pick-more' }
  /** A text of one's own was begun with so many. */
  | { readonly what: 'made'; readonly of: readonly number[] }
  | { readonly what: 'removed' }
  /** The judgement is saved, and critiques can be judged from now on: so many. */
  | { readonly what: 'saved'; readonly count: number };

export const noOpinion: CritiqueOpinion = { accepted: null, soundness: null, agrees: null, place: null };
export const noMetaCritique: DraftMetaCritique = { said: {}, texts: [] };

/** What a draft says of a critique. */
export const opinionOf = (draft: DraftMetaCritique | undefined, key: string): CritiqueOpinion =>
  draft && Object.hasOwn(draft.said, key) ? (draft.said[key] ?? noOpinion) : noOpinion;

/** The draft with that said of a critique; nothing stands where nothing is said. */
export function withOpinion(
  draft: DraftMetaCritique,
  key: string,
  change: Partial<CritiqueOpinion>,
): DraftMetaCritique {
  const { [key]: before = noOpinion, ...others } = draft.said;
  const now = { ...before, ...change };
  return { ...draft, said: Object.values(now).every((value) => value === null) ? others : { ...others, [key]: now } };
}

/** The list, by shown index, with another one for a response; empty where nothing is said of any. */
export function withMetaCritique(
  all: readonly DraftMetaCritique[],
  index: number,
  now: DraftMetaCritique,
  count: number,
): readonly DraftMetaCritique[] {
  const changed = Array.from({ length: count }, (_, at) => (at === index ? now : (all[at] ?? noMetaCritique)));
  return changed.every(({ said, texts }) => Object.keys(said).length + texts.length === 0) ? [] : changed;
}

/** The places of critiques among each other, closed up: 1 is the best; null without one. */
export function critiquePlaces(draft: DraftMetaCritique | undefined, keys: readonly string[]): (number | null)[] {
  const tiers = tiersOf(keys.map((key) => opinionOf(draft, key).place));
  return keys.map((_, number) => {
    const tier = tiers.findIndex((each) => each.includes(number));
    return tier < 0 ? null : tier + 1;
  });
}

/** The draft with these places in the ranking of critiques. */
export function withPlaces(
  draft: DraftMetaCritique,
  keys: readonly string[],
  places: readonly (number | null)[],
): DraftMetaCritique {
  return keys.reduce((changed, key, number) => withOpinion(changed, key, { place: places[number] ?? null }), draft);
}

/** Whether a draft says anything of critiques. */
export const saysOfCritiques = ({ said, texts }: DraftMetaCritique): boolean =>
  Object.keys(said).length > 0 || texts.some(isWrittenText);

export const isWrittenText = ({ text, strengths, weaknesses, suggestion }: Omit<CritiqueMade, 'of'>): boolean =>
  [text, strengths, weaknesses, suggestion].some((each) => each.trim() !== '');

/** The draft with a text, or a part of it, replaced. */
export function withMadeText(
  draft: DraftMetaCritique,
  number: number,
  part: CritiquePart | undefined,
  text: string,
): DraftMetaCritique {
  return {
    ...draft,
    texts: draft.texts.map((each, at) => (at === number ? { ...each, [part ?? 'text']: text } : each)),
  };
}
