import type { Pair } from './pairs';

/** Decided once for a whole file, so that every row has the same shape. */
export interface FileContext {
  /** Whether every prompt of the export is one user turn or has a text of its own in its source. */
  readonly plainPrompts: boolean;
  /** Whether any item of the export defines tools, so that every row says which. */
  readonly tools: boolean;
}

/** One training file's shape. */
export interface ExportFormat {
  /** As in `--format`. */
  readonly name: string;
  readonly title: string;
  /** Whether conversations are written as lists of messages or as text. */
  readonly shape: 'messages' | 'text';
  /** Trainers that read it unchanged, with what they need to be told. */
  readonly trainers: readonly string[];
  /** One row of a JSONL file: the same keys, of the same types, for every pair. */
  row(pair: Pair, context: FileContext): Readonly<Record<string, unknown>>;
}
