import type { KnownAnswer } from '../../model/study/knownAnswer';
import type { ItemFacts } from '../coverage/items/itemFacts';
import { seedOf } from '../../model/annotation/blindOrder';
import type { StudyJudgements } from './studyJudgements';
import { pairUnit, plainSetting, valueUnit } from './units';

/** What is known of two responses of control items as they stand, by `pairUnit`: 1 the first is better, -1 the second, 0 tied. */
export type KnownPreferences = ReadonlyMap<number, number>;

/** What is known of single responses of control items as they stand, by `valueUnit`: 1 acceptable, 0 not. */
export function knownAcceptable(
  { facts, annotations }: StudyJudgements,
  answers: Readonly<Record<string, KnownAnswer>> = {},
): ReadonlyMap<number, number> {
  const known = new Map<number, number>();
  for (const [at, item] of annotations.item.entries()) {
    const { acceptable } = Object.hasOwn(answers, item) ? (answers[item] ?? {}) : {};
    if (!acceptable) continue;
    const row = annotations.row[at] ?? 0;
    const byKey = new Map(Object.entries(acceptable).map(([id, isAcceptable]) => [seedOf(id), isAcceptable ? 1 : 0]));
    for (
      let place = row === 0 ? 0 : (facts.responseEnds[row - 1] ?? 0);
      place < (facts.responseEnds[row] ?? 0);
      place++
    ) {
      const value = byKey.get(facts.responseKeys[place] ?? -1);
      if (value !== undefined) known.set(valueUnit(place, plainSetting), value);
    }
  }
  return known;
}

/** The known answers of a study's control items, as preferences; of items that nobody judged none is needed. */
export function knownPreferences(
  { facts, annotations }: StudyJudgements,
  answers: Readonly<Record<string, KnownAnswer>> = {},
): KnownPreferences {
  const rows = new Map<string, number>();
  for (const [at, item] of annotations.item.entries())
    if (Object.hasOwn(answers, item)) rows.set(item, annotations.row[at] ?? 0);
  const known = new Map<number, number>();
  for (const [item, row] of rows) {
    const { best, order } = answers[item] ?? {};
    const tiers = best === undefined ? (order ?? []) : [[best]];
    const depths = depthsOf(facts, row, tiers);
    for (const [first, depth] of depths)
      for (const [second, other] of depths) {
        if (first >= second || (depth === tiers.length && other === depth)) continue;
        known.set(pairUnit(first, second), Math.sign(other - depth));
      }
  }
  return known;
}

/** What adjudicators prefer, without what `name` settled: nobody is held against their own word. */
export function settledByOthers({ adjudicated }: StudyJudgements, name: string): KnownPreferences {
  return new Map(
    [...adjudicated.preferences].flatMap(([unit, { outcome, by }]) => (by === name ? [] : [[unit, outcome] as const])),
  );
}

/**
 * The depth of the tier of each response of an item, by its place; below all where it is in none. Nothing where a tier
 * names a response that the item does not have.
 */
function depthsOf(
  { responseKeys, responseEnds }: ItemFacts,
  row: number,
  tiers: readonly (readonly string[])[],
): [place: number, depth: number][] {
  const byKey = new Map(tiers.flatMap((tier, depth) => tier.map((id) => [seedOf(id), depth] as const)));
  const [begin, end] = [row === 0 ? 0 : (responseEnds[row - 1] ?? 0), responseEnds[row] ?? 0];
  const places = Array.from({ length: end - begin }, (_, at) => begin + at);
  const keys = new Set(places.map((place) => responseKeys[place] ?? -1));
  if (tiers.length === 0 || [...byKey.keys()].some((key) => !keys.has(key))) return [];
  return places.map((place) => [place, byKey.get(responseKeys[place] ?? -1) ?? tiers.length]);
}
