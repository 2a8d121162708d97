import type { Annotation } from '../../model/annotation/annotation';
import type { RunStepLabelled } from '../../model/annotation/fields/runSteps';
import { turnsOf, type Message, type Response } from '../../model/item/item';
import { promptOf } from '../../model/item/run';
import { placedRunSteps } from '../../model/item/placedRunSteps';
import type { ExportOptions, Judged, RowNotifier } from '../format';
import { labelledTurns } from '../texts/judgeTexts';

/** The judged steps of a response. */
export interface Steps {
  readonly annotation: Annotation;
  readonly response: Response;
  readonly steps: readonly { readonly text: string; readonly isRight: boolean }[];
  /** The prompt as text, where it is another than that of the item as text: of a run. */
  readonly prompt?: string;
}

/**
 * The steps of runs that an annotator judged, as right or wrong, up to the first wrong one: a step is a turn of the
 * agent, behind what it was told since its last one. Only the end of a step carries a label, so that nothing is learnt
 * of what tools and users say, and the model that judges a step has read it. A turn with several calls is as right as
 * the worst of them. A turn that nobody judged, or that is neutral where that counts as neither, is part of what the
 * next one follows; steps before one that is marked as the first error are right, whether judged or not.
 *
 * @example of the turns "u, a, o, b" after the prompt "q": the prompt "q, u" with the steps "a" and "o, b"
 */
export function* runStepsIn(
  annotation: Annotation,
  { item }: Pick<Judged, 'item'>,
  { neutral = 'out' }: Pick<ExportOptions, 'neutral'>,
  notify: RowNotifier,
): Generator<Steps> {
  const all = annotation.judgement.runSteps ?? [];
  for (const id of new Set(all.map(({ response }) => response))) {
    const own = all.filter(({ response }) => response === id);
    const response = item.responses.find((each) => each.id === id);
    if (!response) {
      notify.drop('stale', own.length);
      continue;
    }
    const turns = turnsOf(response);
    const marks = marksByTurn(response, own, notify);
    const error = firstErrorIn(marks);
    const steps: { text: string; isRight: boolean }[] = [];
    const first = turns.findIndex(({ role }) => role === 'assistant');
    let from = Math.max(0, first);
    for (let at = from; at < turns.length && at <= (error?.at ?? Infinity); at++) {
      const turn = turns[at];
      if (turn?.role !== 'assistant') continue;
      const label = labelOf(marks.get(at) ?? [], error, at);
      if (label === null || (label === 0 && neutral === 'out')) {
        notify.drop(label === null ? 'step-unjudged' : 'step-neutral');
        continue;
      }
      if (label === 0) notify.note(`neutral-${neutral as 'right' | 'wrong'}`);
      steps.push({
        text: labelledTurns(turns.slice(from, at + 1)),
        isRight: label === 0 ? neutral === 'right' : label > 0,
      });
      from = at + 1;
    }
    if (error !== undefined)
      notify.drop(
        'after-error',
        [...marks].filter(([at, each]) => at > error.at && each.some(({ label }) => label !== null)).length,
      );
    if (steps.length === 0) continue;
    const prompt: readonly Message[] = [...promptOf(item, response), ...turns.slice(0, Math.max(0, first))];
    yield { annotation, response, steps, prompt: labelledTurns(prompt) };
  }
}

/** What was said of the steps of each turn of a run; of steps that are gone or no step of the agent it is told. */
function marksByTurn(
  response: Response,
  all: readonly RunStepLabelled[],
  notify: RowNotifier,
): ReadonlyMap<number, readonly RunStepLabelled[]> {
  const turns = turnsOf(response);
  const places = new Map(placedRunSteps(response).map((step) => [step.key, step]));
  const marks = new Map<number, RunStepLabelled[]>();
  for (const mark of all) {
    const place = places.get(mark.step);
    if (!place) notify.drop('step-lost');
    else if (place.inner || turns[place.turn]?.role !== 'assistant') notify.drop('step-not-of-agent');
    else marks.set(place.turn, [...(marks.get(place.turn) ?? []), mark]);
  }
  return marks;
}

/** The turn with the first wrong step. It is marked where somebody said that it is the first one, judged the others or not. */
interface FirstError {
  readonly at: number;
  readonly isMarked: boolean;
}

function firstErrorIn(marks: ReadonlyMap<number, readonly RunStepLabelled[]>): FirstError | undefined {
  let found: FirstError | undefined;
  for (const [at, each] of marks) {
    const isMarked = each.some(({ firstError }) => firstError);
    if ((isMarked || each.some(({ label }) => label === -1)) && (!found || at < found.at)) found = { at, isMarked };
  }
  return found;
}

function labelOf(marks: readonly RunStepLabelled[], error: FirstError | undefined, at: number): -1 | 0 | 1 | null {
  if (at === error?.at) return -1;
  const labels = marks.flatMap(({ label }) => (label === null ? [] : [label]));
  if (labels.length > 0) return labels.includes(0) ? 0 : 1;
  return error?.isMarked ? 1 : null;
}
