import type { CoverageQuestion } from '../coverageQuestion';
import type { ItemsQuestion } from '../itemsQuestion';
import type { QualitySection, Severity } from '../quality';

/** What a report has a section on. */
export type SectionId = QualitySection | 'coverage';

/** Which items stand behind a figure or a finding, of either report. */
export type ReportQuestion = ItemsQuestion | CoverageQuestion;

/** Something to be done: what is so, with its number, the items behind it, and what mends it. */
export interface Todo {
  /** Names it among all: "coverage.unexplained", "annotators.annotator-differs.dan". */
  readonly id: string;
  readonly section: SectionId;
  readonly severity: Severity;
  /** A sentence or two that begin with the number and end with what to do. */
  readonly text: string;
  /** About how many judgments it touches (see `todoOf`, which orders what is as severe by it). */
  readonly judgments: number;
  readonly opens?: ReportQuestion | undefined;
  /** What mends it, beside looking at its items. */
  readonly act?: Act | undefined;
  /** What it names, as far as that was kept. */
  readonly names?: Names;
}

/** Items, criteria, rules, or else words that a finding names. */
export interface Names {
  readonly of: 'items' | 'criteria' | 'rules' | 'words';
  readonly list: readonly Named[];
}

export interface Named {
  readonly id: string;
  readonly title: string;
  readonly note: string;
}

/** What mends a finding. The view has a command for each, the terminal an option or a command of its own. */
export type Act =
  /** Opens items as a queue, to be judged or looked at. */
  | { readonly kind: 'queueItems'; readonly question: ReportQuestion }
  /** Writes a criterion that explains a preference of the finding. */
  | { readonly kind: 'newCriterion'; readonly question: CoverageQuestion }
  | { readonly kind: 'newRubric' }
  | { readonly kind: 'editCriterion'; readonly criterion: string }
  | { readonly kind: 'mergeCriteria'; readonly criteria: readonly [string, string] }
  | { readonly kind: 'editGuidelines' }
  /** Changes a setting of the study: "task.rationale". */
  | { readonly kind: 'editSetting'; readonly setting: string }
  /** Lets a second person judge so many of the items that one has judged. */
  | { readonly kind: 'planSecondAnnotator'; readonly items: number }
  /** Sends annotators to items with these values of fields. */
  | { readonly kind: 'sendAnnotators'; readonly fields: readonly { readonly by: string; readonly value: string }[] }
  /** Counts without somebody, or only some. */
  | { readonly kind: 'leaveOut'; readonly annotator: string }
  | { readonly kind: 'countOnly'; readonly annotators: readonly string[] }
  /** Shows annotations whose items changed or are gone. */
  | { readonly kind: 'showOrphans' };

/** What nobody can know yet, in one line, with what would make it known. */
export interface NotKnown {
  readonly text: string;
  readonly act: Act;
}
