import type { Judgement } from '../model/annotation/annotation';
import type { KnownAnswer } from '../model/study/knownAnswer';
import { eachPair, placedBallots } from './consensus/ballot';
import { eachPreference } from './coverage/preferences';
import { findsKnownErrors, firstErrorsIn } from './judgements/firstErrors';
import { noFirstError } from './judgements/saidColumns';

/** The known answers of control items: as tiers, and made of what somebody judged. */

/**
 * The places of the responses that were shown, by tiers of a known answer: those that it does not name in the last.
 * None where it names a response that the item does not have: what it means then is not known.
 */
export function knownTiers({ best, order }: KnownAnswer, shown: readonly string[]): number[][] {
  const tiers = best === undefined ? (order ?? []) : [[best]];
  const named = new Set(tiers.flat());
  if (tiers.length === 0 || [...named].some((id) => !shown.includes(id))) return [];
  const below = shown.filter((id) => !named.has(id));
  return [...tiers, below].filter(({ length }) => length > 0).map((tier) => tier.map((id) => shown.indexOf(id)));
}

/** Whether nothing that a judgement says is the opposite of what is known; a tie is none, nor is a first error nearby. */
export function agreesWithKnown(judgement: Judgement, answer: KnownAnswer, shown: readonly string[]): boolean {
  const depths = new Map(knownTiers(answer, shown).flatMap((tier, depth) => tier.map((at) => [at, depth] as const)));
  const opposite: number[] = [];
  eachPreference(
    judgement,
    (id) => shown.indexOf(id),
    shown.length,
    (winner, loser, isTied) => {
      const [better, worse] = [depths.get(winner), depths.get(loser)];
      if (!isTied && better !== undefined && worse !== undefined && better > worse) opposite.push(winner);
    },
  );
  return (
    opposite.length === 0 &&
    findsKnownErrors(judgement, answer) &&
    Object.entries(answer.acceptable ?? {}).every(
      ([id, isAcceptable]) => (judgement.acceptable?.[id] ?? isAcceptable) === isAcceptable,
    )
  );
}

/**
 * What a judgement says that can be known of a control item; undefined where it says nothing such. Comparisons are an
 * order only where they compare every two and contradict each other nowhere: an order is never guessed.
 */
export function knownAnswerOf(
  { ranking, comparisons, acceptable, runSteps }: Judgement,
  shown: readonly string[],
): KnownAnswer | undefined {
  const errors = [...firstErrorsIn({ runSteps })].map(([id, at]) => [id, at === noFirstError ? null : at] as const);
  const order = ranking?.tiers ?? orderIn(comparisons ?? [], shown);
  const [first, ...below] = order ?? [];
  const isBest = first?.length === 1 && (below.length === 0 || shown.length === 2);
  const known = {
    ...(first && (isBest ? { best: first[0] } : { order: [first, ...below].map((tier) => [...tier]) })),
    ...(acceptable && Object.keys(acceptable).length > 0 && { acceptable: { ...acceptable } }),
    ...(errors.length > 0 && { firstErrors: Object.fromEntries(errors) }),
  };
  return Object.keys(known).length > 0 ? known : undefined;
}

function orderIn(
  comparisons: NonNullable<Judgement['comparisons']>,
  shown: readonly string[],
): readonly (readonly string[])[] | undefined {
  const wins = new Map(shown.map((id) => [id, 0]));
  const outcomes = new Map<string, number>();
  const [ballot] = placedBallots(shown, [
    {
      voter: '',
      comparisons: comparisons
        .filter(({ criterion }) => criterion === undefined)
        .map(({ a, b, outcome }) => ({
          a,
          b,
          outcome: outcome === 'a' || outcome === 'b' || outcome === 'tie' ? outcome : 'none',
        })),
    },
  ]);
  if (!ballot) return undefined;
  eachPair(ballot, (a, b, outcome) => {
    if (outcome === 'none') return;
    const sign = outcome === 'a' ? 1 : outcome === 'b' ? -1 : 0;
    outcomes.set(`${a} ${b}`, sign);
    for (const [at, gain] of [
      [a, sign],
      [b, -sign],
    ] as const)
      wins.set(shown[at] ?? '', (wins.get(shown[at] ?? '') ?? 0) + gain);
  });
  if (outcomes.size !== (shown.length * (shown.length - 1)) / 2) return undefined;
  const tiers = [...new Set(wins.values())]
    .sort((a, b) => b - a)
    .map((score) => shown.filter((id) => wins.get(id) === score));
  const depths = new Map(tiers.flatMap((tier, depth) => tier.map((id) => [id, depth] as const)));
  for (let a = 0; a < shown.length; a++)
    for (let b = a + 1; b < shown.length; b++) {
      const between = Math.sign((depths.get(shown[b] ?? '') ?? 0) - (depths.get(shown[a] ?? '') ?? 0));
      if (between !== outcomes.get(`${a} ${b}`)) return undefined;
    }
  return tiers;
}
