import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isErrorCode } from '../journal/fileStatus';
import { appendToJournal } from '../journal/journalWriter';
import { journalPath } from '../journal/journalName';
import { makeFolders } from '../journal/makeFolders';
import { withLock } from '../study/folderLock';
import { replaceFile } from '../study/replaceFile';
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
  held: ReadonlySet<string> | undefined;
  /** Ids of the items that lie here, by the files of them that were read. */
  private readonly here = new Map<string, ReadonlySet<string>>();
  private readonly folder: string;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly projectFile: string,
    private readonly leases: Leases,
  ) {
    this.folder = itemsFolder(projectFile);
  }

  /** Tells whether an item may be judged: one's lease on it holds, as far as that is known. */
  isHeld(item: string): boolean {
    return this.held?.has(item) ?? true;
  }

  /**
   * Takes up to `count` items more; resolves to how many are one's own now that were not, and to the path of the file with
   * those of them that did not lie here yet (undefined where all did: their lease was lost and taken again). Undefined
   * where there are none to be had. They are on the disk before they are anybody's to see.
   */
  take(
    count: number,
    minutes?: number,
  ): Promise<{ readonly path: string | undefined; readonly count: number } | undefined> {
    return this.oneByOne(async () => {
      await this.recover();
      await makeFolders(this.folder);
      // Where this process ends before the items are written, or the answer is lost, nobody would ever see them.
      await writeFile(this.claiming, String(process.pid));
      const items = await this.leases.claim(count, minutes);
      await this.keepLines(items);
      const path = await this.write(items);
      if (this.held) this.held = new Set([...this.held, ...items.map(({ id }) => id)]);
      await rm(this.claiming, { force: true });
      return items.length === 0 ? undefined : { path, count: items.length };
    });
  }

  /** Takes the items with which a desk begins; without any the dataset is there all the same, and empty. */
  async takeFirst(count: number): Promise<number> {
    const taken = await this.take(count);
    if (!taken && (await blocksIn(this.folder)).length === 0) await writeRecords(this.pathOf(1), []);
    return taken?.count ?? 0;
  }

  /** Keeps one's leases, for so many minutes at least; tells whether some were lost or came back since. */
  renew(minutes?: number): Promise<boolean> {
    return this.oneByOne(async () => {
      await this.recover();
      const before = this.held;
      const held = new Set((await this.leases.renew(minutes)).keys());
      this.held = held;
      return before === undefined || before.size !== held.size || [...before].some((id) => !held.has(id));
    });
  }

  /** Gives back what one holds and has not judged. */
  giveBack(): Promise<number> {
    return this.oneByOne(async () => {
      const count = await this.leases.release();
      this.held = new Set();
      return count;
    });
  }

  /** Gives back what was taken and never came to lie here, as whoever took it was interrupted. */
  private async recover(): Promise<void> {
    const claimer = await readTextOrNone(this.claiming);
    if (claimer === undefined || isOther(Number(claimer))) return;
    const held = [...(await this.leases.renew()).keys()];
    const here = await this.known();
    const missing = held.filter((id) => !here.has(id));
    if (missing.length > 0) await this.leases.release(missing);
    await rm(this.claiming, { force: true });
  }

  /** Writes the items that do not lie here to a file of their own; resolves to its path. */
  private async write(items: readonly LeasedItem[]): Promise<string | undefined> {
    let path: string | undefined;
    // The command line may take items while the editor does.
    await withLock(join(this.folder, '.lock'), async () => {
      const here = await this.known();
      const fresh = new Map(items.filter(({ id }) => !here.has(id)).map(({ id, shown }) => [id, shown]));
      if (fresh.size === 0) return;
      const last = (await blocksIn(this.folder)).at(-1);
      path = this.pathOf(last === undefined ? 1 : Number(/\d+/.exec(last)?.[0] ?? 0) + 1);
      await writeRecords(path, [...fresh.values()]);
    });
    return path;
  }

  /** Ids of the items that lie here. */
  private async known(): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for (const file of await blocksIn(this.folder)) {
      const found = this.here.get(file) ?? new Set((await recordsIn(join(this.folder, file))).keys());
      this.here.set(file, found);
      for (const id of found) ids.add(id);
    }
    return ids;
  }

  private get claiming(): string {
    return join(this.folder, '.claiming');
  }

  private pathOf(number: number): string {
    return join(this.folder, `block-${String(number).padStart(6, '0')}.jsonl`);
  }

  private oneByOne<T>(work: () => Promise<T>): Promise<T> {
    const done = this.running.then(work);
    this.running = done.catch(() => undefined);
    return done;
  }

  /** Keeps the judgements of annotators, for an adjudicator, in journals of their names. */
  private async keepLines(items: readonly LeasedItem[]): Promise<void> {
    const byAnnotator = new Map<string, string[]>();
    for (const line of items.flatMap(({ lines }) => lines)) {
      const { annotator } = JSON.parse(line) as { readonly annotator?: unknown };
      if (typeof annotator !== 'string' || annotator === '') continue;
      byAnnotator.set(annotator, [...(byAnnotator.get(annotator) ?? []), line]);
    }
    for (const [annotator, lines] of byAnnotator) {
      const path = await journalPath(studyPaths(this.projectFile).annotations, annotator);
      const known = new Set(((await readTextOrNone(path)) ?? '').split('\n').map(lineId));
      const missing = lines.filter((line) => !known.has(lineId(line)));
      if (missing.length === 0) continue;
      await appendToJournal(path, missing.map((line) => `${line}\n`).join(''));
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

async function readTextOrNone(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Tells whether another process of this machine runs under a number. */
function isOther(number: number): boolean {
  if (number === process.pid || !(number > 0)) return false;
  try {
    process.kill(number, 0);
    return true;
  } catch (error) {
    return isErrorCode(error, 'EPERM');
  }
}

/** The records of a file of items, by the items' ids. */
async function recordsIn(path: string): Promise<Map<string, string>> {
  const records = new Map<string, string>();
  for (const record of (await readFile(path, 'utf8')).split('\n'))
    if (record !== '') records.set(itemIn(record), record);
  return records;
}

/** The id of the item in a record (`sealedRecord`); the record itself where it holds none. */
function itemIn(record: string): string {
  const [, plain] = /^\{"item":\{"id":"([\w~-]+)"/.exec(record) ?? [];
  if (plain !== undefined) return plain;
  try {
    const { item } = JSON.parse(record) as { readonly item?: { readonly id?: unknown } };
    return typeof item?.id === 'string' ? item.id : record;
  } catch {
    return record;
  }
}

/**
 * Puts the many small files of a desk's items together into one, in their order, each item once. To be called while no
 * desk has them open.
 */
export async function compactItems(projectFile: string): Promise<void> {
  const folder = itemsFolder(projectFile);
  const files = await blocksIn(folder);
  const [first] = files;
  if (first === undefined) return;
  // Where it was interrupted, items lie here twice until it is done.
  const begun = join(folder, '.compacting');
  if (files.length <= mostFiles && (await readTextOrNone(begun)) === undefined) return;
  await withLock(join(folder, '.lock'), async () => {
    const records = new Map<string, string>();
    for (const file of files)
      for (const [id, record] of await recordsIn(join(folder, file))) if (!records.has(id)) records.set(id, record);
    await writeFile(begun, '', { flush: true });
    await writeRecords(join(folder, first), [...records.values()]);
    for (const file of files.slice(1)) await rm(join(folder, file), { force: true });
    await rm(begun, { force: true });
  });
}

async function writeRecords(path: string, records: readonly string[]): Promise<void> {
  await makeFolders(dirname(path));
  await replaceFile(path, (partial) =>
    writeFile(partial, records.map((record) => `${record}\n`).join(''), { flush: true }),
  );
}
