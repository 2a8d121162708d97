import * as z from 'zod';
import { modeChoices, modeNames, questionOf, type ModeChoice, type ModeName } from '../annotation/mode';
import { aspectSchema, defaultAspects, type Aspect } from '../annotation/aspect';
import { stepSplits, type StepSplit } from '../annotation/steps';
import { noWritingRequirements, type WritingRequirements } from '../annotation/writingRequirements';
import { defaultSpanTypes, type SpanType } from '../annotation/taxonomy';
import { spanTypesSchema } from '../annotation/taxonomySchema';

/** `study.tiebreak`: what ties a dataset, a task, rubrics and annotators together. A file to commit. */

export const projectVersion = 1;

/**
 * A recipe as it stands in the file, whatever that is: one that is faulty, or of a later version, keeps nobody from the
 * study or from the other recipes, and stays when another one is saved. `readRecipe` checks it, and editors do by
 * `namedRecipeSchema`.
 */
const keptRecipeSchema = z.unknown();

/**
 * What is said of recipes that are none. A list of them keeps nobody from the study either: it is told where recipes
 * are listed, run and checked.
 */
export const noRecipes = (value: unknown): string =>
  `is ${Array.isArray(value) ? 'a list' : JSON.stringify(value)}; it must be an object of exports by name, as in {"nightly": {"format": "trl-dpo"}}`;

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
    .refine((text) => text.trim() !== '', 'is empty')
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

/** Judged items that come again to the same annotator, who is not told (C23). */
const repeatsSchema = z.looseObject({
  rate: z.number().min(0).max(0.5).describe('Share of repeated items among the items of an annotator, from 0 to 0.5.'),
  after: z
    .int()
    .positive()
    .optional()
    .describe('Minimum number of other items between an item and its repetition. Default: 20.'),
});

/** Items with known answers, which come to everybody among the others (C23). */
const controlsSchema = z.looseObject({
  items: z
    .array(z.string().min(1))
    .min(1, 'names no item')
    .describe(
      'Ids of items with known answers. They are assigned to every annotator, whatever the rest of the plan says.',
    ),
  rate: z
    .number()
    .min(0)
    .max(0.5)
    .describe(
      'Share of control items among the items of an annotator, from 0 to 0.5, until all control items have been shown.',
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

/**
 * In which order items come. `shuffled`: drawn by the study's seed, the same for all. `shuffled-each`: drawn for each
 * annotator. `uncertain`: those first whose labels or scorers contradict each other, then those whose best two scores
 * lie closest by each scorer's own scale. `thin`: those first of whose slice the fewest are judged.
 */
const orderNames = ['file', 'shuffled', 'shuffled-each', 'uncertain', 'thin'] as const;
export type OrderName = (typeof orderNames)[number];

/** Whether a slice can be made by the value at a path of an item: what stands in a response is none of its items'. */
export const isSlicePath = (path: string): boolean =>
  path.trim() !== '' && !/^(responses|completions)(\.|$)/.test(path);

/** Which items come at all, in the words of the search. */
const filterSchema = z
  .looseObject({
    text: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Only items with this text in the prompt, a response, the context, the evidence or a reference answer.',
      ),
    regex: z.boolean().optional().describe('If true, "text" is a regular expression.'),
    matchCase: z.boolean().optional().describe('If true, upper and lower case of "text" must match.'),
    wholeWord: z.boolean().optional().describe('If true, "text" must match whole words.'),
    metadata: z.boolean().optional().describe('If true, the metadata of the item is searched too.'),
    labelled: z.boolean().optional().describe('Only items that have a label in the dataset.'),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'Only items with these values in their metadata, by dotted paths, for example { "category": "code" }. The path "language" also matches the language of the item.',
      ),
  })
  .refine(
    ({ text, labelled, fields }) => text !== undefined || labelled === true || Object.keys(fields ?? {}).length > 0,
    'asks for nothing: name a text, "labelled" or fields',
  )
  .refine(({ text, regex }) => regex !== true || text === undefined || isExpression(text), {
    path: ['text'],
    message: 'is not a regular expression',
  });

function isExpression(source: string): boolean {
  try {
    return new RegExp(source, 'mu').source !== '';
  } catch {
    return false;
  }
}

/**
 * What `tiebreak init` and the editor make. Fields that later versions add are kept when the file is written again. The
 * descriptions are shown by JSON editors.
 */
export const projectSchema = z
  .looseObject({
    $schema: z.string().optional(),
    version: z
      .literal(projectVersion, `is not ${projectVersion}: made by another version of Tiebreak`)
      .describe('Version of this file format.'),
    dataset: z
      .looseObject({
        sources: z
          .array(z.string().min(1))
          .min(1, 'names no dataset file')
          .describe(
            'Files of the dataset, relative to the folder of this file. They are read in this order as one dataset and are never changed.',
          ),
        layout: z
          .string()
          .min(1)
          .describe('Layout of the dataset: how its records are read. Run "tiebreak formats" to list all layouts.'),
        mapping: z
          .record(z.string(), z.string())
          .describe(
            'Fields of the layout that have another path in this dataset, for example { "prompt": "data.question" }.',
          ),
        gather: z
          .union([z.boolean(), z.literal('files')])
          .optional()
          .describe(
            'If true, rows with the same prompt become one item with all their responses. With "files", each file has the responses of one model and is named after it. An item then has one response per file.',
          ),
      })
      .describe('The dataset that is annotated.'),
    task: z
      .looseObject({
        mode: z
          .enum(modeChoices)
          .describe(
            'Annotation mode: rank all responses, compare pairs, choose the best, choose the best and the worst, rate each response on aspects, mark each as good or bad, or judge step by step. With "auto", it depends on the item: two responses are compared, three or more are ranked, and a single one is rated, judged step by step or marked as good or bad, as its labels are. Annotators can switch the mode for an item.',
          ),
        aspects: z.array(aspectSchema).min(1, 'names no aspect').optional().describe('What responses are rated on.'),
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
        flags: z
          .array(flagSchema)
          .optional()
          .describe('Flags that annotators can use, in the order of their number keys.'),
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
            z.string().refine((text) => text.trim() !== '', 'is empty'),
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
          .min(1, 'asks no question')
          .describe(
            'The question for annotators. To change it, add a new version at the end. Each annotation records the version that it was made under.',
          ),
        skipReasons: z.array(z.string().min(1)).describe('Reasons offered when an item is skipped.'),
      })
      .describe('What annotators do.'),
    plan: z
      .looseObject({
        order: z
          .enum(orderNames)
          .optional()
          .describe(
            'Order of the items. "file": as in the file. "shuffled": random, the same for all annotators. "shuffled-each": random for each annotator. "uncertain": items with disagreeing labels or scorers first, then items with the closest scores. "thin": items of the least annotated slices first (see "slices"). Annotators can choose another order for themselves.',
          ),
        slices: z
          .array(
            z.string().refine(isSlicePath, 'names no field of the item; a slice is made by one, never by a response'),
          )
          .min(1, 'names no field')
          .optional()
          .describe('Fields whose values divide the items into slices: dotted paths in the metadata, or "language".'),
        filter: filterSchema
          .optional()
          .describe('Only these items are assigned to annotators. All other items are left out.'),
        annotators: z
          .array(z.string().min(1))
          .min(1, 'names nobody')
          .refine((names) => new Set(names).size === names.length, 'names somebody twice')
          .optional()
          .describe(
            'Names of the annotators. Each item is assigned to "perItem" of them, at random by seed and item id. The result is the same on every machine and changes little when an annotator is added. Annotators who are not listed here get every item.',
          ),
        perItem: z
          .int()
          .positive()
          .optional()
          .describe(
            'How many of the annotators judge each item. Default: 1. If there are fewer annotators, all of them judge it.',
          ),
        repeats: repeatsSchema
          .optional()
          .describe(
            'Repeats items to measure how consistent an annotator is. The annotator is not told. Exports leave the repeated judgments out.',
          ),
        controls: controlsSchema
          .optional()
          .describe(
            'Control items: items with known answers, mixed in among the others. Exports leave them out by default.',
          ),
      })
      .refine(({ order, slices }) => order !== 'thin' || slices !== undefined, {
        path: ['slices'],
        message: 'is missing: name the fields whose values make the slices, as in ["language"]',
      })
      .optional()
      .describe('Which items are assigned to which annotator, and in which order.'),
    exports: z
      .union([z.record(z.string(), keptRecipeSchema), z.array(z.unknown())], { error: ({ input }) => noRecipes(input) })
      .optional()
      .describe(
        'Export recipes by name. Run one with "tiebreak export PROJECT --recipe NAME" or as a task in VS Code.',
      ),
    round: z
      .int()
      .nonnegative()
      .describe(
        'Number of the annotation round, saved with every annotation. Increase it when the responses come from a new policy model.',
      ),
    seed: z.int().nonnegative().describe('Seed for random choices such as the blind order of responses.'),
  })
  .refine(({ task, plan }) => task.suggestions !== true || (!plan?.controls && !plan?.repeats), {
    path: ['task', 'suggestions'],
    message: 'cannot be used with control items or repeated items, which are judged without suggestions',
  });
export type Project = z.infer<typeof projectSchema>;

/** Who judges which item. */
export interface Assignment {
  readonly annotators: readonly string[];
  readonly perItem: number;
  /** The study's seed. */
  readonly seed: number;
  /** Ids of items that come to everybody. */
  readonly controls?: ReadonlySet<string> | undefined;
}

/** How a study shares its items out; undefined where everybody gets all. */
export function assignmentOf({ plan, seed }: Project): Assignment | undefined {
  return (
    plan?.annotators && {
      annotators: plan.annotators,
      perItem: Math.min(plan.perItem ?? 1, plan.annotators.length),
      seed,
      controls: plan.controls && new Set(plan.controls.items),
    }
  );
}

/**
 * The question in force as the desk asks it of an item: one of the standard questions in the words of the way that the
 * item is judged. (Each annotation says which way that was.)
 */
export function questionAsked(project: Project, mode?: ModeName): string {
  const { text } = currentQuestion(project);
  const wish = project.task.mode;
  return modeNames.some((each) => questionOf(each) === text)
    ? questionOf(mode ?? (wish === 'auto' ? 'rank' : wish))
    : text;
}

/** The question in force. */
export function currentQuestion(project: Project): { version: number; text: string } {
  return project.task.questions.reduce((latest, question) => (question.version > latest.version ? question : latest));
}

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
}: Pick<Project['task'], 'critique' | 'rationale'>): WritingRequirements {
  const none = noWritingRequirements;
  return {
    critique: { fields: fields ?? none.critique.fields, minLength: minLength ?? none.critique.minLength },
    rationale: {
      first: rationale.first ?? none.rationale.first,
      minLength: rationale.minLength ?? none.rationale.minLength,
    },
  };
}

export function taskOf({ task }: Project): Task {
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
