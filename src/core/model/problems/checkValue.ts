import type * as z from 'zod';
import { problem, wordsOf, type Problem } from './problem';
import type { ProblemCode, Problems } from './index';
import type { Expected, ShownValue } from './values';

/**
 * A value by a schema, as `safeParse` gives it, with what is wrong in the words of this process: what stands there, what
 * must, and which values there are. All schemas of documents are used by this: zod's own words are English, and its
 * translations as large as all of Tiebreak.
 */
export const checkValue = <S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> =>
  schema.safeParse(value, { error: issueMessage });

/** What a schema says where a rule of its own is broken, for `refine(…, says('value.empty', {}, ['text']))`. */
export const says = <C extends ProblemCode>(
  code: C,
  params: Problems[C],
  path?: PropertyKey[],
): { readonly error: () => string; readonly path?: PropertyKey[] } => ({
  error: () => wordsOf(problem(code, params)),
  ...(path && { path }),
});

/** Says in `superRefine` that a rule of a schema is broken, as `says` does for `refine`. */
export function addIssue<C extends ProblemCode>(
  context: z.RefinementCtx,
  path: (string | number)[],
  code: C,
  params: Problems[C],
): void {
  context.addIssue({ code: 'custom', path, message: wordsOf(problem(code, params)) });
}

type Issue = z.core.$ZodRawIssue;

/** What is wrong with a value in words. Schemas that say it themselves go first. */
export const issueMessage = (issue: Issue): string => wordsOf(issueProblem(issue));

/** What zod expects. */
const kinds: Readonly<Record<string, Exclude<Expected['kind'], 'one' | 'atLeast' | 'above' | 'atMost' | 'below'>>> = {
  string: 'text',
  number: 'number',
  int: 'whole',
  boolean: 'boolean',
  array: 'list',
  tuple: 'list',
  object: 'object',
  record: 'object',
  null: 'null',
};

function issueProblem(issue: Issue): Problem {
  const { input } = issue;
  const isCounted = typeof input === 'string' || Array.isArray(input);
  switch (issue.code) {
    case 'invalid_type': {
      const kind = kinds[issue.expected];
      return kind ? unexpected(input, { kind }) : problem('value.notValid', {});
    }
    case 'invalid_value':
      return unexpected(input, {
        kind: 'one',
        values: issue.values.length === 1 ? [JSON.stringify(issue.values[0])] : issue.values.map(String),
      });
    case 'too_small':
      if (isCounted)
        return Number(issue.minimum) === 1
          ? problem('value.empty', {})
          : problem('value.tooFew', { minimum: Number(issue.minimum) });
      return unexpected(input, {
        kind: issue.inclusive === false ? 'above' : 'atLeast',
        limit: Number(issue.minimum),
      });
    case 'too_big':
      if (isCounted) return problem('value.tooMany', { maximum: Number(issue.maximum) });
      return unexpected(input, { kind: issue.inclusive === false ? 'below' : 'atMost', limit: Number(issue.maximum) });
    case 'unrecognized_keys':
      return problem('value.unknownFields', { fields: issue.keys, known: fieldsOf(issue.inst) });
    case 'invalid_key':
      return problem('value.unnamedField', {});
    case 'invalid_format':
    case 'invalid_union':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
      return problem('value.notValid', {});
  }
}

const unexpected = (input: unknown, expected: Expected): Problem =>
  input === undefined
    ? problem('value.missing', { expected })
    : problem('value.unexpected', { value: shownValue(input), expected });

/** A value as messages show it. */
export function shownValue(value: unknown): ShownValue {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object' && value !== null) return 'object';
  if (typeof value === 'number' && !Number.isFinite(value)) return { text: String(value) };
  const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  return { text: text.length > 60 ? `${text.slice(0, 60)}…"` : text };
}

/** The names of the fields that a schema of an object has. */
function fieldsOf(schema: unknown): string[] {
  const shape: unknown = (schema as { _zod?: { def?: { shape?: unknown } } } | undefined)?._zod?.def?.shape;
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
}
