import type { StudyJudgements } from '../judgements/studyJudgements';
import { plainSetting, valueUnit } from '../judgements/units';
import { valuesOf, type Wanted } from '../judgements/valuesOf';

/**
 * Where a response stands in the order of its list, from 0 (the best) to 1: by the rankings of all who count, on average;
 * else by the share of comparisons with others that it lost in one judgment of three responses or more.
 */
export function placesByRank(
  judgements: StudyJudgements,
  wanted: Wanted,
): (annotation: number, place: number) => number | undefined {
  const ranked = new Map<number, [sum: number, count: number]>();
  const rankings = valuesOf(judgements, 'rankings', wanted);
  for (let at = 0; at < rankings.values.length; at++) {
    const unit = rankings.units[at] ?? 0;
    const own = ranked.get(unit) ?? [0, 0];
    ranked.set(unit, own);
    own[0] += rankings.values[at] ?? 0;
    own[1]++;
  }
  const compared = new Map<number, Map<number, [lost: number, all: number]>>();
  const { pairs, annotations } = judgements;
  for (let at = 0; at < pairs.annotation.length; at++) {
    const annotation = pairs.annotation[at] ?? 0;
    if ((annotations.shown[annotation] ?? 0) < 3 || !wanted(annotation)) continue;
    const places = compared.get(annotation) ?? new Map<number, [number, number]>();
    compared.set(annotation, places);
    for (const [place, sign] of [
      [pairs.first[at] ?? 0, -1],
      [pairs.second[at] ?? 0, 1],
    ] as const) {
      const own = places.get(place) ?? [0, 0];
      places.set(place, own);
      own[0] += (1 + sign * (pairs.outcome[at] ?? 0)) / 2;
      own[1]++;
    }
  }
  return (annotation, place) => {
    const known = ranked.get(valueUnit(place, annotations.setting[annotation] ?? plainSetting));
    if (known) return known[0] / known[1];
    const own = compared.get(annotation);
    const share = own && own.size >= 3 ? own.get(place) : undefined;
    return share && share[0] / share[1];
  };
}
