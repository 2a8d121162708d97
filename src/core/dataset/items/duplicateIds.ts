import { basename } from 'node:path';
import type { Item } from '../../model/item/item';
import { fileProblem, type FileProblem, problem } from '../../model/problems/problem';
import { hashOfText } from '../../model/text/textHash';
import type { Place } from '../records/rawRecord';

/** Where an item's record stands. */
export interface FilePlace extends Place {
  /** Absolute path. */
  readonly file: string;
}

/** A record with the id of an earlier one. */
export interface DuplicateId extends FilePlace {
  readonly first: FilePlace;
  /** Whether the content is the same too: then it is the same item once more. */
  readonly same: boolean;
}

/** Records whose columns are allocated at a time, so that no column is ever copied to grow. */
const chunk = 1 << 16;
/**
 * So many ids at least are sorted at a time, and a sixteenth of them, so that no second column of all of them is
 * needed.
 */
const sortedAtOnce = chunk;
const maxParts = 16;
/** Bits of a hash that a number holds exactly. */
const idBits = 53;

/**
 * Finds records that have the id of an earlier one. Keeps 16 bytes a record, so that a dataset of any size can be
 * looked through: ids by hashes of 53 bits, of which two are the same by chance once in some hundred datasets of ten
 * million records, and contents by 32, which are compared only where ids are the same.
 */
export class DuplicateIdFinder {
  private readonly chunks: {
    readonly ids: Float64Array;
    readonly contents: Uint32Array;
    readonly lines: Uint32Array;
  }[] = [];
  /** Files in order, each with the first of its records. */
  private readonly files: (Pick<FilePlace, 'file' | 'unit'> & { readonly from: number })[] = [];
  private count = 0;

  add({ id, hash }: Pick<Item, 'id' | 'hash'>, { file, line, unit }: FilePlace): void {
    const at = this.count % chunk;
    if (at === 0)
      this.chunks.push({
        ids: new Float64Array(chunk),
        contents: new Uint32Array(chunk),
        lines: new Uint32Array(chunk),
      });
    if (this.files.at(-1)?.file !== file) this.files.push({ file, ...(unit && { unit }), from: this.count });
    const { ids, contents, lines } = this.chunks.at(-1) as (typeof this.chunks)[number];
    ids[at] = hashOfText(id);
    contents[at] = Number.parseInt(hash.slice(0, 8), 16);
    lines[at] = line;
    this.count++;
  }

  /** Every record with the id of an earlier one, in the order in which they were added. */
  found(): DuplicateId[] {
    const found: DuplicateId[] = [];
    const repeated = this.repeated();
    if (repeated.size === 0) return found;
    const firsts = new Map<number, { readonly at: number; readonly content: number }>();
    for (const { at, id, content } of this.records()) {
      if (!repeated.has(id)) continue;
      const first = firsts.get(id);
      if (first) found.push({ ...this.place(at), first: this.place(first.at), same: first.content === content });
      else firsts.set(id, { at, content });
    }
    return found;
  }

  /** Those with other content, as problems for the person. */
  problems(): FileProblem[] {
    return this.found()
      .filter(({ same }) => !same)
      .map(duplicateIdProblem);
  }

  private repeated(): Set<number> {
    const repeated = new Set<number>();
    const parts = Math.min(maxParts, Math.ceil(this.count / sortedAtOnce));
    const width = 2 ** idBits / parts;
    // Hashes spread evenly; ids that are the same may still crowd one part, and then there is a longer column for it.
    let column = new Float64Array(Math.ceil((this.count / parts) * 1.1));
    for (let part = 0; part < parts; part++) {
      let count = this.idsWithin(part * width, (part + 1) * width, column);
      if (count > column.length) {
        column = new Float64Array(count);
        count = this.idsWithin(part * width, (part + 1) * width, column);
      }
      const ids = column.subarray(0, count).sort();
      for (let at = 1; at < ids.length; at++) if (ids[at] === ids[at - 1]) repeated.add(ids[at] as number);
    }
    return repeated;
  }

  /** Writes the ids in a range into `column`, as many as find room; tells how many there are. */
  private idsWithin(from: number, to: number, column: Float64Array): number {
    let count = 0;
    for (const [i, { ids }] of this.chunks.entries()) {
      const used = Math.min(chunk, this.count - i * chunk);
      for (let at = 0; at < used; at++) {
        const id = ids[at] as number;
        if (id >= from && id < to) column[count++] = id;
      }
    }
    return count;
  }

  private *records(): Iterable<{ readonly at: number; readonly id: number; readonly content: number }> {
    for (let at = 0; at < this.count; at++) {
      const { ids, contents } = this.chunkOf(at);
      yield { at, id: ids[at % chunk] ?? 0, content: contents[at % chunk] ?? 0 };
    }
  }

  private chunkOf(at: number): (typeof this.chunks)[number] {
    return this.chunks[Math.floor(at / chunk)] as (typeof this.chunks)[number];
  }

  private place(at: number): FilePlace {
    const { file, unit } = this.files.findLast(({ from }) => from <= at) ?? { file: '' };
    return { file, ...(unit && { unit }), line: this.chunkOf(at).lines[at % chunk] ?? 1 };
  }
}

/** What a person should know about a record with the id of an earlier one. */
export function duplicateIdProblem({ file, line, unit, first, same }: DuplicateId): FileProblem {
  const there = {
    line: first.line,
    unit: first.unit ?? 'line',
    ...(first.file !== file && { file: basename(first.file) }),
  } as const;
  return fileProblem(
    'warning',
    { file, line, ...(unit && { unit }) },
    problem(same ? 'dataset.itemAgain' : 'dataset.idAgain', there),
  );
}
