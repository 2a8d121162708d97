import { checkValue } from '../model/problems/checkValue';
import { journalLineSchema, journalVersion, type JournalLine } from '../model/annotation/annotation';
import { firstIssue, messageOf, problem, wordsOf } from '../model/problems/problem';
import { passesFastCheck } from './annotationFastCheck';

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
    return { reason: wordsOf(problem('journal.lineNotJson', { reason: messageOf(error) })) };
  }
  if (passesFastCheck(value)) return { line: value };
  const version: unknown = typeof value === 'object' && value !== null && 'v' in value ? value.v : undefined;
  if (typeof version === 'number' && version > journalVersion)
    return { reason: wordsOf(problem('journal.lineNewer', { version })) };
  const result = checkValue(journalLineSchema, value);
  return result.success
    ? { line: result.data }
    : { reason: wordsOf(problem('journal.lineNotAnnotation', { reason: firstIssue(result.error) })) };
}
