import type { KeyGroup } from '../../../src/protocol/keyList';

/**
 * The keys that a search finds, in their groups: those of which title, group, keys or other words have every word of
 * the query. Without a query those that matter now.
 */
export function matchingKeys(groups: readonly KeyGroup[], query: string): readonly KeyGroup[] {
  const wanted = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(({ title, rows }) => ({
      title,
      rows: rows.filter((row) => {
        if (wanted.length === 0) return row.isNow;
        const text = [row.title, title, row.words, ...row.keys].join('\n').toLocaleLowerCase();
        return wanted.every((word) => text.includes(word));
      }),
    }))
    .filter(({ rows }) => rows.length > 0);
}
