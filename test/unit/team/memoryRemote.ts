import { problem, UserError } from '../../../src/core/model/problems/problem';
import type { Cursor, Remote, RemoteLine, SentLine } from '../../../src/core/team/remote';

/** Journals of a remote in memory, which counts what it is asked, fails where it is told to, and can go back. */
export class MemoryJournals implements Pick<Remote, 'heads' | 'lines' | 'append' | 'longestLine'> {
  longestLine: number | undefined;
  readonly journals = new Map<string, RemoteLine[]>();
  appended = 0;
  /** Appends that are done before one fails: with its lines taken, or without. */
  failAfter: { left: number; isTaken: boolean } | undefined;
  refuses: (line: RemoteLine) => boolean = () => false;

  heads(): Promise<ReadonlyMap<string, Cursor>> {
    return Promise.resolve(new Map([...this.journals].map(([name, lines]) => [name, `0:${lines.length}`])));
  }

  async *lines(journal: string, since: Cursor): AsyncGenerator<{ lines: readonly SentLine[]; cursor: Cursor }> {
    const all = this.journals.get(journal) ?? [];
    for (let at = Number(since.slice(2) || 0); at < all.length; at += 3)
      yield await Promise.resolve({ lines: all.slice(at, at + 3), cursor: `0:${Math.min(at + 3, all.length)}` });
  }

  append(journal: string, lines: readonly RemoteLine[]): Promise<number> {
    if (lines.some(this.refuses))
      return Promise.reject(new UserError(problem('team.refused', { host: 'h', reason: 'no' })));
    const fails = this.failAfter && this.failAfter.left-- <= 0;
    const unreachable = new UserError(problem('team.unreachable', { host: 'h', reason: 'gone' }));
    if (fails && !this.failAfter?.isTaken) return Promise.reject(unreachable);
    this.appended += lines.length;
    const all = this.journals.get(journal) ?? [];
    this.journals.set(journal, all);
    const ids = new Set(all.map(({ id }) => id));
    const missing = new Map(lines.filter(({ id }) => !ids.has(id)).map((line) => [line.id, line]));
    all.push(...missing.values());
    return fails ? Promise.reject(unreachable) : Promise.resolve(missing.size);
  }
}
