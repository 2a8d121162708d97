import { scan, type ScanOptions } from '../dataset/sources/scan';
import type { Scope } from '../model/rubric/rubric';
import type { ItemSource } from '../study/study';
import { ScopeIndex, scopeKey } from './scopes';

/**
 * Which of some scopes hold no item of a dataset, by their places. Reads records until each has one: all of them, once,
 * where a scope has none. Throws `signal.reason` once aborted, and the file system's error if a file cannot be read.
 */
export async function scopesWithoutItems(
  { paths, reading }: ItemSource,
  scopes: readonly (Scope | undefined)[],
  options: ScanOptions = {},
): Promise<number[]> {
  const index = new ScopeIndex(scopes);
  const missing = new Set(index.numbers.values());
  const left = (): number[] =>
    scopes.flatMap((scope, place) =>
      scopeKey(scope) !== undefined && missing.has(index.numberOf(scope) ?? -1) ? [place] : [],
    );
  if (missing.size === 0) return [];
  for await (const batch of scan(paths, reading, { onEnd: () => undefined, ...options })) {
    for (const parsed of batch)
      if ('item' in parsed) for (const number of index.of(parsed.item)) missing.delete(number);
    if (missing.size === 0) return [];
  }
  return left();
}
