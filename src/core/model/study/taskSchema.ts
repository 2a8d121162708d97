import * as z from 'zod';
import type { ModeChoice } from '../annotation/mode';
import { defaultAspects, type Aspect } from '../annotation/aspect';
import type { StepSplit } from '../annotation/steps';
import { noWritingRequirements, type WritingRequirements } from '../annotation/writingRequirements';
import { defaultSpanTypes, type SpanType } from '../annotation/taxonomy';
import type { TextView } from '../desk/textView';
import { shapeOf } from './options/option';
import { taskOptions } from './options/taskOptions';

/** The task of a study: what annotators do. */

export const defaultSkipReasons = [
  'I lack the knowledge to judge this',
  'The prompt is unclear',
  'The responses cannot be compared',
  'Harmful or personal content',
] as const;

/** Something that can be said of a response, or of the item, by one key. */
export type Flag = NonNullable<TaskSettings['flags']>[number];

/** What can be flagged where a study says nothing else. */
const defaultFlags: readonly Flag[] = [
  { name: 'unsafe' },
  { name: 'deceptive' },
  { name: 'sycophantic' },
  { name: 'refusal' },
  { name: 'factual error' },
  { name: 'off-topic' },
  { name: 'prompt ambiguous', of: 'item' },
];

/** A context that a study names: what an item can be judged under. */
export type NamedContext = NonNullable<TaskSettings['contexts']>[number];

/** When a judgement is saved: on Enter, or once the one decision of an item is made. */
export const advances = taskOptions.advance.schema.options;
export type Advance = (typeof advances)[number];

/** When annotators see what others or programs say. */
export type VerifierTime = (typeof taskOptions.verifiers.schema.options)[number];

/**
 * Whether one says how much better a response is: not at all, by choosing it again, or on a scale of seven points with
 * a key each.
 */
export type StrengthInput = 'none' | 'again' | 'scale';

export const taskSchema = z.looseObject(shapeOf(taskOptions));
export type TaskSettings = z.infer<typeof taskSchema>;

/** What annotators can do, with what holds where the project says nothing. */
export interface Task extends WritingRequirements {
  readonly mode: ModeChoice;
  readonly aspects: readonly Aspect[];
  readonly steps: StepSplit;
  readonly strength: StrengthInput;
  readonly advance: Advance;
  /** Whether a judgement of only some responses is complete. */
  readonly partial: boolean;
  /** Whether what the dataset says is there to be confirmed. */
  readonly suggestions: boolean;
  /** How texts are shown; undefined where annotators choose. */
  readonly view?: TextView | undefined;
  /** Whether reference answers are shown. */
  readonly references: boolean;
  readonly verifiers: VerifierTime;
  /** When others' critiques are shown, to be judged. */
  readonly othersCritiques: VerifierTime;
  /** Whether the best response is named by criterion. */
  readonly winners: boolean;
  /** Whether every cell of the grid is to be filled. */
  readonly verdicts: 'any' | 'all';
  readonly flags: readonly Flag[];
  /** What is marked in responses, by type. */
  readonly spans: readonly SpanType[];
}

/** What a study asks annotators to write. */
function writingOf({
  critique: { fields, minLength } = {},
  rationale = {},
}: Pick<TaskSettings, 'critique' | 'rationale'>): WritingRequirements {
  const none = noWritingRequirements;
  return {
    critique: { fields: fields ?? none.critique.fields, minLength: minLength ?? none.critique.minLength },
    rationale: {
      first: rationale.first ?? none.rationale.first,
      minLength: rationale.minLength ?? none.rationale.minLength,
    },
  };
}

/** What annotators can do in a study. */
export function taskOf({ task }: { readonly task: TaskSettings }): Task {
  const {
    mode,
    aspects = defaultAspects,
    steps = 'auto',
    strength = true,
    advance = 'enter',
    partial = false,
    suggestions = false,
    view,
    references = false,
    verifiers = 'shown',
    othersCritiques = 'hidden',
    winners = false,
    verdicts = 'any',
    flags = defaultFlags,
    spans = defaultSpanTypes,
    critique,
    rationale,
  } = task;
  return {
    mode,
    aspects,
    steps,
    // The first press would save it.
    strength: strength === 'scale' || (strength && advance === 'at-once') ? 'scale' : strength ? 'again' : 'none',
    advance,
    partial,
    suggestions,
    view,
    references,
    verifiers,
    othersCritiques,
    winners,
    verdicts,
    flags,
    spans,
    ...writingOf({ critique, rationale }),
  };
}
