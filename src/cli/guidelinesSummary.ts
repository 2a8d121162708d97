import * as l10n from '@vscode/l10n';
import type { FileProblem } from '../core/model/problems/problem';
import { copyOf, isKept, shortVersion } from '../core/study/guidelines';
import type { Study } from '../core/study/study';
import { studyPaths } from '../core/study/studyPaths';
import { digits } from '../core/model/problems/program';

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
      message:
        count === 1
          ? l10n.t(
              'is missing or was edited, but 1 annotation was made under these guidelines (version {0}). Restore the file from a copy of the study that has it',
              shortVersion(version),
            )
          : l10n.t(
              'is missing or was edited, but {0} annotations were made under these guidelines (version {1}). Restore the file from a copy of the study that has it',
              digits(count),
              shortVersion(version),
            ),
    });
  }
  const named = [...counts].map(([version, count]) =>
    l10n.t('{0} under guidelines {1}', digits(count), shortVersion(version)),
  );
  return {
    summary:
      counts.size === 0
        ? undefined
        : [...named, ...(none > 0 ? [l10n.t('{0} without guidelines', digits(none))] : [])].join(', '),
    problems,
  };
}
