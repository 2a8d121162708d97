import type { FileProblem } from '../model/problems/problem';

/** What an import found and what it did about it. */
export interface ImportResult {
  /** Labels found in the source. */
  readonly labels: number;
  /** Annotations written. */
  readonly written: number;
  /** Labels whose judgement already stood in the annotator's journal. */
  readonly unchanged: number;
  /**
   * Labels whose judgement stood in the annotator's journal as another's: of a person where a model gave it, of another
   * model, or of a model where a person did. They are among the written ones.
   */
  readonly corrected: number;
  /** Labels on items that the annotator has judged by hand; a person's judgement is never replaced by a label. */
  readonly judged: number;
  /** Labels on an item that came before in the source. */
  readonly repeated: number;
  /** Labels of FILE whose item has other ids in the study and was found by its texts. */
  readonly byTexts: number;
  /** Labels of FILE on items that the study's dataset does not have; the first of them are among the problems. */
  readonly unknown: number;
  /** Labels that were put together with others of the same annotator and item, as each is of some of its responses. */
  readonly gathered: number;
  /**
   * Labels of FILE that could be on any of several items, which have the same prompt and responses; left out and among
   * the problems.
   */
  readonly ambiguous: number;
  /** Labels that say otherwise of the same than one before in the same name; left out and among the problems. */
  readonly contrary: number;
  /**
   * Records whose label was left out, as nobody says what its value means; told with their values among the problems.
   */
  readonly unread: number;
  /** Labels whose value a person said to leave out; told with their values among the problems. */
  readonly skipped: number;
  /** In whose names labels were found: NAME, and NAME:person for each whom the source names. */
  readonly annotators: readonly string[];
  /** Who gave labels and is a model, with how many, in the order of the source. */
  readonly models: readonly { readonly model: string; readonly labels: number }[];
  /** Types of spans that became the study's taxonomy, which had none (`task.spans`); absent where none did. */
  readonly spanTypes?: number;
  readonly problems: readonly FileProblem[];
}

/** How far an import is. */
export type ImportProgress = Pick<ImportResult, 'labels' | 'written'>;

/** The numbers of an import. */
export type ImportCounts = Omit<ImportResult, 'problems' | 'spanTypes' | 'annotators' | 'models'>;
