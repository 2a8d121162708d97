import type { JudgeKind } from '../../model/annotation/judgeKind';
import type { BiasesFigures, BiasFigures } from '../../model/report/quality';
import { estimateOf, ItemSums, type Estimate } from '../estimate';
import { firstBy, type Wanted } from '../judgements/valuesOf';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { Choices, conditionalLogit } from '../models/conditionalLogit';
import { traits } from './responseTraits';

/** What two responses differ in: first over second. Names of traits follow. */
const simple = ['length', 'position'] as const;
const features = [...simple, ...traits] as const;
type Feature = (typeof features)[number];
/** Features that fewer pairs differ in are not in the joint model: their weights would be the prior's. */
const minPairs = 20;
/** Precision of the prior on each weight: nothing beside some dozens of pairs. */
const prior = 0.1;

/** A strict preference: the winner's features less the loser's, by item. */
interface Preference {
  readonly row: number;
  readonly differences: readonly number[];
  readonly isOrdered: boolean;
}

/**
 * What preferences are biased to: by itself, as how often the longer wins, and jointly, as Bradley and Terry's model
 * with these as covariates (see `conditionalLogit`), so that a list that is long is not counted twice.
 */
export function biasesOf(judgements: StudyJudgements, voters: readonly JudgeKind[]): BiasesFigures {
  const preferences = preferencesOf(judgements, firstBy(judgements, voters), features);
  const marginal = features.map((_, feature) => winsOf(preferences, feature));
  const joint = jointWeights(
    preferences,
    features.flatMap((_, feature) => ((marginal[feature]?.pairs ?? 0) >= minPairs ? [feature] : [])),
  );
  return {
    rows: features.map((of, feature): BiasFigures => {
      const { pairs, wins } = marginal[feature] ?? { pairs: 0, wins: null };
      const logOdds = joint.get(feature) ?? null;
      const chanceOf = (value: number | null): number | null => (value === null ? null : 1 / (1 + Math.exp(-value)));
      return {
        of,
        pairs,
        wins,
        logOdds,
        chance: logOdds && {
          value: chanceOf(logOdds.value) ?? 0,
          low: chanceOf(logOdds.low),
          high: chanceOf(logOdds.high),
          items: logOdds.items,
        },
      };
    }),
    preferences: preferences.length,
    ordered: preferences.filter(({ isOrdered }) => isOrdered).length,
  };
}

/** How often the longer and the first shown of two responses win, and of how many pairs: the same as `biasesOf` says. */
export function winsOfLongerAndFirst(
  judgements: StudyJudgements,
  voters: readonly JudgeKind[],
): Readonly<Record<(typeof simple)[number], Wins>> {
  const preferences = preferencesOf(judgements, firstBy(judgements, voters), simple);
  return { length: winsOf(preferences, 0), position: winsOf(preferences, 1) };
}

function preferencesOf(
  { pairs, annotations, facts }: StudyJudgements,
  wanted: Wanted,
  features: readonly Feature[],
): Preference[] {
  const { lengths, traits: bits, repeated } = facts.texts;
  const found: Preference[] = [];
  for (let at = 0; at < pairs.annotation.length; at++) {
    const annotation = pairs.annotation[at] ?? 0;
    const outcome = pairs.outcome[at] ?? 0;
    if (outcome === 0 || !wanted(annotation)) continue;
    const [first, second] = [pairs.first[at] ?? 0, pairs.second[at] ?? 0];
    const [winner, loser] = outcome > 0 ? [first, second] : [second, first];
    const isWhole = annotations.turn[annotation] === -1;
    // Of two with one text, what is preferred is not the text.
    if (isWhole && repeated[winner] === 1 && lengths[winner] === lengths[loser]) continue;
    const isOrdered = annotations.shuffled[annotation] === 1;
    found.push({
      row: annotations.row[annotation] ?? 0,
      isOrdered,
      differences: features.map((feature, number) => {
        if (feature === 'position') return isOrdered ? (pairs.order[at] ?? 0) * outcome : 0;
        // Texts are known of whole responses, and not of their turns.
        if (!isWhole) return 0;
        if (feature === 'length') return Math.log2(((lengths[winner] ?? 0) + 1) / ((lengths[loser] ?? 0) + 1));
        return (((bits[winner] ?? 0) >> (number - 2)) & 1) - (((bits[loser] ?? 0) >> (number - 2)) & 1);
      }),
    });
  }
  return found.sort((a, b) => a.row - b.row);
}

interface Wins {
  readonly pairs: number;
  readonly wins: Estimate | null;
}

function winsOf(preferences: readonly Preference[], feature: number): Wins {
  const sums = new ItemSums(2);
  let row = -1;
  let own: Float64Array = new Float64Array(2);
  let pairs = 0;
  for (const each of preferences) {
    const difference = each.differences[feature] ?? 0;
    if (difference === 0) continue;
    if (each.row !== row) {
      row = each.row;
      own = sums.item();
    }
    pairs++;
    own[0] = (own[0] ?? 0) + (difference > 0 ? 1 : 0);
    own[1] = (own[1] ?? 0) + 1;
  }
  return { pairs, wins: estimateOf(sums, ([won = 0, all = 0]) => (all > 0 ? won / all : null), [0, 1]) };
}

/** By feature: what it adds to the log-odds, with an interval over items. */
function jointWeights(preferences: readonly Preference[], wanted: readonly number[]): ReadonlyMap<number, Estimate> {
  if (wanted.length === 0 || preferences.length < minPairs) return new Map();
  const choices = new Choices(wanted.length);
  for (const { row, differences } of preferences)
    choices.add(row, [wanted.map((feature, at): [number, number] => [at, differences[feature] ?? 0]), []]);
  const { weights, interval, carriers } = conditionalLogit(choices, prior);
  return new Map(
    wanted.map((feature, at) => {
      const only = new Float64Array(wanted.length);
      only[at] = 1;
      return [feature, { value: weights[at] ?? 0, ...interval(only, at), items: carriers[at] ?? 0 }];
    }),
  );
}
