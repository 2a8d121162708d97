import { createHash } from 'node:crypto';
import { random, seedOf } from '../model/blind';
import { turnsOf, type Item } from '../model/item';
import { UserError, type Problem } from '../model/problem';
import { sizeOf } from '../dataset/fileVersion';
import { scan } from '../dataset/scan';
import { RepeatedIds } from '../dataset/repeatedIds';
import type { Standing } from '../journal/replay';
import type { Study } from '../study/study';
import type { ExportFormat, FileContext } from './format';
import { pairsOf, type Drop, type Pair } from './pairs';
import { isPlainText } from './trlDpoText';
import { isWellFormed } from './wellFormed';

/** What is exported, and how. */
export interface ExportOptions {
  readonly format: ExportFormat;
  /** Only these annotators' judgements; everyone's where absent. */
  readonly annotators?: readonly string[] | undefined;
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
  /** What is wrong with the dataset: records that could not be read (errors), and judged items that share an id (warnings). */
  readonly problems: Problem[];
}

/** True of a row, and fine for most trainers, but not for all. */
export type Note = 'transcript-form' | 'empty-completion' | 'parts-before-last-turn' | 'ends-with-assistant' | 'ends-without-assistant' | 'roles-not-alternating';

/** In words, for previews, manifests and the terminal. */
export const dropReasons: Readonly<Record<Drop, string>> = {
  tie: 'tied: no pairwise trainer models a tie',
  'not-strict': 'judged, but not better or worse (both good, both bad, too close, unsure)',
  'one-criterion': 'preferred by one criterion only, which is not the preference',
  identical: 'the two texts are the same',
  'both-unranked': 'both were left unranked',
  skipped: 'the item was skipped',
  'no-preference': 'the annotation compares nothing (critique only)',
  stale: 'the item changed since it was judged',
  'no-item': 'the item is no longer in the dataset',
  'empty-prompt': 'the prompt is empty: TRL stops with an IndexError',
  'lone-surrogate': 'a text holds half a surrogate pair (a cut emoji): JSON loaders refuse the whole file',
};

/** The same of the notes. */
export const noteTexts: Readonly<Record<Note, string>> = {
  'transcript-form': 'the prompt is a conversation, written as a transcript ("\\n\\nHuman: … \\n\\nAssistant:")',
  'empty-completion': 'a completion is empty: axolotl stops at it, others train on it',
  'parts-before-last-turn': 'the two conversations part before the last turn: OpenRLHF takes all but the last message of "chosen" for the prompt',
  'ends-with-assistant': 'the prompt ends with an assistant turn',
  'ends-without-assistant': 'a completion ends with a turn that is not the assistant\'s',
  'roles-not-alternating': 'two turns by the same role follow each other, as in the source: torchtune and some chat templates refuse that',
};

/** A tally of nothing yet. */
export function newTally(): Tally {
  return { annotations: 0, rows: { train: 0, test: 0 }, dropped: {}, notes: {}, annotators: new Set(), questions: new Set(), problems: [] };
}

/**
 * The rows of an export in the dataset's order, with everything counted in `tally`. Reads the dataset once, and twice for a
 * plain-text format (the first time to see whether any prompt is a conversation). `onFraction` hears how much of that is done.
 */
export async function* rowsOf(study: Study, options: ExportOptions, tally: Tally, signal?: AbortSignal, onFraction?: (fraction: number) => void): AsyncGenerator<Row> {
  const bytes = await sizeOf(study.sources);
  const readings = options.format.shape === 'text' ? 2 : 1;
  const reading = (number: number) => (read: number) => onFraction?.((number - 1 + read / bytes) / readings);
  const context = await fileContext(study, options, signal, reading(1));
  const columns = new DateColumns();
  const itemsSeen = new Set<string>();
  const ids = new RepeatedIds();
  const considered = new Set<string>();
  for await (const { item, place, standings } of judgedItems(study, options, tally, signal, reading(readings))) {
    itemsSeen.add(item.id);
    ids.add(item, place);
    for (const standing of standings) {
      considered.add(standing.id);
      for await (const pair of pairsIn(standing, item, study, tally)) {
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
      const standings = annotators.map((annotator) => study.replay.on(annotator, parsed.item)).filter((standing) => standing !== undefined);
      if (standings.length > 0) yield { item: parsed.item, place: parsed, standings };
    }
  }
}

const isWanted = (annotator: string, { annotators }: ExportOptions): boolean => annotators?.includes(annotator) ?? true;

async function fileContext(study: Study, options: ExportOptions, signal: AbortSignal | undefined, onBytes: (read: number) => void): Promise<FileContext> {
  if (options.format.shape !== 'text') return { plainPrompts: false };
  for await (const { item, standings } of judgedItems(study, options, newTally(), signal, onBytes)) {
    if (!isPlainText(item) && standings.some(({ skipped, hash }) => !skipped && hash === item.hash)) return { plainPrompts: false };
  }
  return { plainPrompts: true };
}

/** The pairs of one annotation in force on `item`; why others are none is counted. */
async function* pairsIn(standing: Standing, item: Item, study: Study, tally: Tally): AsyncGenerator<Pair> {
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
  yield* pairsOf(annotation, item, drop);
}

function rowOf(pair: Pair, options: ExportOptions, context: FileContext, tally: Tally): { split: Split; value: Readonly<Record<string, unknown>> } | undefined {
  const { item, chosen, rejected } = pair;
  const value = options.format.row(pair, context);
  const refusal: Drop | undefined = item.prompt.every(({ content }) => content === '') ? 'empty-prompt' : isWellFormed(value) ? undefined : 'lone-surrogate';
  if (refusal) {
    count(tally.dropped, refusal);
    return undefined;
  }
  if (options.format.shape === 'text') {
    if (value.prompt !== (item.promptText ?? item.prompt[0]?.content)) count(tally.notes, 'transcript-form');
  } else {
    if (item.prompt.at(-1)?.role === 'assistant') count(tally.notes, 'ends-with-assistant');
    if (turnsOf(chosen).length > 1 || turnsOf(rejected).length > 1) count(tally.notes, 'parts-before-last-turn');
    const conversations = [chosen, rejected].map((response) => [...item.prompt, ...turnsOf(response)]);
    if (conversations.some((turns) => turns.some(({ role }, i) => role === turns[i - 1]?.role))) count(tally.notes, 'roles-not-alternating');
    if (conversations.some((turns) => turns.at(-1)?.role !== 'assistant')) count(tally.notes, 'ends-without-assistant');
  }
  if ([chosen, rejected].some(({ text }) => text.trim() === '')) count(tally.notes, 'empty-completion');
  return { split: splitOf(item, options), value };
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
