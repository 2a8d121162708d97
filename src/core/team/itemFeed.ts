import { hash } from 'node:crypto';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrorCode } from '../journal/fileStatus';
import { JournalWriter } from '../journal/journalWriter';
import { journalFile } from '../journal/fileJournal';
import { makeFolders } from '../journal/makeFolders';
import { moveWithRetries } from '../study/replaceFile';
import { studyPaths } from '../study/studyPaths';
import { lineId } from './journalLines';
import type { LeasedItem, Leases } from './remote';
import { itemsFolder } from './teamFile';

/** So many files of items lie in a folder before they are put together. */
const mostFiles = 100;

/**
 * The items that a store gave to a desk: each block is a file of the desk's dataset (`team/items/`), so that they are
 * there without a network, and the desk reads them like any other.
 */
export class ItemFeed {
  /** Which of the items are one's own still, once the store was asked. */
  private held: ReadonlySet<string> | undefined;

  constructor(
    private readonly projectFile: string,
    private readonly leases: Leases,
  ) {}

  /** Whether an item may be judged: one's lease on it holds, as far as that is known. */
  isHeld(item: string): boolean {
    return this.held?.has(item) ?? true;
  }

  /**
   * Takes up to `count` items more; resolves to the path of the file that holds them, or to undefined where there are
   * none to be had. They are on the disk before they are anybody's to see.
   */
  async take(count: number, minutes?: number): Promise<{ readonly path: string; readonly count: number } | undefined> {
    const items = await this.leases.claim(count, minutes);
    if (items.length === 0) return undefined;
    await this.keepLines(items);
    const held = new Set(this.held);
    for (const { id } of items) held.add(id);
    if (this.held) this.held = held;
    const path = await this.writeBlock(items.map(({ shown }) => shown));
    return { path, count: items.length };
  }

  /** Keeps one's leases; tells whether some were lost or came back since. */
  async renew(): Promise<boolean> {
    const before = this.held;
    this.held = new Set((await this.leases.renew()).keys());
    return before === undefined || before.size !== this.held.size || [...before].some((id) => !this.isHeld(id));
  }

  /** An item was judged: it is no lease any more, but one's own. */
  judged(item: string): void {
    if (this.held?.has(item) === false) this.held = new Set([...this.held, item]);
  }

  /** Gives back what one holds and has not judged. */
  async giveBack(): Promise<number> {
    const count = await this.leases.release();
    this.held = new Set();
    return count;
  }

  /** Puts many small files together into one, in their order, each item once. Only while no desk has them open. */
  async compact(): Promise<void> {
    const folder = itemsFolder(this.projectFile);
    const files = await blocksIn(folder);
    if (files.length <= mostFiles) return;
    const lines = new Map<string, string>();
    for (const file of files)
      for (const line of (await readFile(join(folder, file), 'utf8')).split('\n'))
        if (line !== '') lines.set(hash('sha256', line), line);
    // The first one is replaced: until the others are gone, items appear twice, and never not at all.
    await this.write(join(folder, files[0] ?? 'block-000001.jsonl'), [...lines.values()]);
    for (const file of files.slice(1)) await rm(join(folder, file), { force: true });
  }

  private async writeBlock(records: readonly string[]): Promise<string> {
    const folder = itemsFolder(this.projectFile);
    await makeFolders(folder);
    const last = (await blocksIn(folder)).at(-1);
    const number = last === undefined ? 1 : Number(/\d+/.exec(last)?.[0] ?? 0) + 1;
    const path = join(folder, `block-${String(number).padStart(6, '0')}.jsonl`);
    await this.write(path, records);
    return path;
  }

  private async write(path: string, records: readonly string[]): Promise<void> {
    const partial = `${path}.partial`;
    const file = await open(partial, 'w');
    try {
      await file.writeFile(records.map((record) => `${record}\n`).join(''));
      await file.sync();
    } finally {
      await file.close();
    }
    await moveWithRetries(partial, path);
  }

  /** What annotators judged, for an adjudicator, in journals of their names. */
  private async keepLines(items: readonly LeasedItem[]): Promise<void> {
    const byAnnotator = new Map<string, string[]>();
    for (const line of items.flatMap(({ lines }) => lines)) {
      const { annotator } = JSON.parse(line) as { readonly annotator: string };
      byAnnotator.set(annotator, [...(byAnnotator.get(annotator) ?? []), line]);
    }
    for (const [annotator, lines] of byAnnotator) {
      const path = join(studyPaths(this.projectFile).annotations, journalFile(annotator));
      const known = new Set((await readTextOrNone(path)).split('\n').map(lineId));
      const missing = lines.filter((line) => !known.has(lineId(line)));
      if (missing.length === 0) continue;
      const writer = new JournalWriter(path);
      await writer.append(missing.map((line) => `${line}\n`).join(''));
      await writer.close();
    }
  }
}

/** Names of the files of items in a folder, in the order in which they came. */
export async function blocksIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^block-\d+\.jsonl$/.test(name)).sort();
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

async function readTextOrNone(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return '';
    throw error;
  }
}
