import { Option, type Command } from 'commander';
import * as l10n from '@vscode/l10n';
import { escapeCommas } from '../core/model/study/commaList';
import { UsageError } from '../core/model/problems/problem';
import type { Meanings } from '../core/model/study/options/option';
import {
  flagOf,
  recipeFields,
  recipeGroups,
  recipeRow,
  type RecipeControl,
  type RecipeField,
} from '../core/model/study/options/recipeOptions';
import type { Recipe } from '../core/model/study/recipe';
import { recipeFrom, type RecipeTexts } from '../core/model/study/recipeText';
import { nonEmptyText, oneOfText, withoutStop } from './arguments';

/** What commander makes of the flags: a text for each, or several. */
export type RecipeArguments = Readonly<Record<string, unknown>>;

/** Adds the flags of a recipe to a command, by group. */
export function addRecipeFlags(command: Command): Command {
  for (const [group, heading] of Object.entries(recipeGroups))
    for (const field of recipeFields.filter((each) => recipeRow(each).group === group))
      command.addOption(optionOf(field).helpGroup(`${heading()}:`));
  return command;
}

function optionOf(field: RecipeField): Option {
  const { flag, control } = recipeRow(field);
  const option = new Option(flag, helpOf(field));
  if (control.kind === 'choice') option.argParser(oneOfText(Object.keys(control.meanings)));
  else if (control.kind === 'check') {
    if (control.on !== true) option.choices(control.choices);
  } else if (control.kind === 'where')
    option.argParser((value: string, before: readonly string[] | undefined) => [
      ...(before ?? []),
      nonEmptyText(value),
    ]);
  else if (!option.variadic) option.argParser(nonEmptyText);
  return option;
}

/** What an option does, with what its values mean or with an example. */
function helpOf(field: RecipeField): string {
  const row = recipeRow(field);
  const { label, help: more } = row;
  // The label of one that is ticked says what that does.
  const help = row.control.kind === 'check' ? `${label()}.${more ? ` ${more()}` : ''}` : (more ?? label)();
  if ('meanings' in row.control) return `${help} ${meaningsOf(row.control.meanings, row.default)}`;
  const example = exampleOf(row.control);
  return `${withoutStop(help)}${example === '' ? '' : ` (${example})`}`;
}

const meaningsOf = (meanings: Meanings, byDefault: string | undefined): string =>
  Object.entries(meanings)
    .map(([value, meaning]) => `${value}: ${value === byDefault ? l10n.t('{0} (default)', meaning()) : meaning()}`)
    .join('; ');

function exampleOf(control: RecipeControl): string {
  const { kind, example } = { example: '', ...control };
  if (example === '' || kind === 'number' || kind === 'whole') return '';
  // Of values that a flag is given for, one; of those behind one flag, no spaces between them.
  return l10n.t('for example {0}', kind === 'where' ? (example.split(', ')[0] ?? '') : example.replaceAll(', ', ','));
}

/** The recipe that a command's flags say. Throws `UsageError`, which names the flag that is wrong. */
export function recipeOf(args: RecipeArguments): Recipe {
  const read = recipeFrom(textsOf(args));
  if ('recipe' in read) return read.recipe;
  const [issue] = read.issues;
  if (!issue) throw new UsageError(l10n.t('the export options are not valid'));
  if (issue.field === 'format' && args.format === undefined)
    throw new UsageError(
      l10n.t(
        'no format given. Add --format NAME (see "tiebreak formats"), or --recipe NAME for a recipe of the project',
      ),
    );
  const name = flagOf(issue.field);
  if (issue.code === 'value.noSplit')
    throw new UsageError(l10n.t('{0} needs a split. Add --split train=0.9,test=0.1, or leave {0} out', name));
  throw new UsageError(`${name}: ${issue.message}`);
}

/** The flags of a recipe that were given. */
export const recipeFlagsGiven = (args: RecipeArguments): string[] =>
  recipeFields.filter((field) => args[argumentOf(field)] !== undefined).map(flagOf);

function textsOf(args: RecipeArguments): RecipeTexts {
  const texts: Partial<Record<RecipeField, string>> = {};
  for (const field of recipeFields) {
    const value = args[argumentOf(field)];
    // What several arguments say is put together; a path may hold a comma, and so may a value.
    if (Array.isArray(value)) texts[field] = value.map((each) => escapeCommas(String(each))).join(',');
    else if (value === true) texts[field] = 'yes';
    else if (typeof value === 'string') texts[field] = value;
  }
  return texts;
}

/** Under which name commander keeps a flag. */
const argumentOf = (field: RecipeField): string => new Option(recipeRow(field).flag).attributeName();
