import * as z from 'zod';
import { modes, type Mode } from './mode';
import { aspectSchema, defaultAspects, type Aspect } from './scale';
import { stepSplits, type StepSplit } from './steps';
import { noWriting, type Writing } from './writing';
import { defaultSpanTypes, type SpanType } from './taxonomy';
import { spanTypesSchema } from './taxonomySchema';

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

/** What annotators are asked where a study says nothing else. */
export function questionOf(mode: Mode): string {
  switch (mode) {
    case 'rank':
      return 'Which response serves the person who asked better? Rank them, best first.';
    case 'pair':
      return 'Which of the two serves the person who asked better?';
    case 'best':
      return 'Which response serves the person who asked best?';
    case 'rate':
      return 'How good is each response?';
    case 'thumbs':
      return 'Does the response serve the person who asked?';
    case 'steps':
      return 'Is each step right?';
  }
}

export const defaultSkipReasons = [
  'I lack the knowledge to judge this',
  'The prompt is unclear',
  'The responses cannot be compared',
  'Harmful or personal content',
] as const;

/** Something that can be said of a response, or of the item, by one key (C29). */
const flagSchema = z.looseObject({
  name: z.string().min(1).describe('Names the flag, in the journal.'),
  of: z
    .enum(['response', 'item'])
    .optional()
    .describe('What it says something about; a response where nothing is said.'),
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
  name: z.string().min(1).describe('Names the context, at the desk.'),
  text: z
    .string()
    .refine((text) => text.trim() !== '', 'is empty')
    .describe(
      'What is to be taken as given, as one would say it to a model: kept with each annotation, so that a trainer can use it.',
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
      'Whether the critique of a response is one text ("free") or its strengths, its weaknesses and a suggestion apart ("parts"). Free where nothing is said.',
    ),
  minLength: minLength
    .optional()
    .describe(
      'How many characters the critique of each response has at least, all parts together. Nothing is saved before; the draft is kept meanwhile.',
    ),
});

/** What the rationale of a judgement is to be (C10). */
const rationaleSchema = z.looseObject({
  first: z
    .boolean()
    .optional()
    .describe(
      'Whether the rationale is written before anything is judged: it stands above the responses, and what is judged counts from then on.',
    ),
  minLength: minLength
    .optional()
    .describe('How many characters the rationale has at least. Nothing is saved before; the draft is kept meanwhile.'),
});

/** Judged items that come again to the same annotator, who is not told (C23). */
const repeatsSchema = z.looseObject({
  rate: z
    .number()
    .min(0)
    .max(0.5)
    .describe('The part of what an annotator gets that is an item judged before, from 0 to 0.5.'),
  after: z
    .int()
    .positive()
    .optional()
    .describe('So many other items are judged in between at least; 20 where nothing is said.'),
});

/** Items with known answers, which come to everybody among the others (C23). */
const controlsSchema = z.looseObject({
  items: z
    .array(z.string().min(1))
    .min(1, 'names no item')
    .describe(
      "Ids of the dataset's items whose answers are known. They come to every annotator, whatever the plan shares out.",
    ),
  rate: z
    .number()
    .min(0)
    .max(0.5)
    .describe('The part of what an annotator gets that is a control item, from 0 to 0.5, until all have come.'),
});
/**
 * When annotators see what verifiers found out about a response: at once, once they have judged the item, or not at
 * all.
 */
const verifierTimes = ['shown', 'after', 'hidden'] as const;
export type VerifierTime = (typeof verifierTimes)[number];

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
      .describe('Only items with this text in the prompt, a response or what stands beside them.'),
    regex: z.boolean().optional().describe('Whether "text" is a regular expression.'),
    matchCase: z.boolean().optional().describe('Whether upper and lower case of "text" count.'),
    wholeWord: z.boolean().optional().describe('Whether "text" must stand as words of its own.'),
    metadata: z.boolean().optional().describe('Whether "text" is looked for in the item\'s metadata too.'),
    labelled: z.boolean().optional().describe('Only items that have a label in the dataset.'),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'Only items whose metadata have these values, by dotted paths, as in { "category": "code" }; "language" is the item\'s language too.',
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
export const projectSchema = z.looseObject({
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
          "The dataset's files, relative to this file's folder, read in this order as one dataset. They are never written to.",
        ),
      layout: z.string().min(1).describe('How the records are laid out; "tiebreak formats" lists the layouts.'),
      mapping: z
        .record(z.string(), z.string())
        .describe('Fields of the layout that stand elsewhere in this dataset, as in { "prompt": "data.question" }.'),
      gather: z
        .union([z.boolean(), z.literal('files')])
        .optional()
        .describe(
          'Whether rows with the same prompt are one item: its responses are all of theirs. With "files" each file holds the responses of one model, which it is named after, and an item has one of each.',
        ),
    })
    .describe('What is annotated.'),
  task: z
    .looseObject({
      mode: z
        .enum(modes)
        .describe(
          'How annotators judge: rank all responses, compare pairs, choose the best, rate each on aspects, good or bad for each, or step by step. They can switch for an item.',
        ),
      aspects: z.array(aspectSchema).min(1, 'names no aspect').optional().describe('What responses are rated on.'),
      steps: z
        .enum(stepSplits)
        .optional()
        .describe(
          'How responses are split into steps at first: by "line", "paragraph", "marker" (numbers, bullets, "Then", ...) or "sentence". Where nothing is said ("auto") by line, and a response of one line by sentence.',
        ),
      strength: z
        .boolean()
        .optional()
        .describe(
          'Whether annotators say how much better a response is when they compare two; if not, the next two come as soon as one is chosen. True where nothing is said.',
        ),
      references: z
        .boolean()
        .optional()
        .describe(
          'Whether the reference answers of the items are pinned above the conversation. False where nothing is said.',
        ),
      verifiers: z
        .enum(verifierTimes)
        .optional()
        .describe(
          'When annotators see what verifiers (tests, checkers, reward models) found out about a response: "shown" at once, "after" they have judged the item, or "hidden". Shown where nothing is said.',
        ),
      othersCritiques: z
        .enum(verifierTimes)
        .optional()
        .describe(
          'When annotators see what others (people, and models whose critiques were imported) wrote of a response, to judge it: "shown" at once, "after" they have judged the item themselves, or "hidden". Hidden where nothing is said.',
        ),
      reveal: z
        .boolean()
        .optional()
        .describe(
          'Whether annotators see which model wrote which response once they have judged the item. False where nothing is said, and never where items come again.',
        ),
      guidelines: z
        .string()
        .min(1)
        .optional()
        .describe(
          "A Markdown file that says how to judge, relative to this file's folder. Annotators open it at the desk, and each annotation keeps its version.",
        ),
      winners: z
        .boolean()
        .optional()
        .describe(
          'Whether annotators say for each criterion of a rubric which response meets it best, beside the verdicts; it may be another than the best of all, and several may be tied. False where nothing is said.',
        ),
      verdicts: z
        .enum(['any', 'all'])
        .optional()
        .describe(
          'How many cells of the grid of criteria and responses are to be filled before a judgement is saved: "any" asks once about those that are empty and lets them stand, "all" keeps the draft until each criterion has a verdict on each response, or is said not to apply. Any where nothing is said.',
        ),
      flags: z.array(flagSchema).optional().describe('What annotators can flag, in the order of its keys.'),
      critique: critiqueSchema.optional().describe('What annotators write about each response.'),
      rationale: rationaleSchema.optional().describe('What annotators write about the judgement as a whole.'),
      spans: spanTypesSchema.optional(),
      contexts: z
        .array(contextSchema)
        .optional()
        .describe(
          'Contexts under which annotators can judge an item again. What they judge so stands beside the judgement of the item as it is.',
        ),
      questions: z
        .array(
          z.looseObject({
            version: z.int().positive().describe('Counts up from 1.'),
            text: z.string().min(1).describe('What annotators are asked.'),
          }),
        )
        .min(1, 'asks no question')
        .describe(
          'What annotators are asked. To change it, add a new version at the end: annotations keep the number of the one they were made under.',
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
          'In which order items come: as in the "file", "shuffled" by the seed and the same for all, "shuffled-each" for each annotator, the most "uncertain" first (labels or scorers that disagree, then the closest scores), or "thin" slices first (those of "slices" with the fewest judgements). Annotators can choose another for themselves.',
        ),
      slices: z
        .array(
          z.string().refine(isSlicePath, 'names no field of the item; a slice is made by one, never by a response'),
        )
        .min(1, 'names no field')
        .optional()
        .describe('By which values of the items slices are made: dotted paths in their metadata, or "language".'),
      filter: filterSchema
        .optional()
        .describe('Only these items come to annotators; the others are passed over and are not asked for.'),
      annotators: z
        .array(z.string().min(1))
        .min(1, 'names nobody')
        .refine((names) => new Set(names).size === names.length, 'names somebody twice')
        .optional()
        .describe(
          'Who judges. Each item comes to "perItem" of them, drawn by the seed and the item\'s id: alike on every machine, and with few changes when somebody is added. Whoever is not named here gets every item.',
        ),
      perItem: z
        .int()
        .positive()
        .optional()
        .describe(
          'How many of the annotators judge each item; one where nothing is said, and all where there are fewer.',
        ),
      repeats: repeatsSchema
        .optional()
        .describe(
          'Items that come again to the annotator who judged them, who is not told, to see how steady judgements are. Exports leave the second judgements out.',
        ),
      controls: controlsSchema
        .optional()
        .describe('Items with known answers, woven in among the others. Exports leave them out unless asked.'),
    })
    .refine(({ order, slices }) => order !== 'thin' || slices !== undefined, {
      path: ['slices'],
      message: 'is missing: name the fields whose values make the slices, as in ["language"]',
    })
    .optional()
    .describe('Which items come to whom, and when.'),
  exports: z
    .union([z.record(z.string(), keptRecipeSchema), z.array(z.unknown())], { error: ({ input }) => noRecipes(input) })
    .optional()
    .describe('Exports by name: "tiebreak export PROJECT --recipe NAME" runs one, and so does a task of the editor.'),
  round: z.int().nonnegative().describe('Kept with every annotation; count it up when a new policy is sampled.'),
  seed: z.int().nonnegative().describe('Seeds the blind order of responses, together with annotator and item.'),
});
export type Project = z.infer<typeof projectSchema>;

/** Who judges which item. */
export interface Shares {
  readonly annotators: readonly string[];
  readonly perItem: number;
  /** The study's seed. */
  readonly seed: number;
  /** Ids of items that come to everybody. */
  readonly controls?: ReadonlySet<string> | undefined;
}

/** How a study shares its items out; undefined where everybody gets all. */
export function sharesOf({ plan, seed }: Project): Shares | undefined {
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
export function questionAsked(project: Project, mode: Mode): string {
  const { text } = currentQuestion(project);
  return modes.some((each) => questionOf(each) === text) ? questionOf(mode) : text;
}

/** The question in force. */
export function currentQuestion(project: Project): { version: number; text: string } {
  return project.task.questions.reduce((latest, question) => (question.version > latest.version ? question : latest));
}

/** What annotators can do, with what holds where the project says nothing. */
export interface Task extends Writing {
  readonly mode: Mode;
  readonly aspects: readonly Aspect[];
  readonly steps: StepSplit;
  /** Whether pairs are compared with strengths. */
  readonly strength: boolean;
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
}: Pick<Project['task'], 'critique' | 'rationale'>): Writing {
  const none = noWriting;
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
    strength,
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
