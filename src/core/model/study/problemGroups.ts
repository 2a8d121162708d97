import type { FileProblem } from '../problems/problem';

/** Problems that are alike: what the first of them says, where it stands, and how many there are. */
export interface ProblemGroup extends FileProblem {
  readonly count: number;
  /** The first few, the first included; in their order. */
  readonly first: readonly FileProblem[];
}

/** How many of a kind are told one by one: of what no trainer stops at, enough to see what it is. */
export const summaryOfKind = { error: 5, warning: 2 } as const;
/** More kinds than this are no kinds: what comes then is counted as one. */
const maxKinds = 200;
const maxMessageLength = 2000;

/**
 * Takes problems, however many, and keeps the first few of each kind with their number, so that memory does not grow
 * with what is wrong. A kind is a severity, a file, and what is said without the values that differ.
 */
export class ProblemGroups {
  private readonly found = new Map<string, { count: number; readonly first: FileProblem[] }>();

  /** How many were added. */
  count = 0;
  errors = 0;

  /**
   * @param kind what tells problems of this kind from others; the message without its numbers and quotes where nothing
   *   is said
   */
  add(problem: FileProblem, kind: string = withoutValues(problem.message)): void {
    this.count++;
    if (problem.severity === 'error') this.errors++;
    const key = this.keyOf(problem, kind);
    const known = this.found.get(key);
    if (!known) this.found.set(key, { count: 1, first: [shortened(problem)] });
    else {
      known.count++;
      if (known.first.length < summaryOfKind[problem.severity]) known.first.push(shortened(problem));
    }
  }

  /** By the first of each. */
  kinds(): ProblemGroup[] {
    return [...this.found.values()].flatMap(({ count, first }) => (first[0] ? [{ ...first[0], count, first }] : []));
  }

  private keyOf({ severity, file }: FileProblem, kind: string): string {
    const key = JSON.stringify([severity, file, kind]);
    return this.found.has(key) || this.found.size < maxKinds ? key : severity;
  }
}

/** Groups problems by kind, as `ProblemGroups` does. */
export function groupProblems(problems: Iterable<FileProblem>): ProblemGroup[] {
  const fold = new ProblemGroups();
  for (const problem of problems) fold.add(problem);
  return fold.kinds();
}

const shortened = (problem: FileProblem): FileProblem =>
  problem.message.length > maxMessageLength
    ? { ...problem, message: `${problem.message.slice(0, maxMessageLength)}…` }
    : problem;
const withoutValues = (message: string): string =>
  message
    .slice(0, maxMessageLength)
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/\d+/g, '0');
