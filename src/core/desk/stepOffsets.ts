import type { Step } from '../model/annotation/annotation';
import { TextOffsets, type Range } from '../model/text/codePoints';
import type { DraftStep } from '../model/annotation/steps';

/** Steps of the journal as the editor has them; one that reaches past the text is as long as the text. */
export function stepsOfDraft(steps: readonly Step[], text: string): DraftStep[] {
  const offsets = new TextOffsets(text);
  return steps.map(({ start, end, label }) => ({
    ...(offsets.utf16({ start, end }) ?? { start: Math.min(start, text.length), end: text.length }),
    label,
  }));
}

/** Where steps of the editor stand in code points. */
export function stepRanges(steps: readonly Range[], text: string): Range[] {
  const offsets = new TextOffsets(text);
  return steps.map((step) => offsets.codePoints(step));
}
