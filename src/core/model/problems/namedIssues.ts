import type { Problems } from './index';
import { problem, wordsOf } from './problem';

/** What zod says of a value. */
interface Issues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

type Kind = Problems['value.place']['kind'];

/** What lists of a study's documents hold, and the field by which one of them is named. */
const lists: Readonly<Record<string, readonly [kind: Kind, name: string]>> = {
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

function placeOf([kind, name]: readonly [Kind, string], index: number, value: unknown): string {
  const found: unknown =
    typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  if (kind === 'version' && typeof found === 'number') return wordsOf(problem('value.place', { kind, number: found }));
  const isNamed = typeof found === 'string' && found !== '';
  return wordsOf(problem('value.place', isNamed ? { kind, name: found } : { kind, number: index + 1 }));
}
