import type { Critique } from '../../../model/annotation/annotation';
import type { Response } from '../../../model/item/item';
import type { RecordReader } from '../../records/recordReader';
import { numberedLabel } from '../labels/numericJudgements';
import type { Content, Label } from '../layout';

/**
 * Shared by the five parts of HelpSteer3 (nvidia/HelpSteer3, README.md): `{domain, language, context: messages, …}`
 * with their responses.
 */

/** Conversation and language. In the domain "code" the language is that of the program, and so metadata. */
export function contextAt(record: RecordReader): Pick<Content, 'id' | 'prompt' | 'language'> {
  const language = record.record.domain === 'code' ? undefined : record.maybeText('language');
  return { id: record.ownId(), prompt: record.messagesAt('context'), ...(language !== undefined && { language }) };
}

/** The response in a field; the field's name is its id. */
export const responseAt = (record: RecordReader, name: string): Response => ({ id: name, text: record.textAt(name) });

/** What each annotator wrote: `fields` names the list of feedback on each response, by the response's id. */
export function feedbackAt(record: RecordReader, fields: Readonly<Record<string, string>>): Label[] {
  const lists = Object.entries(fields).map(([response, field]) => ({ response, texts: record.maybeList(field) }));
  const people = Math.max(0, ...lists.map(({ texts }) => texts.length));
  return [...Array(people).keys()].flatMap((person) => {
    const critiques = lists.flatMap(({ response, texts }) => critiqueOf(response, texts[person]));
    return critiques.length > 0 ? [numberedLabel(person, { critiques })] : [];
  });
}

/** A critique in its text; none where there is none. */
export function critiqueOf(response: string, text: unknown): Critique[] {
  return typeof text === 'string' && text !== '' ? [{ response, text }] : [];
}
