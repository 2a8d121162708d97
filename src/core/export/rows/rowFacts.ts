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

/** How a row was written (`RowJson`). */
interface WrittenFields {
  eachField(see: (name: string, bytes: number) => void): void;
}

/** Takes a row into account that was written just now. */
export function lookAtRow(facts: RowFacts, row: Fields, written: WrittenFields): void {
  const power = Math.ceil(Math.log2(Math.max(1, estimatedTokens(row, written))));
  facts.lengths[power] = (facts.lengths[power] ?? 0) + 1;
  if (Array.isArray(row.messages)) facts.conversations++;
}

/** So many bytes of UTF-8 are a token: 3 of a letter of Chinese, some 4 of English and 3 of code and JSON. */
export const bytesOfToken = 3;

/** Columns of which a trainer puts one behind the others at a time. */
const sides = new Set(['chosen', 'rejected', 'reference', 'rejected_response', 'rejected_messages']);
/** Columns of numbers and names beside the texts. */
const besides = new Set(['images', 'videos', 'audios', 'rejected_tools', 'margin', 'label', 'labels']);

/**
 * How many tokens the longest sequence of a row has, by its bytes as JSON: prompt and tools with the longer one of the
 * answers. A rough figure, as each model has a tokenizer and a chat template of its own.
 */
export function estimatedTokens(row: Fields, written: WrittenFields): number {
  let shared = 0;
  let side = 0;
  written.eachField((name, bytes) => {
    if (besides.has(name)) return;
    if (sides.has(name)) side = Math.max(side, bytes);
    else if (name === 'completions') side = Math.max(side, longestOf(row[name], bytes));
    else shared += bytes;
  });
  return Math.ceil((shared + side) / bytesOfToken);
}

/** The bytes of the longest of several answers; of the steps of one, which are texts, of all. */
function longestOf(completions: unknown, bytes: number): number {
  if (!Array.isArray(completions) || typeof completions[0] !== 'object') return bytes;
  return Math.max(...completions.map((each) => Buffer.byteLength(JSON.stringify(each))));
}
