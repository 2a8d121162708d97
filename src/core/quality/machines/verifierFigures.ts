import type { MachineFigures } from '../../model/report/quality';
import { cohenKappa } from '../agreement/cohenKappa';
import type { VerifierColumns } from '../coverage/items/verifierResults';
import { estimateOf } from '../estimate';
import { plainSetting, valueUnit } from '../judgements/units';
import { RowSums } from '../rowSums';
import type { Majority } from './majority';
import { scoreAt, scoreFigures, type Scores } from './scoreFigures';

const share = ([part = 0, all = 0]: Float64Array): number | null => (all > 0 ? part / all : null);

/** A verifier knows no context. */
const unitsOf = (places: Iterable<number>): Float64Array =>
  Float64Array.from(places, (place) => valueUnit(place, plainSetting));

/** The responses that a verifier passes (1) or fails (0). */
export const passesOf = ({ places, passed }: VerifierColumns): Scores => ({
  units: unitsOf(places.filter((_, at) => (passed[at] ?? -1) >= 0)),
  values: passed.filter((value) => value >= 0),
});

/** Those that it scores. */
export const scoresOf = ({ places, scores }: VerifierColumns): Scores => ({
  units: unitsOf(places.filter((_, at) => !Number.isNaN(scores[at]))),
  values: scores.filter((value) => !Number.isNaN(value)),
});

/**
 * A test, checker or reward model, whose results came with the responses: what it passes and fails against what people
 * accept, and its scores against that and what people prefer. One without scores is held against preferences by what
 * passes.
 */
export function verifierFigures(
  verifier: VerifierColumns,
  acceptable: Majority,
  preferences: Majority,
): MachineFigures {
  const [passed, scored] = [passesOf(verifier), scoresOf(verifier)];
  const [passes, fails] = [new RowSums(2), new RowSums(2)];
  const both: { item: number; first: number; second: number }[] = [];
  for (const [unit, { value, item }] of acceptable) {
    const said = scoreAt(passed, unit);
    if (said === undefined) continue;
    both.push({ item, first: said, second: value });
    if (said === 1) passes.count(item, value === 0 ? 1 : 0);
    else fails.count(item, value === 1 ? 1 : 0);
  }
  const byPasses = scoreFigures(verifier.name, passed, new Map(), preferences);
  const byScores = scoreFigures(verifier.name, scored, acceptable, preferences);
  const agreement = cohenKappa(2, both);
  return {
    name: verifier.name,
    kind: 'verifier',
    ...agreement,
    units: Math.max(agreement.units, byPasses?.pairs ?? 0, byScores?.responses ?? 0, byScores?.pairs ?? 0),
    confirmed: byPasses?.confirmed ?? null,
    longerWins: null,
    longerWinsPeople: null,
    shownAsListed: null,
    firstWins: null,
    firstWinsPeople: null,
    firstOverPeople: null,
    bothOrders: null,
    falsePass: estimateOf(passes.sums, share, [0, 1]),
    falseFail: estimateOf(fails.sums, share, [0, 1]),
    scores: byScores ? [byScores] : [],
  };
}
