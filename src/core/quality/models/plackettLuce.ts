import type { Estimate } from '../../model/report/quality';
import { fewestItems } from '../bootstrap';
import type { StudyJudgements } from '../judgements/studyJudgements';
import { placeOf } from '../judgements/units';
import { valuesOf, type Wanted } from '../judgements/valuesOf';
import { Choices, conditionalLogit, type LogitFit } from './conditionalLogit';
import { centred, strengthPrior } from './strengths';

/** A ranking of responses, each by the number of its model. Those of one item stand behind each other. */
export interface ModelRanking {
  readonly row: number;
  /** Best first. */
  readonly tiers: readonly (readonly number[])[];
  /** Below all of these, and in no order. */
  readonly unranked: readonly number[];
}

/** Ties of more responses than this are not told apart from those of so many: rankings with them are left out. */
const maxTie = 3;
/** Where somebody ties, a choice is among all sets up to that size: rankings of more responses are left out then. */
const maxRanked = 12;
/** Of more rankings than this a part that lies evenly over the dataset is taken. */
const maxRankings = 20_000;

/**
 * The Plackett-Luce model with ties (H. L. Turner, J. van Etten, D. Firth and I. Kosmidis, Modelling Rankings in R: The
 * PlackettLuce Package, Computational Statistics 35, 2020): a ranking is a row of choices from what is left, and a tie of d
 * responses is the choice of their set T with chance in proportion to δ_d (Π α)^(1/d). Of two responses it is Davidson's
 * model, without ties Plackett's. Each choice is a conditional logit among all sets up to the largest tie that occurs.
 * @param count of models
 * @param prior the precision of a normal prior on log-worths
 * @returns log-worths of the models, and behind them log δ of the sizes of ties that occur
 */
export function plackettLuceWithTies(rankings: readonly ModelRanking[], count: number, prior: number): LogitFit {
  const sizes = [
    ...new Set(rankings.flatMap(({ tiers }) => tiers.map(({ length }) => length).filter((length) => length > 1))),
  ].sort((a, b) => a - b);
  const choices = new Choices(count + sizes.length);
  const features = (set: readonly number[]): (readonly [number, number])[] => {
    const shares = new Map<number, number>();
    for (const model of set) shares.set(model, (shares.get(model) ?? 0) + 1 / set.length);
    return [...shares, ...(set.length > 1 ? [[count + sizes.indexOf(set.length), 1] as const] : [])];
  };
  for (const { row, tiers, unranked } of rankings)
    for (const [depth, tier] of tiers.entries()) {
      const left = [...tiers.slice(depth).flat(), ...unranked];
      if (left.length < 2) continue;
      const sets = [1, ...sizes].flatMap((size) => subsets(left.length, size));
      const chosen = tier.map((_, at) => at).join(' ');
      choices.add(row, [
        features(tier),
        ...sets.filter((set) => set.join(' ') !== chosen).map((set) => features(set.map((at) => left[at] ?? 0))),
      ]);
    }
  const ridge = new Float64Array(count + sizes.length).fill(1e-6);
  ridge.fill(prior, 0, count);
  return conditionalLogit(choices, ridge);
}

/** Sets of `size` of the first `count` whole numbers, each rising. */
function subsets(count: number, size: number, from = 0): number[][] {
  if (size === 0) return [[]];
  const found: number[][] = [];
  for (let first = from; first <= count - size; first++)
    for (const rest of subsets(count, size - 1, first + 1)) found.push([first, ...rest]);
  return found;
}

/**
 * Log-worths of models over their mean by rankings of three or more responses; undefined where too few are there, or they
 * do not meet all of the models.
 * @param names of the models, in whose order they come
 */
export function plackettLuceOf(
  judgements: StudyJudgements,
  wanted: Wanted,
  names: readonly string[],
): (Estimate | undefined)[] | undefined {
  const all = rankingsOf(judgements, wanted, names);
  const step = Math.max(1, all.length / maxRankings);
  const some = step === 1 ? all : all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  if (new Set(some.map(({ row }) => row)).size < fewestItems) return undefined;
  const met = new Set(some.flatMap(({ tiers, unranked }) => [...tiers.flat(), ...unranked]));
  const fit = plackettLuceWithTies(some, names.length, strengthPrior);
  const strengths = centred(fit, [[...met]], names.length);
  return names.map((_, at) => {
    const own = strengths.of[at];
    return own && met.has(at) ? { ...own, items: fit.carriers[at] ?? 0 } : undefined;
  });
}

function rankingsOf(judgements: StudyJudgements, wanted: Wanted, names: readonly string[]): ModelRanking[] {
  const { annotations, facts } = judgements;
  const numbers = new Map(names.map((name, at) => [facts.texts.models.indexOf(name), at]));
  const { units, values, annotations: of } = valuesOf(judgements, 'rankings', wanted);
  const byAnnotation = new Map<number, { model: number; value: number }[]>();
  for (let at = 0; at < units.length; at++) {
    const model = numbers.get(facts.texts.responseModels[placeOf(units[at] ?? -1, 'rankings')] ?? -1) ?? -1;
    const own = byAnnotation.get(of[at] ?? 0);
    if (own) own.push({ model, value: values[at] ?? 0 });
    else byAnnotation.set(of[at] ?? 0, [{ model, value: values[at] ?? 0 }]);
  }
  const rankings = [...byAnnotation].flatMap(([annotation, responses]): ModelRanking[] => {
    if (responses.some(({ model }) => model < 0) || new Set(responses.map(({ model }) => model)).size < 2) return [];
    const depths = [...new Set(responses.map(({ value }) => value))].sort((a, b) => a - b);
    const tiers = depths.map((depth) => responses.filter(({ value }) => value === depth).map(({ model }) => model));
    const isWhole = (annotations.ranked[annotation] ?? 0) >= responses.length;
    const unranked = isWhole ? [] : (tiers.pop() ?? []);
    if (tiers.some(({ length }) => length > maxTie)) return [];
    return [{ row: annotations.row[annotation] ?? 0, tiers, unranked }];
  });
  const hasTies = rankings.some(({ tiers }) => tiers.some(({ length }) => length > 1));
  return rankings
    .filter(({ tiers, unranked }) => !hasTies || tiers.flat().length + unranked.length <= maxRanked)
    .sort((a, b) => a.row - b.row);
}
