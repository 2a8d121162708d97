import { ownValue } from '../text/ownValue';
import type { DraftVerdict, Verdicts, Winners } from './verdictSchemas';

/**
 * Verdicts of a draft: a cell for each criterion and response. Criteria go by their ids, responses by the index at
 * which they are shown.
 */

/** What is said of a response by a criterion; null where nothing is. */
export function verdictAt(verdicts: Verdicts, criterion: string, index: number): DraftVerdict | null {
  return ownValue(verdicts, criterion)?.[index] ?? null;
}

/** The verdicts with another one in a cell, or none. @param count how many responses there are */
export function withVerdict(
  verdicts: Verdicts,
  criterion: string,
  index: number,
  verdict: DraftVerdict | null,
  count: number,
): Verdicts {
  const before = ownValue(verdicts, criterion);
  const row = Array.from({ length: count }, (_, at) => (at === index ? verdict : (before?.[at] ?? null)));
  return row.some((each) => each !== null) ? { ...verdicts, [criterion]: row } : without(verdicts, criterion);
}

/** Puts another note on the verdict in a cell; where there is none, a note has nothing to stand beside. */
export function withNote(verdicts: Verdicts, criterion: string, index: number, note: string): Verdicts {
  const row = ownValue(verdicts, criterion);
  return row?.[index]
    ? { ...verdicts, [criterion]: row.map((each, at) => (each && at === index ? { ...each, note } : each)) }
    : verdicts;
}

/** The responses that meet a criterion best; none where nothing is said. */
export function winnersBy(winners: Winners, criterion: string): readonly number[] {
  return ownValue(winners, criterion) ?? [];
}

/** The winners with others by a criterion, or none. */
export function withWinners(winners: Winners, criterion: string, indices: readonly number[]): Winners {
  return indices.length === 0
    ? without(winners, criterion)
    : { ...winners, [criterion]: [...indices].sort((a, b) => a - b) };
}

function without<T>(record: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== name));
}
