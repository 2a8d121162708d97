import * as z from 'zod';
import { stepLabels } from './judgementValues';

/**
 * How a response is split into steps at first: by line, by blank line, by what numbers or marks a step, by sentence;
 * `auto` by line, and what has one line only by sentence.
 */
export const stepSplits = ['auto', 'line', 'paragraph', 'marker', 'sentence'] as const;
export type StepSplit = (typeof stepSplits)[number];

/** What is thought of a step. */
export type StepLabel = (typeof stepLabels)[number];

/** A step of a text, in UTF-16 code units as drafts have them, and its label; null while it has none. */
export const draftStepSchema = z.object({
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  label: z.enum(stepLabels).nullable(),
});
export type DraftStep = Readonly<z.infer<typeof draftStepSchema>>;

/** What begins a step: "Step 3:", "3.", "(3)", "- ", "First,", a heading, a tag that opens or closes a thought. */
const marker =
  /^[ \t]*(?:#{1,6}\s|(?:\*\*)?step\s+\d+|\(?\d{1,3}[.):]\s|[-*•]\s|(?:first|second|third|then|next|finally|therefore|so|hence|wait)\b[, ]|<\/?think(?:ing)?>)/iu;

/** The steps of a text: stretches of it without the white space around them, none of them empty, in order. */
export function stepsOf(text: string, split: StepSplit): DraftStep[] {
  return startsOf(text, split).flatMap((start, i, starts): DraftStep[] => {
    const step = trimmed(text, start, starts[i + 1] ?? text.length);
    return step ? [{ ...step, label: null }] : [];
  });
}

function startsOf(text: string, split: StepSplit): number[] {
  if (split === 'auto') return startsOf(text, /\S[^\S\n]*\n\s*\S/.test(text) ? 'line' : 'sentence');
  if (split === 'sentence')
    return [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)].map(({ index }) => index);
  if (split === 'paragraph')
    return [0, ...[...text.matchAll(/\n[ \t]*\r?\n/g)].map(({ index, 0: gap }) => index + gap.length)];
  const lines = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return split === 'line' ? lines : lines.filter((start) => start === 0 || marker.test(text.slice(start, start + 80)));
}

function trimmed(text: string, start: number, end: number): { start: number; end: number } | undefined {
  const part = text.slice(start, end);
  const length = part.trim().length;
  if (length === 0) return undefined;
  const lead = part.length - part.trimStart().length;
  return { start: start + lead, end: start + lead + length };
}

/** The steps with the one at `index` and its next one as a single step, which has the first one's label. */
export function merged(steps: readonly DraftStep[], index: number): readonly DraftStep[] {
  const [step, next] = [steps[index], steps[index + 1]];
  return step && next ? [...steps.slice(0, index), { ...step, end: next.end }, ...steps.slice(index + 2)] : steps;
}

/**
 * The steps with the one at `index` cut at `at` (in the text), or where nothing is said after its first line or else
 * sentence. Unchanged where nothing is left on one side.
 */
export function cut(text: string, steps: readonly DraftStep[], index: number, at?: number): readonly DraftStep[] {
  const step = steps[index];
  if (!step) return steps;
  const own = text.slice(step.start, step.end);
  const where = at ?? step.start + (startsOf(own, 'line')[1] ?? startsOf(own, 'sentence')[1] ?? 0);
  if (where <= step.start || where >= step.end) return steps;
  const [before, after] = [trimmed(text, step.start, where), trimmed(text, where, step.end)];
  return before && after
    ? [...steps.slice(0, index), { ...before, label: step.label }, { ...after, label: null }, ...steps.slice(index + 1)]
    : steps;
}

/**
 * The steps with the first error at `index`: all before it that have no label are correct, what follows it is not
 * judged.
 */
export function firstErrorAt(steps: readonly DraftStep[], index: number): readonly DraftStep[] {
  return steps.map((step, i) => ({
    ...step,
    label:
      i < index
        ? step.label === null || step.label === 'incorrect'
          ? 'correct'
          : step.label
        : i === index
          ? 'incorrect'
          : null,
  }));
}
