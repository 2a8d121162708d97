import { sizeOf } from '../../dataset/fileVersion';
import { RepeatedIds } from '../../dataset/repeatedIds';
import { stretches, type Stretch } from '../../dataset/scan';
import { UsageError } from '../../model/problem';
import { NumberTable } from '../../quality/coverage/numberTable';
import type { Study } from '../../study/study';
import type { FileContext } from '../format';
import { hashOfText } from '../hygiene/hash';
import type { ExportOptions } from '../options';
import { LeakCheck } from '../split/leaks';
import { DateColumns } from './dateColumns';
import { placeOfFound, type Found, type JudgedOne } from './found';
import { JudgedLookup } from './judged';
import { RowMaker, type MadeRows, type RowMaking } from './maker';
import { looksFirst, planOf, type Plan } from './plan';
import type { RowBatch } from './rowBatch';
import { isWanted } from './selection';
import { addTally, clearTally, count, type Tally } from './tally';
import { rowThreads } from './threads';

/** Said in the place of a batch: all rows before it are void and come again, because a later item cannot be written in the form that they have. */
export const anew = 'anew';

/**
 * The rows of an export in the dataset's order, in batches that stand until the next is asked for, with everything counted in `tally`. Reads the dataset once, and twice where rows
 * depend on others (`looksFirst`), or where one far behind the first makes them start `anew`. `onFraction` hears how much of that is done.
 * Throws `UsageError` for a criterion by which nothing was compared, and `UserError` for a prompt that would stand in two splits.
 */
export async function* rowsOf(study: Study, options: ExportOptions, tally: Tally, signal?: AbortSignal, onFraction?: (fraction: number) => void): AsyncGenerator<RowBatch | typeof anew> {
  const bytes = await sizeOf(study.sources);
  const readings = looksFirst(options) ? 2 : 1;
  const reading = (number: number) => (read: number) => onFraction?.((number - 1 + read / bytes) / readings);
  const plan = await planOf(study, options, signal, reading(1));
  if (yield* rowsInForm(study, options, plan, bytes, tally, signal, reading(readings))) return;
  clearTally(tally);
  yield anew;
  yield* rowsInForm(study, options, plan, bytes, tally, signal, reading(readings));
}

/** The same, as long as no item asks for another form than those before; tells whether that is so. */
async function* rowsInForm(study: Study, options: ExportOptions, plan: Plan, bytes: number, tally: Tally, signal: AbortSignal | undefined, onBytes: (bytes: number) => void): AsyncGenerator<RowBatch, boolean> {
  const { shape } = plan;
  const wasDecided = shape.isDecided;
  const file: FileContext = { ...shape.context, ...plan.file };
  tally.noise = plan.noise;
  tally.file = file;
  const setting = { study, journal: study.journal, options, plan };
  const making = rowThreads(setting, bytes) ?? new RowMaker(setting);
  const seen = new Seen(study, options);
  const leaks = options.split && new LeakCheck();
  try {
    const all = stretches(study.data.paths, study.data.reading, { signal, onBytes });
    for await (const { batch, tally: counted, isDecided, problems, prompts } of madeInOrder(all, making, (found) => seen.judgedOf(found))) {
      if (isDecided && !wasDecided) {
        shape.isDecided = true;
        return false;
      }
      addTally(tally, counted);
      tally.problems.push(...problems);
      for (const each of prompts) leaks?.add(each);
      if (batch.splits.length > 0) yield batch;
    }
    const columns = new DateColumns(options.format.dates);
    columns.merge(await making.dates());
    seen.tell(tally);
    refuseUnknownCriterion(options, tally);
    // Parquet says that they are texts.
    if ((options.file ?? options.format.files[0]) !== 'parquet') columns.refuse();
    tally.features = columns.features;
    leaks?.assertNone();
    return true;
  } finally {
    await making.close();
  }
}

/** What is made of stretches, in their order; as many are under way at a time as `making` has hands for. `judgedOf` is asked in their order too. */
async function* madeInOrder(all: AsyncIterable<Stretch>, making: RowMaking, judgedOf: (found: Found) => readonly JudgedOne[]): AsyncGenerator<MadeRows> {
  const underWay: Promise<MadeRows>[] = [];
  const spare: RowBatch[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  for await (const stretch of all) {
    const open = making.open(stretch);
    const judged = Promise.all([open, turn]).then(([{ found }]) => judgedOf(found));
    turn = judged;
    const made = Promise.all([open, judged]).then(([{ rows }, ones]) => rows(ones, spare.pop()));
    // Whatever fails is heard of in its turn.
    for (const each of [open, judged, made]) each.catch(() => undefined);
    underWay.push(made);
    if (underWay.length < making.atOnce) continue;
    const next = await (underWay.shift() ?? made);
    yield next;
    spare.push(next.batch);
  }
  for (const made of underWay) yield await made;
}

/** What was seen of the dataset's items that anybody judged, as far as it was read. */
class Seen {
  private readonly lookup: JudgedLookup;
  /** Hashes of the ids of items, and of judgements. */
  private readonly items = new NumberTable();
  private readonly standings = new NumberTable();
  private readonly ids = new RepeatedIds();

  constructor(
    private readonly study: Study,
    private readonly options: ExportOptions,
  ) {
    this.lookup = new JudgedLookup(study, options);
  }

  /** What was judged of the items of the next stretch. */
  judgedOf(found: Found): JudgedOne[] {
    const judged: JudgedOne[] = [];
    for (const [index, id] of found.ids.entries()) {
      const item = { id, hash: found.hashes[index] ?? '' };
      const standings = this.lookup.of(item);
      if (!standings) continue;
      this.items.add(hashOfText(id));
      for (const standing of standings) this.standings.add(hashOfText(standing.id));
      this.ids.add(item, placeOfFound(found, index));
      if (standings.length > 0) judged.push([index, standings]);
    }
    return judged;
  }

  /** Tells of judgements of items that are no longer in the dataset, how many there are in all, and of items that share an id. */
  tell(tally: Tally): void {
    for (const standing of this.study.replay.all()) {
      if (!isWanted(standing.annotator, this.options)) continue;
      this.standings.add(hashOfText(standing.id));
      if (this.items.find(hashOfText(standing.item)) < 0) count(tally.dropped, 'no-item');
    }
    tally.annotations = this.standings.size;
    tally.problems.push(...this.ids.problems());
  }
}

function refuseUnknownCriterion({ criterion }: ExportOptions, { criteria }: Tally): void {
  if (criterion === undefined || criteria.has(criterion)) return;
  const known = [...criteria].sort().map((name) => JSON.stringify(name));
  throw new UsageError(`nothing was preferred by the criterion ${JSON.stringify(criterion)}; ${known.length === 0 ? 'no judgement here is by one criterion only' : `there ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}`}`);
}
