import { scan } from '../dataset/scan';
import type { Standing } from '../journal/replay';
import type { Annotation } from '../model/annotation';
import type { Item } from '../model/item';
import type { Problem } from '../model/problem';
import type { Study } from '../study/study';
import { withContext } from './context';
import type { Judged } from './format';
import type { ExportOptions } from './options';
import { isWanted, leftOut, controlsLeftOut, standingsFor, unwanted, unwantedItem } from './selection';
import { count, noteMaking, type Tally } from './tally';

/** A record of the dataset on whose item there are judgements. */
export interface JudgedRecord {
  readonly item: Item;
  readonly place: { readonly file: string; readonly line: number };
  /** The judgements in force that this record gives; of records that repeat an item, each gives its own. */
  readonly standings: readonly Standing[];
}

/** The records that were judged by anybody who is wanted, in the dataset's order, in batches. */
export async function* judgedRecords(study: Study, options: ExportOptions, onProblem: (problem: Problem) => void, signal: AbortSignal | undefined, onBytes: (read: number) => void): AsyncGenerator<readonly JudgedRecord[]> {
  const annotators = study.replay.annotators().filter((annotator) => isWanted(annotator, options));
  const repetitions = new Map<string, number>();
  for await (const batch of scan(study.data.paths, study.data.reading, { signal, onBytes })) {
    yield batch.flatMap((parsed): JudgedRecord[] => {
      if ('problem' in parsed) {
        onProblem(parsed.problem);
        return [];
      }
      const { item } = parsed;
      const standings = annotators.flatMap((annotator) => study.replay.everyOn(annotator, item));
      if (standings.length === 0) return [];
      const key = `${item.hash} ${item.id}`;
      const repetition = repetitions.get(key) ?? 0;
      repetitions.set(key, repetition + 1);
      return [{ item, place: parsed, standings: standingsFor(repetition, standings, options.aggregate !== undefined) }];
    });
  }
}

/** What the records of a batch were judged to be like: for each context of an item apart. Why judgements are left out is counted. */
export async function* judgedIn(batch: readonly JudgedRecord[], study: Study, options: ExportOptions, tally: Tally): AsyncGenerator<Judged> {
  const controls = controlsLeftOut(study, options);
  const kept = batch.map(({ item, standings }) => ({ item, standings: standings.filter((standing) => !isLeftOut(standing, item, options, controls, tally)) }));
  const refs = kept.flatMap(({ standings }) => standings.map(({ ref }) => ref));
  const annotations = new Map<string, Annotation>();
  for await (const some of study.journal.fetchAll(refs)) for (const annotation of some) annotations.set(annotation.id, annotation);
  for (const { item, standings } of kept) {
    const all = standings.flatMap(({ id }) => annotations.get(id) ?? []);
    for (const annotation of all) noteMaking(tally, annotation);
    const wanted = all.filter((annotation) => {
      const reason = unwanted(annotation, options);
      if (reason) count(tally.dropped, reason);
      return reason === undefined;
    });
    for (const context of new Set(wanted.map((annotation) => annotation.context))) {
      const some = wanted.filter((annotation) => annotation.context === context);
      const isWritten = context !== undefined && options.format.shape === 'messages' && !options.format.keepsContexts;
      yield { item: isWritten ? withContext(item, context) : item, source: item, context, annotations: some };
    }
  }
}

function isLeftOut(standing: Standing, item: Item, options: ExportOptions, controls: ReadonlySet<string>, tally: Tally): boolean {
  const isStale = standing.hash !== item.hash && options.stale === undefined;
  const reason = leftOut(standing, options, controls) ?? (standing.skipped ? 'skipped' : isStale ? 'stale' : unwantedItem(item, options));
  if (reason) count(tally.dropped, reason);
  return reason !== undefined;
}
