import { join } from 'node:path';
import type { LibraryPlace } from './library/libraryFiles';

/** Returns the paths of a study's parts. */
export function studyPaths(projectFile: string): {
  folder: string;
  rubrics: LibraryPlace;
  rules: LibraryPlace;
  annotations: string;
  suggestions: string;
  guidelines: string;
  exports: string;
  team: string;
} {
  const folder = `${projectFile}.d`;
  const library = (name: string): LibraryPlace => ({
    folder: join(folder, name),
    former: join(folder, `${name}.json`),
  });
  return {
    folder,
    rubrics: library('rubrics'),
    rules: library('rules'),
    annotations: join(folder, 'annotations'),
    suggestions: join(folder, 'suggestions'),
    guidelines: join(folder, 'guidelines'),
    exports: join(folder, 'exports'),
    team: join(folder, 'team'),
  };
}
