import { turnsOf, type Item } from '../model/item/item';
import { stepsOf } from '../model/item/runSteps';
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
  /** Known first errors behind the last step of their run. */
  private readonly beyond: { readonly item: string; readonly response: string; readonly steps: number }[] = [];

  constructor(private readonly controls: Controls | undefined) {
    this.left = new Set(controls?.items);
  }

  look({ id, responses }: Pick<Item, 'id' | 'responses'>): void {
    if (!this.left.delete(id)) return;
    const { best, order = [], acceptable = {}, firstErrors = {} } = this.controls?.answers?.[id] ?? {};
    const named = new Set([
      ...(best === undefined ? [] : [best]),
      ...order.flat(),
      ...Object.keys(acceptable),
      ...Object.keys(firstErrors),
    ]);
    for (const response of responses) named.delete(response.id);
    for (const response of responses) {
      const at = Object.hasOwn(firstErrors, response.id) ? firstErrors[response.id] : undefined;
      const steps = at == null ? 0 : stepsOf(turnsOf(response)).length;
      if (at != null && at >= steps) this.beyond.push({ item: id, response: response.id, steps });
    }
    if (named.size > 0) this.unknown.push({ item: id, responses: [...named] });
  }

  /** A problem for each, once the whole dataset was heard of. */
  problems(): FileProblem[] {
    const file = this.controls?.project ?? '';
    return [
      ...[...this.left].map((item) => fileProblem('warning', file, problem('study.controlMissing', { item }))),
      ...this.unknown.map((each) => fileProblem('warning', file, problem('study.controlAnswerUnknown', each))),
      ...this.beyond.map((each) => fileProblem('warning', file, problem('study.controlStepUnknown', each))),
    ];
  }
}
