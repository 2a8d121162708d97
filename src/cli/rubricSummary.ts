import type { FileProblem } from '../core/model/problems/problem';
import { underOldVersions } from '../core/rubric/oldVersions';
import type { Study } from '../core/study/study';
import { studyPaths } from '../core/study/studyPaths';
import { formatCount } from './output/print';

/**
 * How many rubrics a study has and how many annotations in force were made under earlier versions of them, in words,
 * and a warning for each version that is named and not there.
 */
export async function rubricSummary(
  study: Study,
): Promise<{ summary: string | undefined; problems: readonly FileProblem[] }> {
  const file = studyPaths(study.file).rubrics.folder;
  const { rubrics } = study.rubrics;
  const old = await underOldVersions(study);
  const problems = old
    .filter(({ isKept }) => !isKept)
    .map(({ rubric, version, annotations }): FileProblem => ({
      severity: 'warning',
      file,
      message: `rubric ${JSON.stringify(rubric)}: version ${version} is missing, but ${formatCount(annotations.length, 'annotation')} ${annotations.length === 1 ? 'was' : 'were'} made under it. Restore it from a copy of the study that has it`,
    }));
  const earlier = new Set(
    old.filter(({ isKept }) => isKept).flatMap(({ annotations }) => annotations.map(({ id }) => id)),
  );
  if (rubrics.length === 0) return { summary: undefined, problems };
  return {
    summary: `${formatCount(rubrics.length, 'rubric')}${earlier.size > 0 ? ` (${formatCount(earlier.size, 'annotation')} made under earlier versions)` : ''}`,
    problems,
  };
}
