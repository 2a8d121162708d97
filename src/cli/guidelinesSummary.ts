import type { FileProblem } from '../core/model/problems/problem';
import { copyOf, isKept, shortVersion } from '../core/study/guidelines';
import type { Study } from '../core/study/study';
import { studyPaths } from '../core/study/studyPaths';
import { formatCount } from './output/print';

/**
 * Under which guidelines the annotations in force were made, in words, and a warning for each version whose text is not
 * kept.
 */
export async function guidelinesSummary(
  study: Study,
): Promise<{ summary: string | undefined; problems: readonly FileProblem[] }> {
  const paths = studyPaths(study.file);
  let none = 0;
  const counts = new Map<string, number>();
  for (const [version, count] of study.replay.guidelinesInForce())
    if (version === undefined) none = count;
    else counts.set(version, count);
  const problems: FileProblem[] = [];
  for (const [version, count] of counts) {
    if (await isKept(paths.guidelines, version)) continue;
    problems.push({
      severity: 'warning',
      file: copyOf(paths.guidelines, version),
      message: `is missing or was edited, but ${formatCount(count, 'annotation')} ${count === 1 ? 'was' : 'were'} made under these guidelines (version ${shortVersion(version)}). Restore the file from a copy of the study that has it`,
    });
  }
  const named = [...counts].map(([version, count]) => `${count} under guidelines ${shortVersion(version)}`);
  return {
    summary: counts.size === 0 ? undefined : [...named, ...(none > 0 ? [`${none} without guidelines`] : [])].join(', '),
    problems,
  };
}
