import { UsageError } from '../model/problems/problem';
import { isSlicePath } from '../model/study/project';
import type { Scope } from '../model/rubric/rubric';

/**
 * A scope as one types it: "study", "item:ID", or a slice by its values, "domain=law" and "language=de". Throws
 * `UsageError` for what is none of them.
 */
export function scopeOf(words: readonly string[]): Scope {
  const [first = ''] = words;
  const item = /^item:(.+)$/s.exec(first)?.[1];
  if (words.length === 1 && first === 'study') return { kind: 'study' };
  if (words.length === 1 && item !== undefined) return { kind: 'item', item };
  const fields = new Map<string, string>();
  for (const word of words) {
    const at = word.indexOf('=');
    const [path, value] = [word.slice(0, at), word.slice(at + 1)];
    if (at < 1 || value === '' || !isSlicePath(path))
      throw new UsageError(
        `--scope ${word}: a scope is "study", "item:ID", or a value that items have beside their responses, as in domain=law; several values are given one by one, and an item has to have them all`,
      );
    const before = fields.get(path);
    if (before !== undefined)
      throw new UsageError(
        `--scope ${word}: ${path} is to be ${JSON.stringify(before)} already, and an item has to have all values. Make a rubric for each`,
      );
    // JSON and the schema of rubrics have no such field, nor has any item.
    if (path === '__proto__') throw new UsageError(`--scope ${word}: no item has a field of that name`);
    fields.set(path, value);
  }
  return { kind: 'slice', fields: Object.fromEntries(fields) };
}

/** A scope in words. */
export function scopeText(scope: Scope | undefined): string {
  switch (scope?.kind) {
    case undefined:
    case 'study':
      return 'the whole study';
    case 'item':
      return `the item ${scope.item}`;
    case 'slice':
      return `items with ${Object.entries(scope.fields)
        .map(([path, value]) => `${path}=${value}`)
        .join(', ')}`;
  }
}
