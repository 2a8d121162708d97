/** A path with `/` between its folders, without `.` and `..`; `C:/a` for one of Windows. */
export function tidyPath(path: string): string {
  const given = /^[A-Za-z]:\\|^\\\\|^[^/]*\\[^/]*$/.test(path) ? path.replaceAll('\\', '/') : path;
  const parts: string[] = [];
  for (const part of given.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return (given.startsWith('/') ? '/' : '') + parts.join('/');
}

export const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:\/)/.test(path);

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Finds the one name of a file that a run names in several ways. A path that is not absolute is in the folder that the
 * run works in, where only one is known, else it is an absolute one that is known and ends with it.
 */
export class FilePaths {
  private readonly known = new Set<string>();

  /** @param folder that the run works in, where it is known */
  constructor(public folder: string | undefined) {}

  /** @param goneTo folder that the command itself went to first */
  nameFor(given: string, goneTo?: string): string {
    const tidied = tidyPath(given);
    const within = goneTo === undefined || isAbsolute(goneTo) ? goneTo : this.absolute(goneTo);
    const path = isAbsolute(tidied) || tidied.startsWith('~') ? tidied : this.absolute(tidied, within);
    const name = isAbsolute(path) ? path : (this.longNameOf(path) ?? path);
    this.known.add(name);
    return name;
  }

  private absolute(path: string, within = this.folder): string {
    return within === undefined ? path : tidyPath(`${within}/${path}`);
  }

  /** A path with a folder in it is the only absolute one that ends with it. */
  private longNameOf(path: string): string | undefined {
    if (!path.includes('/')) return undefined;
    const found = [...this.known].filter((each) => isAbsolute(each) && each.endsWith(`/${path}`));
    return found.length === 1 ? found[0] : undefined;
  }
}
