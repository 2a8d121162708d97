import type { SourceTexts } from '../../dataset/json/sourceTexts';
import { scan } from '../../dataset/scan';
import type { Journal } from '../../journal/journal';
import type { JudgedTable } from '../../journal/judgedTable';
import type { Standing } from '../../journal/replay';
import type { Annotation } from '../../model/annotation';
import type { Item } from '../../model/item';
import type { Study } from '../../study/study';
import { ballotOf } from '../derive/ballots';
import { itemAgreement } from '../../quality/consensus/agreeing';
import type { ExportOptions } from '../options';
import type { Drop } from '../reasons';
import { contentOf, Repetitions } from './seen';
import { controlsLeftOut, givesOnce, leftOut, standingsFor, unwanted, unwantedItem, type PlannedStudy } from './selection';

/** A record of the dataset on whose item there are judgements. */
export interface JudgedRecord {
  readonly item: Item;
  /** The judgements in force that this record gives; of records that repeat an item, each gives its own. */
  readonly standings: readonly Standing[];
  /** Where the item's long texts stand as JSON. */
  readonly texts?: SourceTexts | undefined;
}

/** What an item was judged to be like under one context, by all who are wanted. */
export interface JudgedItem {
  readonly item: Item;
  readonly context: string | undefined;
  readonly annotations: readonly Annotation[];
  readonly texts?: SourceTexts | undefined;
}

type OnDrop = (reason: Drop, times?: number) => void;

/** The records that were judged by anybody who is wanted, in the dataset's order, in batches. */
export async function* judgedRecords(study: Study, judged: JudgedTable, options: ExportOptions, signal: AbortSignal | undefined, onBytes: (read: number) => void): AsyncGenerator<readonly JudgedRecord[]> {
  const repetitions = new Repetitions(judged.size);
  const once = givesOnce(options);
  for await (const batch of scan(study.data.paths, study.data.reading, { signal, onBytes })) {
    yield batch.flatMap((parsed): JudgedRecord[] => {
      if (!('item' in parsed)) return [];
      const { item } = parsed;
      const number = judged.numberOf(item.id);
      const standings = judged.on(number, item);
      return standings.length === 0 ? [] : [{ item, standings: standingsFor(repetitions.add(number, contentOf(item)), standings, once) }];
    });
  }
}

/** The same records with those judgements only that may be exported, as far as their replay tells. */
export function wantedStandings(batch: readonly JudgedRecord[], study: PlannedStudy, options: ExportOptions, onDrop: OnDrop = () => undefined): JudgedRecord[] {
  const controls = controlsLeftOut(study, options);
  return batch.map((record) => {
    const { item } = record;
    return {
      ...record,
      standings: record.standings.filter((standing) => {
        const isStale = standing.hash !== item.hash && options.stale === undefined;
        const reason = leftOut(standing, options, controls) ?? (standing.skipped ? 'skipped' : isStale ? 'stale' : unwantedItem(item, options));
        if (reason) onDrop(reason);
        return reason === undefined;
      }),
    };
  });
}

/** The judgements of a batch that are exported, of those that `wantedStandings` leaves, read from their journals: for each item and context together. `onRead` hears of all that were read. */
export async function annotationsIn(kept: readonly JudgedRecord[], { journal }: { readonly journal: Pick<Journal, 'fetchAll'> }, options: ExportOptions, onDrop: OnDrop = () => undefined, onRead: (annotation: Annotation) => void = () => undefined): Promise<readonly JudgedItem[]> {
  const annotations = new Map<string, Annotation>();
  for await (const some of journal.fetchAll(kept.flatMap(({ standings }) => standings.map(({ ref }) => ref)))) for (const annotation of some) annotations.set(annotation.id, annotation);
  const judged: JudgedItem[] = [];
  for (const { item, standings, texts } of kept) {
    // Standings are found by hashes of ids.
    const wanted = standings.flatMap(({ id }) => annotations.get(id) ?? []).filter((annotation) => {
      if (annotation.item !== item.id) return false;
      onRead(annotation);
      const reason = unwanted(annotation, options);
      if (reason) onDrop(reason);
      return reason === undefined;
    });
    for (const context of new Set(wanted.map((annotation) => annotation.context))) {
      const some = wanted.filter((annotation) => annotation.context === context);
      const reason = tooLittle(some, options);
      if (reason) onDrop(reason, some.length);
      else judged.push({ item, context, annotations: some, texts });
    }
  }
  return judged;
}

function tooLittle(annotations: readonly Annotation[], { minAnnotators, minAgreement, criterion }: ExportOptions): Drop | undefined {
  if (minAnnotators !== undefined && new Set(annotations.map(({ annotator }) => annotator)).size < minAnnotators) return 'too-few';
  if (minAgreement === undefined) return undefined;
  const { share } = itemAgreement(annotations.map((annotation) => ballotOf(annotation, criterion)));
  return share !== null && share < minAgreement ? 'no-agreement' : undefined;
}
