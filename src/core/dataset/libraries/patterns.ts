import * as fs from 'node:fs';
import * as tinyglobby from 'tinyglobby';

/**
 * What finds files by a pattern. Built as a file of its own (scripts/build.mjs) and loaded when a source is no file and
 * no folder.
 */
export const { isDynamicPattern } = tinyglobby;

/**
 * The files that match a pattern under a folder, as absolute paths; no folders. Undefined where it would have to look
 * through more than `most` names for them: what is found takes memory by the name, and a pattern that begins at the
 * root of a disk goes through all of it.
 */
export async function filesMatching(pattern: string, folder: string, most: number): Promise<string[] | undefined> {
  let names = 0;
  const counted = ((
    path: string,
    options: { withFileTypes: true },
    done: (error: NodeJS.ErrnoException | null, entries: fs.Dirent[]) => void,
  ): void => {
    if (names > most) done(null, []);
    else {
      fs.readdir(path, options, (error, entries) => {
        names += error ? 1 : entries.length + 1;
        done(error, entries);
      });
    }
  }) as typeof fs.readdir;
  const found = await tinyglobby.glob(pattern, {
    cwd: folder,
    absolute: true,
    onlyFiles: true,
    expandDirectories: false,
    fs: { readdir: counted },
  });
  return names > most ? undefined : found;
}
