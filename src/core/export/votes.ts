import type { Annotation } from '../model/annotation';

/** How annotators voted on two responses. */
export interface Votes {
  readonly for: number;
  readonly against: number;
  /** Neither is better, in whichever way. */
  readonly ties: number;
}

/** The votes of annotations on `chosen` against `rejected`, one each: a ranking votes by its places (the unranked below all others), comparisons by the one of the two, by the same criterion. */
export function votesOn(annotations: readonly Annotation[], chosen: string, rejected: string, criterion?: string): Votes {
  const votes = { for: 0, against: 0, ties: 0 };
  for (const annotation of annotations) {
    const vote = voteOf(annotation, chosen, rejected, criterion);
    if (vote !== undefined) votes[vote]++;
  }
  return votes;
}

function voteOf({ judgement: { ranking, comparisons = [] }, shown }: Annotation, chosen: string, rejected: string, by: string | undefined): keyof Votes | undefined {
  if (ranking && by === undefined) {
    if (!shown.includes(chosen) || !shown.includes(rejected)) return undefined;
    const place = (id: string): number => {
      const tier = ranking.tiers.findIndex((ids) => ids.includes(id));
      return tier < 0 ? ranking.tiers.length : tier;
    };
    const [better, worse] = [place(chosen), place(rejected)];
    if (better === worse) return better === ranking.tiers.length ? undefined : 'ties';
    return better < worse ? 'for' : 'against';
  }
  const comparison = comparisons.findLast(({ a, b, criterion }) => criterion === by && ((a === chosen && b === rejected) || (a === rejected && b === chosen)));
  if (!comparison) return undefined;
  if (comparison.outcome !== 'a' && comparison.outcome !== 'b') return 'ties';
  return (comparison.outcome === 'a' ? comparison.a : comparison.b) === chosen ? 'for' : 'against';
}
