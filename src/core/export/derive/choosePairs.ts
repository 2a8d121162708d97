import type { PairChoice } from '../../model/study/recipe';
import type { Pair } from './pairs';

/**
 * Which of the strict pairs of one preference are written. All of a ranking of N are N(N-1)/2, most of them implied by
 * the others (LiPO and PRO weigh or cut them for that); where responses were compared two by two there need be no
 * order, so the choices go by what was compared:
 * - `neighbours`: no third response lies between the two;
 * - `best-rest`: the chosen one was never rejected;
 * - `best-worst`: that, and the rejected one was never chosen;
 * - `acceptable`: the chosen one lies above the acceptability line and the rejected one below it, in every
 *   annotation it rests on.
 */
export function choosePairs(pairs: readonly Pair[], choice: PairChoice): readonly Pair[] {
  switch (choice) {
    case 'all':
      return pairs;
    case 'neighbours':
      return neighbours(pairs);
    case 'best-rest':
    case 'best-worst': {
      const beaten = new Set(pairs.map(({ rejected }) => rejected.id));
      const beating = new Set(pairs.map(({ chosen }) => chosen.id));
      return pairs.filter(
        ({ chosen, rejected }) => !beaten.has(chosen.id) && (choice === 'best-rest' || !beating.has(rejected.id)),
      );
    }
    case 'acceptable':
      return pairs.filter(
        ({ annotations, chosen, rejected }) =>
          annotations.length > 0 &&
          annotations.every(
            ({ judgement: { acceptable } }) => acceptable?.[chosen.id] === true && acceptable[rejected.id] === false,
          ),
      );
  }
}

function neighbours(pairs: readonly Pair[]): readonly Pair[] {
  const below = new Map<string, Set<string>>();
  for (const { chosen, rejected } of pairs) below.set(chosen.id, (below.get(chosen.id) ?? new Set()).add(rejected.id));
  return pairs.filter(
    ({ chosen, rejected }) =>
      ![...(below.get(chosen.id) ?? [])].some((between) => below.get(between)?.has(rejected.id)),
  );
}
