import { problem } from '../../../model/problems/problem';
import type { Media, Message, Response } from '../../../model/item/item';
import { textOfTurn } from '../../../model/item/toolCallText';
import {
  entryFields,
  field,
  isObject,
  LayoutError,
  otherFields,
  wrongValue,
  type JsonObject,
} from '../../fields/recordFields';
import { modelName, textFieldsOfResponses } from '../../fields/fieldWords';
import { asMessage, asMessages } from '../../items/messages';
import { idOf, type RecordReader } from '../../records/recordReader';
import { mediaColumnsOf } from '../texts/toolsAndMedia';
import { contextAndEvidenceFields, verifiersOf } from '../texts/contextAndEvidence';
import type { Content, Layout } from '../layout';
import { itemContent } from '../texts/itemContent';
import { meaningfulText } from '../texts/nestedValues';
import { withEarlier } from '../texts/promptByFieldName';
import { responseLabelFields, responseLabels, type Entry } from '../labels/responseLabels';

/**
 * `{prompt, responses: [...]}`: any number of responses, each a string or an object with text, model and results of
 * verifiers. Context, evidence and references stand beside them. Tiebreak's own sample is one. A mapping may name
 * several fields in place of the list, as tables have them: each that is not empty holds a response.
 */
export const responseList: Layout = {
  name: 'responses',
  title: 'A prompt and its responses, as a list or in one field each',
  origin: "Tiebreak's own",
  fields: {
    id: 'id',
    prompt: 'prompt',
    responses: 'responses',
    text: 'text',
    model: 'model',
    ...responseLabelFields,
    tools: 'tools',
    ...contextAndEvidenceFields,
  },
  several: ['responses', 'rating', 'label', 'rank', 'acceptable'],
  free: { names: ['text', 'model', 'label', 'rank', 'rating', 'acceptable'] },
  hasCodes: true,
  joined: ['prompt'],
  matches: (record) =>
    record.has('prompt') &&
    (record.hasList('responses') ||
      (record.several('responses') ?? []).filter(({ value }) => typeof value === 'string' || turnsIn(value)).length >
        1),
  read(record): Content {
    const asked = withEarlier(record, record.promptAt());
    const entries = entriesAt(record);
    const responses = entries.map(({ response }) => response);
    return itemContent(record, asked, responses, responseLabels(record, entries));
  },
};

type Draft<T> = { -readonly [K in keyof T]: T[K] };

function entriesAt(record: RecordReader): Entry[] {
  const apart = record.several('responses');
  if (apart) return responsesApart(apart, record.path('responses'));
  const path = record.path('responses');
  const value = record.value('responses');
  const names = { text: record.path('text'), model: withinEntries(record, 'model') };
  const entries =
    isObject(value) && !asMessage(value) ? responsesByName(value, path, names) : listed(value, path, names, record);
  if (entries.length === 0) throw new LayoutError(problem('layouts.noResponse', { path }), { field: 'responses' });
  if (entries.every(({ response: { text, turns } }) => text.trim() === '' && !turns))
    throw new LayoutError(problem('layouts.emptyResponses', { path }), { field: 'responses' });
  const repeated = repeatedId(entries);
  if (repeated !== undefined) throw new LayoutError(problem('layouts.responseIdAgain', { path, id: repeated }));
  return entries;
}

/** A path into the entries of the list, where a mapping names one from the record on ("answers.generator"). */
function withinEntries(record: RecordReader, name: string): string {
  const [path, list] = [record.path(name), record.path('responses')];
  return path.startsWith(`${list}.`) ? path.slice(list.length + 1) : path;
}

function listed(value: unknown, path: string, names: EntryFields, record: RecordReader): Entry[] {
  if (!Array.isArray(value)) throw record.wrong('responses', value, 'responses');
  const models = names.model === 'model' ? [] : record.maybeList('model');
  return value.map((entry: unknown, index) => {
    const response = responseOf(entry, `r${index + 1}`, `${path}[${index}]`, names);
    const model = models.length === value.length ? meaningfulText(models[index]) : undefined;
    return { entry, response: model === undefined ? response : { ...response, model } };
  });
}

/**
 * The responses of an object with one under each name, which is its model's where it is called like one. What is empty
 * is no response.
 */
function responsesByName(value: JsonObject, path: string, names: EntryFields): Entry[] {
  return Object.entries(value).flatMap(([name, entry]) => {
    if ((entry ?? '') === '') return [];
    const { id: _, ...response } = responseOf(entry, name, `${path}.${name}`, names);
    return [{ entry, response: { id: name, ...(modelName.test(name) && { model: name }), ...response } }];
  });
}

function repeatedId(entries: readonly Entry[]): string | undefined {
  for (let at = 1; at < entries.length; at++) {
    const id = entries[at]?.response.id;
    for (let before = 0; before < at; before++) if (entries[before]?.response.id === id) return id;
  }
  return undefined;
}

/**
 * The responses that stand in fields of their own; `paths` names them in errors. An empty cell of a table is no
 * response.
 */
function responsesApart(apart: readonly { readonly path: string; readonly value: unknown }[], paths: string): Entry[] {
  const there = apart.filter(({ value }) => (value ?? '') !== '');
  if (there.length === 0) throw new LayoutError(problem('layouts.noResponseAt', { paths }), { field: 'responses' });
  return there.map(({ path, value }): Entry => {
    const turns = typeof value === 'string' ? undefined : turnsIn(value);
    if (!turns && typeof value !== 'string') throw wrongValue(path, value, 'textOrMessage', 'responses');
    return { entry: value, response: { id: path, ...(turns ? textAndTurns(turns) : { text: String(value) }) } };
  });
}

function turnsIn(value: unknown): readonly Message[] | undefined {
  const single = asMessage(value);
  return single ? [single] : asMessages(value);
}

/** Where the text and the model of a response stand in its entry. */
interface EntryFields {
  readonly text: string;
  readonly model: string;
}

function responseOf(value: unknown, fallback: string, path: string, names: EntryFields): Response {
  if (typeof value === 'string') return { id: fallback, text: value };
  const alone = asMessages(value);
  if (alone) return { id: fallback, ...textAndTurns(alone) };
  const entry = entryFields(value);
  if (!entry) throw wrongValue(path, value, 'response');
  const at = names.text === 'text' ? textFieldsOfResponses.find((name) => (entry[name] ?? null) !== null) : names.text;
  const body = at === undefined ? undefined : field(entry, at);
  const said = asMessages(entry.messages ?? body);
  if (!said && typeof body !== 'string') throw wrongValue(`${path}.${names.text}`, body, 'text');
  const { media, fields } = mediaColumnsOf(entry);
  const turns = media.length === 0 ? said : withOwnMedia(said ?? [{ role: 'assistant', content: String(body) }], media);
  const model = names.model === 'model' ? entry.model : field(entry, names.model);
  const verifiers = verifiersOf(entry.verifiers);
  const plain = verifiers ? understoodWithVerifiers : understood;
  const known = at === undefined || plain.includes(at) ? plain : [...plain, at];
  const others = otherFields(entry, fields.length === 0 ? known : [...known, ...fields]);
  const metadata = isObject(entry.metadata) ? { ...others, ...entry.metadata } : others;
  const id = idOf(entry.id) ?? fallback;
  const response: Draft<Response> = turns ? { id, ...textAndTurns(turns) } : { id, text: String(body) };
  if (typeof model === 'string') response.model = model;
  if (verifiers) response.verifiers = verifiers;
  if (metadata && Object.keys(metadata).length > 0) response.metadata = metadata;
  return response;
}

/** A response's messages with what it names beside them: with the last turn of the assistant. */
function withOwnMedia(turns: readonly Message[], media: readonly Media[]): readonly Message[] {
  const last = Math.max(
    0,
    turns.findLastIndex(({ role }) => role === 'assistant'),
  );
  return turns.map((turn, at) => (at === last ? { ...turn, media: [...(turn.media ?? []), ...media] } : turn));
}

/** Fields of a response that are no metadata. */
const understood: readonly string[] = ['id', 'text', 'content', 'response', 'messages', 'model', 'metadata', 'role'];
const understoodWithVerifiers: readonly string[] = [...understood, 'verifiers'];

/** A response given as messages: one assistant message is just its text. Calls of tools are read as text too. */
export function textAndTurns(turns: readonly Message[]): { text: string; turns?: readonly Message[] } {
  const only = turns.length === 1 ? turns[0] : undefined;
  if (only?.role === 'assistant' && !only.media && !only.toolCalls) return { text: only.content };
  return { text: turns.map((turn) => (turn.toolCalls ? textOfTurn(turn) : turn.content)).join('\n\n'), turns };
}
