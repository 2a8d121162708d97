import { dirname, resolve } from 'node:path';
import type { Problem } from '../core/model/problem';
import { outsideShown, pathsOutside } from '../core/study/outside';
import { Study, type StudyOptions } from '../core/study/study';

/** Opens a project, with a warning for each of its files that lies neither in its folder nor in the working directory. */
export async function openStudy(projectFile: string, options: Pick<StudyOptions, 'isTolerant'> = {}): Promise<{ study: Study; outside: readonly Problem[] }> {
  const file = resolve(projectFile);
  const found = new Set<string>();
  const admit = async (paths: readonly string[]): Promise<void> => {
    for (const each of await pathsOutside(paths, [dirname(file), process.cwd()])) found.add(outsideShown(each));
  };
  const study = await Study.open(file, { ...options, admit });
  return { study, outside: [...found].map((path) => ({ severity: 'warning', file, message: `names ${path}, which lies outside of its folder and of the working directory. See that it is what you mean` })) };
}
