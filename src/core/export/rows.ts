import { UsageError, type Problem } from '../model/problem';
import { sizeOf } from '../dataset/fileVersion';
import { RepeatedIds } from '../dataset/repeatedIds';
import type { Study } from '../study/study';
import { DateColumns } from './dateColumns';
import { fileContext, looksFirst } from './fileContext';
import type { Fields, Made, Tell } from './format';
import { judgedIn, judgedRecords, type JudgedRecord } from './judged';
import type { ExportOptions } from './options';
import { isWanted } from './selection';
import { splitOf, type Split } from './split';
import { count, type Tally } from './tally';
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
 * The rows of an export in the dataset's order, with everything counted in `tally`. Reads the dataset once, and twice where all rows
 * depend on whether any item defines tools or, in a plain-text format, is a conversation. `onFraction` hears how much of that is done.
 * Throws `UsageError` for a criterion by which nothing was compared.
 */
export async function* rowsOf(study: Study, options: ExportOptions, tally: Tally, signal?: AbortSignal, onFraction?: (fraction: number) => void): AsyncGenerator<Row> {
  const bytes = await sizeOf(study.sources);
  const readings = looksFirst(study, options) ? 2 : 1;
  const reading = (number: number) => (read: number) => onFraction?.((number - 1 + read / bytes) / readings);
  const file = await fileContext(study, options, signal, reading(1));
  tally.file = file;
  const columns = new DateColumns();
  const seen: Seen = { items: new Set(), standings: new Set() };
  const ids = new RepeatedIds();
  const tell = tellingIn(tally);
  const problem = (each: Problem): unknown => tally.problems.push(each);
  for await (const batch of judgedRecords(study, options, problem, signal, reading(readings))) {
    for await (const judged of judgedIn(batch, study, options, tally)) {
      for (const made of options.format.rows(judged, options, file, tell)) {
        const refusal = judged.item.prompt.every(({ content }) => content === '') ? 'empty-prompt' : isWellFormed(made.value) ? undefined : 'lone-surrogate';
        if (refusal) {
          tell.drop(refusal);
          continue;
        }
        const split = splitOf(judged.source, options);
        columns.look(split, made.value);
        tally.rows[split]++;
        yield { split, value: made.value, json: JSON.stringify(made.value), provenance: { item: judged.item.id, ...made.from } };
      }
    }
    for (const record of batch) see(record, seen, ids);
  }
  countGone(study, options, seen, tally);
  refuseUnknownCriterion(options, tally);
  tally.problems.push(...ids.problems());
  columns.refuse();
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
