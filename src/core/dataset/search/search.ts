import { turnsOf, type Message } from '../../model/item/item';
import { namesMasked } from '../../model/item/maskedNames';
import { withoutImagePaths } from '../../model/item/markdownImages';
import { candidatesOf, type Candidate } from '../records/searchCandidates';
import { LayoutError } from '../fields/recordFields';
import { contentHash } from '../items/identity';
import { itemMetadataValue, valueAsText } from '../fields/itemMetadataValue';
import type { Content } from '../layouts/layout';
import { contentsOf, type Reading } from '../items/parse';
import { idPrefilterOf, valuePrefilterOf } from './prefilter';
import { references } from '../sources/references';
import { ReferencedItems } from '../sources/runThreads';
import { matcherOf, type Match, type Matcher, type TextQuery } from './textQuery';

/**
 * A search looks at bytes before it reads: the words of what is looked for are sought in a record's bytes
 * (`prefilter`), and only records that hold them are parsed and matched exactly. What could hide a word from its bytes
 * (an escape that JSON allows, a text in parts) lets the record through, so nothing is missed; a regular expression
 * reads everything. In the editor it runs on a thread of its own that is ended with it, whatever an expression keeps it
 * at.
 */

/**
 * Where in an item something was found. Responses have neither name nor place here: what is shown of a hit stays blind.
 */
export type ItemPart = 'system' | 'prompt' | 'response' | 'context' | 'evidence' | 'reference' | 'metadata';

/** What is looked for: a text, in items that meet every condition. Without a text, every such item is found. */
export interface SearchQuery extends TextQuery {
  /** Looks in the item's own metadata too. */
  readonly metadata: boolean;
  /** Only items that have a label of their own. */
  readonly labelled: boolean;
  /** Only items whose metadata (or language) have these values, at dotted paths. */
  readonly fields: readonly FieldCondition[];
}

/** A value that is asked for, as text, and the dotted path at which it must stand. */
export interface FieldCondition {
  readonly path: string;
  readonly value: string;
}

/** An item that was found, and where in it. */
export interface Hit {
  /** 0-based place in the dataset. */
  readonly ordinal: number;
  /** Where it was found first; the prompt where no text was looked for. */
  readonly part: ItemPart;
  /** One line around the match, or the first words of the last turn of the prompt. */
  readonly snippet: string;
  /** The match within the snippet. */
  readonly match?: Match;
}

/** What one stretch of reading found. */
export interface SearchBatch {
  /**
   * The first of what was found, in the dataset's order; as many as were asked for, counted from the start of the
   * search.
   */
  readonly hits: readonly Hit[];
  /** Places of all that was found. */
  readonly ordinals: readonly number[];
  /** Bytes of the dataset's files read so far. */
  readonly bytes: number;
}

/** What is asked about an item beside its texts; `hash` is made when it is asked for. */
export interface ItemIdentity {
  readonly id: string;
  readonly hash: string;
}

export interface SearchOptions {
  /** So many hits are given with their snippets. */
  readonly max: number;
  /** Leaves out items for a reason that the dataset does not hold, such as how they were judged. */
  readonly accepts?: ((item: ItemIdentity) => boolean) | undefined;
  readonly signal?: AbortSignal;
}

/**
 * Finds items of a dataset, in its order, as they are read: one hit an item. Records that cannot be read are passed
 * over. Throws `UserError` for what is no regular expression, `signal.reason` once aborted, and the file system's error
 * if a file cannot be read.
 */
export async function* search(
  paths: readonly string[],
  reading: Reading,
  query: SearchQuery,
  { max, accepts, signal }: SearchOptions,
): AsyncGenerator<SearchBatch> {
  const matcher = query.text === '' ? undefined : matcherOf(query);
  const prefilter =
    query.text === '' || query.regex || reading.layout.composes
      ? undefined
      : valuePrefilterOf(query.text, query.matchCase);
  const items = itemsFor(reading);
  let left = max;
  try {
    for await (const { candidates, bytes } of candidatesOf(paths, reading.mapping, prefilter, signal)) {
      const hits: Hit[] = [];
      const ordinals: number[] = [];
      for await (const candidate of items ? wholes(candidates, items) : candidates) {
        const content = contentOf(candidate, reading);
        if (!content || !meets(content, query)) continue;
        const found = matcher ? firstMatch(content, matcher, query.metadata) : 'all';
        if (!found || accepts?.(askedOf(content)) === false) continue;
        ordinals.push(candidate.ordinal);
        if (left-- > 0)
          hits.push({ ordinal: candidate.ordinal, ...(found === 'all' ? opening(content) : shownOf(found, content)) });
      }
      yield { hits, ordinals, bytes };
    }
  } finally {
    items?.end();
  }
}

/**
 * The 0-based place of the first item with an id; undefined where there is none. Hears of the bytes read; throws as
 * `search` does.
 */
export async function findId(
  paths: readonly string[],
  reading: Reading,
  id: string,
  onBytes: (bytes: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const items = itemsFor(reading);
  try {
    for await (const { candidates, bytes } of candidatesOf(paths, reading.mapping, idPrefilterOf(id), signal)) {
      for await (const candidate of items ? wholes(candidates, items) : candidates) {
        const content = contentOf(candidate, reading);
        if (content && askedOf(content).id === id) return candidate.ordinal;
      }
      onBytes(bytes);
    }
  } finally {
    items?.end();
  }
  return undefined;
}

/**
 * Tells of items that were read already whether the search would find them. Throws `UserError` for what is no regular
 * expression.
 */
export function finderOf(query: SearchQuery): (content: Content) => boolean {
  const matcher = query.text === '' ? undefined : matcherOf(query);
  return (content) => meets(content, query) && (!matcher || firstMatch(content, matcher, query.metadata) !== undefined);
}

/** Candidates with the items that they name. */
async function* wholes(candidates: Iterable<Candidate>, items: ReferencedItems): AsyncGenerator<Candidate> {
  const all = [...candidates];
  let at = 0;
  for await (const raw of items.wholes(all.map((candidate) => candidate.raw)))
    yield { ordinal: all[at++]?.ordinal ?? 0, raw };
}

/** Reads what the cache names by its place. */
const itemsFor = ({ layout }: Reading): ReferencedItems | undefined =>
  layout === references ? new ReferencedItems() : undefined;

/** The item that the desk shows for a record: its first. */
function contentOf({ raw }: Candidate, reading: Reading): Content | undefined {
  try {
    return contentsOf(raw, reading)[0];
  } catch (error) {
    if (error instanceof LayoutError) return undefined;
    throw error;
  }
}

function askedOf(content: Content): ItemIdentity {
  let hash: string | undefined;
  return {
    get hash() {
      const { id: _id, labels: _labels, ...rest } = content;
      return (hash ??= content.hash ?? contentHash(rest));
    },
    get id() {
      return content.id ?? this.hash;
    },
  };
}

function meets(content: Content, { labelled, fields }: SearchQuery): boolean {
  if (labelled && !content.labels?.length) return false;
  return fields.every(({ path, value }) => {
    const found = itemMetadataValue(content, path);
    // Of a list one value is enough: that is what makes a slice too.
    return valueAsText(found) === value || (Array.isArray(found) && found.some((each) => valueAsText(each) === value));
  });
}

interface Text {
  readonly part: ItemPart;
  readonly text: string;
}

/** All texts of an item that are searched, in the order in which they are. */
export function* textsOf(content: Content, metadata = false): Generator<Text> {
  for (const turn of content.prompt)
    for (const text of textsOfTurn(turn)) yield { part: turn.role === 'system' ? 'system' : 'prompt', text };
  const turns = content.responses.map(turnsOf);
  // In the source's order the better response often comes first; which of several that match is shown must not tell.
  for (const response of turns.sort((a, b) => compare(joined(a), joined(b))))
    for (const turn of response) for (const text of textsOfTurn(turn)) yield { part: 'response', text };
  if (content.context !== undefined) yield { part: 'context', text: content.context };
  for (const { title, text, response } of content.evidence ?? []) {
    // As the desk shows it: without the names that tell whose it is.
    if (title !== undefined)
      yield { part: 'evidence', text: response === undefined ? title : namesMasked(content)(title) };
    yield { part: 'evidence', text };
  }
  for (const text of content.references ?? []) yield { part: 'reference', text };
  if (metadata) for (const text of leaves(content.metadata)) yield { part: 'metadata', text };
}

/**
 * What a turn says, then the names and texts in its calls of tools: each by itself, as the record's bytes hold them.
 */
function* textsOfTurn({ content, toolCalls }: Message): Generator<string> {
  yield content;
  for (const { name, arguments: given } of toolCalls ?? []) {
    yield name;
    yield* leaves(given);
  }
}

const joined = (turns: readonly Message[]): string => turns.map(({ content }) => content).join('\n');
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Texts and numbers in a value, at any depth. */
function* leaves(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* leaves(each);
  else if (value !== undefined && value !== null) yield JSON.stringify(value);
}

interface Found extends Text {
  readonly match: Match;
}

function firstMatch(content: Content, matcher: Matcher, metadata: boolean): Found | undefined {
  for (const { part, text } of textsOf(content, metadata)) {
    const match = matcher(text);
    if (match) return { part, text, match };
  }
  return undefined;
}

/** Metadata may name a model, so what was found there is not shown; paths of images may too. */
function shownOf({ part, text, match }: Found, content: Content): Omit<Hit, 'ordinal'> {
  return part === 'metadata'
    ? { ...opening(content), part }
    : { part, ...snippetOf(withoutImagePaths(text).text, match) };
}

function opening(content: Content): Omit<Hit, 'ordinal'> {
  return { part: 'prompt', snippet: openingOf(content.prompt) };
}

/** So much of a text fits into one line of a list, in UTF-16 code units. */
const lineLength = 160;
/** So much of it stands before a match. */
const leadLength = 14;

/** The first words of the last turn of the person who asked, in one line. */
export function openingOf(prompt: readonly Message[]): string {
  const turn = prompt.findLast(({ role }) => role === 'user') ?? prompt.at(-1);
  return snippetOf(withoutImagePaths(turn?.content.trimStart() ?? '').text, { start: 0, end: 0 }).snippet;
}

/** The match with some of what is around it, in one line. */
export function snippetOf(text: string, { start, end }: Match): { snippet: string; match: Match } {
  const from = start <= leadLength ? 0 : pairStart(text, start - leadLength);
  const to = Math.min(text.length, pairStart(text, from + lineLength));
  const mark = from > 0 ? '…' : '';
  // One character for one, so that offsets stay.
  const line = text.slice(from, to).replace(/[\s\p{Cc}]/gu, ' ');
  const shift = mark.length - from;
  return {
    snippet: `${mark}${line}${to < text.length ? '…' : ''}`,
    match: { start: start + shift, end: Math.min(end, to) + shift },
  };
}

/** `at`, or one before it where that would part a surrogate pair. */
const pairStart = (text: string, at: number): number => ((text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at);
