import { callsTools, turnsOf, type Item, type Response } from '../model/item';
import { UsageError } from '../model/problem';
import { sizeOf } from '../dataset/fileVersion';
import { scan } from '../dataset/scan';
import { RepeatedIds } from '../dataset/repeatedIds';
import type { Standing } from '../journal/replay';
import type { Study } from '../study/study';
import { withContext, withContextBefore } from './context';
import { DateColumns } from './dateColumns';
import type { ExportFormat, FileContext } from './format';
import { controlsLeftOut, leftOut, standingsFor } from './leftOut';
import { criteriaOf, pairsOf, type Drop, type Pair } from './pairs';
import { splitOf, type Split, type Splitting } from './split';
import { count, newTally, type Tally } from './tally';
import { isPlainText } from './trlDpoText';
import { isWellFormed } from './wellFormed';

/** What is exported, and how. */
export interface ExportOptions extends Splitting {
  readonly format: ExportFormat;
  /** Only these annotators' judgements; everyone's where absent. */
  readonly annotators?: readonly string[] | undefined;
  /** Only what was preferred by this criterion; what was preferred as a whole where absent. */
  readonly criterion?: string | undefined;
  /** What is done with judgements under a context: left out where absent, or the context written as a system message, or before a prompt that is text. */
  readonly context?: 'system' | undefined;
  /** What is done with judgements of the study's control items: left out where absent. */
  readonly controls?: 'keep' | undefined;
}

/** One line of an export, and the pair that it tells. */
export interface Row {
  readonly split: Split;
  readonly json: string;
  readonly pair: Pair;
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
  if (annotation.turn !== undefined) {
    drop('one-turn');
    return;
  }
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
