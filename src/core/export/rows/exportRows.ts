import { dirname } from 'node:path';
import { totalFileSize } from '../../dataset/sources/fileVersion';
import { areLineRecords, scanRanges, scanChunks, type RangeChunk, type Chunk } from '../../dataset/sources/scan';
import { problem, UsageError } from '../../model/problems/problem';
import type { Study } from '../../study/study';
import type { FileContext, ExportOptions } from '../format';
import { mediaFilesOf } from '../media/finder';
import { isDominant } from '../derive/dominantPrompt';
import { LeakCheck } from '../split/leaks';
import { splits } from '../split/splitRatios';
import { DateColumns } from './dateColumns';
import { LateToolColumns } from './lateToolColumns';
import { RowBuilder, type RowBatchResult, type RowBatchBuilder, type RowSetting } from './rowBuilder';
import { needsDatasetScan, exportPlanOf, type ExportPlan } from './exportPlan';
import type { RowBatch } from './rowBatch';
import { Duplicates } from './duplicates';
import { isWanted, votersOf } from './annotationSelection';
import { filtersOf } from './filterValueCounts';
import { addTally, clearTally, count, type Tally } from './tally';
import { rowThreads } from './rowThreads';

/**
 * Said in the place of a batch: all rows before it are void and come again, because a later item cannot be written in
 * the form that they have.
 */
export const restartRows = 'anew';

/**
 * The rows of an export in the dataset's order, in batches that stand until the next is asked for, with everything
 * counted in `tally`. Reads the dataset once, and twice where rows depend on others (`scansFirst`), or where one far
 * behind the first makes them start `anew`. `onFraction` hears how much of that is done. Throws `UsageError` for a
 * criterion by which nothing was compared, and `UserError` for a prompt that would stand in two splits.
 */
export async function* rowsOf(
  study: Study,
  asked: ExportOptions,
  tally: Tally,
  signal?: AbortSignal,
  onFraction?: (fraction: number) => void,
): AsyncGenerator<RowBatch | typeof restartRows> {
  const options = {
    ...asked,
    voters: votersOf(study.replay, asked),
    mediaFiles: asked.mediaFiles ?? mediaFilesOf(study, dirname(study.file)),
  };
  const bytes = await totalFileSize(study.sources);
  const readings = needsDatasetScan(options) ? 2 : 1;
  const reading = (number: number) => (read: number) => onFraction?.((number - 1 + read / bytes) / readings);
  const judged = study.replay.judgedTable((annotator, { role }) => isWanted(annotator, options, role));
  const plan = await exportPlanOf(study, judged, options, signal, reading(1));
  const setting = { study, replay: study.replay, journal: study.journal, judged, options, plan };
  while (!(yield* rowsInForm(study, setting, bytes, tally, signal, reading(readings)))) {
    clearTally(tally);
    yield restartRows;
  }
}

/** The same, as long as no item asks for another form than those before; tells whether that is so. */
async function* rowsInForm(
  { data, replay }: Study,
  setting: RowSetting & { readonly plan: ExportPlan },
  bytes: number,
  tally: Tally,
  signal: AbortSignal | undefined,
  onBytes: (bytes: number) => void,
): AsyncGenerator<RowBatch, boolean> {
  const { options, plan, judged } = setting;
  const { shape } = plan;
  const before = new Set(shape.decided);
  const file: FileContext = { ...shape.context, ...plan.file };
  tally.noise = plan.noise;
  if (plan.unsettled > 0) count(tally.notes, 'unsettled', plan.unsettled);
  tally.file = file;
  // Where names are hidden, groups are not told that nobody asked for.
  tally.filters = filtersOf(options.pseudonyms === undefined ? options : { ...options, groups: undefined });
  const making = rowThreads(setting, bytes, await areLineRecords(data.paths, data.reading)) ?? new RowBuilder(setting);
  const seen = new Duplicates(judged);
  const leaks = options.split && new LeakCheck();
  const lateToolColumns =
    file.tools && (options.file ?? options.format.files[0]) === 'jsonl' ? new LateToolColumns() : undefined;
  try {
    const all = (making.inOrder ? scanChunks : scanRanges)(data.paths, data.reading, { signal, onBytes });
    for await (const { batch, tally: counted, decided, problems, prompts } of madeInOrder(all, making, seen)) {
      if (decided.some((each) => !before.has(each))) {
        for (const each of decided) shape.decided.add(each);
        return false;
      }
      addTally(tally, counted);
      tally.problems.push(...problems);
      for (const each of prompts) leaks?.add(each);
      const late = lateToolColumns?.in(batch) ?? 0;
      if (late > 0) count(tally.notes, 'tools-late', late);
      if (batch.splits.length > 0) yield batch;
    }
    const columns = new DateColumns(options.format.dates, options.format.reals, options.format.media?.decoded);
    columns.merge(await making.dates());
    seen.notify(tally);
    tellOfNoise(options, tally);
    tellOfBalance(options, tally);
    tellOfOthers(replay, options, tally);
    refuseUnknownCriterion(options, tally);
    tally.features = columns.features;
    // Parquet says that they are texts.
    if ((options.file ?? options.format.files[0]) !== 'parquet') {
      columns.refuse(options.format.files);
      tally.dateInCalls = columns.dateInCalls;
      if (tally.dateInCalls) count(tally.notes, 'dates-in-calls', totalOf(tally));
    }
    leaks?.assertNone();
    return true;
  } finally {
    await making.close();
  }
}

/**
 * What is made of stretches, in their order; as many are under way at a time as `making` has hands for. One with items
 * that came before is made again.
 */
async function* madeInOrder(
  all: AsyncIterable<Chunk | RangeChunk>,
  making: RowBatchBuilder,
  seen: Duplicates,
): AsyncGenerator<RowBatchResult> {
  const underWay: { readonly chunk: Chunk | RangeChunk; readonly made: Promise<RowBatchResult> }[] = [];
  const spare: RowBatch[] = [];
  const lines = new LinesBefore();
  const next = async function* (): AsyncGenerator<RowBatchResult> {
    const first = underWay.shift();
    if (!first) return;
    let made = await first.made;
    const before = lines.of(first.chunk, made);
    const repetitions = seen.add(made.seen, before);
    if (repetitions.size > 0 && !making.inOrder)
      made = await making.make(first.chunk, { spare: made.batch, repetitions });
    yield before === 0
      ? made
      : {
          ...made,
          problems: made.problems.map((each) =>
            each.line === undefined ? each : { ...each, line: each.line + before },
          ),
        };
    spare.push(made.batch);
  };
  for await (const chunk of all) {
    const made = making.make(chunk, { spare: spare.pop() });
    // Whatever fails is heard of in its turn.
    made.catch(() => undefined);
    underWay.push({ chunk, made });
    if (underWay.length >= making.concurrency) yield* next();
  }
  while (underWay.length > 0) yield* next();
}

/** Counts the lines of a file before its ranges, which come in order. */
class LinesBefore {
  private file: string | undefined;
  private lines = 0;

  of(chunk: Chunk | RangeChunk, { lines }: RowBatchResult): number {
    if (!('range' in chunk)) return 0;
    if (chunk.file !== this.file || chunk.range.begin === 0) this.lines = 0;
    this.file = chunk.file;
    const before = this.lines;
    this.lines += lines;
    return before;
  }
}

/** Counts what those judged who are not asked for: none of it is read. */
function tellOfOthers(replay: Study['replay'], options: ExportOptions, tally: Tally): void {
  for (const annotator of options.annotators ? replay.annotators() : []) {
    if (isWanted(annotator, options)) continue;
    let judgements = 0;
    for (const { role } of replay.all(annotator)) if (!isWanted(annotator, options, role)) judgements++;
    tally.annotations += judgements;
    if (judgements > 0) count(tally.dropped, 'other-annotator', judgements);
  }
}

/** A variant for label noise that found nothing says so. */
function tellOfNoise({ noise }: ExportOptions, { dropped, notes }: Tally): void {
  if (noise === 'filter') dropped['likely-wrong'] ??= 0;
  if (noise === 'flip') notes['turned-round'] ??= 0;
}

/** Tells where one item gives most of the pairs, and where single responses are all good or all bad. */
function tellOfBalance({ format, pairs }: ExportOptions, { rows, largest, good, notes }: Tally): void {
  const total = totalOf({ rows });
  if (format.takes.includes('pairs') && pairs === undefined && isDominant(largest, total))
    count(notes, 'one-list', largest);
  if (format.family === 'labels' && total > 1 && (good === 0 || good === total)) count(notes, 'one-class', total);
}

const totalOf = ({ rows }: Pick<Tally, 'rows'>): number => splits.reduce((sum, split) => sum + rows[split], 0);

function refuseUnknownCriterion({ criterion }: ExportOptions, { criteria }: Tally): void {
  if (criterion === undefined || criteria.has(criterion)) return;
  throw new UsageError(problem('export.noSuchCriterion', { criterion, criteria: [...criteria].sort() }));
}
