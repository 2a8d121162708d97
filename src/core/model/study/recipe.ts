import * as z from 'zod';
import { shapeOf } from './options/option';
import { recipeOptions } from './options/recipeOptions';

/**
 * How an export is made: what is chosen of the judgements, what is made of them, and how it is written. Kept in
 * projects and manifests, and made of what is typed in a terminal (`recipeText`). Its options are rows of
 * `recipeOptions`.
 */

const { overlap, gram, ...options } = recipeOptions;
const { contamination: files } = options;

export const recipeSchema = z.strictObject({
  ...shapeOf(options),
  contamination: z
    .strictObject(shapeOf({ files, share: overlap, gram }))
    .optional()
    .describe(files.help()),
});
export type Recipe = Readonly<z.infer<typeof recipeSchema>>;

/** A recipe that a project keeps under a name. */
export const namedRecipeSchema = recipeSchema.extend({
  out: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Output folder, relative to the folder of this file. Default: a folder with the name of the recipe among the exports of the study.',
    ),
});
export type NamedRecipe = Readonly<z.infer<typeof namedRecipeSchema>>;

/** Kinds of data files. */
export const fileKinds = recipeOptions.file.schema.options;
export const splitNames = recipeOptions.split.schema.keyof().options;

type Value<Key extends keyof Recipe> = NonNullable<Recipe[Key]>;
export type FileKind = Value<'file'>;
/** Which of the pairs that a preference gives are written. */
export type PairChoice = Value<'pairs'>;
/** What a margin is made of: see `marginOf`. */
export type MarginSource = Value<'margin'>;
/** The rules by which several annotators' preferences become one. */
export type AggregateRule = Value<'aggregate'>;
export const aggregateRules = recipeOptions.aggregate.schema.options;
/**
 * Where in a prompt stands what annotators saw beside it: before the words of the last user's turn, in the system
 * message, or nowhere.
 */
export const promptPlaces = recipeOptions.context.schema.options;
export type PromptPlace = Value<'context'>;
/**
 * How rows name images, audio and video: where they are, or copied or linked into the export; without them rows are
 * written only where that is asked for.
 */
export type MediaHandling = Value<'media'>;
export type StepMeaning = Value<'neutral'>;
export type NoiseVariant = Value<'noise'>;
/** What a criterion with a negative weight says in a file of rubrics: the fault, or its avoidance. */
export type NegativeMeaning = Value<'negative'>;
export const negativeMeanings = recipeOptions.negative.schema.options;
