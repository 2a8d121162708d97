import * as l10n from '@vscode/l10n';
import { digits } from '../../core/model/problems/program';
import type { FileProblem } from '../../core/model/problems/problem';
import { locationText } from '../../core/model/problems/wording';
import { pathWithin } from '../../core/study/pathWithin';
import { groupProblems, type ProblemGroup } from '../../core/model/study/problemGroups';

/** Prints what is wrong, as `printProblemGroups` does. */
export const printProblems = (problems: readonly FileProblem[]): void => printProblemGroups(groupProblems(problems));

/** Prints problems of work that was done nevertheless: the exit code stays. */
export const printWarnings = (problems: readonly FileProblem[]): void => tellKinds(groupProblems(problems));

/**
 * `file:line: what is wrong and what to do` on stderr, of problems that are alike the first few and how many more there
 * are; sets exit code 1 where there is an error.
 */
export function printProblemGroups(kinds: readonly ProblemGroup[]): void {
  tellKinds(kinds);
  if (kinds.some(({ severity }) => severity === 'error')) process.exitCode = 1;
}

function tellKinds(kinds: readonly ProblemGroup[]): void {
  for (const { count, first } of kinds) {
    for (const { severity, file, message, ...place } of first)
      console.error(
        `${locationText(displayPath(file), place)}: ${severity === 'warning' ? l10n.t('warning: {0}', message) : message}`,
      );
    if (count > first.length) console.error(`  ${l10n.t('and {0} more like this', digits(count - first.length))}`);
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
export function displayPath(path: string): string {
  return pathWithin(process.cwd(), path) || path;
}
