import { problem, UsageError } from '../model/problems/problem';
import { isSlicePath } from '../model/study/slicePath';
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
      throw new UsageError(problem('rubric.scopeUnknown', { scope: word }));
    const before = fields.get(path);
    if (before !== undefined)
      throw new UsageError(problem('rubric.scopeFieldTwice', { scope: word, field: path, value: before }));
    // JSON and the schema of rubrics have no such field, nor has any item.
    if (path === '__proto__') throw new UsageError(problem('rubric.scopeFieldImpossible', { scope: word }));
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
