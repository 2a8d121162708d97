import { fileProblem, problem, type FileProblem } from '../model/problems/problem';

/** The control items of a study, by id, and its project file. */
export interface Controls {
  readonly project: string;
  readonly items: readonly string[];
}

/** Finds control items that are not in the dataset while somebody reads it: hears of each item's id. */
export class MissingControls {
  private readonly left: Set<string>;

  constructor(private readonly controls: Controls | undefined) {
    this.left = new Set(controls?.items);
  }

  look(item: string): void {
    this.left.delete(item);
  }

  /** A problem for each that is missing, once the whole dataset was heard of. */
  problems(): FileProblem[] {
    return [...this.left].map((item) =>
      fileProblem('warning', this.controls?.project ?? '', problem('study.controlMissing', { item })),
    );
  }
}
