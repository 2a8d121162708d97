import type { Annotation } from '../../model/annotation/annotation';
import type { ExportRow } from '../format';

/**
 * Counts rows of one item that prefer what another of them rejects, and reject what it prefers: under the same context,
 * by the same criterion or rule.
 */
export class ContradictingRows {
  /** How often each is said. */
  private readonly said = new Map<string, number>();
  /** Rows that have an opposite. */
  count = 0;

  /** Undefined where rows of these judgements contradict nothing: those of one order. */
  static among(annotations: readonly Annotation[]): ContradictingRows | undefined {
    return annotations.length > 1 || annotations.some(({ judgement }) => judgement.comparisons !== undefined)
      ? new ContradictingRows()
      : undefined;
  }

  add(from: ExportRow['from']): void {
    const { chosen, rejected } = from;
    if (typeof chosen !== 'string' || typeof rejected !== 'string') return;
    const about = aboutOf(from);
    const key = `${chosen}\0${rejected}\0${about}`;
    const times = this.said.get(key) ?? 0;
    const opposite = this.said.get(`${rejected}\0${chosen}\0${about}`) ?? 0;
    this.said.set(key, times + 1);
    // The first that says so gives each of the others its opposite.
    if (opposite > 0) this.count += times === 0 ? opposite + 1 : 1;
  }
}

const sides: readonly string[] = ['annotations', 'annotators', 'chosen', 'rejected'];

function aboutOf(from: ExportRow['from']): string {
  let about = '';
  for (const key in from) if (!sides.includes(key)) about += `${key}\0${JSON.stringify(from[key])}\0`;
  return about;
}
