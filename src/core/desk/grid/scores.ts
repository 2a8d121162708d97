import { worthOf, type Criterion } from '../../model/rubric/criterion';
import type { Contradiction, DeskScores } from '../../model/desk/deskRubric';
import type { Draft } from '../../model/annotation/draft';
import { proposedOrder } from '../../model/annotation/ratingScale';
import { verdictAt, winnersBy } from '../../model/annotation/verdict';
import { eachPreference } from '../../quality/coverage/preferences';
import { scoreTolerance, possibleWorth, weightedWorth } from '../../rubric/score';
import { judgementOf } from '../drafts/draftConversion';
import { type ShownItem } from '../item/shownItem';
import { nameOf } from './criteriaInForce';

/**
 * What weights make of verdicts (`rubric/score`, the same sum as in coverage) is worked out for the screen once the
 * person's own judgement is complete in its way or saved: earlier it would be copied, and after the save alone nobody
 * could think again where the two differ. `questions` says what is asked before a save, one after the other;
 * `confirmation` knows which of them the person let stand.
 */

/** By criterion, what each response is worth by it alone; NaN where nothing counts. */
type Worths = readonly (readonly number[])[];

function worthsOf(criteria: readonly Criterion[], { verdicts, places }: Draft): Worths {
  return criteria.map((criterion) =>
    Array.from(places, (_, index) => {
      const verdict = verdictAt(verdicts, criterion.id, index);
      return (verdict && worthOf(criterion, verdict.value)) ?? Number.NaN;
    }),
  );
}

/**
 * Adds up the verdicts of a draft by weights and gates (`weightedWorth`), over the criteria that have a verdict on
 * every response with any, as responses are to be compared by what all of them have. Undefined where there is none.
 */
export function scoresOf(criteria: readonly Criterion[], draft: Draft, shown: ShownItem): DeskScores | undefined {
  const worths = worthsOf(criteria, draft);
  const judged = [...draft.places.keys()].filter((index) => worths.some((row) => !isNothing(row[index])));
  const shared = [...criteria.keys()].filter((at) => judged.every((index) => !isNothing(worths[at]?.[index])));
  if (judged.length === 0 || shared.length === 0) return undefined;
  const counted = shared.flatMap((at) => criteria[at] ?? []);
  const possible = possibleWorth(counted);
  const scores = Array.from(draft.places, (_, index) =>
    judged.includes(index)
      ? weightedWorth(counted, (at) => worths[shared[at] ?? 0]?.[index] ?? Number.NaN) / (possible || 1)
      : null,
  );
  return {
    scores,
    unit: possible > 0 ? 'share' : 'points',
    tiers: proposedOrder(scores.map((score) => score ?? undefined)),
    by: shared.length,
    of: criteria.length,
    against: contradictionsIn(criteria, draft, shown),
  };
}

/**
 * Where the judgement and the verdicts of a draft differ: what it prefers of two responses has the lower score by the
 * criteria that both have (as coverage counts it), or the winner by a criterion has the worse verdict there. What a
 * criterion with a negative weight describes is a fault: less of it is better.
 */
export function contradictionsIn(criteria: readonly Criterion[], draft: Draft, shown: ShownItem): Contradiction[] {
  const worths = worthsOf(criteria, draft);
  const worth = (at: number, index: number): number => worths[at]?.[index] ?? Number.NaN;
  const against: Contradiction[] = [];
  const scoreOf = (index: number, other: number): number =>
    weightedWorth(criteria, (at) => (isNothing(worth(at, other)) ? Number.NaN : worth(at, index)));
  const names = shown.responses.map(({ id }) => id);
  eachPreference(
    judgementOf(draft, shown),
    (id) => names.indexOf(id),
    names.length,
    (first, second, tied) => {
      if (!tied && scoreOf(second, first) - scoreOf(first, second) > scoreTolerance) against.push({ first, second });
    },
  );
  for (const [at, criterion] of criteria.entries()) {
    const winners = winnersBy(draft.winners, criterion.id);
    const sign = criterion.weight < 0 ? -1 : 1;
    const others = [...draft.places.keys()].filter((index) => !winners.includes(index));
    const differing = winners.flatMap((first) =>
      others
        .filter((second) => sign * (worth(at, second) - worth(at, first)) > scoreTolerance)
        .map((second) => ({ first, second })),
    )[0];
    if (differing) against.push({ ...differing, criterion: nameOf(criterion) });
  }
  return against;
}

const isNothing = (worth: number | undefined): boolean => worth === undefined || Number.isNaN(worth);
