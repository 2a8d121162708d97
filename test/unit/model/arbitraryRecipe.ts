import fc from 'fast-check';
import { judgeKinds } from '../../../src/core/model/annotation/judgeKind';
import { judgementFilters, recipeOptions } from '../../../src/core/model/study/options/recipeOptions';
import type { Recipe } from '../../../src/core/model/study/recipe';

/** Names as people type them, commas, signs and other scripts among them; none begins like a flag. */
const name = fc.constantFrom('ana', 'Doe, Jane', 'ben', 'maß 1', '李', 'a=b', 'x.y', '"q"', 'v1; v2');
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 3 });
const path = fc.constantFrom('domain', 'meta.source', 'tags.0');
const share = fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100);
const version = fc.integer({ min: 1, max: 99 });
const id = fc.constantFrom('helpfulness', 'r-2', 'Doe, Jane', '李');
const shares = fc.constantFrom(
  { train: 0.9, test: 0.1 },
  { train: 0.8, validation: 0.1, test: 0.1 },
  { validation: 0.25, test: 0.75 },
);

const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });

/** Any recipe. */
export const anyRecipe: fc.Arbitrary<Recipe> = fc
  .record({
    format: fc.constantFrom('trl-dpo', 'trl-dpo-text', 'another'),
    file: optional(fc.constantFrom(...recipeOptions.file.schema.options)),
    annotators: optional(names),
    groups: optional(names),
    origins: optional(fc.uniqueArray(fc.constantFrom(...judgeKinds), { minLength: 1 })),
    rounds: optional(fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 3 })),
    rubrics: optional(fc.dictionary(id, version, { minKeys: 1, maxKeys: 3 })),
    guidelines: optional(names),
    withFlags: optional(names),
    withoutFlags: optional(names),
    minStrength: optional(fc.constantFrom(1, 1.5, 3)),
    minConfidence: optional(fc.constantFrom(0, 0.25, 1)),
    where: optional(fc.dictionary(path, names, { minKeys: 1, maxKeys: 2 })),
    languages: optional(names),
    items: optional(fc.constantFrom(...recipeOptions.items.schema.options)),
    stale: optional(fc.constant('keep' as const)),
    controls: optional(fc.constant('keep' as const)),
    context: optional(fc.constant('system' as const)),
    criterion: optional(name),
    pairs: optional(fc.constantFrom(...recipeOptions.pairs.schema.options)),
    margin: optional(fc.constantFrom(...recipeOptions.margin.schema.options)),
    weight: optional(fc.constant('list' as const)),
    softLabel: optional(fc.constant(true as const)),
    steps: optional(fc.constant('first-error' as const)),
    neutral: optional(fc.constantFrom(...recipeOptions.neutral.schema.options)),
    unnecessary: optional(fc.constantFrom(...recipeOptions.neutral.schema.options)),
    attributes: optional(fc.dictionary(id, name, { minKeys: 1, maxKeys: 2 })),
    ties: optional(fc.constant('all' as const)),
    listSize: optional(fc.integer({ min: 2, max: 64 })),
    negative: optional(fc.constantFrom(...recipeOptions.negative.schema.options)),
    bare: optional(fc.constant(true as const)),
    aggregate: optional(fc.constantFrom(...recipeOptions.aggregate.schema.options)),
    minAnnotators: optional(version),
    minAgreement: optional(share),
    pseudonyms: optional(name),
    nearDuplicates: optional(share),
    maxSimilarity: optional(share),
    contamination: optional(
      fc.record({
        files: names,
        share: optional(fc.constantFrom(0, 0.25, 0.5)),
        gram: optional(fc.integer({ min: 1, max: 20 })),
      }),
    ),
    maxLengthRatio: optional(fc.constantFrom(1, 2.5)),
    noise: optional(fc.constantFrom(...recipeOptions.noise.schema.options)),
    split: optional(shares),
    seed: optional(fc.nat()),
    groupBy: optional(fc.constant('near-duplicates' as const)),
    stratify: optional(path),
  })
  .map(({ seed, groupBy, stratify, ...recipe }) =>
    recipe.split === undefined ? recipe : { ...recipe, seed, groupBy, stratify },
  )
  // What asks for judgements is not said where items without any are asked for.
  .map((recipe) =>
    recipe.items === 'all'
      ? { ...recipe, ...Object.fromEntries(judgementFilters.map((option) => [option, undefined])) }
      : recipe,
  )
  .map((recipe) => JSON.parse(JSON.stringify(recipe)) as Recipe);
