import type { Annotation } from '../model/annotation';
import type { Item } from '../model/item';
import { UsageError, type Problem } from '../model/problem';
import { sizeOf } from '../dataset/fileVersion';
import { RepeatedIds } from '../dataset/repeatedIds';
import { ruleDisagreement } from '../quality/consensus/agreeing';
import type { Study } from '../study/study';
import { ballotOf, candidatesOf } from './ballots';
import { withContext } from './context';
import { DateColumns } from './dateColumns';
import type { Fields, Judged, Made, Tell } from './format';
import { annotationsIn, judgedRecords, type JudgedItem, type JudgedRecord } from './judged';
import type { ExportOptions } from './options';
import { looksFirst, planOf, type Plan } from './plan';
import { annotatorName } from './pseudonyms';
import { isWanted } from './selection';
import { LeakCheck } from './split/leaks';
import { contentOf, type Split } from './split/shares';
import { count, noteMaking, type Tally } from './tally';
import { isWellFormed } from './wellFormed';

/** One row of an export. */
export interface Row {
  readonly split: Split;
  readonly value: Fields;
  readonly json: string;
  /** Where it is from: the item, the annotations, and which responses it is of. */
  readonly provenance: Made['from'] & { readonly item: string };
}

/**
 * The rows of an export in the dataset's order, with everything counted in `tally`. Reads the dataset once, and twice where rows
 * depend on others (`looksFirst`). `onFraction` hears how much of that is done.
 * Throws `UsageError` for a criterion by which nothing was compared, and `UserError` for a prompt that would stand in two splits.
 */
export async function* rowsOf(study: Study, options: ExportOptions, tally: Tally, signal?: AbortSignal, onFraction?: (fraction: number) => void): AsyncGenerator<Row> {
  const bytes = await sizeOf(study.sources);
  const readings = looksFirst(study, options) ? 2 : 1;
  const reading = (number: number) => (read: number) => onFraction?.((number - 1 + read / bytes) / readings);
  const plan = await planOf(study, options, signal, reading(1));
  tally.noise = plan.noise;
  tally.file = plan.file;
  const columns = new DateColumns(options.format.dates);
  const leaks = options.split && new LeakCheck();
  const seen: Seen = { items: new Set(), standings: new Set() };
  const ids = new RepeatedIds();
  const tell = tellingIn(tally);
  const problem = (each: Problem): unknown => tally.problems.push(each);
  const read = (annotation: Annotation): void => {
    tally.annotators.add(annotatorName(annotation.annotator, options));
    noteMaking(tally, annotation);
  };
  for await (const batch of judgedRecords(study, options, problem, signal, reading(readings))) {
    for await (const judged of annotationsIn(batch, study, options, tell.drop, read)) {
      const refusal = plan.refusal(judged.item);
      if (refusal) {
        tell.drop(refusal, judged.annotations.length);
        continue;
      }
      const split = plan.splitOf(judged.item);
      const prompt = contentOf(judged.item);
      for (const made of rowsOfItem(judged, options, plan, tally, tell)) {
        leaks?.add(split, prompt, plan.groupOf(judged.item));
        columns.look(split, made.value);
        tally.rows[split]++;
        yield { split, value: made.value, json: JSON.stringify(made.value), provenance: { item: judged.item.id, ...made.from, annotators: made.from.annotators.map((annotator) => annotatorName(annotator, options)) } };
      }
    }
    for (const record of batch) see(record, seen, ids);
  }
  countGone(study, options, seen, tally);
  refuseUnknownCriterion(options, tally);
  tally.problems.push(...ids.problems());
  columns.refuse();
  leaks?.assertNone();
}

/** The rows of an item as it was judged under one context; those that no loader or trainer could take are counted and left. */
function rowsOfItem({ item, context, annotations }: JudgedItem, options: ExportOptions, { file, consensus }: Plan, tally: Tally, tell: Tell): Made[] {
  const { format } = options;
  const isWritten = context !== undefined && format.shape === 'messages' && !format.keepsContexts;
  if (options.aggregate !== undefined) countDisagreement(annotations, item, options, tally);
  const judged: Judged = { item: isWritten ? withContext(item, context) : item, source: item, context, annotations, consensus: consensus(item, annotations) };
  return [...format.rows(judged, options, file, tell)].filter(({ value }) => {
    const refusal = judged.item.prompt.every(({ content }) => content === '') ? 'empty-prompt' : isWellFormed(value) ? undefined : 'lone-surrogate';
    if (refusal) tell.drop(refusal);
    return refusal === undefined;
  });
}

/** On how many items the rule matters: where others give other preferences. */
function countDisagreement(annotations: readonly Annotation[], item: Item, { criterion }: ExportOptions, { aggregated }: Tally): void {
  aggregated.items++;
  if (annotations.length < 2) return;
  const { opposed, different } = ruleDisagreement(candidatesOf(item, annotations).map(({ id }) => id), annotations.map((annotation) => ballotOf(annotation, criterion)));
  if (different) aggregated.different++;
  if (opposed) aggregated.opposed++;
}

/** Ids of what was judged, and of the judgements, as far as the dataset was read. */
interface Seen {
  readonly items: Set<string>;
  readonly standings: Set<string>;
}

function see({ item, place, standings }: JudgedRecord, seen: Seen, ids: RepeatedIds): void {
  seen.items.add(item.id);
  for (const { id } of standings) seen.standings.add(id);
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
    standings.add(standing.id);
    if (!items.has(standing.item)) count(tally.dropped, 'no-item');
  }
  tally.annotations = standings.size;
}

function refuseUnknownCriterion({ criterion }: ExportOptions, { criteria }: Tally): void {
  if (criterion === undefined || criteria.has(criterion)) return;
  const known = [...criteria].sort().map((name) => JSON.stringify(name));
  throw new UsageError(`nothing was preferred by the criterion ${JSON.stringify(criterion)}; ${known.length === 0 ? 'no judgement here is by one criterion only' : `there ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}`}`);
}
