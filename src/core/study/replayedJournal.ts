import type { FileProblem } from '../model/problems/problem';
import type { Journal } from '../journal/journal';
import { Replay } from '../journal/replay';
import type { UsedVersions } from '../rubric/versions';
import { withNumbersOfBefore, type Versioned } from './mergeConflict/mergeVersions';

/** The journals of a study as far as they were read: what their lines say, and which were set aside. */
export class ReplayedJournal {
  private current = new Replay();
  /** By place, so that a line that was still being written and is whole now is no problem any more. */
  private readonly setAside = new Map<string, FileProblem>();
  private refreshing: Promise<boolean> = Promise.resolve(false);

  constructor(private readonly journal: Journal) {}

  /** The replay of the lines. */
  get replay(): Replay {
    return this.current;
  }

  /** The lines that were set aside. */
  get problems(): Iterable<FileProblem> {
    return this.setAside.values();
  }

  /** Reads what was appended since the last time; tells whether there was anything. Reads take turns. */
  readNew(what: Parameters<Journal['read']>[0]): Promise<boolean> {
    this.refreshing = this.refreshing.catch(() => false).then(() => this.replayNew(what));
    return this.refreshing;
  }

  /** Reads everything anew, where lines are to be read otherwise from here on. */
  async readAgain(signal?: AbortSignal): Promise<void> {
    this.journal.readAgain();
    this.current = new Replay();
    await this.readNew({ signal });
  }

  /**
   * The versions that may be in use: those that are `named`, of `all` that there are. Lines that were set aside may name
   * any version, so every one counts where there are some. So do all that a number may name.
   */
  withSetAside(named: UsedVersions, all: readonly Versioned[]): UsedVersions {
    if (this.setAside.size === 0) return withNumbersOfBefore(named, all);
    return new Map([
      ...named,
      ...all.map(
        ({ id, versions }) =>
          [id, new Set([...(named.get(id) ?? []), ...versions.map(({ version }) => version)])] as const,
      ),
    ]);
  }

  private async replayNew(what: Parameters<Journal['read']>[0]): Promise<boolean> {
    let any = false;
    for await (const entries of this.journal.read(what)) {
      any = true;
      for (const entry of entries) {
        if ('replaced' in entry) {
          this.replay.forget(entry.replaced);
          continue;
        }
        if ('problem' in entry) {
          this.setAside.set(`${entry.problem.file}:${entry.problem.line}`, entry.problem);
          continue;
        }
        if (this.setAside.size > 0)
          for (const place of [entry.ref.line, undefined]) this.setAside.delete(`${entry.ref.source}:${place}`);
        this.replay.add(entry.line, entry.ref);
      }
    }
    return any;
  }
}
