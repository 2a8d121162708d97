import type { Note } from '../dropReasons';
import type { Fields } from '../fields';

/** What is seen of the rows of an export for its commands (`commands`). Plain data, which other threads' is added to. */
export interface RowFacts {
  /** Rows by how long they are: at `n` those of more than 2^(n-1) and up to 2^n tokens, by `estimatedTokens`. */
  readonly lengths: number[];
  /** Rows with a conversation in their column "messages", prompt and all. */
  conversations: number;
}

export const noRowFacts = (): RowFacts => ({ lengths: [], conversations: 0 });

export function addRowFacts(facts: RowFacts, other: RowFacts): void {
  other.lengths.forEach((rows, power) => (facts.lengths[power] = (facts.lengths[power] ?? 0) + rows));
  facts.conversations += other.conversations;
}

/** What commands are told of the rows of an export. */
export interface CommandFacts extends Readonly<RowFacts> {
  /** Rows whose answers hold what tools or users said, as whole runs of agents do. */
  readonly wholeRuns: number;
}

/** @param notes how often each was told, by its name */
export const commandFacts = (facts: RowFacts, notes: Partial<Readonly<Record<Note, number>>>): CommandFacts => ({
  ...facts,
  wholeRuns: notes['observations-in-completion'] ?? 0,
});

/** Takes a row into account. */
export function lookAtRow(facts: RowFacts, value: Fields): void {
  const power = Math.ceil(Math.log2(Math.max(1, estimatedTokens(value))));
  facts.lengths[power] = (facts.lengths[power] ?? 0) + 1;
  if (Array.isArray(value.messages)) facts.conversations++;
}

/** So many bytes of UTF-8 are a token: 3 of a letter of Chinese, some 4 of English and 3 of code and JSON. */
export const bytesOfToken = 3;

/** Columns of which a trainer puts one behind the others at a time. */
const sides = new Set(['chosen', 'rejected', 'reference', 'rejected_response', 'rejected_messages']);
/** Columns of numbers and names beside the texts. */
const besides = new Set(['images', 'videos', 'audios', 'rejected_tools', 'margin', 'label', 'labels']);

/**
 * How many tokens the longest sequence of a row has, by its bytes: prompt and tools with the longer one of the answers.
 * A rough figure, as each model has a tokenizer and a chat template of its own.
 */
export function estimatedTokens(row: Fields): number {
  let shared = 0;
  let side = 0;
  for (const [name, value] of Object.entries(row)) {
    if (besides.has(name)) continue;
    if (sides.has(name)) side = Math.max(side, bytesOf(value));
    else if (name === 'completions' && Array.isArray(value) && typeof value[0] === 'object')
      side = Math.max(side, ...value.map(bytesOf));
    else shared += bytesOf(value);
  }
  return Math.ceil((shared + side) / bytesOfToken);
}

/** Not kept from row to row, though rows of an item share lists: to look it up would take longer than to count. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = 0;
  if (Array.isArray(value)) for (const each of value) bytes += bytesOf(each);
  else for (const name of Object.keys(value)) bytes += name.length + bytesOf((value as Fields)[name]);
  return bytes;
}
