import * as z from 'zod';
import { maybeRecordValue, type RawRecord } from '../records/rawRecord';
import { runPairings, type RunPairs } from '../grouping/runPairs';

/** Where rows stand: the file, its version (`sources/fileVersion`), and which of its rows, from 1. */
export type RowPlaces = readonly (readonly [file: string, version: string, row: number])[];

/** An item by the rows that it is made of, as it stands in the cache. */
export interface ItemReference {
  readonly id: string;
  readonly of: RowPlaces;
  /** Which it is of all that is made of them, from 0. */
  readonly at: number;
  /** Which two runs of a task are its item. */
  readonly pairs?: RunPairs | undefined;
}

const schema: z.ZodType<ItemReference> = z.object({
  id: z.string(),
  of: z.array(z.tuple([z.string(), z.string(), z.number().int().positive()])),
  at: z.number().int().nonnegative(),
  pairs: z.object({ meet: z.enum(runPairings), seed: z.number() }).optional(),
});

/** The reference in a line of the cache; undefined where the line holds an item itself, which may have 50 MB. */
export function itemReference(raw: RawRecord): ItemReference | undefined {
  return 'text' in raw && raw.text.startsWith('{"id":') ? schema.safeParse(maybeRecordValue(raw)).data : undefined;
}
