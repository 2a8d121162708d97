import type { FormatOption, judgementFilters, splitOptions } from '../study/options/recipeOptions';
import type { FileKind } from '../study/recipe';

/** What can be wrong with the options of an export, with recipes, and with options that a manifest tells. */
export interface ExportOptionProblems {
  // options.ts
  /** `alike`: names of formats that share a word with it. */
  'export.noSuchFormat': { readonly format: string; readonly alike: readonly string[] };
  /** `takenBy`: names of formats that take the option. */
  'export.optionNotTaken': {
    readonly option: FormatOption;
    readonly format: string;
    readonly takenBy: readonly string[];
  };
  'export.noSoftLabels': { readonly format: string; readonly takenBy: readonly string[] };
  'export.optionWithoutSplit': { readonly option: (typeof splitOptions)[number] };
  'export.allItemsAskForJudgements': { readonly option: (typeof judgementFilters)[number] };
  'export.fileKindNotRead': {
    readonly kind: FileKind;
    readonly format: string;
    readonly kinds: readonly FileKind[];
    readonly takenBy: readonly string[];
  };

  // recipes.ts
  'export.recipesAreList': object;
  'export.recipeWithoutName': object;
  /** `issue`: the field, from the project down, and what is wrong with it. */
  'export.recipeNotValid': { readonly issue: string };
  /** `reason`: what is wrong with its options. */
  'export.recipeOptions': { readonly recipe: string; readonly reason: string };
  'export.noSuchRecipe': { readonly name: string; readonly recipes: readonly string[] };
  'export.recipesShareFolder': { readonly name: string; readonly other: string; readonly folder: string };

  // ownFormats/studyFormats.ts
  'export.formatNameTaken': { readonly name: string };
  'export.formatNameNotValid': { readonly name: string };
  /** `issue`: the field, from the project down, and what is wrong with it. */
  'export.formatNotValid': { readonly issue: string };

  // writeAgain.ts: why an export cannot be made again
  'export.saltNotGiven': object;
  'export.optionsOfOtherVersion': { readonly issue: string };
  'export.benchmarksAreTold': object;
  'export.benchmarksNotGiven': object;
  'export.formatOfOtherVersion': { readonly format: string };
}
