import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { moveFile } from '../../journal/busyFiles';
import { makeFolders } from '../../journal/makeFolders';
import { refinementSchema, type Refinement } from '../../model/annotation/annotation';
import { checksSchema, type Checks } from '../../model/annotation/checkEvidence';
import { servedSchema, type Served } from '../../model/annotation/served';
import { draftSchema, type Draft } from '../../model/annotation/draft';
import { draftName, nameLength, type DraftKey } from './draftName';

const storedSchema = z.object({
  draft: draftSchema,
  elapsed: z.number().nonnegative(),
  refined: z.array(refinementSchema).readonly().optional(),
  served: servedSchema.optional(),
  checks: checksSchema.optional(),
});

/** A draft as it is kept: with the milliseconds spent on it so far. */
export interface StoredDraft {
  readonly draft: Draft;
  readonly elapsed: number;
  /** The refinements that stood among the responses when the draft was made: its indexes go by that order. */
  readonly refined?: readonly Refinement[] | undefined;
  /** Why the item was on the desk when the draft was begun: whoever comes back to it by another way does not change that. */
  readonly served?: Served | undefined;
  /** Results of tests that are not saved yet. */
  readonly checks?: Checks | undefined;
}

/** Results of tests can be long and change seldom: each is put in writing once, not with every keystroke. */
const checksTexts = new WeakMap<Checks, string>();
function formatStored({ checks, ...rest }: StoredDraft): string {
  const text = JSON.stringify(rest);
  if (!checks) return text;
  const ofChecks = checksTexts.get(checks) ?? JSON.stringify(checks);
  checksTexts.set(checks, ofChecks);
  return `${text.slice(0, -1)},"checks":${ofChecks}}`;
}

/**
 * Judgements that are not saved yet, one small file each, replaced atomically: they survive a reload and a crash. Every
 * store (one a window) writes files of its own, and removes one of another's only while it still says what was taken
 * over from it.
 */
export class DraftStore {
  private readonly own = `${randomBytes(4).toString('hex')}.json`;
  /** Drafts that wait to be written, by name: the newest of each; undefined deletes it. */
  private readonly waiting = new Map<string, StoredDraft | undefined>();
  private writing: Promise<void> = Promise.resolve();
  /** Files whose draft was taken over, with the text they had then, by name. */
  private readonly takenOver = new Map<string, { readonly path: string; readonly text: string }>();
  /** Why the last draft could not be written. */
  private failure: Error | undefined;

  constructor(
    private readonly folder: string,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** The newest draft of a judgement, whoever kept it. */
  async load(key: DraftKey): Promise<StoredDraft | undefined> {
    const name = draftName(key);
    if (this.waiting.has(name)) return this.waiting.get(name);
    await this.writing;
    const path = await this.newest(name);
    if (path === undefined) return undefined;
    try {
      const text = await readFile(path, 'utf8');
      const result = storedSchema.safeParse(JSON.parse(text));
      this.takenOver.set(name, { path, text });
      return result.success ? result.data : undefined;
    } catch {
      // Saved elsewhere this very moment, or cut short by a crash before its first replacement: there is nothing to
      // restore.
      return undefined;
    }
  }

  /** The names (see `draftName`) of all drafts, whoever kept them. */
  async names(): Promise<ReadonlySet<string>> {
    await this.writing;
    const names = new Set(
      (await readdir(this.folder).catch(() => []))
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.slice(0, nameLength)),
    );
    for (const [name, stored] of this.waiting) {
      if (stored) names.add(name);
      else names.delete(name);
    }
    return names;
  }

  /**
   * Keeps the draft, or forgets it with `undefined`. It is written at once; what comes while the disk is busy is
   * written together.
   */
  keep(key: DraftKey, stored: StoredDraft | undefined): void {
    const name = draftName(key);
    const isQueued = this.waiting.has(name);
    this.waiting.set(name, stored);
    if (!isQueued) this.writing = this.writing.then(() => this.write(name));
  }

  /** Resolves once everything kept so far is on the disk; rejects where the last of it could not be written. */
  async flush(): Promise<void> {
    await this.writing;
    if (this.failure) throw this.failure;
  }

  private async write(name: string): Promise<void> {
    const stored = this.waiting.get(name);
    this.waiting.delete(name);
    try {
      const path = join(this.folder, `${name}.${this.own}`);
      if (stored) await this.replace(path, formatStored(stored));
      else await rm(path, { force: true });
      await this.removeTakenOver(name, path);
      this.failure = undefined;
    } catch (error) {
      // Told once, and again only after it went well in between: every keystroke tries anew.
      if (!this.failure) this.onError(error);
      this.failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  private async replace(path: string, text: string): Promise<void> {
    const partial = `${path}.partial`;
    await makeFolders(this.folder);
    await writeFile(partial, text);
    await moveFile(partial, path);
  }

  private async removeTakenOver(name: string, own: string): Promise<void> {
    const taken = this.takenOver.get(name);
    if (!taken) return;
    this.takenOver.delete(name);
    const text = await readFile(taken.path, 'utf8').catch(() => undefined);
    if (taken.path !== own && text === taken.text) await rm(taken.path, { force: true });
  }

  private async newest(name: string): Promise<string | undefined> {
    const names = await readdir(this.folder).catch(() => []);
    const found: { path: string; time: number }[] = [];
    for (const file of names.filter((each) => each.startsWith(`${name}.`) && each.endsWith('.json'))) {
      const path = join(this.folder, file);
      found.push({ path, time: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 });
    }
    return found.sort((a, b) => b.time - a.time)[0]?.path;
  }
}
