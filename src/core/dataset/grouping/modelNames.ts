import { basename, dirname } from 'node:path';
import { dataFilePattern } from '../readers/dataFileNames';

/**
 * The models that files are named after; after their folders where the files have one name (`gpt-4o/outputs.json`).
 * Undefined where these are the same too.
 */
export function modelNames(paths: readonly string[]): ReadonlyMap<string, string> | undefined {
  const byFile = paths.map((path) => basename(path).replace(dataFilePattern, ''));
  const byFolder = paths.map((path) => basename(dirname(path)));
  const names = [byFile, byFolder].find((each) => new Set(each).size === paths.length);
  return names && new Map(paths.map((path, at) => [path, names[at] ?? path]));
}
