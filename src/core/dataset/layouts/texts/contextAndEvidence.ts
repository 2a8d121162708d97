import type { Passage, Response, VerifierResult } from '../../../model/item/item';
import { isObject, type JsonObject } from '../../fields/recordFields';
import { asMessage, asMessages } from '../../items/messages';
import { idOf, numberOf, type RecordReader } from '../../records/recordReader';
import { byShape } from '../../records/recordShape';
import type { Content } from '../layout';
import { meaningfulText } from './nestedValues';

/** Where {@link contextAndEvidence} looks for what belongs to an item beside its prompt and its responses. */
export const contextAndEvidenceFields = {
  context: 'context',
  evidence: 'evidence',
  references: 'references',
  notes: 'notes',
  language: 'language',
} as const;

/** Whether a record has none of these fields, as most. */
const isAlone = byShape(
  (shape) => ![...Object.keys(contextAndEvidenceFields), 'reference'].some((name) => shape.mayHave(name)),
);

/** A response, as far as a passage names it. */
type Named = Pick<Response, 'id'>;

/**
 * What the record says about the item beside its prompt and its responses: `context`, `notes` and `language` are text;
 * `evidence` is a text, or a list of texts or of `{id?, text, title?, source?, sentences?, response?}` (the text also
 * under `content`, `body` or `passage`), and so may `context` be; `references` (or `reference`) is a text or a list of
 * texts. What has another shape stays in the metadata. Undefined where the record says nothing of all this.
 *
 * @param responses the item's responses, which passages may name
 */
export function contextAndEvidence(
  record: RecordReader,
  responses: readonly Named[],
): Pick<Content, 'context' | 'evidence' | 'references' | 'notes' | 'language'> | undefined {
  if (isAlone(record)) return undefined;
  const [notes, language] = [textField(record, 'notes'), textField(record, 'language')];
  const passages = passagesOf(record.value('evidence'), responses);
  if (!passages) record.keep('evidence');
  const { context, evidence = passages } = contextAt(record, passages);
  const [references, reference] = [textsField(record, 'references'), textsField(record, 'reference')];
  if (context === undefined && notes === undefined && language === undefined && !evidence && !references && !reference)
    return undefined;
  return {
    ...(context !== undefined && { context }),
    ...(evidence && { evidence }),
    ...((references ?? reference) && { references: [...(references ?? []), ...(reference ?? [])] }),
    ...(notes !== undefined && { notes }),
    ...(language !== undefined && { language }),
  };
}

/**
 * What programs found out about a response, `{name, passed?, score?, detail?}` each; undefined for a list that holds
 * anything else, or nothing.
 */
export function verifiersOf(value: unknown): VerifierResult[] | undefined {
  return allOf(value, (entry) => {
    const { name, passed, score, detail } = isObject(entry) ? entry : {};
    const number = numberOf(score);
    if (typeof name !== 'string' || name === '') return undefined;
    return {
      name,
      ...(typeof passed === 'boolean' && { passed }),
      ...(number !== undefined && { score: number }),
      ...(typeof detail === 'string' && { detail }),
    };
  });
}

/**
 * What stands under "context": a text, or passages, which are evidence where the record has none besides. A
 * conversation there is what was asked.
 */
function contextAt(
  record: RecordReader,
  evidence: readonly Passage[] | undefined,
): { readonly context?: string; readonly evidence?: readonly Passage[] } {
  // What was asked stands beside nothing.
  if (record.path('prompt').split(',').includes(record.path('context'))) return {};
  const value = record.value('context');
  const text = meaningfulText(value);
  if (text !== undefined) return { context: text };
  const isConversation = asMessage(value) !== undefined || asMessages(value) !== undefined;
  const passages = isConversation ? undefined : passagesOf(isObject(value) ? [value] : value, []);
  if (passages)
    return evidence ? { context: passages.map((passage) => passage.text).join('\n\n') } : { evidence: passages };
  record.keep('context');
  return {};
}

function textField(record: RecordReader, name: string): string | undefined {
  const text = meaningfulText(record.value(name));
  if (text === undefined) record.keep(name);
  return text;
}

function textsField(record: RecordReader, name: string): readonly string[] | undefined {
  const value = record.value(name);
  const texts = allOf(typeof value === 'string' ? [value] : value, meaningfulText);
  if (!texts) record.keep(name);
  return texts;
}

function passagesOf(value: unknown, responses: readonly Named[]): Passage[] | undefined {
  const passages = allOf(typeof value === 'string' ? [value] : value, (entry, index) =>
    passageOf(entry, String(index + 1), responses),
  );
  return passages && new Set(passages.map(({ id }) => id)).size === passages.length ? passages : undefined;
}

function passageOf(entry: unknown, fallback: string, responses: readonly Named[]): Passage | undefined {
  const { id, text, content, body, passage, title, source, url, sentences, response }: JsonObject = isObject(entry)
    ? entry
    : { text: entry };
  const [parts, words, from, of] = [
    allOf(sentences, meaningfulText),
    meaningfulText(text) ?? meaningfulText(content) ?? meaningfulText(body) ?? meaningfulText(passage),
    meaningfulText(source) ?? meaningfulText(url),
    idOf(response),
  ];
  const read = words ?? parts?.join(' ');
  if (read === undefined || (of !== undefined && !responses.some(({ id: own }) => own === of))) return undefined;
  const named = meaningfulText(title);
  return {
    id: idOf(id) ?? fallback,
    text: read,
    ...(parts && { sentences: parts }),
    ...(named !== undefined && { title: named }),
    ...(from !== undefined && { source: from }),
    ...(of !== undefined && { response: of }),
  };
}

/**
 * Every entry of a list as `read` makes it; undefined where it is no list, is empty, or holds one that `read` makes
 * nothing of.
 */
function allOf<T>(value: unknown, read: (entry: unknown, index: number) => T | undefined): T[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const all = value.map((entry: unknown, index) => read(entry, index)).filter((each) => each !== undefined);
  return all.length === value.length ? all : undefined;
}
