import type { Messages } from '../../core/model/problems';
import { flagOf } from '../../core/model/study/options/recipeOptions';
import type { ExportOptionProblems } from '../../core/model/problems/exportOptions';

export const exportOptionMessages: Messages<ExportOptionProblems> = {
  'export.noSuchFormat': ({ format, alike }) => `there is no format ${JSON.stringify(format)}; ${formatsAlike(alike)}`,
  'export.optionNotTaken': ({ option, format, takenBy }) =>
    `${flagOf(option)}: the format ${format} does not take it. ${those(takenBy)}`,
  'export.noSoftLabels': ({ format, takenBy }) =>
    `--noise smooth: writes soft labels, which the trainers of ${format} do not read. Filter or flip, or choose another format. ${those(takenBy)}`,
  'export.optionWithoutSplit': ({ option }) =>
    `${flagOf(option)}: draws a split, and there is none. Say how prompts are shared out (--split train=0.9,test=0.1), or leave it out`,
  'export.allItemsAskForJudgements': ({ option }) =>
    `--items all: gives items a row that nobody judged, and ${flagOf(option)} asks for judgements of them. Leave one of the two out`,
  'export.fileKindNotRead': ({ kind, format, kinds, takenBy }) =>
    `--file ${kind}: the trainers of the format ${format} read ${kinds.join(' and ')}. ${those(takenBy)}`,

  'export.recipesAreList': () =>
    'exports: is a list; it must be an object of exports by name, as in {"nightly": {"format": "trl-dpo"}}',
  'export.recipeWithoutName': () => 'exports: the name of a recipe is empty; give it one in the project file',
  'export.recipeOptions': ({ recipe, reason }) => `exports.${recipe}: ${reason}`,
  'export.recipeNotValid': ({ issue }) => issue,
  'export.formatNotValid': ({ issue }) => issue,
  'export.formatNameTaken': ({ name }) =>
    `formats.${name}: Tiebreak has a format of this name; rename it in the project`,
  'export.formatNameNotValid': ({ name }) =>
    `formats.${name}: the name of a format is letters, digits, "_" and "-", the first a letter or a digit; rename it in the project`,
  'export.noSuchRecipe': ({ name, recipes }) =>
    `there is no recipe ${JSON.stringify(name)} in this project; ${recipes.length === 0 ? 'it has none' : `there ${recipes.length === 1 ? 'is' : 'are'} ${recipes.join(', ')}`}. "Export Preferences" saves one, and "exports" in the project holds them`,
  'export.recipesShareFolder': ({ name, other, folder }) =>
    `the recipes ${JSON.stringify(name)} and ${JSON.stringify(other)} are written to the same folder, ${folder}, and one would replace the other. Name another as "out" of one of them`,

  'export.saltNotGiven': () =>
    'it names annotators by pseudonyms, and only their salt tells whose they are. Give the salt that it was made with (--pseudonyms)',
  'export.optionsOfOtherVersion': ({ issue }) => `its options are of another version: ${issue}`,
  'export.benchmarksAreTold': () =>
    'it says by itself which benchmark files it was made with, if any. Leave --decontaminate out',
  'export.benchmarksNotGiven': () =>
    'it names the benchmark files by pseudonyms. Give the files that it was made with (--decontaminate)',
  'export.formatOfOtherVersion': ({ format }) => `there is no format ${format} in this version`,
};

/** Where to look for the format that was meant. */
export const formatsAlike = (alike: readonly string[]): string =>
  alike.length > 0
    ? `those like it are ${alike.join(', ')} ("tiebreak formats" lists them all)`
    : '"tiebreak formats" lists them all';

const those = (formats: readonly string[]): string =>
  formats.length === 0 ? 'No format does' : `These do: ${formats.join(', ')}`;
