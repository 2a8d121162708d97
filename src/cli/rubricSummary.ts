import * as l10n from '@vscode/l10n';
import type { FileProblem } from '../core/model/problems/problem';
import { underOldVersions } from '../core/rubric/oldVersions';
import type { Study } from '../core/study/study';
import { studyPaths } from '../core/study/studyPaths';
import { digits } from '../core/model/problems/program';
import { counted } from '../core/model/problems/counts';

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
      message:
        annotations.length === 1
          ? l10n.t(
              'rubric {0}: version {1} is missing, but 1 annotation was made under it. Restore it from a copy of the study that has it',
              JSON.stringify(rubric),
              version,
            )
          : l10n.t(
              'rubric {0}: version {1} is missing, but {2} annotations were made under it. Restore it from a copy of the study that has it',
              JSON.stringify(rubric),
              version,
              digits(annotations.length),
            ),
    }));
  const earlier = new Set(
    old.filter(({ isKept }) => isKept).flatMap(({ annotations }) => annotations.map(({ id }) => id)),
  );
  if (rubrics.length === 0) return { summary: undefined, problems };
  return {
    summary:
      earlier.size === 0
        ? counted(rubrics.length, 'rubric')
        : l10n.t(
            '{0} ({1} made under earlier versions)',
            counted(rubrics.length, 'rubric'),
            counted(earlier.size, 'annotation'),
          ),
    problems,
  };
}
