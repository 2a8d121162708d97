import * as z from 'zod';
import { judgeKinds } from '../annotation/judgeKind';

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
export const mediaHandlings = ['path', 'copy', 'link', 'none'] as const;
export type MediaHandling = (typeof mediaHandlings)[number];

/** What a step counts as in a file that knows right and wrong only. */
export const stepMeanings = ['wrong', 'right', 'out'] as const;
export type StepMeaning = (typeof stepMeanings)[number];

/** Which items have a row: those of which a judgement is exported, or those too that nobody judged. */
export const itemChoices = ['judged', 'all'] as const;

/** What asks items for judgements, so that none without any can meet it: not to be said where all items have a row. */
export const judgementFilters = ['withFlags', 'minAnnotators', 'minAgreement'] as const;

export const splitNames = ['train', 'validation', 'test'] as const;
export const noiseVariants = ['filter', 'flip', 'smooth'] as const;
export type NoiseVariant = (typeof noiseVariants)[number];

/** What a criterion with a negative weight says in a file of rubrics: the fault, or its avoidance. */
export const negativeMeanings = ['fault', 'avoidance'] as const;
export type NegativeMeaning = (typeof negativeMeanings)[number];

const name = z.string().min(1);
const share = z.number().gt(0).max(1);

export const recipeSchema = z.strictObject({
  format: name.describe('Name of the export format. Run "tiebreak formats" to list all formats.'),
  file: z
    .enum(fileKinds)
    .optional()
    .describe('Type of the data file. Default: the first type that the format supports.'),
  annotators: z.array(name).min(1).optional().describe('Only judgments by these annotators.'),
  groups: z.array(name).min(1).optional().describe('Only judgments by members of these groups.'),
  origins: z
    .array(z.enum(judgeKinds))
    .min(1)
    .optional()
    .describe(
      'Only judgments of these origins: people who annotated in the editor ("human"), people whose labels were imported ("imported"), or models, including imported labels of models ("model"). Default: people. Models are exported only if no person judged anything, or if "annotators" names them.',
    ),
  rounds: z.array(z.int().nonnegative()).min(1).optional().describe('Only judgments of these rounds.'),
  rubrics: z
    .record(name, z.int().positive())
    .optional()
    .describe('Only judgments made under these rubric versions, by rubric id.'),
  guidelines: z.array(name).min(1).optional().describe('Only judgments made under these versions of the guidelines.'),
  withFlags: z
    .array(name)
    .min(1)
    .optional()
    .describe('Only judgments with one of these flags, on the item or on a response.'),
  withoutFlags: z
    .array(name)
    .min(1)
    .optional()
    .describe(
      'Leaves out judgments with one of these flags, on the item or on a response. Judgments of the same item by others are kept.',
    ),
  minStrength: z
    .number()
    .min(1)
    .max(3)
    .optional()
    .describe(
      'Minimum strength of a preference, from 1 (slightly better) to 3 (much better). Rankings have no strength.',
    ),
  minConfidence: z.number().min(0).max(1).optional().describe('Minimum confidence of a judgment, from 0 to 1.'),
  where: z
    .record(name, z.array(z.string()).min(1))
    .optional()
    .describe('Only items with one of these values in their metadata, by dotted paths.'),
  languages: z.array(name).min(1).optional().describe('Only items in these languages.'),
  items: z
    .enum(itemChoices)
    .optional()
    .describe(
      'Which items get a row, in formats with rows of criteria: "judged" items, or "all" items with their active criteria. Default: "judged".',
    ),
  stale: z
    .literal('keep')
    .optional()
    .describe('"keep" also exports judgments of items that changed later, if the responses still exist.'),
  controls: z.literal('keep').optional().describe('"keep" also exports judgments of control items.'),
  adjudicated: z
    .enum(['use', 'only'])
    .optional()
    .describe(
      'Judgments of adjudicators: "use" exports them in place of the judgments of annotators on the same items, "only" exports nothing else. Without it, judgments of adjudicators are left out.',
    ),
  context: z
    .enum(promptPlaces)
    .optional()
    .describe(
      'Where the context is put in the prompt: at the start of the last user turn ("user", the default), in the system message ("system"; in text formats before the prompt), or nowhere ("none"). With "none", judgments under a context are left out.',
    ),
  evidence: z
    .enum(promptPlaces)
    .optional()
    .describe(
      'Where the passages of evidence are put in the prompt: at the start of the last user turn ("user", the default), in the system message ("system"; in text formats before the prompt), or nowhere ("none").',
    ),
  media: z
    .enum(mediaHandlings)
    .optional()
    .describe(
      'How rows refer to images, audio and video: the path of the file ("path", the default, but not with pseudonyms), a copy in the export folder ("copy") or a link ("link"). With "none", rows are written without them. Otherwise, items with media that the format does not support give no row.',
    ),
  steps: z
    .literal('first-error')
    .optional()
    .describe('Only the steps of a response up to the first wrong one, as in PRM800K.'),
  neutral: z
    .enum(stepMeanings)
    .optional()
    .describe(
      'How neutral steps are counted: left out ("out", the default), "right", or "wrong" (as in TRL\'s version of PRM800K).',
    ),
  unnecessary: z
    .enum(stepMeanings)
    .optional()
    .describe('How correct but unnecessary steps are counted: "right" (the default), "wrong", or left out ("out").'),
  attributes: z
    .record(name, name)
    .optional()
    .describe('Which aspect is used for which attribute of the format. Default: the aspect with the same name.'),
  ties: z
    .literal('all')
    .optional()
    .describe('Writes all responses that are tied for the best, not only the one that was shown first.'),
  criterion: name.optional().describe('Only preferences for this criterion.'),
  pairs: z.enum(pairChoices).optional().describe('Which pairs of a ranking are written. Default: all.'),
  margin: z
    .enum(marginSources)
    .optional()
    .describe(
      'Source of the column "margin". Default: no margin. Formats that need a margin use "rank-or-strength", which gives every pair a margin.',
    ),
  weight: z
    .literal('list')
    .optional()
    .describe(
      'Adds a column "weight". The pairs of one ranking share a total weight of 1. No listed trainer reads it: it is for training scripts of your own.',
    ),
  softLabel: z
    .literal(true)
    .optional()
    .describe(
      'Adds a column "soft_label": the share of votes for the chosen response among all votes on the pair. No listed trainer reads it: it is for training scripts of your own.',
    ),
  listSize: z
    .int()
    .min(2)
    .optional()
    .describe(
      'Only lists with this number of responses, for trainers that need the same number in every row. Default: the number that most items have.',
    ),
  aggregate: z
    .enum(aggregateRules)
    .optional()
    .describe(
      'Rule that combines the preferences of several annotators into one. Default: the preferences of each annotator are written separately.',
    ),
  minAnnotators: z.int().positive().optional().describe('Minimum number of annotators who judged an item.'),
  minAgreement: share
    .optional()
    .describe(
      'Minimum share of votes for the majority of an item, from 0 to 1. Votes are preferences, or the ratings, labels, verdicts or steps that the format uses.',
    ),
  pseudonyms: name.optional().describe('Replaces the names of annotators with pseudonyms, made with this salt.'),
  nearDuplicates: share
    .optional()
    .describe(
      'Writes only the first of several similar prompts, from this similarity on (Jaccard similarity of word shingles). Exact copies of an item are left out too.',
    ),
  maxSimilarity: share.optional().describe('Maximum similarity of the two responses of a pair.'),
  contamination: z
    .strictObject({
      files: z.array(name).min(1),
      share: z.number().min(0).max(1).optional(),
      gram: z.int().min(1).max(100).optional(),
    })
    .optional()
    .describe(
      'Leaves out items whose prompts overlap with these benchmark files. A prompt overlaps if it has more than the share "share" of the words of a benchmark item, in sequences of "gram" words.',
    ),
  maxLengthRatio: z
    .number()
    .min(1)
    .optional()
    .describe(
      'Maximum length ratio of the two responses of a pair. With 2, pairs in which one response is more than twice as long are left out.',
    ),
  noise: z
    .enum(noiseVariants)
    .optional()
    .describe(
      'Makes a variant for label noise: pairs that are likely wrong are left out ("filter"), reversed ("flip"), or given a soft label in the column "soft_label" ("smooth"). The export is marked as a variant.',
    ),
  negative: z
    .enum(negativeMeanings)
    .optional()
    .describe(
      'Meaning of criteria with negative weights: they describe a fault ("fault", as in the study) or how to avoid it ("avoidance", as in RaR-Science).',
    ),
  bare: z
    .literal(true)
    .optional()
    .describe('Also exports judgments without a context, with an empty context, in formats that have contexts.'),
  split: z
    .strictObject({ train: share.optional(), validation: share.optional(), test: share.optional() })
    .optional()
    .describe('Share of the prompts in each split. The shares must sum to 1.'),
  seed: z.int().nonnegative().optional().describe('Seed for the random split.'),
  groupBy: z
    .literal('near-duplicates')
    .optional()
    .describe('Keeps similar prompts in the same split, not only identical ones.'),
  stratify: name
    .optional()
    .describe('Metadata field for a stratified split: each value of the field has the same proportion in every split.'),
});
export type Recipe = Readonly<z.infer<typeof recipeSchema>>;

/** A recipe that a project keeps under a name. */
export const namedRecipeSchema = recipeSchema.extend({
  out: name
    .optional()
    .describe(
      'Output folder, relative to the folder of this file. Default: a folder with the name of the recipe among the exports of the study.',
    ),
});
export type NamedRecipe = Readonly<z.infer<typeof namedRecipeSchema>>;
