/** What zod says of a value. */
interface Issues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** What lists of a study's documents are called, and the field by which one of them is named. */
const lists: Readonly<Record<string, readonly [noun: string, name: string]>> = {
  rubrics: ['rubric', 'id'],
  rules: ['rule', 'id'],
  versions: ['version', 'version'],
  criteria: ['criterion', 'id'],
};

/**
 * Everything that is wrong with rubrics, rules or one of them, by the names that people know: `rubric "style", version
 * 2, criterion "tone": gate.threshold must be from 0 to 1`.
 */
export function namedIssues({ issues }: Issues, value: unknown): string[] {
  return issues.map(({ path, message }) => {
    const places: string[] = [];
    const rest: string[] = [];
    let at = value;
    for (const [depth, key] of path.entries()) {
      at = typeof at === 'object' && at !== null ? (at as Readonly<Record<PropertyKey, unknown>>)[key] : undefined;
      const list = lists[String(path[depth - 1])];
      if (typeof key === 'number' && list && rest.length === 1) {
        rest.pop();
        places.push(placeOf(list, key, at));
      } else rest.push(String(key));
    }
    return [places.join(', '), rest.join('.'), message].filter((part) => part !== '').join(': ');
  });
}

function placeOf([noun, name]: readonly [string, string], index: number, value: unknown): string {
  const found: unknown =
    typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  if (noun === 'version' && typeof found === 'number') return `version ${found}`;
  return typeof found === 'string' && found !== '' ? `${noun} ${JSON.stringify(found)}` : `${noun} ${index + 1}`;
}
