import type * as z from 'zod';
import type { ProblemCode } from '../problems';
import { checkValue, shownValue } from '../problems/checkValue';
import { problem, wordsOf, type Problem } from '../problems/problem';
import type { WrittenForm } from '../problems/values';
import { judgementFilters, recipeFields, recipeRow } from './options/recipeOptions';
import type { RecipeControl, RecipeField } from './options/recipeOptions';
import { recipeSchema, splitNames, type Recipe } from './recipe';
import { escapeCommas, parseCommaList } from './commaList';

/** Recipes as a person types them, in a form or behind the flags of a terminal: a text for each field. */

export type RecipeTexts = Readonly<Partial<Record<RecipeField, string>>>;

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
  const values: Partial<Record<RecipeField, unknown>> = {};
  const issues: RecipeIssue[] = [];
  for (const field of recipeFields) {
    const typed = texts[field]?.trim() ?? '';
    if (typed === '') continue;
    const read = valueIn(recipeRow(field).control, typed);
    if ('wrong' in read) issues.push(issueOf(field, read.wrong));
    else values[field] = read.value;
  }
  for (const field of recipeFields) {
    const { needs } = recipeRow(field);
    if (values[field] === undefined || needs === undefined || (texts[needs] ?? '').trim() !== '') continue;
    issues.push(issueOf(field, problem(nothingOf[needs], {})));
    values[field] = undefined;
  }
  if (values.items === 'all')
    for (const field of judgementFilters)
      if (values[field] !== undefined) issues.push(issueOf(field, problem('value.allItems', {})));
  const parsed = checkValue(recipeSchema, recipeHolding(values));
  if (!parsed.success) for (const { path, message } of parsed.error.issues) addIssue(issues, fieldAt(path), message);
  return issues.length > 0 || !parsed.success ? { issues } : { recipe: parsed.data };
}

const nothingOf = { split: 'value.noSplit', contamination: 'value.noBenchmarkFiles' } as const;

/** The texts that say a recipe. */
export function recipeTexts(recipe: Recipe): RecipeTexts {
  return Object.fromEntries(
    recipeFields.flatMap((field) => {
      const [key, inner] = placeOf(field);
      const outer: unknown = recipe[key];
      const value = inner === undefined ? outer : (outer as Readonly<Record<string, unknown>> | undefined)?.[inner];
      return value === undefined ? [] : [[field, textOf(recipeRow(field).control, value)]];
    }),
  );
}

/** Where a recipe holds an option. */
const placeOf = (field: RecipeField): readonly [keyof Recipe, string?] =>
  (recipeRow(field).at ?? [field]) as readonly [keyof Recipe, string?];

function recipeHolding(values: Readonly<Partial<Record<RecipeField, unknown>>>): Readonly<Record<string, unknown>> {
  const recipe: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(values) as [RecipeField, unknown][]) {
    const [key, inner] = placeOf(field);
    if (value !== undefined)
      recipe[key] = inner === undefined ? value : { ...(recipe[key] as object | undefined), [inner]: value };
  }
  return recipe;
}

const issueOf = (field: RecipeField, found: Problem): RecipeIssue => ({
  field,
  message: wordsOf(found),
  code: found.code,
});

function addIssue(issues: RecipeIssue[], field: RecipeField, message: string): void {
  if (!issues.some((issue) => issue.field === field)) issues.push({ field, message });
}

/** The option at a place of a recipe. */
const fieldAt = (path: z.core.$ZodIssue['path']): RecipeField =>
  recipeFields.find((field) => placeOf(field).every((key, at) => path[at] === key)) ??
  recipeFields.find((field) => placeOf(field)[0] === path[0]) ??
  'format';

type Read = { readonly value: unknown } | { readonly wrong: Problem };

const mustBe = (form: WrittenForm): Read => ({ wrong: problem('value.mustBe', { form }) });

function valueIn(control: RecipeControl, typed: string): Read {
  switch (control.kind) {
    case 'text':
      return { value: typed };
    case 'number':
      return numberIn(typed);
    case 'whole':
      return /^\d+$/.test(typed) && Number.isSafeInteger(Number(typed)) ? { value: Number(typed) } : mustBe('whole');
    case 'check':
      if (control.on === true) return typed === 'yes' ? { value: true } : mustBe('yes');
      return oneOf(control.choices, typed);
    case 'choice':
      return oneOf(Object.keys(control.meanings), typed);
    case 'list':
    case 'some':
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

const oneOf = (values: readonly string[], typed: string): Read =>
  values.includes(typed)
    ? { value: typed }
    : { wrong: problem('value.unexpected', { value: shownValue(typed), expected: { kind: 'one', values } }) };

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

function textOf({ kind }: RecipeControl, value: unknown): string {
  switch (kind) {
    case 'list':
    case 'some':
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
    case 'check':
      return value === true ? 'yes' : String(value);
    case 'text':
    case 'number':
    case 'whole':
    case 'choice':
      return String(value);
  }
}
