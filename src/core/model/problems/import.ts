import type { UnknownValues } from './datasetItems';
import type { Reason } from './reason';

/** What can be wrong with labels that are imported. */
export interface ImportProblems {
  // labels: how the study's own labels are read. `fields` are those that may be changed.
  'import.layoutOfStudy': { readonly fields: readonly string[] };
  'import.fieldOfStudy': { readonly field: string; readonly fields: readonly string[] };
  /** `labels` are known, and not imported either; `unknown`: the values of the others. */
  'import.valuesUnknown': { readonly labels: number; readonly unknown: UnknownValues | null };
  /** `written` annotations stand. */
  'import.notAllWritten': { readonly reason: Reason; readonly written: number };
  /** `labels` were imported as of a machine, whom the name of `field` alone tells. */
  'import.byMachine': { readonly field: string; readonly machine: string; readonly labels: number };
  /** `labels` were imported as of a model, which its name alone tells. */
  'import.byModelName': { readonly model: string; readonly labels: number };
  /** `labels` that name nobody were imported as of a person, `annotator`; `name`, theirs or the file's, may be a model's. */
  'import.mayBeModel': { readonly name: string; readonly annotator: string; readonly labels: number };
  /** `labels` name who gave them, so that they were not imported as of the model that a person names. */
  'import.judgeIsNamed': { readonly model: string; readonly labels: number };
  // importLabels: a model is named, and it is said that people gave all labels.
  'import.modelOrPeople': { readonly model: string };

  // labels: one that was left out. `items` are the first few; the study has `count` such items, of which some may share an id.
  'import.contradicts': { readonly item: string };
  'import.severalItems': { readonly items: readonly string[]; readonly isMore: boolean; readonly count: number };
  'import.severalPlaces': { readonly items: readonly string[]; readonly isMore: boolean };

  // studyItems, stepItems, labelsById: one that was left out, as no item of the study has it.
  'import.otherTexts': { readonly item: string };
  'import.otherResponses': object;
  'import.otherSteps': object;
  'import.noSuchTexts': object;
  'import.noSuchItem': { readonly item: string };
  'import.noSuchResponses': { readonly item: string; readonly responses: readonly string[] };
}
