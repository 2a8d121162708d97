import { journalLineSchema, journalVersion, type JournalLine } from '../model/annotation/annotation';
import { firstIssue, messageOf } from '../model/problems/problem';
import { isPlainAnnotation } from './plainLine';

/** A journal line as it stands in the file, with its newline. */
export function formatLine(line: JournalLine): string {
  return `${JSON.stringify(line)}\n`;
}

/** Reads a line without its newline: the entry, or in words why it is none. */
export function parseLine(text: string): { line: JournalLine } | { reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { reason: `is not JSON: ${messageOf(error)}` };
  }
  if (isPlainAnnotation(value)) return { line: value };
  const version: unknown = typeof value === 'object' && value !== null && 'v' in value ? value.v : undefined;
  if (typeof version === 'number' && version > journalVersion)
    return { reason: `was written by a newer Tiebreak (journal version ${version}); update Tiebreak to read it` };
  const result = journalLineSchema.safeParse(value);
  return result.success
    ? { line: result.data }
    : { reason: `is not an annotation or a retraction: ${firstIssue(result.error)}` };
}
