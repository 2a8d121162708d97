import type { Problem } from '../model/problem';
import type { Drop } from './pairs';
import type { Split } from './split';

/** What an export did not write, and what about the rows it wrote a trainer's user should know. */
export interface Tally {
  /** Annotations in force that were considered. */
  annotations: number;
  readonly rows: Record<Split, number>;
  readonly dropped: Partial<Record<Drop, number>>;
  readonly notes: Partial<Record<Note, number>>;
  readonly annotators: Set<string>;
  readonly questions: Set<number>;
  /** Criteria by which responses were compared, whether exported or not. */
  readonly criteria: Set<string>;
  /** What is wrong with the dataset: records that could not be read (errors), and judged items that share an id (warnings). */
  readonly problems: Problem[];
}

/** True of a row, and fine for most trainers, but not for all. */
export type Note = 'transcript-form' | 'empty-completion' | 'parts-before-last-turn' | 'ends-with-assistant' | 'ends-without-assistant' | 'roles-not-alternating' | 'under-context' | 'media-left-out' | 'tools-left-out' | 'tool-calls';

/** In words, for previews, manifests and the terminal. */
const dropReasons: Readonly<Record<Drop, string>> = {
  tie: 'tied: no pairwise trainer models a tie',
  'not-strict': 'judged, but not better or worse (both good, both bad, too close, unsure)',
  'one-criterion': 'preferred by one criterion only, which is not the preference',
  'other-criterion': 'not preferred by the criterion that is exported',
  identical: 'the two texts are the same',
  'both-unranked': 'both were left unranked',
  skipped: 'the item was skipped',
  'no-preference': 'the annotation compares nothing (critique only)',
  stale: 'the item changed since it was judged',
  'no-item': 'the item is no longer in the dataset',
  'other-context': 'judged under another context than the prompt alone: without it the label may be the wrong way round (--context system writes the context as a system message)',
  'one-turn': 'one turn was judged by itself, which says nothing of the whole responses',
  repeat: 'the item came again, to see how steady judgements are: the first one counts',
  control: 'a control item, to see how annotators judge: --controls keep exports it',
  'empty-prompt': 'the prompt is empty: TRL stops with an IndexError',
  'tool-calls': 'the conversation calls tools, which plain text cannot hold: trl-dpo and full-conversations can',
  'lone-surrogate': 'a text holds half a surrogate pair (a cut emoji): JSON loaders refuse the whole file',
};

/** The same of the notes. */
const noteTexts: Readonly<Record<Note, string>> = {
  'transcript-form': 'the prompt is a conversation, written as a transcript ("\\n\\nHuman: … \\n\\nAssistant:")',
  'empty-completion': 'a completion is empty: axolotl stops at it, others train on it',
  'parts-before-last-turn': 'the two conversations part before the last turn: OpenRLHF takes all but the last message of "chosen" for the prompt',
  'ends-with-assistant': 'the prompt ends with an assistant turn',
  'ends-without-assistant': 'a completion ends with a turn that is not the assistant\'s',
  'roles-not-alternating': 'two turns by the same role follow each other, as in the source: torchtune and some chat templates refuse that',
  'under-context': 'judged under a context, which is written as a system message (behind one that is there), or before a prompt that is text',
  'media-left-out': 'the item has images, audio or video that this format does not carry: what is judged with them is trained on without them',
  'tools-left-out': 'the tools that could be called are not in the row: this format is text only',
  'tool-calls': 'the conversation calls tools: TRL reads the calls (and the tools from the column "tools"), others the text alone. Where calls name different arguments, HF datasets adds the missing ones as null',
};

/** A tally of nothing yet. */
export function newTally(): Tally {
  return { annotations: 0, rows: { train: 0, test: 0 }, dropped: {}, notes: {}, annotators: new Set(), questions: new Set(), criteria: new Set(), problems: [] };
}

/** Why things were dropped, in words; by which criteria what was preferred by one only. */
export function droppedOf({ dropped, criteria }: Tally): Record<string, { count: number; reason: string }> {
  const named = [...criteria].sort().map((name) => JSON.stringify(name)).join(' or ');
  return explained(dropped, { ...dropReasons, 'one-criterion': `${dropReasons['one-criterion']}: choose ${named} to export it (--criterion NAME in the terminal)` });
}

/** What a trainer's user should know, in words. */
export const notesOf = ({ notes }: Tally): Record<string, { count: number; reason: string }> => explained(notes, noteTexts);

/** Counts with their reasons in words, in the order of the reasons. */
function explained<K extends string>(counts: Partial<Record<K, number>>, texts: Readonly<Record<K, string>>): Record<string, { count: number; reason: string }> {
  const keys = (Object.keys(texts) as K[]).filter((key) => counts[key] !== undefined);
  return Object.fromEntries(keys.map((key) => [key, { count: counts[key] ?? 0, reason: texts[key] }]));
}

/** Counts one more of `key`. */
export function count<K extends string>(counts: Partial<Record<K, number>>, key: K): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
