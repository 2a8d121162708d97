import type { z } from 'zod';
import { namedIssues } from '../model/issues';
import { problemOf, type Problem } from '../model/problem';
import { openDocument, type Document } from './document';

/** A small document beside the project whose parts have names, and what stands in it where it is not there. */
export interface NamedDocument<T> {
  readonly schema: z.ZodType<T>;
  readonly initial: T;
}

/** Opens such a document, or starts it where it is not there. Throws `UserError` that names file, part and field for anything that is none. */
export function openNamed<T>(path: string, { schema, initial }: NamedDocument<T>): Promise<Document<T>> {
  return openDocument(path, schema, initial, (error, value) => {
    const [first = 'is not valid', ...others] = namedIssues(error, value);
    return others.length === 0 ? first : `${first} (and ${others.length} more, which "tiebreak validate" lists)`;
  });
}

/** Everything that is wrong with one; nothing where it is not there. */
export async function namedProblems<T>(path: string, { schema, initial }: NamedDocument<T>): Promise<Problem[]> {
  const found: string[] = [];
  try {
    await openDocument(path, schema, initial, (error, value) => {
      found.push(...namedIssues(error, value));
      return '';
    });
  } catch (error) {
    if (found.length === 0) return [problemOf(path, error)];
  }
  return found.map((message) => ({ severity: 'error', file: path, message }));
}
