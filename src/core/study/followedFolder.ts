import { stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { eachOf } from '../dataset/sources/fileVersion';
import { standardTiming, type Timing } from './followedFile';

/** So many files are looked at each time; all of 100,000 in twenty minutes. */
const perLook = 256;

/**
 * Watches more files than can be looked at every few seconds: a watcher's sign of one of them is looked at at once, and
 * the others a few at a time. Tells once, when one is another than before and has come to rest. What is read of a file
 * that changed unseen is told by whoever reads it.
 */
export class FollowedFolder {
  /** Size and time of each, once it was looked at. */
  private readonly states = new Map<string, string | undefined>();
  private readonly paths: readonly string[];
  private readonly unasked: NodeJS.Timeout;
  private next = 0;
  private looking = false;
  /** Told or given up, after which nothing is told. */
  private readonly end = new AbortController();

  constructor(
    paths: Iterable<string>,
    private readonly onChange: (path: string) => void,
    private readonly timing: Timing = standardTiming,
  ) {
    this.paths = [...new Set(paths)];
    for (const path of this.paths) this.states.set(path, unknown);
    this.unasked = setInterval(() => this.look(), timing.every);
    void this.begin();
  }

  /** Looks at those that come next. */
  look(): void {
    if (this.looking || this.end.signal.aborted) return;
    this.looking = true;
    const some = Array.from(
      { length: Math.min(perLook, this.paths.length) },
      (_, at) => this.paths[(this.next + at) % this.paths.length] ?? '',
    );
    this.next = (this.next + some.length) % Math.max(1, this.paths.length);
    void eachOf(some, (path) => this.compare(path)).then(() => (this.looking = false));
  }

  /** Looks at one of them that may have changed; at nothing where it is none of them. */
  sign(path: string): void {
    if (this.states.has(path)) void this.compare(path);
  }

  dispose(): void {
    this.end.abort();
    clearInterval(this.unasked);
  }

  private async begin(): Promise<void> {
    await eachOf(this.paths, async (path) => {
      if (this.end.signal.aborted || this.states.get(path) !== unknown) return;
      const now = await stateOf(path);
      if (this.states.get(path) === unknown) this.states.set(path, now);
    });
  }

  private async compare(path: string): Promise<void> {
    let now = await stateOf(path);
    const before = this.states.get(path);
    if (before === unknown) this.states.set(path, now);
    if (before === unknown || now === before) return;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, this.timing.quiet));
      const later = await stateOf(path);
      if (later === now) break;
      now = later;
    }
    // Two may have changed: the first is told.
    if (this.end.signal.aborted || now === before) return;
    this.dispose();
    this.onChange(path);
  }
}

/** Of a file that was not looked at yet. */
const unknown = 'unknown';

async function stateOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && `${found.size} ${found.mtimeMs}`;
}

/** The deepest folder that holds all of the files. */
export function folderOfAll(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  let folder = dirname(first);
  for (const path of others) while (!isBelow(path, folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
