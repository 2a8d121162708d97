import { UsageError } from '../model/problem';
import type { Scope } from '../model/rubric';

/** A scope as one types it: "study", "item:ID", or a slice by its values, "domain=law" and "language=de". Throws `UsageError` for what is none of them. */
export function scopeOf(words: readonly string[]): Scope {
  const [first = ''] = words;
  const item = /^item:(.+)$/s.exec(first)?.[1];
  if (words.length === 1 && first === 'study') return { kind: 'study' };
  if (words.length === 1 && item !== undefined) return { kind: 'item', item };
  const fields: Record<string, string> = {};
  for (const word of words) {
    const at = word.indexOf('=');
    const [path, value] = [word.slice(0, at), word.slice(at + 1)];
    if (at < 1 || value === '') throw new UsageError(`--scope ${word}: a scope is "study", "item:ID", or a value that items have, as in domain=law; several values are given one by one, and an item has to have them all`);
    if (Object.hasOwn(fields, path)) throw new UsageError(`--scope ${word}: ${path} is to be ${JSON.stringify(fields[path])} already, and an item has to have all values. Make a rubric for each`);
    fields[path] = value;
  }
  return { kind: 'slice', fields };
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
      return `items with ${Object.entries(scope.fields).map(([path, value]) => `${path}=${value}`).join(', ')}`;
  }
}
