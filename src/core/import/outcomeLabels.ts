import type { Label } from '../dataset/layouts/layout';
import type { Item } from '../model/item/item';
import { fileProblem, problem, type FileProblem } from '../model/problems/problem';

/** So many programs are told apart; names of single tests have no end. */
const maxPrograms = 20;

/**
 * Outcomes of responses as labels by the programs that say them, one of each program on an item: what passes is
 * acceptable and what fails is not, a score is a rating on an aspect of the program's name. They are labels by machines,
 * never by a person. What nobody knows the direction of is left, and so are programs beyond the first twenty.
 */
export class OutcomeLabels {
  private readonly programs = new Set<string>();
  private readonly left = { file: '', results: 0 };

  of({ responses }: Pick<Item, 'responses'>, file: string): Label[] {
    const said = new Map<string, { acceptable: Record<string, boolean>; scores: Map<string, number> }>();
    for (const { id, verifiers = [] } of responses)
      for (const { name, passed, score, direction } of verifiers) {
        if (direction === 'unknown' || !this.takes(name)) {
          this.left.file ||= file;
          this.left.results++;
          continue;
        }
        const own = said.get(name) ?? { acceptable: {}, scores: new Map<string, number>() };
        said.set(name, own);
        // One that stands there several times passes where it does each time; of its scores the last one counts.
        if (passed !== undefined) own.acceptable[id] = passed && own.acceptable[id] !== false;
        if (score !== undefined) own.scores.set(id, score);
      }
    return [...said].flatMap(([judge, { acceptable, scores }]): Label[] => {
      const shown = responses.map(({ id }) => id).filter((id) => Object.hasOwn(acceptable, id) || scores.has(id));
      if (shown.length === 0) return [];
      return [
        {
          judge,
          ...(shown.length < responses.length && { shown }),
          judgement: {
            ...(Object.keys(acceptable).length > 0 && { acceptable }),
            ...(scores.size > 0 && {
              ratings: [...scores].map(([response, value]) => ({ response, aspect: judge, value })),
            }),
          },
        },
      ];
    });
  }

  /** That results were left, where some were. */
  problems(): FileProblem[] {
    const { file, results } = this.left;
    return results === 0 ? [] : [fileProblem('warning', file, problem('import.outcomesLeft', { results }))];
  }

  private takes(name: string): boolean {
    if (this.programs.size < maxPrograms) this.programs.add(name);
    return this.programs.has(name);
  }
}
