import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Annotation, JournalLine } from '../model/annotation/annotation';
import { fileProblem, problem } from '../model/problems/problem';
import { SealKey } from '../team/sealedIds';
import type { Renumbering } from '../study/mergeConflict/versionRenumbering';
import type { Entry, Journal, LineRef } from './journal';
import { formerJournalFile, journalFile, journalPath } from './journalName';
import { JournalReader } from './journalReader';
import { appendToJournal } from './journalWriter';
import { formatLine } from './line';
import { isErrorCode, fileErrorReason } from './fileStatus';
import { watchFolder } from './watchedFolder';

/**
 * Saving is one write and one fsync, whatever the size. A torn line is closed with a newline by the next append, never
 * cut off. A save reads its lines again at the journal's path before it is one.
 */

/** Journals in a folder, one file per annotator, only ever appended to. */
export class FileJournal implements Journal {
  private readonly readers = new Map<string, JournalReader>();
  /** Readers that are used no more. */
  private readonly formerReaders: JournalReader[] = [];
  /** Where lines of an annotator are appended, by name. */
  private readonly paths = new Map<string, string>();
  private appending: Promise<void> = Promise.resolve();
  private readonly seal: SealKey | undefined;

  /**
   * @param blocks whether reading lines again may hold the thread up (`JournalReader`)
   * @param renumbering how lines are to be read now; undefined where they stand as they are
   * @param sealKey opens the ids of lines that were judged on sealed items (`team/sealedIds`)
   */
  constructor(
    readonly folder: string,
    private readonly blocks = false,
    private readonly renumbering: () => Renumbering | undefined = () => undefined,
    readonly sealKey?: string,
  ) {
    this.seal = sealKey === undefined ? undefined : new SealKey(sealKey);
  }

  append(lines: readonly JournalLine[]): Promise<void> {
    const annotator = lines[0]?.annotator;
    if (annotator === undefined) return Promise.resolve();
    const result = this.appending.then(async () => {
      const path = this.paths.get(annotator) ?? (await journalPath(this.folder, annotator));
      this.paths.set(annotator, path);
      await appendToJournal(path, lines.map(formatLine).join(''));
    });
    this.appending = result.catch(() => undefined);
    return result;
  }

  async *read({
    annotator,
    signal,
  }: { readonly annotator?: string; readonly signal?: AbortSignal | undefined } = {}): AsyncGenerator<
    readonly Entry[]
  > {
    const files = await journalFiles(this.folder);
    const own = annotator === undefined ? [] : [journalFile(annotator), formerJournalFile(annotator)];
    for (const path of annotator === undefined ? files : files.filter((file) => own.includes(basename(file)))) {
      try {
        for await (const entries of this.reader(path).read(signal)) {
          const naming = this.reading();
          yield naming
            ? entries.map((entry) => ('line' in entry ? { ...entry, line: naming(entry.line) } : entry))
            : entries;
        }
      } catch (error) {
        // One journal that cannot be read must not hide the others, nor make a save into another look failed.
        if (signal?.aborted) throw error;
        yield [
          { problem: fileProblem('error', path, problem('journal.unreadable', { reason: fileErrorReason(error) })) },
        ];
      }
    }
  }

  readAgain(): void {
    this.formerReaders.push(...this.readers.values());
    this.readers.clear();
  }

  async fetch(ref: LineRef): Promise<Annotation> {
    return this.named(await this.reader(ref.source).fetch(ref));
  }

  async *fetchAll(refs: readonly LineRef[]): AsyncGenerator<readonly Annotation[]> {
    for (let begin = 0; begin < refs.length;) {
      const source = refs[begin]?.source ?? '';
      let end = begin + 1;
      while (end < refs.length && refs[end]?.source === source) end++;
      const read = this.reader(source).fetchAll(refs.slice(begin, end));
      if (this.reading() === undefined) yield* read;
      else for await (const annotations of read) yield annotations.map((annotation) => this.named(annotation));
      begin = end;
    }
  }

  watch(onChange: () => void): () => void {
    return watchFolder(this.folder, onChange);
  }

  private named(annotation: Annotation): Annotation {
    return this.reading()?.(annotation) ?? annotation;
  }

  /** Gives the numbers of versions by which lines are read now. */
  private reading(): Renumbering | undefined {
    const naming = this.renumbering();
    const opened = this.seal?.opened;
    return naming && opened ? (line) => naming(opened(line)) : (naming ?? opened);
  }

  async close(): Promise<void> {
    await this.appending;
    for (const reader of [...this.readers.values(), ...this.formerReaders]) await reader.close();
  }

  /** The reader of the file at `path`: one for each. */
  private reader(path: string): JournalReader {
    let reader = this.readers.get(path);
    if (!reader) this.readers.set(path, (reader = new JournalReader(path, this.blocks)));
    return reader;
  }
}

/** Paths of the journals in a folder; none where there is no folder. */
export async function journalFiles(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder))
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}
