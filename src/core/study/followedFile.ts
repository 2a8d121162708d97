import { versionsOf } from '../dataset/sources/fileVersion';

/**
 * Each file under an open study is followed by itself - VS Code's watcher, the window's focus and a look every few
 * seconds - and once it has come to rest the dataset is indexed anew, while drafts lie safe in their own files. The
 * rubrics' and the rules' files and the guidelines are taken up without that.
 */

/** In milliseconds. */
export interface Timing {
  /** Milliseconds that a file must have stayed the same before its change is told: whoever writes it is done then. */
  readonly quiet: number;
  /**
   * How often it is looked at unasked. Watchers start late, and on network drives and in containers some never tell.
   */
  readonly every: number;
}

export const standardTiming: Timing = { quiet: 500, every: 3000 };

/** Watches one file, or several as one. Tells once, when it is another than at the start and has come to rest. */
export class FollowedFile {
  private readonly unasked: NodeJS.Timeout;
  private looking = false;
  private again = false;
  private ended = false;

  private constructor(
    private readonly stateNow: () => Promise<string | undefined>,
    private readonly version: string | undefined,
    private readonly onChange: () => void,
    private readonly timing: Timing,
  ) {
    this.unasked = setInterval(() => this.look(), timing.every);
  }

  /**
   * Follows `path` from its state at this moment; what is read of it after this resolved is covered. The file need not
   * exist.
   */
  static from(path: string, onChange: () => void, timing: Timing = standardTiming): Promise<FollowedFile> {
    return FollowedFile.all(() => Promise.resolve([path]), onChange, timing);
  }

  /** Follows all files that `paths` names, now and later. */
  static async all(
    paths: () => Promise<readonly string[]>,
    onChange: () => void,
    timing: Timing = standardTiming,
  ): Promise<FollowedFile> {
    const state = async (): Promise<string | undefined> => {
      const found = await paths();
      const versions = await versionsOf(found);
      return JSON.stringify(found.map((path, at) => [path, versions[at] ?? null]));
    };
    return new FollowedFile(state, await state(), onChange, timing);
  }

  /** Looks whether the file has changed; to be called at any sign that it may have. */
  look(): void {
    if (this.looking) this.again = true;
    else void this.settle();
  }

  /** Stops following. */
  dispose(): void {
    this.ended = true;
    clearInterval(this.unasked);
  }

  private async settle(): Promise<void> {
    this.looking = true;
    let seen = await this.stateNow();
    while (!this.ended && seen !== this.version) {
      await new Promise((resolve) => setTimeout(resolve, this.timing.quiet));
      const before = seen;
      seen = await this.stateNow();
      if (seen === before) break;
    }
    this.looking = false;
    if (this.ended) return;
    if (seen !== this.version) {
      this.dispose();
      this.onChange();
    } else if (this.again) {
      this.again = false;
      this.look();
    }
  }
}
