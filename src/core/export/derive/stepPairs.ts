import { isDeepStrictEqual } from 'node:util';
import { textAndTurns } from '../../dataset/layouts/lists/responseList';
import { turnsOf, type Item, type Message, type Response } from '../../model/item/item';
import { itemOf, promptOf } from '../../model/item/run';
import { placedRunSteps } from '../../model/item/placedRunSteps';
import type { DropReason } from '../dropReasons';
import type { ExportOptions } from '../format';
import type { Pair } from './pairs';

/** Whether both sides of a pair are attempts of an agent, of more than one message. */
export const isOfRuns = ({ chosen, rejected }: Pick<Pair, 'chosen' | 'rejected'>): boolean =>
  chosen.run !== undefined && rejected.run !== undefined && (hasSteps(chosen) || hasSteps(rejected));

const hasSteps = (response: Response): boolean => (response.turns?.length ?? 0) > 1;

/**
 * A pair of runs as the pair of the two steps at which they part: all that they share is the prompt, and each side is
 * the one turn that the agent took there, so that nothing is trained on that the environment said. As of two trajectories
 * with a common beginning in Step-DPO (arXiv 2406.18629, 3.1). Returns why there is none where they do not part by what
 * the agent did: they were told different things, a user or a tool said another thing, or one is the beginning of the
 * other.
 *
 * @param runs with 'first-error' only where that step was judged to be the first wrong one of the run that lost
 * @example of the runs "a, o, b" and "a, o, c" after the prompt "q": the prompt "q, a, o" with "b" against "c"
 */
export function stepPair(pair: Pair, { runs }: Pick<ExportOptions, 'runs'>): Pair | DropReason {
  const { item, chosen, rejected } = pair;
  if (areToldApart(pair)) return 'runs-told-apart';
  const [better, worse] = [turnsOf(chosen), turnsOf(rejected)];
  const ends = Math.min(better.length, worse.length);
  let at = 0;
  while (at < ends && isSameTurn(better[at], worse[at])) at++;
  const [won, lost] = [better[at], worse[at]];
  if (!won || !lost) return 'runs-never-part';
  if (won.role !== 'assistant' || lost.role !== 'assistant') return 'runs-part-elsewhere';
  if (runs === 'first-error') {
    const error = firstErrorOf(pair);
    if (error === undefined) return 'runs-without-error';
    if (error !== at) return 'runs-err-elsewhere';
  }
  return {
    ...pair,
    item: itemAt(itemOf(item, chosen), better.slice(0, at)),
    chosen: stepOf(chosen, won),
    rejected: stepOf(rejected, lost),
  };
}

/**
 * A pair of whole runs behind what both were told, up to the last turn of each agent; why there is none where what they
 * were told differs, or nothing else does.
 */
export function wholePair(pair: Pair): Pair | DropReason {
  const { item, chosen, rejected } = pair;
  if (areToldApart(pair)) return 'runs-told-apart';
  const [better, worse] = [turnsOf(chosen), turnsOf(rejected)];
  let told = 0;
  while (told < toldIn(chosen) && isSameTurn(better[told], worse[told])) told++;
  const sides = { chosen: runFrom(chosen, told), rejected: runFrom(rejected, told) };
  if (isSame(turnsOf(sides.chosen), turnsOf(sides.rejected))) return 'identical';
  return { ...pair, item: itemAt(itemOf(item, chosen), better.slice(0, told)), ...sides };
}

const areToldApart = ({ item, chosen, rejected }: Pair): boolean =>
  !isSame(promptOf(item, chosen), promptOf(item, rejected));

/**
 * A response with what it answers: of a run what it was told at its beginning, as by a user that a program plays, is
 * of the prompt, and it begins with the first turn of its agent and ends with the last.
 */
export function answerOf(item: Item, response: Response): { readonly item: Item; readonly response: Response } {
  const own = itemOf(item, response);
  const told = toldIn(response);
  if (told === 0) return { item: own, response: withoutEnd(response) };
  return { item: itemAt(own, turnsOf(response).slice(0, told)), response: runFrom(response, told) };
}

/** How many turns of others a run begins with; none where it has no others. */
const toldIn = ({ run, turns = [] }: Response): number =>
  run
    ? Math.max(
        0,
        turns.findIndex(({ role }) => role === 'assistant'),
      )
    : 0;

/** A run from one of its turns to the last one of its agent: of what stands behind that there is nothing to learn. */
function runFrom(response: Response, from: number): Response {
  const end = endOf(response);
  if (from === 0 && end === undefined) return response;
  const { text: _text, turns = [], run: _run, ...rest } = response;
  return { ...rest, ...textAndTurns(turns.slice(from, end)) };
}

/** A run without what others said behind the last turn of its agent; any other response as it is. */
export const withoutEnd = (response: Response): Response => runFrom(response, 0);

/** Where a run ends at the last turn of its agent; undefined where nothing stands behind that, or it has none. */
export function endOf({ run, turns = [] }: Response): number | undefined {
  const end = run ? turns.findLastIndex(({ role }) => role === 'assistant') + 1 : 0;
  return end > 0 && end < turns.length ? end : undefined;
}

/** An item that goes on from these turns, behind its prompt. */
export function itemAt(item: Item, turns: readonly Message[]): Item {
  const { promptText: _, ...rest } = item;
  return { ...rest, prompt: [...item.prompt, ...turns] };
}

/** Which turn of the run that lost is its first wrong one, as its annotators say; undefined where they do not say one. */
function firstErrorOf({ rejected, annotations }: Pair): number | undefined {
  const steps = placedRunSteps(rejected);
  const places = annotations.flatMap(({ judgement: { runSteps = [] } }) =>
    runSteps
      .filter(({ response, firstError, inner }) => response === rejected.id && firstError && !inner)
      .map(({ step }) => steps.find(({ key }) => key === step)?.turn),
  );
  // Where annotators name several, none of them is the first error of the run.
  return new Set(places).size === 1 ? places[0] : undefined;
}

/** A run as the one turn of it. */
export function stepOf(response: Response, turn: Message): Response {
  const { text: _text, turns: _turns, run: _run, ...rest } = response;
  return { ...rest, ...textAndTurns([turn]) };
}

const isSame = (a: readonly Message[], b: readonly Message[]): boolean =>
  a.length === b.length && a.every((turn, at) => isSameTurn(turn, b[at]));

/** Whether two turns say and call the same. Ids of calls are drawn anew in each run. */
function isSameTurn(a: Message | undefined, b: Message | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.role === b.role &&
    a.content === b.content &&
    a.toolName === b.toolName &&
    isDeepStrictEqual(callsIn(a), callsIn(b)) &&
    isDeepStrictEqual(a.media ?? [], b.media ?? [])
  );
}

const callsIn = ({ toolCalls = [] }: Message): readonly unknown[] =>
  toolCalls.map(({ name, arguments: given }) => ({ name, given }));
