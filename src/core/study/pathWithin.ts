import * as native from 'node:path';

/**
 * The way from a folder to a path that lies in it, '' where it is the folder itself; undefined where it lies elsewhere:
 * above or beside it, or on another drive of Windows, to which no relative path leads.
 */
export function pathWithin(
  folder: string,
  path: string,
  system: Pick<native.PlatformPath, 'relative' | 'isAbsolute'> = native,
): string | undefined {
  const way = system.relative(folder, path);
  return system.isAbsolute(way) || /^\.\.(?:[/\\]|$)/.test(way) ? undefined : way;
}

/** Tells whether two paths lead to one place, as the system compares them: on Windows `d:` is `D:`. */
export const isSamePath = (a: string, b: string, system: Pick<native.PlatformPath, 'relative'> = native): boolean =>
  system.relative(a, b) === '';
