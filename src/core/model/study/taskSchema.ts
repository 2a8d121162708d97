import * as z from 'zod';
import { says } from '../problems/checkValue';
import { modeChoices, type ModeChoice } from '../annotation/mode';
import { aspectSchema, defaultAspects, type Aspect } from '../annotation/aspect';
import { stepSplits, type StepSplit } from '../annotation/steps';
import { noWritingRequirements, type WritingRequirements } from '../annotation/writingRequirements';
import { defaultSpanTypes, type SpanType } from '../annotation/taxonomy';
import { spanTypesSchema } from '../annotation/taxonomySchema';

/** The task of a study: what annotators do. */

export const defaultSkipReasons = [
  'I lack the knowledge to judge this',
  'The prompt is unclear',
  'The responses cannot be compared',
  'Harmful or personal content',
] as const;

/** Something that can be said of a response, or of the item, by one key (C29). */
const flagSchema = z.looseObject({
  name: z.string().min(1).describe('Name of the flag in the journal.'),
  of: z
    .enum(['response', 'item'])
    .optional()
    .describe('Whether the flag is for a response or for the item. Default: response.'),
});
export type Flag = Readonly<z.infer<typeof flagSchema>>;

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

/** A context that a study names: what an item can be judged under (C15). */
const contextSchema = z.looseObject({
  name: z.string().min(1).describe('Name of the context in the annotation editor.'),
  text: z
    .string()
    .refine((text) => text.trim() !== '', says('value.empty', {}))
    .describe(
      'Text of the context: what annotators assume when they judge. Write it as you would write it for a model. It is saved with each annotation, so that it can be used in training.',
    ),
});
export type NamedContext = Readonly<z.infer<typeof contextSchema>>;

const minLength = z.int().positive();

/** What a critique of a response is to be (C10). */
const critiqueSchema = z.looseObject({
  fields: z
    .enum(['free', 'parts'])
    .optional()
    .describe(
      'Whether the critique of a response is one text ("free") or separate fields for strengths, weaknesses and a suggestion ("parts"). Default: "free".',
    ),
  minLength: minLength
    .optional()
    .describe(
      'Minimum number of characters in the critique of each response, all parts together. Annotators cannot save a judgment before that. Their draft is kept.',
    ),
});

/** What the rationale of a judgement is to be (C10). */
const rationaleSchema = z.looseObject({
  first: z
    .boolean()
    .optional()
    .describe(
      'If true, annotators write the rationale before they judge. The field is then above the responses. Default: false.',
    ),
  minLength: minLength
    .optional()
    .describe(
      'Minimum number of characters in the rationale. Annotators cannot save a judgment before that. Their draft is kept.',
    ),
});

/**
 * When annotators see what verifiers found out about a response: at once, once they have judged the item, or not at
 * all.
 */
const verifierTimes = ['shown', 'after', 'hidden'] as const;
export type VerifierTime = (typeof verifierTimes)[number];

/** When a judgement is saved: on Enter, or once the one decision of an item is made. */
export const advances = ['enter', 'at-once'] as const;
export type Advance = (typeof advances)[number];

/**
 * Whether one says how much better a response is: not at all, by choosing it again, or on a scale of seven points with
 * a key each.
 */
export type StrengthInput = 'none' | 'again' | 'scale';

export const taskSchema = z.looseObject({
  mode: z
    .enum(modeChoices)
    .describe(
      'Annotation mode: rank all responses, compare pairs, choose the best, choose the best and the worst, rate each response on aspects, mark each as good or bad, or judge step by step. With "auto", it depends on the item: two responses are compared, three or more are ranked, and a single one is rated, judged step by step or marked as good or bad, as its labels are. Annotators can switch the mode for an item.',
    ),
  aspects: z.array(aspectSchema).min(1).optional().describe('What responses are rated on.'),
  steps: z
    .enum(stepSplits)
    .optional()
    .describe(
      'How responses are first split into steps: by "line", "paragraph", "marker" (numbers, bullets, "Then", ...) or "sentence". Default: "auto", which splits by line, and by sentence if a response has only one line.',
    ),
  strength: z
    .union([z.boolean(), z.literal('scale')])
    .optional()
    .describe(
      'If true, annotators also set how much better a response is when they compare two, by choosing it again. With "scale", they choose on a scale of seven points, with one key each. If false, they are not asked. Unless it is true, the next pair is shown as soon as two responses are compared. Default: true.',
    ),
  advance: z
    .enum(advances)
    .optional()
    .describe(
      'When a judgment is saved and the next item is shown: "enter", when annotators press Enter, or "at-once", as soon as they have decided. The latter is for modes with one decision: comparing two responses, choosing the best, good or bad. Undo takes it back. Default: "enter".',
    ),
  partial: z
    .boolean()
    .optional()
    .describe(
      'If true, a judgment of only some of the responses is complete: annotators are not asked about responses that they have not ranked, compared or rated. Default: false.',
    ),
  suggestions: z
    .boolean()
    .optional()
    .describe(
      'If true, a judgment starts with what a label of the dataset says, which annotators confirm or change. Each annotation records what was suggested. Suggestions bias judgments. They cannot be used with control items or repeated items, which are judged without them. Default: false.',
    ),
  references: z
    .boolean()
    .optional()
    .describe('If true, the reference answers of an item are pinned above the conversation. Default: false.'),
  verifiers: z
    .enum(verifierTimes)
    .optional()
    .describe(
      'When annotators see the results of verifiers (tests, checkers, reward models) on a response: "shown" from the start, "after" they have judged the item, or "hidden". Default: "shown".',
    ),
  othersCritiques: z
    .enum(verifierTimes)
    .optional()
    .describe(
      'When annotators see and can judge the critiques of others (people, and models with imported critiques): "shown" from the start, "after" they have judged the item themselves, or "hidden". Default: "hidden".',
    ),
  reveal: z
    .boolean()
    .optional()
    .describe(
      'If true, annotators see which model wrote which response after they have judged the item. Default: false. Has no effect in a study with repeated items.',
    ),
  guidelines: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Markdown file with guidelines for annotators, relative to the folder of this file. Annotators can open it in the annotation editor. Each annotation records the version of the guidelines.',
    ),
  winners: z
    .boolean()
    .optional()
    .describe(
      'If true, annotators also choose the best response for each criterion of a rubric. It can differ from the overall best response, and responses can be tied. Default: false.',
    ),
  verdicts: z
    .enum(['any', 'all'])
    .optional()
    .describe(
      'Which cells of the grid of criteria must be filled before a judgment can be saved. "any": annotators are asked once about empty cells and can leave them empty. "all": each criterion needs a verdict on each response, or must be marked as not applicable. Default: "any".',
    ),
  flags: z.array(flagSchema).optional().describe('Flags that annotators can use, in the order of their number keys.'),
  critique: critiqueSchema.optional().describe('Settings for the critique of each response.'),
  rationale: rationaleSchema.optional().describe('Settings for the rationale of the whole judgment.'),
  spans: spanTypesSchema.optional(),
  contexts: z
    .array(contextSchema)
    .optional()
    .describe(
      'Contexts under which annotators can judge an item again. These judgments are saved in addition to the judgment without a context.',
    ),
  tips: z
    .record(
      z.string(),
      z.string().refine((text) => text.trim() !== '', says('value.empty', {})),
    )
    .optional()
    .describe(
      'Tips for annotators by item id, shown on that item in place of the list of keys. Use them on the first items, to teach one thing at a time. The name of a command in braces, as in "Press {critique}", is shown as its current key.',
    ),
  questions: z
    .array(
      z.looseObject({
        version: z.int().positive().describe('Version number, starting at 1.'),
        text: z.string().min(1).describe('What annotators are asked.'),
      }),
    )
    .min(1)
    .describe(
      'The question for annotators. To change it, add a new version at the end. Each annotation records the version that it was made under.',
    ),
  skipReasons: z
    .array(z.string().min(1))
    .optional()
    .describe('Reasons offered when an item is skipped. Default: four usual ones.'),
});
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
