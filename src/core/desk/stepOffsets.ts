import type { Judgement, Step } from '../model/annotation/annotation';
import { AnchorText, type Place } from '../model/annotation/anchors';
import type { DraftStep } from '../model/annotation/steps';
import type { Response } from '../model/item/item';
import { TextOffsets, type Range } from '../model/text/codePoints';

/**
 * Steps of the journal as the editor has them, in the order of the text. Those that stand nowhere in it are left: they
 * stay in the journal (`lostSteps`).
 */
export function stepsOfDraft(steps: readonly Step[], text: string): DraftStep[] {
  const places = placesNow(steps, text);
  return steps
    .flatMap(({ label }, at): DraftStep[] => {
      const place = places[at];
      return place ? [{ start: place.start, end: place.end, label }] : [];
    })
    .sort((a, b) => a.start - b.start);
}

/** The steps of a text that stand nowhere in it, as the next line of the journal has them. */
export function lostSteps(steps: readonly Step[], text: string): Step[] {
  const places = placesNow(steps, text);
  return steps.filter((_, at) => !places[at]).map((step) => ({ ...step, lost: true }));
}

/** Finds where steps stand now in the text that they were judged of; steps that were lost may be found again. */
const placesNow = (steps: readonly Step[], text: string): (Place | undefined)[] =>
  new AnchorText(text).placesOfSteps(
    steps.map(({ start, end, quote }) => ({ start, end, quote })),
    true,
  );

/** Converts steps of the editor to code points. */
export function stepRanges(steps: readonly Range[], text: string): Range[] {
  const offsets = new TextOffsets(text);
  return steps.map((step) => offsets.codePoints(step));
}

/** A judgement whose steps have their texts, as lines of before have not, so that they are found when a text changes. */
export function withStepQuotes(judgement: Judgement, responses: readonly Response[]): Judgement {
  if (!judgement.steps?.some(({ quote }) => quote === undefined)) return judgement;
  const texts = new Map(responses.map(({ id, text }) => [id, { text, offsets: new TextOffsets(text) }]));
  return {
    ...judgement,
    steps: judgement.steps.map((step) => {
      const own = texts.get(step.response);
      const range = step.quote === undefined && !step.lost ? own?.offsets.utf16(step) : undefined;
      return own && range ? { ...step, quote: own.text.slice(range.start, range.end) } : step;
    }),
  };
}
