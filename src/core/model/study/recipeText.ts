import type * as z from 'zod';
import type { ProblemCode } from '../problems';
import { checkValue, shownValue } from '../problems/checkValue';
import { problem, wordsOf, type Problem } from '../problems/problem';
import type { WrittenForm } from '../problems/values';
import {
  aggregateRules,
  judgementFilters,
  fileKinds,
  itemChoices,
  marginSources,
  negativeMeanings,
  stepMeanings,
  noiseVariants,
  pairChoices,
  mediaHandlings,
  promptPlaces,
  recipeSchema,
  splitNames,
  type Recipe,
} from './recipe';
import { escapeCommas, parseCommaList } from './commaList';

/** Recipes as a person types them, in a form or behind the flags of a terminal: a text for each field. */

/** The options of a recipe; of the benchmark files, the names, the share of overlap and the length of runs apart. */
export type RecipeField = keyof Recipe | 'overlap' | 'gram';
export type RecipeTexts = Readonly<Partial<Record<RecipeField, string>>>;

/** How the text of a field is read. Lists are parted by commas; a comma within a name is written `\,`. */
export type RecipeForm =
  | { readonly kind: 'text' | 'number' | 'whole' | 'list' | 'numbers' | 'yes' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  /** `id=2`: a version of each. */
  | { readonly kind: 'versions' }
  /** `name=other`: one name for each. */
  | { readonly kind: 'names' }
  /** `path=value`, several of them for several values. */
  | { readonly kind: 'where' }
  /** `train=0.9,test=0.1`. */
  | { readonly kind: 'shares' };

const text = { kind: 'text' } as const;
const number = { kind: 'number' } as const;
const whole = { kind: 'whole' } as const;
const list = { kind: 'list' } as const;
const oneOf = (...choices: readonly string[]): RecipeForm => ({ kind: 'choice', choices });

/** The form of every field, in the order of the schema. */
export const recipeForms: Readonly<Record<RecipeField, RecipeForm>> = {
  format: text,
  file: oneOf(...fileKinds),
  annotators: list,
  groups: list,
  origins: list,
  rounds: { kind: 'numbers' },
  rubrics: { kind: 'versions' },
  guidelines: list,
  withFlags: list,
  withoutFlags: list,
  minStrength: number,
  minConfidence: number,
  where: { kind: 'where' },
  languages: list,
  items: oneOf(...itemChoices),
  stale: oneOf('keep'),
  controls: oneOf('keep'),
  adjudicated: oneOf('use', 'only'),
  context: oneOf(...promptPlaces),
  evidence: oneOf(...promptPlaces),
  media: oneOf(...mediaHandlings),
  steps: oneOf('first-error'),
  neutral: oneOf(...stepMeanings),
  unnecessary: oneOf(...stepMeanings),
  attributes: { kind: 'names' },
  ties: oneOf('all'),
  criterion: text,
  pairs: oneOf(...pairChoices),
  margin: oneOf(...marginSources),
  weight: oneOf('list'),
  softLabel: { kind: 'yes' },
  listSize: whole,
  aggregate: oneOf(...aggregateRules),
  minAnnotators: whole,
  minAgreement: number,
  pseudonyms: text,
  nearDuplicates: number,
  maxSimilarity: number,
  contamination: list,
  overlap: number,
  gram: whole,
  maxLengthRatio: number,
  noise: oneOf(...noiseVariants),
  negative: oneOf(...negativeMeanings),
  bare: { kind: 'yes' },
  split: { kind: 'shares' },
  seed: whole,
  groupBy: oneOf('near-duplicates'),
  stratify: text,
};

export const recipeFields = Object.keys(recipeForms) as RecipeField[];

/** What is wrong with the text of a field. */
export interface RecipeIssue {
  readonly field: RecipeField;
  readonly message: string;
  /** What the message is the text of, where a form says it. */
  readonly code?: ProblemCode;
}

/** The recipe that texts say, or what is wrong with them, field by field; empty texts say nothing. */
export function recipeFrom(
  texts: RecipeTexts,
): { readonly recipe: Recipe } | { readonly issues: readonly RecipeIssue[] } {
  const values: Record<string, unknown> = {};
  const issues: RecipeIssue[] = [];
  for (const field of recipeFields) {
    const typed = texts[field]?.trim() ?? '';
    if (typed === '') continue;
    const read = valueIn(recipeForms[field], typed);
    if ('wrong' in read) issues.push(issueOf(field, read.wrong));
    else values[field] = read.value;
  }
  const { contamination: files, overlap, gram, ...rest } = values;
  for (const field of ['overlap', 'gram'] as const)
    if (values[field] !== undefined && files === undefined)
      issues.push(issueOf(field, problem('value.noBenchmarkFiles', {})));
  if ((texts.split ?? '').trim() === '')
    for (const field of ['seed', 'groupBy', 'stratify'] as const)
      if (values[field] !== undefined) issues.push(issueOf(field, problem('value.noSplit', {})));
  if (values.items === 'all')
    for (const field of judgementFilters)
      if (values[field] !== undefined) issues.push(issueOf(field, problem('value.allItems', {})));
  const parsed = checkValue(recipeSchema, {
    ...rest,
    ...(files !== undefined && {
      contamination: { files, ...(overlap !== undefined && { share: overlap }), ...(gram !== undefined && { gram }) },
    }),
  });
  if (!parsed.success) for (const { path, message } of parsed.error.issues) addIssue(issues, fieldAt(path), message);
  return issues.length > 0 || !parsed.success ? { issues } : { recipe: parsed.data };
}

/** The texts that say a recipe. */
export function recipeTexts(recipe: Recipe): RecipeTexts {
  const { contamination, ...rest } = recipe;
  const texts: Partial<Record<RecipeField, string>> = {};
  for (const [field, value] of Object.entries(rest) as [RecipeField, unknown][])
    if (value !== undefined) texts[field] = textOf(recipeForms[field], value);
  if (contamination) {
    texts.contamination = contamination.files.map(escapeCommas).join(', ');
    if (contamination.share !== undefined) texts.overlap = String(contamination.share);
    if (contamination.gram !== undefined) texts.gram = String(contamination.gram);
  }
  return texts;
}

const issueOf = (field: RecipeField, found: Problem): RecipeIssue => ({
  field,
  message: wordsOf(found),
  code: found.code,
});

function addIssue(issues: RecipeIssue[], field: RecipeField, message: string): void {
  if (!issues.some((issue) => issue.field === field)) issues.push({ field, message });
}

function fieldAt([first, second]: z.core.$ZodIssue['path']): RecipeField {
  if (first === 'contamination' && second === 'share') return 'overlap';
  if (first === 'contamination' && second === 'gram') return 'gram';
  return recipeFields.find((field) => field === first) ?? 'format';
}

type Read = { readonly value: unknown } | { readonly wrong: Problem };

const mustBe = (form: WrittenForm): Read => ({ wrong: problem('value.mustBe', { form }) });

function valueIn(form: RecipeForm, typed: string): Read {
  switch (form.kind) {
    case 'text':
      return { value: typed };
    case 'number':
      return numberIn(typed);
    case 'whole':
      return /^\d+$/.test(typed) && Number.isSafeInteger(Number(typed)) ? { value: Number(typed) } : mustBe('whole');
    case 'yes':
      return typed === 'yes' ? { value: true } : mustBe('yes');
    case 'choice':
      return form.choices.includes(typed)
        ? { value: typed }
        : {
            wrong: problem('value.unexpected', {
              value: shownValue(typed),
              expected: { kind: 'one', values: form.choices },
            }),
          };
    case 'list':
      return parseCommaList(typed).includes('') ? mustBe('names') : { value: parseCommaList(typed) };
    case 'numbers': {
      const all = parseCommaList(typed).map(numberIn);
      return all.some((each) => 'wrong' in each)
        ? mustBe('numbers')
        : { value: all.flatMap((each) => ('value' in each ? [each.value] : [])) };
    }
    case 'versions': {
      const pairs = assignments(typed);
      return pairs?.every(([, version]) => /^[1-9]\d*$/.test(version))
        ? { value: Object.fromEntries(pairs.map(([id, version]) => [id, Number(version)])) }
        : mustBe('versions');
    }
    case 'names': {
      const pairs = assignments(typed);
      return pairs ? { value: Object.fromEntries(pairs) } : mustBe('attributes');
    }
    case 'where': {
      const pairs = assignments(typed);
      if (!pairs) return mustBe('fieldValues');
      const values = new Map<string, string[]>();
      for (const [path, value] of pairs) values.set(path, [...(values.get(path) ?? []), value]);
      return { value: Object.fromEntries(values) };
    }
    case 'shares':
      return sharesIn(typed);
  }
}

function numberIn(typed: string): Read {
  const value = Number(typed);
  return /\d/.test(typed) && Number.isFinite(value) ? { value: value + 0 } : mustBe('number');
}

/** `name=value` pairs; undefined where something is none. */
function assignments(typed: string): [string, string][] | undefined {
  const pairs = parseCommaList(typed).map((part): [string, string] => [
    part.slice(0, Math.max(0, part.indexOf('='))).trim(),
    part.slice(part.indexOf('=') + 1).trim(),
  ]);
  return pairs.every(([name, value]) => name !== '' && value !== '') ? pairs : undefined;
}

function sharesIn(typed: string): Read {
  const pairs = assignments(typed) ?? [];
  const names = pairs.map(([name]) => name);
  const shares = pairs.map(([, share]) => Number(share));
  const isValid =
    pairs.length > 1 &&
    new Set(names).size === names.length &&
    names.every((name) => (splitNames as readonly string[]).includes(name)) &&
    shares.every((share) => share > 0) &&
    Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-9;
  return isValid ? { value: Object.fromEntries(pairs.map(([name], i) => [name, shares[i]])) } : mustBe('shares');
}

function textOf({ kind }: RecipeForm, value: unknown): string {
  switch (kind) {
    case 'yes':
      return 'yes';
    case 'list':
    case 'numbers':
      return (value as readonly (string | number)[]).map((each) => escapeCommas(String(each))).join(', ');
    case 'where':
      return Object.entries(value as Readonly<Record<string, readonly string[]>>)
        .flatMap(([path, values]) => values.map((each) => escapeCommas(`${path}=${each}`)))
        .join(', ');
    case 'names':
    case 'versions':
    case 'shares':
      return Object.entries(value as Readonly<Record<string, number | string>>)
        .map(([name, each]) => escapeCommas(`${name}=${each}`))
        .join(', ');
    case 'text':
    case 'number':
    case 'whole':
    case 'choice':
      return String(value);
  }
}
