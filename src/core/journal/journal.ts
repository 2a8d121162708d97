import type { Annotation, JournalLine } from '../model/annotation/annotation';
import type { FileProblem } from '../model/problems/problem';

/**
 * A journal is a set of lines. Replay orders by id (ULID), not by place, and a line that appears twice counts once; so
 * two machines' appends merge with git's union driver, two windows can append to one file, and any prefix of a file is
 * a valid journal. It is an interface: a shared database can take the files' place.
 */

/** Where a line is kept; opaque to everyone but the journal that gave it. */
export interface LineRef {
  readonly source: string;
  /** The line's own id. */
  readonly id: string;
  /** 1-based. */
  readonly line: number;
  readonly offset: number;
  readonly length: number;
}

/**
 * One line as read back, or what is wrong with it: such a line is set aside, and everything around it stands.
 * `replaced` names a source whose lines are other ones now (git put another file there): what was read of it before no
 * longer counts, and it comes anew.
 */
export type Entry =
  | { readonly line: JournalLine; readonly ref: LineRef }
  | { readonly problem: FileProblem }
  | { readonly replaced: string };

/**
 * The append-only store of annotations. Local files are the default; a shared database can stand behind the same
 * interface, because nothing here depends on the order of lines.
 */
export interface Journal {
  /**
   * Appends lines, all by one annotator. Resolves only once they are durable; rejects with `JournalWriteError`
   * otherwise, and then none of them may be shown as saved.
   */
  append(lines: readonly JournalLine[]): Promise<void>;
  /** Entries that were not read before by this object, in batches: of all annotators, or at least of the one named. */
  read(options?: {
    readonly annotator?: string;
    readonly signal?: AbortSignal | undefined;
  }): AsyncIterable<readonly Entry[]>;
  /** Has the next `read` give every line anew, where lines are to be read otherwise from here on. */
  readAgain(): void;
  /** Reads one annotation again. */
  fetch(ref: LineRef): Promise<Annotation>;
  /** Reads annotations again, in the order of `refs`, in batches: quickly where that is the order of their places. */
  fetchAll(refs: readonly LineRef[]): AsyncIterable<readonly Annotation[]>;
  /** Calls back when others may have appended; returns what ends it. */
  watch(onChange: () => void): () => void;
  close(): Promise<void>;
}
