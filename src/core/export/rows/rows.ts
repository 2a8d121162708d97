import type { Annotation } from '../../model/annotation';
import type { Item } from '../../model/item';
import { UsageError, type Problem } from '../../model/problem';
import { sizeOf } from '../../dataset/fileVersion';
import { RepeatedIds } from '../../dataset/repeatedIds';
import { ruleDisagreement } from '../../quality/consensus/agreeing';
import type { Study } from '../../study/study';
import { NumberTable } from '../../quality/coverage/numberTable';
import { ballotOf, candidatesOf } from '../derive/ballots';
import { withContext } from '../texts/context';
import { DateColumns } from './dateColumns';
import type { Fields, FileContext, Judged, Made, Tell } from '../format';
import { annotationsIn, judgedRecords, wantedStandings, type JudgedItem, type JudgedRecord } from './judged';
import { hashOfText } from '../hygiene/hash';
import type { ExportOptions } from '../options';
import { looksFirst, planOf, type Plan } from './plan';
import { annotatorName } from './pseudonyms';
import { isWanted } from './selection';
import { LeakCheck } from '../split/leaks';
import { contentOf, type Split } from '../split/shares';
import { clearTally, count, noteMaking, type Tally } from './tally';
import { RowJson } from './rowJson';

/** One row of an export. */
export interface Row {
  readonly split: Split;
  readonly value: Fields;
  /** In UTF-8; it stands there until the next batch is asked for. */
  readonly json: Buffer;
  /** Where it is from: the item, the annotations, and which responses it is of. */
  readonly provenance: Made['from'] & { readonly item: string };
}

/** Said in the place of a batch: all rows before it are void and come again, because a later item cannot be written in the form that they have. */
export const anew = 'anew';

/**
 * The rows of an export in the dataset's order, in batches, with everything counted in `tally`. Reads the dataset once, and twice where rows
 * depend on others (`looksFirst`), or where one far behind the first makes them start `anew`. `onFraction` hears how much of that is done.
 * Throws `UsageError` for a criterion by which nothing was compared, and `UserError` for a prompt that would stand in two splits.
 */
export async function* rowsOf(study: Study, options: ExportOptions, tally: Tally, signal?: AbortSignal, onFraction?: (fraction: number) => void): AsyncGenerator<readonly Row[] | typeof anew> {
  const bytes = await sizeOf(study.sources);
  const readings = looksFirst(options) ? 2 : 1;
  const reading = (number: number) => (read: number) => onFraction?.((number - 1 + read / bytes) / readings);
  const plan = await planOf(study, options, signal, reading(1));
  if (yield* rowsInForm(study, options, plan, tally, signal, reading(readings))) return;
  clearTally(tally);
  yield anew;
  yield* rowsInForm(study, options, plan, tally, signal, reading(readings));
}

/** The same, as long as no item asks for another form than those before; tells whether that is so. */
async function* rowsInForm(study: Study, options: ExportOptions, plan: Plan, tally: Tally, signal: AbortSignal | undefined, onBytes: (bytes: number) => void): AsyncGenerator<readonly Row[], boolean> {
  const { shape } = plan;
  const wasDecided = shape.isDecided;
  const file: FileContext = { ...shape.context, ...plan.file };
  tally.noise = plan.noise;
  tally.file = file;
  const columns = new DateColumns(options.format.dates);
  const leaks = options.split && new LeakCheck();
  const json = new RowJson();
  const nameOf = namesFor(options);
  const seen: Seen = { items: new NumberTable(), standings: new NumberTable() };
  const ids = new RepeatedIds();
  const tell = tellingIn(tally);
  const problem = (each: Problem): unknown => tally.problems.push(each);
  const read = (annotation: Annotation): void => {
    tally.annotators.add(nameOf(annotation.annotator));
    noteMaking(tally, annotation);
  };
  for await (const batch of judgedRecords(study, options, problem, signal, onBytes)) {
    const kept = wantedStandings(batch, study, options, tell.drop);
    for (const record of kept) shape.look(record);
    if (shape.isDecided && !wasDecided) return false;
    const rows: Row[] = [];
    json.reuse();
    for (const judged of await annotationsIn(kept, study, options, tell.drop, read)) {
      const refusal = plan.refusal(judged.item);
      if (refusal) {
        tell.drop(refusal, judged.annotations.length);
        continue;
      }
      const split = plan.splitOf(judged.item);
      const prompt = leaks && contentOf(judged.item);
      json.forget();
      for (const { value, from } of rowsOfItem(judged, study, options, plan, file, tally, tell)) {
        const written = json.of(value);
        if (!written.isWellFormed) {
          tell.drop('lone-surrogate');
          continue;
        }
        if (prompt !== undefined) leaks?.add(split, prompt, plan.groupOf(judged.item));
        columns.look(split, value);
        tally.rows[split]++;
        rows.push({ split, value, json: written.json, provenance: { item: judged.item.id, ...from, annotators: from.annotators.map(nameOf) } });
      }
    }
    for (const record of batch) see(record, seen, ids);
    if (rows.length > 0) yield rows;
  }
  countGone(study, options, seen, tally);
  refuseUnknownCriterion(options, tally);
  tally.problems.push(...ids.problems());
  columns.refuse();
  leaks?.assertNone();
  return true;
}

/** The rows of an item as it was judged under one context; those that no loader or trainer could take are counted and left. */
function rowsOfItem({ item, context, annotations }: JudgedItem, study: Study, options: ExportOptions, { consensus }: Plan, file: FileContext, tally: Tally, tell: Tell): Made[] {
  const { format } = options;
  const isWritten = context !== undefined && format.shape === 'messages' && !format.keepsContexts;
  if (options.aggregate !== undefined) countDisagreement(annotations, item, options, tally);
  const judged: Judged = { item: isWritten ? withContext(item, context) : item, source: item, context, annotations, consensus: consensus(item, annotations), study };
  const rows = [...format.rows(judged, options, file, tell)];
  if (rows.length === 0 || judged.item.prompt.some(({ content }) => content !== '')) return rows;
  tell.drop('empty-prompt', rows.length);
  return [];
}

/** Annotators' names as the export has them. */
function namesFor(options: ExportOptions): (annotator: string) => string {
  const names = new Map<string, string>();
  return (annotator) => {
    let name = names.get(annotator);
    if (name === undefined) names.set(annotator, (name = annotatorName(annotator, options)));
    return name;
  };
}

/** On how many items the rule matters: where others give other preferences. */
function countDisagreement(annotations: readonly Annotation[], item: Item, { criterion }: ExportOptions, { aggregated }: Tally): void {
  aggregated.items++;
  if (annotations.length < 2) return;
  const { opposed, different } = ruleDisagreement(candidatesOf(item, annotations).map(({ id }) => id), annotations.map((annotation) => ballotOf(annotation, criterion)));
  if (different) aggregated.different++;
  if (opposed) aggregated.opposed++;
}

/** Hashes of the ids of what was judged, and of the judgements, as far as the dataset was read. */
interface Seen {
  readonly items: NumberTable;
  readonly standings: NumberTable;
}

function see({ item, place, standings }: JudgedRecord, seen: Seen, ids: RepeatedIds): void {
  seen.items.add(hashOfText(item.id));
  for (const { id } of standings) seen.standings.add(hashOfText(id));
  ids.add(item, place);
}

function tellingIn(tally: Tally): Tell {
  return {
    drop: (reason, times = 1) => {
      if (times > 0) count(tally.dropped, reason, times);
    },
    note: (note) => count(tally.notes, note),
    criterion: (name) => tally.criteria.add(name),
  };
}

/** Judgements of items that are no longer in the dataset; and how many there are in all. */
function countGone(study: Study, options: ExportOptions, { items, standings }: Seen, tally: Tally): void {
  for (const standing of study.replay.all()) {
    if (!isWanted(standing.annotator, options)) continue;
    standings.add(hashOfText(standing.id));
    if (items.find(hashOfText(standing.item)) < 0) count(tally.dropped, 'no-item');
  }
  tally.annotations = standings.size;
}

function refuseUnknownCriterion({ criterion }: ExportOptions, { criteria }: Tally): void {
  if (criterion === undefined || criteria.has(criterion)) return;
  const known = [...criteria].sort().map((name) => JSON.stringify(name));
  throw new UsageError(`nothing was preferred by the criterion ${JSON.stringify(criterion)}; ${known.length === 0 ? 'no judgement here is by one criterion only' : `there ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}`}`);
}
