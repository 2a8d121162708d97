import { compareTests } from '../../code/tests/compareTests';
import type { Annotation } from '../../model/annotation/annotation';
import type { CheckEvidence, Checks } from '../../model/annotation/checkEvidence';
import type { Judgement } from '../../model/annotation/judgement';
import { eachPreference } from '../coverage/preferences';

/**
 * How well the code of each response did in the tests: how many passed, less those that passed on the base and failed
 * here. Flaky tests are not counted. Only responses are in it whose tests ended by themselves, told of a test, and ran on
 * all of its patch; none where they did not all run with the same command.
 */
export function testScores({ base, responses }: Checks): Map<string, number> {
  const [first] = responses;
  if (responses.some(({ command }) => command !== first?.command)) return new Map();
  const isOf = (run: CheckEvidence): boolean => run.command === first?.command && run.ended === 'exit';
  const before = base && isOf(base) ? base.statuses : {};
  const flaky = [...(base?.flaky ?? []), ...responses.flatMap((run) => run.flaky ?? [])];
  return new Map(
    responses.flatMap((run) => {
      if (!isOf(run) || run.unapplied || Object.keys(run.statuses).length === 0) return [];
      const { fixed, stillPassing, broken } = compareTests(before, run.statuses, { flaky });
      return [[run.response, fixed.length + stillPassing.length - broken.length] as const];
    }),
  );
}

/**
 * Whether a judgment says another thing of two responses than before the annotator saw results of tests: another one is
 * preferred, a tie, or neither any more. Undefined where nothing had been said of two. A response that had no place in a
 * ranking counts where just the best one was to be named; else it may not have been ranked yet.
 */
export function hasChanged({ checks, judgement, shown, mode }: Annotation): boolean | undefined {
  const before = checks?.verdictBefore;
  if (!before) return undefined;
  const placed = new Set(before.ranking?.tiers.flat());
  const known = before.ranking && mode !== 'best' ? shown.filter((id) => placed.has(id)) : shown;
  const was = outcomesOf(before, known);
  if (was.size === 0) return undefined;
  const is = outcomesOf(judgement, shown);
  return [...was].some(([pair, outcome]) => is.get(pair) !== outcome);
}

/** What a judgement says of two of some responses each, by their ids in alphabetical order: which is better, or a tie. */
function outcomesOf(judgement: Judgement, shown: readonly string[]): Map<string, string | null> {
  const outcomes = new Map<string, string | null>();
  eachPreference(
    judgement,
    (id) => shown.indexOf(id),
    shown.length,
    (first, second, isTied) => {
      const [better, worse] = [shown[first], shown[second]];
      // An edit that was shown then may be gone.
      if (better === undefined || worse === undefined || better === worse) return;
      outcomes.set(JSON.stringify([better, worse].sort()), isTied ? null : better);
    },
  );
  return outcomes;
}
