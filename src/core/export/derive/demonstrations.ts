import type { Annotation } from '../../model/annotation/annotation';
import type { Takeover } from '../../model/annotation/fields/takeovers';
import { turnsOf, type Message, type Response } from '../../model/item/item';
import { judgedResponses } from '../../model/item/judgedResponses';
import { placedRunSteps } from '../../model/item/placedRunSteps';
import { correctedTurns } from './correctedCalls';
import type { ExportOptions, Judged, RowNotifier } from '../format';
import { withoutMarkers } from '../media/mediaMarkers';

/** An answer that an annotator wrote themselves, a run that they continued, or one up to a call that they corrected. */
export interface WrittenAnswer {
  readonly annotation: Annotation;
  /** Which of the annotation's answers it is, from 1; or which run was continued after, or corrected in, which step. */
  readonly named:
    | { readonly demonstration: number }
    | { readonly takeover: string; readonly step: string | null; readonly left_out?: readonly string[] }
    | { readonly corrected: string; readonly step: string };
  readonly response: Required<Pick<Response, 'id' | 'text' | 'turns'>> & Pick<Response, 'run'>;
}

type Asked = Pick<ExportOptions, 'media'>;

/**
 * The answers that annotators wrote (C14), of which a prompt may have several, and the runs that they took over: the turns
 * of the run up to a step, and behind them what the annotator says with their patch; and runs up to a turn whose calls
 * they corrected. What gives none is told.
 */
export function* writtenAnswersIn(
  { annotations, item: source }: Pick<Judged, 'annotations' | 'item'>,
  options: Asked,
  notify: RowNotifier,
): Generator<WrittenAnswer> {
  for (const annotation of annotations) {
    const { demonstrations: written = [], takeovers = [], calls = [] } = annotation.judgement;
    if (written.length + takeovers.length + calls.length === 0) notify.drop('no-demonstration');
    for (const [n, { turns }] of written.entries()) {
      const response = conversation(`demonstration-${n + 1}`, turns, options, notify);
      if (response) yield { annotation, named: { demonstration: n + 1 }, response };
    }
    for (const takeover of takeovers) {
      const taken = judgedResponses(source, annotation.judgement).find(({ id }) => id === takeover.response);
      const turns = taken && takenOverTurns(takeover, taken);
      if (!turns) {
        notify.drop('takeover-lost');
        continue;
      }
      const { response: id, step = null, leftOut } = takeover;
      const response = conversation(`takeover-${id}`, turns, options, notify, taken.run);
      const named = { takeover: id, step, ...(leftOut && { left_out: leftOut }) };
      if (response) yield { annotation, named, response };
    }
    for (const { response: of, at, after, step } of correctedTurns({ annotations: [annotation], source }, notify)) {
      const turns = [...turnsOf(of).slice(0, at), after];
      const response = conversation(`corrected-${of.id}-${step}`, turns, options, notify, of.run);
      if (response) yield { annotation, named: { corrected: of.id, step }, response };
    }
  }
}

function conversation(
  id: string,
  said: readonly Message[],
  { media }: Asked,
  notify: RowNotifier,
  run?: Response['run'],
): WrittenAnswer['response'] | undefined {
  // Nothing tells where the files lie that somebody named in an answer.
  if (media !== 'none' && said.some((turn) => turn.media)) {
    notify.drop('media-in-response');
    return undefined;
  }
  const turns = said.map(withoutMarkers);
  return { id, text: turns.map(({ content }) => content).join('\n\n'), turns, ...(run && { run }) };
}

/**
 * The turns of a run up to the step after which it was taken over, and what the annotator leaves. Where that was the last
 * one, it takes the place of what the run says at its end. Undefined where the run has no such step.
 */
function takenOverTurns(takeover: Takeover, response: Response): readonly Message[] | undefined {
  const kept = turnsUpTo(response, takeover.step);
  return kept && [...kept, { role: 'assistant', content: finalAnswer(takeover) }];
}

function turnsUpTo(response: Response, step: string | undefined): readonly Message[] | undefined {
  const turns = turnsOf(response);
  const isLastWord = ({ role, toolCalls }: Message): boolean => role === 'assistant' && !toolCalls;
  if (step === undefined) return turns.slice(0, turns.findLastIndex((turn) => !isLastWord(turn)) + 1);
  const steps = placedRunSteps(response);
  const named = steps.find(({ key }) => key === step);
  // Of what hangs beside the run, a model is only told what came of it: the step behind which it hangs.
  const own = named?.inner ? steps[named.inner.at] : named;
  if (!own) return undefined;
  // With all that the calls of its turn gave, as no call stays without an answer.
  const next = turns.findIndex(({ role }, at) => at > own.turn && role !== 'tool');
  return turns.slice(0, next < 0 ? turns.length : next);
}

/** With a fence that is longer than any in the patch. */
function finalAnswer({ text = '', patch }: Takeover): string {
  const longest = Math.max(2, ...(patch.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const block = `${fence}diff\n${patch.replace(/\n?$/, '\n')}${fence}`;
  return text.trim() === '' ? block : `${text}\n\n${block}`;
}
