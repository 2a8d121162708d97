import * as l10n from '@vscode/l10n';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UserError, type FileProblem } from '../core/model/problems/problem';
import { externalPathText, externalPathsOf, isWithinOne, type ExternalPath } from '../core/study/externalPaths';
import { Study, type StudyOptions } from '../core/study/study';

/**
 * Opens a project, with a warning for each of its files that lies neither in its folder nor in the working directory.
 */
export async function openStudy(
  projectFile: string,
  options: Pick<StudyOptions, 'isTolerant'> = {},
): Promise<{ study: Study; outside: readonly FileProblem[] }> {
  const file = resolve(projectFile);
  await refuseOthers(file, projectFile);
  const found: ExternalPath[] = [];
  const admit = async (paths: readonly string[]): Promise<void> => {
    for (const each of await externalPathsOf(paths, [dirname(file), process.cwd()]))
      // What lies in a folder that was told is told with it.
      if (
        !isWithinOne(
          each.destination,
          found.map(({ destination }) => destination),
        )
      )
        found.push(each);
  };
  const study = await Study.open(file, { ...options, admit });
  return {
    study,
    outside: found.map((each) => ({
      severity: 'warning',
      file,
      message: l10n.t(
        'refers to {0}, which is outside the project folder and the working directory. Check that this is intended',
        externalPathText(each),
      ),
    })),
  };
}

/**
 * Throws `UserError` where a path leads to something that is surely no project: a folder, or a file of another name.
 */
async function refuseOthers(file: string, named: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) {
    const [project] = (await readdir(file).catch(() => [])).filter((name) => name.endsWith('.tiebreak'));
    throw new UserError(
      project === undefined
        ? l10n.t('{0}: is a folder, not a project. Name the project file, which ends in .tiebreak', named)
        : l10n.t(
            '{0}: is a folder, not a project. Name the project file, for example {1}',
            named,
            join(named, project),
          ),
    );
  }
  if (found && !file.endsWith('.tiebreak'))
    throw new UserError(
      l10n.t(
        '{0}: is not a project: project files end in .tiebreak. Create one with "tiebreak init PROJECT.tiebreak --dataset FILE"',
        named,
      ),
    );
}
