import * as z from 'zod';
import { judgeKinds } from './judgeKind';

/**
 * How an export is made: what is chosen of the judgements, what is made of them, and how it is written. Kept in
 * projects and manifests, and made of what is typed in a terminal.
 *
 * Each field has a text (`recipeText`): the flags of the command line, the fields of the export view and the entries of
 * a project are read by the same functions, and a test holds them to be the same.
 */

/** Kinds of data files. */
export const fileKinds = ['jsonl', 'json', 'parquet'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Which of the pairs that a preference gives are written. */
export const pairChoices = ['all', 'neighbours', 'best-rest', 'best-worst', 'acceptable'] as const;
export type PairChoice = (typeof pairChoices)[number];

/** What a margin is made of: see `marginOf`. */
export const marginSources = ['rank-gap', 'strength', 'rank-or-strength', 'rating', 'votes'] as const;
export type MarginSource = (typeof marginSources)[number];

/** The rules by which several annotators' preferences become one. */
export const aggregateRules = [
  'majority',
  'borda',
  'bradley-terry',
  'plackett-luce',
  'ranked-pairs',
  'dawid-skene',
] as const;
export type AggregateRule = (typeof aggregateRules)[number];

/**
 * Where in a prompt stands what annotators saw beside it: before the words of the last user's turn, in the system
 * message, or nowhere.
 */
export const promptPlaces = ['user', 'system', 'none'] as const;
export type PromptPlace = (typeof promptPlaces)[number];

/**
 * How rows name images, audio and video: where they are, or copied or linked into the export; without them rows are
 * written only where that is asked for.
 */
export const mediaWays = ['path', 'copy', 'link', 'none'] as const;
export type MediaWay = (typeof mediaWays)[number];

/** What a step counts as in a file that knows right and wrong only. */
export const stepMeanings = ['wrong', 'right', 'out'] as const;
export type StepMeaning = (typeof stepMeanings)[number];

/** Which items have a row: those of which a judgement is exported, or those too that nobody judged. */
export const itemChoices = ['judged', 'all'] as const;

/** What asks items for judgements, so that none without any can meet it: not to be said where all items have a row. */
export const asksForJudgements = ['withFlags', 'minAnnotators', 'minAgreement'] as const;

export const splitNames = ['train', 'validation', 'test'] as const;
export const noiseVariants = ['filter', 'flip', 'smooth'] as const;
export type NoiseVariant = (typeof noiseVariants)[number];

/** What a criterion with a negative weight says in a file of rubrics: the fault, or its avoidance. */
export const negativeMeanings = ['fault', 'avoidance'] as const;
export type NegativeMeaning = (typeof negativeMeanings)[number];

const name = z.string().min(1);
const share = z.number().gt(0).max(1);

export const recipeSchema = z.strictObject({
  format: name.describe('The format by name; "tiebreak formats" lists them.'),
  file: z.enum(fileKinds).optional().describe("The kind of data file; the format's own where nothing is said."),
  annotators: z.array(name).min(1).optional().describe("Only these annotators' judgements."),
  groups: z.array(name).min(1).optional().describe('Only judgements by members of these groups.'),
  origins: z
    .array(z.enum(judgeKinds))
    .min(1)
    .optional()
    .describe(
      'Only judgements by these: people at the desk ("human"), people whose labels came with the data ("imported"), models ("model"), also those whose labels came with the data. Where nothing is said people vote: models count only where nobody else judged, or where "annotators" names them.',
    ),
  rounds: z.array(z.int().nonnegative()).min(1).optional().describe('Only judgements of these rounds.'),
  rubrics: z
    .record(name, z.int().positive())
    .optional()
    .describe('Only judgements made under these versions of these rubrics, by id.'),
  guidelines: z.array(name).min(1).optional().describe('Only judgements made under these versions of the guidelines.'),
  withFlags: z.array(name).min(1).optional().describe('Only judgements that flag so, the item or a response.'),
  withoutFlags: z
    .array(name)
    .min(1)
    .optional()
    .describe('No judgement that flags so, the item or a response; what others said of the item stays.'),
  minStrength: z
    .number()
    .min(1)
    .max(3)
    .optional()
    .describe('Only preferences at least so strong, from 1 (slightly) to 3 (much); rankings say no strength.'),
  minConfidence: z.number().min(0).max(1).optional().describe('Only judgements whose annotator was at least so sure.'),
  where: z
    .record(name, z.array(z.string()).min(1))
    .optional()
    .describe('Only items whose metadata have one of these values, by dotted paths.'),
  languages: z.array(name).min(1).optional().describe('Only items in these languages.'),
  items: z
    .enum(itemChoices)
    .optional()
    .describe(
      'Which items have a row, where a format makes rows of criteria: those that were judged where nothing is said, or all, by the criteria in force for them.',
    ),
  stale: z
    .literal('keep')
    .optional()
    .describe('Judgements of items that changed since are exported too, where the responses are still there.'),
  controls: z.literal('keep').optional().describe('Judgements of control items are exported too.'),
  context: z
    .enum(promptPlaces)
    .optional()
    .describe(
      "Where the context of an item stands in its prompt, and that which it was judged under: before the words of the last user's turn where nothing is said; in the system message (before a prompt that is text); or nowhere, and then judgements under a context are left out.",
    ),
  evidence: z
    .enum(promptPlaces)
    .optional()
    .describe(
      "Where the passages of an item stand in its prompt: before the words of the last user's turn where nothing is said; in the system message (before a prompt that is text); or nowhere.",
    ),
  media: z
    .enum(mediaWays)
    .optional()
    .describe(
      'What rows name as images, audio and video: the files where they are (where nothing is said, but not under pseudonyms), copies of them in the folder of the export, or links; or "none", and items that have any are written without them. An item whose media the format cannot carry gives no row otherwise.',
    ),
  steps: z
    .literal('first-error')
    .optional()
    .describe('Of the judged steps of a response only those up to the first wrong one, as PRM800K has them.'),
  neutral: z
    .enum(stepMeanings)
    .optional()
    .describe('What neutral steps count as: wrong where nothing is said, as TRL reads PRM800K; right, or left out.'),
  unnecessary: z
    .enum(stepMeanings)
    .optional()
    .describe(
      'What steps count as that are correct but unnecessary: right where nothing is said, since they are correct; wrong, or left out.',
    ),
  attributes: z
    .record(name, name)
    .optional()
    .describe('Which aspect stands for which attribute of the format; those of the same name where nothing is said.'),
  ties: z
    .literal('all')
    .optional()
    .describe('Every one of the best responses that are tied, and not only the first that was shown.'),
  criterion: name.optional().describe('Only what was preferred by this criterion.'),
  pairs: z.enum(pairChoices).optional().describe('Which pairs of a ranking are written; all where nothing is said.'),
  margin: z
    .enum(marginSources)
    .optional()
    .describe(
      'What the column "margin" is made of; where nothing is said there is none, or in formats that need one what loses no pair (rank-or-strength).',
    ),
  weight: z
    .literal('list')
    .optional()
    .describe(
      'A column "weight": the pairs of one ranking share a weight of 1, so that long lists do not drown short ones.',
    ),
  softLabel: z
    .literal(true)
    .optional()
    .describe('A column "soft_label": the share of the votes on the two responses that chose the chosen one.'),
  listSize: z
    .int()
    .min(2)
    .optional()
    .describe(
      'Only lists of so many responses, where a trainer needs the same number in every row; that of most items where nothing is said.',
    ),
  aggregate: z
    .enum(aggregateRules)
    .optional()
    .describe("The rule that makes one preference of several annotators'; each annotator's own where nothing is said."),
  minAnnotators: z.int().positive().optional().describe('Only items that so many annotators judged.'),
  minAgreement: share
    .optional()
    .describe(
      'Only items on which so large a share of the votes goes with the majority: of the preferences, or of the answers (ratings, labels, verdicts, steps) that the format is made of.',
    ),
  pseudonyms: name.optional().describe('Annotators are named by pseudonyms, drawn with this salt.'),
  nearDuplicates: share
    .optional()
    .describe(
      'Of prompts that are alike to this degree (Jaccard similarity of their word shingles) only the first is written, and of items that say just the same.',
    ),
  maxSimilarity: share.optional().describe('No pair of responses that are more alike than this.'),
  contamination: z
    .strictObject({
      files: z.array(name).min(1),
      share: z.number().min(0).max(1).optional(),
      gram: z.int().min(1).max(100).optional(),
    })
    .optional()
    .describe(
      'Items whose prompts overlap with these benchmark files are left out: those that have more than this share of the words of a benchmark item in runs of so many words.',
    ),
  maxLengthRatio: z
    .number()
    .min(1)
    .optional()
    .describe('No pair in which one response is so many times as long as the other.'),
  noise: z
    .enum(noiseVariants)
    .optional()
    .describe(
      'A variant made for label noise, marked as such: the pairs that are likely wrong left out, turned round, or labelled softly in a column "soft_label".',
    ),
  negative: z
    .enum(negativeMeanings)
    .optional()
    .describe(
      'What negative weights of rubrics stand for: criteria that describe the fault (as they are in a study), or its avoidance, as in RaR-Science.',
    ),
  bare: z
    .literal(true)
    .optional()
    .describe('Judgements under no context are exported too, with an empty one, where a format is of contexts.'),
  split: z
    .strictObject({ train: share.optional(), validation: share.optional(), test: share.optional() })
    .optional()
    .describe('The share of the prompts that each split gets; they sum to 1.'),
  seed: z.int().nonnegative().optional().describe('Draws the split.'),
  groupBy: z
    .literal('near-duplicates')
    .optional()
    .describe('Prompts that are alike are in one split, and not only those that are the same.'),
  stratify: name.optional().describe('Each value of this field of the metadata has its share in every split.'),
});
export type Recipe = Readonly<z.infer<typeof recipeSchema>>;

/** A recipe that a project keeps under a name. */
export const namedRecipeSchema = recipeSchema.extend({
  out: name
    .optional()
    .describe(
      "The folder that it is written to, relative to this file's folder; the folder of its name in the study's exports where nothing is said.",
    ),
});
export type NamedRecipe = Readonly<z.infer<typeof namedRecipeSchema>>;
