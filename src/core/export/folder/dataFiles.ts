import { splitNames } from '../../model/study/recipe';
import type { FileKind } from '../../model/study/recipe';
import type { CommandFacts } from '../rows/rowFacts';

/** What `load_dataset(folder)` makes splits of by the names of files (datasets `data_files.py`). */
export const dataSplits = splitNames;

export type DataSplit = (typeof splitNames)[number];

/** The data files of an export by their splits, as paths: those that there are, and no other. */
export interface DataFiles extends Partial<Readonly<Record<DataSplit, string>>> {
  readonly kind: FileKind;
  /** The folder, where the export has one of its own; undefined where it is one file, beside which anything may lie. */
  readonly folder?: string | undefined;
  /** What the rows in them are like, where they were made; commands without it leave lengths to the trainer. */
  readonly facts?: CommandFacts | undefined;
}
