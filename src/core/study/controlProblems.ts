import type { Item } from '../model/item/item';
import { fileProblem, problem, type FileProblem } from '../model/problems/problem';
import type { KnownAnswer } from '../model/study/knownAnswer';

/** The control items of a study, by id, with what is known of them, and its project file. */
export interface Controls {
  readonly project: string;
  readonly items: readonly string[];
  readonly answers?: Readonly<Record<string, KnownAnswer>> | undefined;
}

/**
 * Finds control items that are not in the dataset, and known answers that name responses which their items do not have,
 * while somebody reads it: hears of each item.
 */
export class ControlProblems {
  private readonly left: Set<string>;
  private readonly unknown: { readonly item: string; readonly responses: readonly string[] }[] = [];

  constructor(private readonly controls: Controls | undefined) {
    this.left = new Set(controls?.items);
  }

  look({ id, responses }: Pick<Item, 'id' | 'responses'>): void {
    if (!this.left.delete(id)) return;
    const { best, order = [], acceptable = {} } = this.controls?.answers?.[id] ?? {};
    const named = new Set([...(best === undefined ? [] : [best]), ...order.flat(), ...Object.keys(acceptable)]);
    for (const response of responses) named.delete(response.id);
    if (named.size > 0) this.unknown.push({ item: id, responses: [...named] });
  }

  /** A problem for each, once the whole dataset was heard of. */
  problems(): FileProblem[] {
    const file = this.controls?.project ?? '';
    return [
      ...[...this.left].map((item) => fileProblem('warning', file, problem('study.controlMissing', { item }))),
      ...this.unknown.map((each) => fileProblem('warning', file, problem('study.controlAnswerUnknown', each))),
    ];
  }
}
