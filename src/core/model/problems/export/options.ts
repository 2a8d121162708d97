import * as l10n from '@vscode/l10n';
import {
  flagOf,
  recipeOptions,
  type FormatOption,
  type judgementFilters,
  type RecipeField,
  type splitOptions,
} from '../../study/options/recipeOptions';
import type { FileKind } from '../../study/recipe';
import { inProgram, withOptions } from '../program';

/** What can be wrong with the options of an export, with recipes, and with options that a manifest tells. */
export const exportOptionProblems = {
  // options.ts
  /** `alike`: names of formats that share a word with it. */
  'export.noSuchFormat': ({ format, alike }: { format: string; alike: readonly string[] }) =>
    alike.length > 0
      ? l10n.t('The format “{0}” does not exist. Similar formats: {1}', format, alike.join(', '))
      : inProgram({
          commandLine: l10n.t('The format “{0}” does not exist. “{1}” lists all formats.', format, 'tiebreak formats'),
          editor: l10n.t('The format “{0}” does not exist. Choose one in the export view.', format),
        }),
  /** `takenBy`: names of formats that take the option. */
  'export.optionNotTaken': ({
    option,
    format,
    takenBy,
  }: {
    option: FormatOption;
    format: string;
    takenBy: readonly string[];
  }) =>
    takenBy.length > 0
      ? l10n.t(
          'The format {0} does not support the option “{1}”. Remove it, or choose a format that supports it: {2}',
          format,
          optionName(option),
          takenBy.join(', '),
        )
      : l10n.t('The format {0} does not support the option “{1}”. Remove it.', format, optionName(option)),
  'export.noSoftLabels': ({ format, takenBy }: { format: string; takenBy: readonly string[] }) =>
    takenBy.length > 0
      ? withOptions(
          l10n.t(
            'The format {0} has no soft labels, so likely wrong pairs cannot get any. Leave them out, swap them, or choose another format: {1}',
            format,
            takenBy.join(', '),
          ),
          '--noise filter',
          '--noise flip',
        )
      : withOptions(
          l10n.t(
            'The format {0} has no soft labels, so likely wrong pairs cannot get any. Leave them out, or swap them.',
            format,
          ),
          '--noise filter',
          '--noise flip',
        ),
  'export.optionWithoutSplit': ({ option }: { option: (typeof splitOptions)[number] }) =>
    l10n.t(
      'The option “{0}” needs a split. Fill in “{1}”, for example {2}, or remove the option.',
      optionName(option),
      optionName('split'),
      'train=0.9, test=0.1',
    ),
  'export.allItemsAskForJudgements': ({ option }: { option: (typeof judgementFilters)[number] }) =>
    l10n.t(
      'Items without judgments are included, but the option “{0}” requires judgments. Remove it, or turn off “{1}”.',
      optionName(option),
      allItems(),
    ),
  'export.fileKindNotRead': ({
    kind,
    format,
    kinds,
    takenBy,
  }: {
    kind: FileKind;
    format: string;
    kinds: readonly FileKind[];
    takenBy: readonly string[];
  }) =>
    takenBy.length > 0
      ? l10n.t(
          'Trainers of the format {0} read {1}, not {2}. Choose another file type, or one of these formats: {3}',
          format,
          kinds.map((each) => fileKindNames[each]).join(', '),
          fileKindNames[kind],
          takenBy.join(', '),
        )
      : l10n.t(
          'Trainers of the format {0} read {1}, not {2}. Choose another file type.',
          format,
          kinds.map((each) => fileKindNames[each]).join(', '),
          fileKindNames[kind],
        ),

  // recipes.ts
  'export.recipesAreList': () =>
    l10n.t('exports: is a list. It must be an object of recipes by name, for example {0}', anObject),
  'export.recipeWithoutName': () => l10n.t('exports: the name of a recipe is empty. Enter a name in the project file.'),
  /** `reason`: what is wrong with its options. */
  'export.recipeOptions': ({ recipe, reason }: { recipe: string; reason: string }) => `exports.${recipe}: ${reason}`,
  /** `issue`: the field, from the project down, and what is wrong with it. */
  'export.recipeNotValid': ({ issue }: { issue: string }) => issue,
  /** `issue`: the field, from the project down, and what is wrong with it. */
  'export.formatNotValid': ({ issue }: { issue: string }) => issue,
  // ownFormats/studyFormats.ts
  'export.formatNameTaken': ({ name }: { name: string }) =>
    l10n.t('{0}: Tiebreak has a format of this name. Rename it in the project.', `formats.${name}`),
  'export.formatNameNotValid': ({ name }: { name: string }) =>
    l10n.t(
      '{0}: The name of a format consists of letters, digits, “_” and “-” and begins with a letter or a digit. Rename it in the project.',
      `formats.${name}`,
    ),
  'export.noSuchRecipe': ({ name, recipes }: { name: string; recipes: readonly string[] }) =>
    recipes.length === 0
      ? l10n.t(
          'The recipe “{0}” does not exist: this project has no recipe. To save one, run “Export Preferences…”.',
          name,
        )
      : l10n.t('The recipe “{0}” does not exist. Recipes of this project: {1}', name, recipes.join(', ')),
  'export.recipesShareFolder': ({ name, other, folder }: { name: string; other: string; folder: string }) =>
    l10n.t(
      'The recipes “{0}” and “{1}” have the same export folder, {2}, so one would replace the files of the other. Choose another folder for one of them.',
      name,
      other,
      folder,
    ),

  // writeAgain.ts: why an export cannot be made again
  'export.saltNotGiven': () =>
    withOptions(
      l10n.t(
        'Its annotators are named by pseudonyms, and only their salt tells who they are. Enter the salt that was used.',
      ),
      '--pseudonyms',
    ),
  'export.optionsOfOtherVersion': ({ issue }: { issue: string }) =>
    l10n.t('Its options are from another version of Tiebreak: {0}', issue),
  'export.benchmarksAreTold': () =>
    withOptions(
      l10n.t('The export already names its benchmark files. Do not choose benchmark files.'),
      '--decontaminate',
    ),
  'export.benchmarksNotGiven': () =>
    withOptions(
      l10n.t('Its benchmark files are named by pseudonyms. Choose the benchmark files that were used.'),
      '--decontaminate',
    ),
  'export.formatOfOtherVersion': ({ format }: { format: string }) =>
    l10n.t('This version of Tiebreak does not have the format {0}.', format),
};

const anObject = '{"nightly": {"format": "trl-dpo"}}';

export const fileKindNames: Readonly<Record<FileKind | 'arrow' | 'csv', string>> = {
  jsonl: 'JSONL',
  json: 'JSON',
  parquet: 'Parquet',
  arrow: 'Arrow',
  csv: 'CSV',
};

/** Returns the name of an option: as it is typed in a terminal, or as the export view has it. */
export const optionName = (option: RecipeField): string =>
  inProgram({ commandLine: flagOf(option), editor: recipeOptions[option].label() });

/** Returns the name of the choice that gives all items a row. */
export const allItems = (): string => inProgram({ commandLine: '--items all', editor: optionName('items') });
