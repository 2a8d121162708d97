import type { Mapping } from '../fields/fieldMapping';
import type { RawRecord } from '../records/rawRecord';

/**
 * How lines end in the cells of a text table. Only there does a file's own line end become part of a text: JSON writes
 * it as `\n`, and git converts no packed files. A mapping holds it (`lineEnds`) where the cells are not read as they
 * stand (`study/judgedLineEnds`).
 */
export type LineEnds = 'lf' | 'crlf';

/** The record as a reading takes it: a table's row with its line ends; any other as it stands. */
export function withLineEnds(raw: RawRecord, { mapping: { lineEnds } }: { readonly mapping: Mapping }): RawRecord {
  // Rows of tables that are no texts have a unit of their own.
  if (lineEnds === undefined || !('value' in raw) || raw.unit) return raw;
  const end = lineEnds === 'crlf' ? '\r\n' : '\n';
  const written = (text: string): string => text.replace(/\r?\n/g, end);
  return {
    ...raw,
    value: Object.fromEntries(
      Object.entries(raw.value).map(([column, cell]) => [
        written(column),
        typeof cell === 'string' ? written(cell) : cell,
      ]),
    ),
  };
}

/** The reading with cells whose lines end so. */
export const readingWithLineEnds = <R extends { readonly mapping: Mapping }>(reading: R, lineEnds: LineEnds): R => ({
  ...reading,
  mapping: { ...reading.mapping, lineEnds },
});
