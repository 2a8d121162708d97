import { createHash } from 'node:crypto';
import { random, seedOf } from '../model/blind';
import { callsTools, turnsOf, type Item, type Response } from '../model/item';
import { UsageError, UserError, type Problem } from '../model/problem';
import { sizeOf } from '../dataset/fileVersion';
import { scan } from '../dataset/scan';
import { RepeatedIds } from '../dataset/repeatedIds';
import type { Standing } from '../journal/replay';
import type { Study } from '../study/study';
import { withContext, withContextBefore } from './context';
import type { ExportFormat, FileContext } from './format';
import { controlsLeftOut, leftOut, standingsFor } from './leftOut';
import { criteriaOf, pairsOf, type Drop, type Pair } from './pairs';
import { isPlainText } from './trlDpoText';
import { isWellFormed } from './wellFormed';

/** What is exported, and how. */
export interface ExportOptions {
  readonly format: ExportFormat;
  /** Only these annotators' judgements; everyone's where absent. */
  readonly annotators?: readonly string[] | undefined;
  /** Only what was preferred by this criterion; what was preferred as a whole where absent. */
  readonly criterion?: string | undefined;
  /** What is done with judgements under a context: left out where absent, or the context written as a system message, or before a prompt that is text. */
  readonly context?: 'system' | undefined;
  /** What is done with judgements of the study's control items: left out where absent. */
  readonly controls?: 'keep' | undefined;
  /** Share of prompts per split, summing to 1; all `train` where absent. */
  readonly split?: Readonly<Record<Split, number>> | undefined;
  /** Draws the split. */
  readonly seed?: number | undefined;
}

export type Split = 'train' | 'test';

/** One line of an export, and the pair that it tells. */
export interface Row {
  readonly split: Split;
  readonly json: string;
  readonly pair: Pair;
}

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

/**
 * The rows of an export in the dataset's order, with everything counted in `tally`. Reads the dataset once, and twice where all rows
 * depend on whether any item defines tools or, in a plain-text format, is a conversation. `onFraction` hears how much of that is done.
 * Throws `UsageError` for a criterion by which nothing was compared.
 */
export async function* rowsOf(study: Study, options: ExportOptions, tally: Tally, signal?: AbortSignal, onFraction?: (fraction: number) => void): AsyncGenerator<Row> {
  const bytes = await sizeOf(study.sources);
  const readings = looksFirst(study, options) ? 2 : 1;
  const reading = (number: number) => (read: number) => onFraction?.((number - 1 + read / bytes) / readings);
  const context = await fileContext(study, options, signal, reading(1));
  const columns = new DateColumns();
  const itemsSeen = new Set<string>();
  const repetitions = new Map<string, number>();
  const ids = new RepeatedIds();
  const considered = new Set<string>();
  const controls = controlsLeftOut(study, options);
  for await (const { item, place, standings } of judgedItems(study, options, tally, signal, reading(readings))) {
    itemsSeen.add(item.id);
    ids.add(item, place);
    const key = `${item.hash} ${item.id}`;
    const repetition = repetitions.get(key) ?? 0;
    repetitions.set(key, repetition + 1);
    for (const standing of standingsFor(repetition, standings)) {
      considered.add(standing.id);
      const left = leftOut(standing, options, controls);
      if (left) {
        count(tally.dropped, left);
        continue;
      }
      for await (const pair of pairsIn(standing, item, study, options, tally)) {
        const row = rowOf(pair, options, context, tally);
        if (!row) continue;
        columns.look(row.split, row.value);
        tally.rows[row.split]++;
        yield { split: row.split, json: JSON.stringify(row.value), pair };
      }
    }
  }
  for (const standing of study.replay.all()) {
    if (!isWanted(standing.annotator, options)) continue;
    considered.add(standing.id);
    if (!itemsSeen.has(standing.item)) count(tally.dropped, 'no-item');
  }
  tally.annotations = considered.size;
  refuseUnknownCriterion(options, tally);
  tally.problems.push(...ids.problems());
  columns.refuse();
}

interface Judged {
  readonly item: Item;
  readonly place: { readonly file: string; readonly line: number };
  /** The annotations in force on it. */
  readonly standings: readonly Standing[];
}

async function* judgedItems(study: Study, options: ExportOptions, tally: Pick<Tally, 'problems'>, signal: AbortSignal | undefined, onBytes: (read: number) => void): AsyncGenerator<Judged> {
  const annotators = study.replay.annotators().filter((annotator) => isWanted(annotator, options));
  for await (const batch of scan(study.data.paths, study.data.reading, { signal, onBytes })) {
    for (const parsed of batch) {
      if ('problem' in parsed) {
        tally.problems.push(parsed.problem);
        continue;
      }
      const standings = annotators.flatMap((annotator) => study.replay.everyOn(annotator, parsed.item));
      if (standings.length > 0) yield { item: parsed.item, place: parsed, standings };
    }
  }
}

const isWanted = (annotator: string, { annotators }: ExportOptions): boolean => annotators?.includes(annotator) ?? true;

/** Whether the dataset is read once before, to decide what holds for the whole file. */
const looksFirst = (study: Study, { format }: ExportOptions): boolean => format.shape === 'text' || study.reading.layout.fields.tools !== undefined;

async function fileContext(study: Study, options: ExportOptions, signal: AbortSignal | undefined, onBytes: (read: number) => void): Promise<FileContext> {
  const isText = options.format.shape === 'text';
  if (!looksFirst(study, options)) return { plainPrompts: false, tools: false };
  const controls = controlsLeftOut(study, options);
  for await (const { item, standings } of judgedItems(study, options, newTally(), signal, onBytes)) {
    if (!standings.some((standing) => !standing.skipped && standing.hash === item.hash && !leftOut(standing, options, controls))) continue;
    if (isText ? isWrittenAsTranscript(item) : item.tools !== undefined) return { plainPrompts: false, tools: !isText };
  }
  return { plainPrompts: isText, tools: false };
}

/** Whether text can hold an item, and only as a transcript. */
function isWrittenAsTranscript(item: Item): boolean {
  const responses = item.responses.filter((response) => !needsTools(item, response));
  return responses.length > 0 && !isPlainText({ ...item, responses });
}

/** Whether a response calls tools, or answers a prompt that does. */
const needsTools = ({ prompt }: Item, response: Response): boolean => callsTools(prompt) || callsTools(turnsOf(response));

function refuseUnknownCriterion({ criterion }: ExportOptions, { criteria }: Tally): void {
  if (criterion === undefined || criteria.has(criterion)) return;
  const known = [...criteria].sort().map((name) => JSON.stringify(name));
  throw new UsageError(`nothing was preferred by the criterion ${JSON.stringify(criterion)}; ${known.length === 0 ? 'no judgement here is by one criterion only' : `there ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}`}`);
}

/** The pairs of one annotation in force on `item`; why others are none is counted. */
async function* pairsIn(standing: Standing, item: Item, study: Study, options: ExportOptions, tally: Tally): AsyncGenerator<Pair> {
  const drop = (reason: Drop): void => count(tally.dropped, reason);
  if (standing.skipped || standing.hash !== item.hash) {
    drop(standing.skipped ? 'skipped' : 'stale');
    return;
  }
  const annotation = await study.journal.fetch(standing.ref);
  const { ranking, comparisons } = annotation.judgement;
  if (!ranking && !comparisons) drop('no-preference');
  tally.annotators.add(annotation.annotator);
  tally.questions.add(annotation.question.version);
  for (const criterion of criteriaOf(annotation)) tally.criteria.add(criterion);
  yield* pairsOf(annotation, item, drop, options.criterion);
}

function rowOf(pair: Pair, options: ExportOptions, context: FileContext, tally: Tally): { split: Split; value: Readonly<Record<string, unknown>> } | undefined {
  const { item, chosen, rejected } = pair;
  const isText = options.format.shape === 'text';
  const under = pair.annotation.context;
  const bare = options.format.row(under === undefined || isText ? pair : { ...pair, item: withContext(item, under) }, context);
  const value = under !== undefined && isText ? withContextBefore(bare, under) : bare;
  const usesTools = needsTools(item, chosen) || needsTools(item, rejected);
  const refusal: Drop | undefined = isText && usesTools ? 'tool-calls' : item.prompt.every(({ content }) => content === '') ? 'empty-prompt' : isWellFormed(value) ? undefined : 'lone-surrogate';
  if (refusal) {
    count(tally.dropped, refusal);
    return undefined;
  }
  if (isText) {
    if (item.tools) count(tally.notes, 'tools-left-out');
    if (bare.prompt !== (item.promptText ?? item.prompt[0]?.content)) count(tally.notes, 'transcript-form');
  } else {
    if (usesTools) count(tally.notes, 'tool-calls');
    if (item.prompt.at(-1)?.role === 'assistant') count(tally.notes, 'ends-with-assistant');
    if (turnsOf(chosen).length > 1 || turnsOf(rejected).length > 1) count(tally.notes, 'parts-before-last-turn');
    const conversations = [chosen, rejected].map((response) => [...item.prompt, ...turnsOf(response)]);
    if (conversations.some((turns) => turns.some(({ role }, i) => role === turns[i - 1]?.role))) count(tally.notes, 'roles-not-alternating');
    if (conversations.some((turns) => turns.at(-1)?.role !== 'assistant')) count(tally.notes, 'ends-without-assistant');
  }
  if (under !== undefined) count(tally.notes, 'under-context');
  if ([item.prompt, turnsOf(chosen), turnsOf(rejected)].flat().some(({ media }) => media)) count(tally.notes, 'media-left-out');
  if ([chosen, rejected].some(({ text }) => text.trim() === '')) count(tally.notes, 'empty-completion');
  return { split: splitOf(item, options), value };
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

/** The same prompt is always in the same split, so that nothing leaks; drawn by seed and the prompt's content, whatever else the dataset holds. */
function splitOf(item: Item, { split, seed = 0 }: ExportOptions): Split {
  if (!split) return 'train';
  const prompt = createHash('sha256').update(JSON.stringify(item.prompt)).digest('hex');
  return random(seedOf(String(seed), prompt))() < split.train ? 'train' : 'test';
}

/** Counts one more of `key`. */
export function count<K extends string>(counts: Partial<Record<K, number>>, key: K): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

/** A text column in which every value is an ISO date becomes `timestamp[s]` in HF `datasets`, and its text is lost to the trainer (FORMATS.md 4). */
class DateColumns {
  private readonly onlyDates = new Map<string, boolean>();

  look(split: Split, row: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(row)) {
      const column = `"${name}" of ${split}.jsonl`;
      if (this.onlyDates.get(column) === false) continue;
      this.onlyDates.set(column, texts(value).every((text) => /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)));
    }
  }

  refuse(): void {
    const column = [...this.onlyDates].find(([, only]) => only)?.[0];
    if (column !== undefined) throw new UserError(`every text in ${column} is a date, and HF datasets would read that column as timestamps instead of text. Judge items with other texts too, or export in another format`);
  }
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.map((message: { content: string }) => message.content) : [];
}
