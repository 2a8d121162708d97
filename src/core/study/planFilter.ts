import { createHash } from 'node:crypto';
import type { Reading } from '../dataset/items/parse';
import { search, type SearchQuery } from '../dataset/search/search';
import type { Project } from '../model/study/project';

/** Gives the filter of a study's plan as a search; undefined where all items come. */
export function filterOf({ plan }: Pick<Project, 'plan'>): SearchQuery | undefined {
  if (!plan?.filter) return undefined;
  const {
    text = '',
    regex = false,
    matchCase = false,
    wholeWord = false,
    metadata = false,
    labelled = false,
    fields = {},
  } = plan.filter;
  return {
    text,
    regex,
    matchCase,
    wholeWord,
    metadata,
    labelled,
    fields: Object.entries(fields).map(([path, value]) => ({ path, value })),
  };
}

/** The items that a filter lets through, in the dataset's order. */
export interface Filtered {
  /** Their 0-based places. */
  readonly ordinals: Uint32Array;
  /** Their ids (see `idNumber`). */
  readonly ids: Float64Array;
}

/** Looks through a dataset once; hears of the bytes read. Throws as `search` does. */
export async function filterItems(
  paths: readonly string[],
  reading: Reading,
  query: SearchQuery,
  onBytes: (bytes: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Filtered> {
  const ordinals: number[] = [];
  const ids: number[] = [];
  const accepts = ({ id }: { readonly id: string }): boolean => ids.push(idNumber(id)) > 0;
  for await (const batch of search(paths, reading, query, { max: 0, accepts, ...(signal && { signal }) })) {
    for (const ordinal of batch.ordinals) ordinals.push(ordinal);
    onBytes(batch.bytes);
  }
  return { ordinals: Uint32Array.from(ordinals), ids: Float64Array.from(ids) };
}

/**
 * An item's id as 52 bits of its hash, of which two are the same by chance once in some hundred datasets of ten million
 * items.
 */
export function idNumber(id: string): number {
  return Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, 13), 16);
}
