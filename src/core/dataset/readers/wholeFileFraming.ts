import { problem, UserError } from '../../model/problems/problem';
import type { WholeFileProblem } from '../records/framer';
import type { RawRecord } from '../records/rawRecord';
import { nonColumnWarning, columnRows, type ColumnsFraming } from './table/columnarJson';
import { innerRecords, innerRecordsWarning, type InnerFraming } from './json/innerRecords';

/** Framings of JSON whose records lie all over the file, so that all of it is held while its rows are made. */
export type WholeFileFraming = ColumnsFraming | InnerFraming;

export const maxWholeFileBytes = 256 << 20;

export const isWholeFileFraming = (framing: unknown): framing is WholeFileFraming =>
  typeof framing === 'object' &&
  framing !== null &&
  'kind' in framing &&
  (framing.kind === 'columns' || framing.kind === 'inner');

/** The rows of a file, in batches, as JSON texts. Throws `UserError` where it has none. */
export const rowsOf = (bytes: Buffer, framing: WholeFileFraming, path: string): Generator<readonly RawRecord[]> =>
  framing.kind === 'columns' ? columnRows(bytes, framing, path) : innerRecords(bytes, framing, path);

/** What is told of how the rows were made; undefined where nothing is. */
export const rowsWarning = (bytes: Buffer, framing: WholeFileFraming): WholeFileProblem | undefined =>
  framing.kind === 'columns' ? nonColumnWarning(bytes, framing) : innerRecordsWarning(framing);

/** The error for such a file that is too large. */
export const tooLarge = (path: string): UserError =>
  new UserError(problem('dataset.objectTooLarge', { megabytes: maxWholeFileBytes >> 20 }, path));
