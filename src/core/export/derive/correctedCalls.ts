import type { Annotation } from '../../model/annotation/annotation';
import { correctedCall } from '../../model/item/callPlaces';
import { turnsOf, type Item, type Message, type Response } from '../../model/item/item';
import { judgedResponses } from '../../model/item/judgedResponses';
import { itemOf } from '../../model/item/run';
import { placedRunSteps, type PlacedRunStep } from '../../model/item/placedRunSteps';
import type { Judged, RowNotifier } from '../format';
import type { Pair } from './pairs';
import { itemAt, stepOf } from './stepPairs';

/** A turn of a run whose calls an annotator corrected. */
export interface CorrectedTurn {
  readonly annotation: Annotation;
  readonly response: Response;
  /** The item with all in its prompt that the run had before it. */
  readonly item: Item;
  /** Number of the turn in the run, from 0. */
  readonly at: number;
  readonly before: Message;
  readonly after: Message;
  /** Key of the first of its steps that is corrected. */
  readonly step: string;
}

/**
 * The turns of runs in whose calls an annotator said what is wrong and what is right (`calls` of the journal), each with
 * all that was corrected in it. One gives none where the right call does not follow from what was said, the run does
 * not have the place any more, or the call only hangs beside the run, so that what led to it is not known; each is told.
 */
export function* correctedTurns(
  { annotations, source }: Pick<Judged, 'annotations' | 'source'>,
  notify: RowNotifier,
): Generator<CorrectedTurn> {
  for (const annotation of annotations) {
    const { judgement } = annotation;
    for (const response of judgedResponses(source, judgement)) {
      const marks = judgement.calls?.filter((mark) => mark.response === response.id) ?? [];
      if (marks.length === 0) continue;
      const steps = new Map(placedRunSteps(response).map((step) => [step.key, step]));
      const found = new Map<number, PlacedRunStep[]>();
      for (const key of new Set(marks.map((mark) => mark.step))) {
        const placed = steps.get(key);
        if (placed?.step.kind !== 'call') notify.drop('stale');
        else if (placed.inner) notify.drop('call-beside-run');
        else found.set(placed.turn, [...(found.get(placed.turn) ?? []), placed]);
      }
      for (const [turn, own] of found) {
        const turns = turnsOf(response);
        const before = turns[turn];
        const after = before && corrected(before, own, (key) => marks.filter(({ step }) => step === key));
        if (!before || !after) {
          notify.drop('call-not-corrected');
          continue;
        }
        const item = itemAt(itemOf(source, response), turns.slice(0, turn));
        yield { annotation, response, item, at: turn, before, after, step: own[0]?.key ?? '' };
      }
    }
  }
}

/** A turn with its calls as they should have been; undefined where that is not known of one of them. */
function corrected(
  turn: Message,
  steps: readonly PlacedRunStep[],
  marksOf: (key: string) => Parameters<typeof correctedCall>[1],
): Message | undefined {
  const calls = [...(turn.toolCalls ?? [])];
  for (const { step, key } of steps) {
    if (step.kind !== 'call') return undefined;
    const right = correctedCall(step.call, marksOf(key));
    const at = calls.indexOf(step.call);
    if (!right || at < 0) return undefined;
    calls[at] = right;
  }
  return { ...turn, toolCalls: calls };
}

/** Corrected turns as pairs: the turn with the right calls over the turn as it was. One list for each annotation. */
export function* callPairs(judged: Judged, _options: unknown, notify: RowNotifier): Generator<readonly Pair[]> {
  for (const annotation of judged.annotations) {
    if (!annotation.judgement.calls?.length) notify.drop('no-calls');
    yield [...correctedTurns({ annotations: [annotation], source: judged.item }, notify)].map((turn): Pair => {
      const { item, response, before, after, step } = turn;
      const rejected = stepOf(response, before);
      const chosen = stepOf({ ...response, id: `${response.id}~${step}` }, after);
      return { item, chosen, rejected, annotations: [annotation], context: judged.context };
    });
  }
}
