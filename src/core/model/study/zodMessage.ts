import type * as z from 'zod';

type Issue = z.core.$ZodRawIssue;

/** What zod expects, as people call it. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object with fields',
  record: 'an object with fields',
  null: 'null',
};

/**
 * What is wrong with a value in words, for `safeParse(value, { error: issueWords })`: what stands there, what must, and
 * which values there are. Schemas that say it themselves go first; undefined leaves zod's own words to what is rare.
 */
export function zodMessage(issue: Issue): string | undefined {
  const { input } = issue;
  const isCounted = typeof input === 'string' || Array.isArray(input);
  if (issue.code === 'invalid_type') return must(kinds[issue.expected] ?? issue.expected, input);
  if (issue.code === 'invalid_value')
    return must(
      issue.values.length === 1 ? JSON.stringify(issue.values[0]) : `one of ${issue.values.map(String).join(', ')}`,
      input,
    );
  if (issue.code === 'too_small')
    return isCounted
      ? Number(issue.minimum) === 1
        ? 'is empty'
        : `must hold ${issue.minimum} at least`
      : must(`${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}`, input);
  if (issue.code === 'too_big')
    return isCounted
      ? `must hold ${issue.maximum} at most`
      : must(`${issue.inclusive === false ? 'below' : 'at most'} ${issue.maximum}`, input);
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys, fieldsOf(issue.inst));
  return issue.code === 'invalid_key' ? 'has a field whose name is empty' : undefined;
}

const must = (what: string, input: unknown): string =>
  input === undefined ? `is missing; it must be ${what}` : `is ${shown(input)}; it must be ${what}`;

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…"` : text;
}

function unknownFields(keys: readonly string[], known: readonly string[]): string {
  const names = keys.map((key) => JSON.stringify(key)).join(', ');
  const which =
    known.length === 0
      ? ''
      : `. Correct or remove ${keys.length === 1 ? 'it' : 'them'}; the fields are ${known.join(', ')}`;
  return `holds ${names}, which ${keys.length === 1 ? 'is no field' : 'are no fields'} here${which}`;
}

/** The names of the fields that a schema of an object has. */
function fieldsOf(schema: unknown): string[] {
  const shape: unknown = (schema as { _zod?: { def?: { shape?: unknown } } } | undefined)?._zod?.def?.shape;
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
}
