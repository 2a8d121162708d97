import { relative } from 'node:path';
import { counted, number } from '../../core/model/text/counted';
import { placed, type FileProblem } from '../../core/model/problems/problem';
import { foldedProblems, type ProblemKind } from '../../core/model/study/problemFold';

/** What is wrong, as `printKinds` has it. */
export const printProblems = (problems: readonly FileProblem[]): void => printKinds(foldedProblems(problems));

/** The same beside work that is done all the same: the exit code stays. */
export const printWarnings = (problems: readonly FileProblem[]): void => tellKinds(foldedProblems(problems));

/**
 * `file:line: what is wrong and what to do` on stderr, of problems that are alike the first few and how many more there
 * are; sets exit code 1 where there is an error.
 */
export function printKinds(kinds: readonly ProblemKind[]): void {
  tellKinds(kinds);
  if (kinds.some(({ severity }) => severity === 'error')) process.exitCode = 1;
}

function tellKinds(kinds: readonly ProblemKind[]): void {
  for (const { count, first } of kinds) {
    for (const { severity, file, message, ...place } of first)
      console.error(`${placed(pathShown(file), place)}: ${severity === 'warning' ? 'warning: ' : ''}${message}`);
    if (count > first.length) console.error(`  and ${number(count - first.length)} more like this`);
  }
}

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, withoutParams, 2));
}

/** What the text of a problem needed to know is for programs of ours only. */
const withoutParams = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value && 'params' in value
    ? { ...value, params: undefined }
    : value;

/** A path as the person would type it from here. */
export function pathShown(path: string): string {
  const near = relative(process.cwd(), path);
  return near === '' || near.startsWith('..') ? path : near;
}

export { counted, number };
