import { scan } from '../../dataset/scan';
import type { Standing } from '../../journal/replay';
import type { Journal } from '../../journal/journal';
import type { Annotation } from '../../model/annotation';
import type { Item } from '../../model/item';
import { NumberTable } from '../../quality/coverage/numberTable';
import type { Study } from '../../study/study';
import { agreementOn } from '../derive/agreement';
import { hashOfText } from '../hygiene/hash';
import type { ExportOptions } from '../options';
import type { Drop } from '../reasons';
import { controlsLeftOut, isWanted, isFlagged, leftOut, standingsFor, unwanted, unwantedItem, type PlannedStudy } from './selection';

/** A record of the dataset on whose item there are judgements. */
export interface JudgedRecord {
  readonly item: Item;
  /** The judgements in force that this record gives; of records that repeat an item, each gives its own. */
  readonly standings: readonly Standing[];
  /** It has a row also where none of its judgements is exported. */
  readonly hasRow?: boolean;
}

/** What an item was judged to be like under one context, by all who are wanted. */
export interface JudgedItem {
  readonly item: Item;
  readonly context: string | undefined;
  readonly annotations: readonly Annotation[];
  /** Of others, whose critiques are judged in these (see `withCritics`). */
  readonly critics?: readonly Annotation[] | undefined;
}

type OnDrop = (reason: Drop, times?: number) => void;

/** The records that were judged by anybody who is wanted (where all items have a row, all but those that repeat one), in the dataset's order, in batches. */
export async function* judgedRecords(study: Study, options: ExportOptions, signal: AbortSignal | undefined, onBytes: (read: number) => void): AsyncGenerator<readonly JudgedRecord[]> {
  const lookup = new JudgedLookup(study, options);
  for await (const batch of scan(study.data.paths, study.data.reading, { signal, onBytes })) {
    yield batch.flatMap((parsed): JudgedRecord[] => {
      const standings = 'item' in parsed ? lookup.of(parsed.item) : undefined;
      return 'item' in parsed && standings ? [{ item: parsed.item, standings }] : [];
    });
  }
}

/** Tells what was judged of the dataset's items, which are asked for in the dataset's order. */
export class JudgedLookup {
  private readonly annotators: readonly string[];
  private readonly repetitions = new Repetitions();
  private readonly once: boolean;
  private readonly all: boolean;

  constructor(
    private readonly study: Pick<Study, 'replay'>,
    options: ExportOptions,
  ) {
    this.annotators = study.replay.annotators().filter((annotator) => isWanted(annotator, options));
    this.once = options.aggregate !== undefined || options.format.perItem === true;
    this.all = options.items === 'all';
  }

  /** The judgements in force that the next record gives (of records that repeat an item, each gives its own); undefined where nobody judged its item, or, where all items have a row, it repeats one. */
  of(item: Pick<Item, 'id' | 'hash'>): readonly Standing[] | undefined {
    const standings = this.annotators.flatMap((annotator) => this.study.replay.everyOn(annotator, item));
    if (this.all) return this.repetitions.of(item) > 0 ? undefined : standings;
    return standings.length === 0 ? undefined : standingsFor(this.repetitions.of(item), standings, this.once);
  }
}

/** Counts how often an item came, by 16 to 32 bytes each. */
class Repetitions {
  private readonly items = new NumberTable();
  /** By place; nearly every item comes once. */
  private readonly more = new Map<number, number>();

  /** How often the item came before. */
  of({ id, hash }: Pick<Item, 'id' | 'hash'>): number {
    const before = this.items.size;
    const place = this.items.add(hashOfText(`${hash} ${id}`));
    if (place === before) return 0;
    const repetition = (this.more.get(place) ?? 0) + 1;
    this.more.set(place, repetition);
    return repetition;
  }
}

/** The same records with those judgements only that may be exported, as far as their replay tells. */
export function wantedStandings(batch: readonly JudgedRecord[], study: PlannedStudy, options: ExportOptions, onDrop: OnDrop = () => undefined): JudgedRecord[] {
  const controls = controlsLeftOut(study, options);
  return batch.map((record) => {
    const { item } = record;
    const hasRow = options.items === 'all' && mayBeUnjudged(record, controls, options, onDrop);
    return {
      ...record,
      ...(hasRow && { hasRow }),
      standings: record.standings.filter((standing) => {
        const isStale = standing.hash !== item.hash && options.stale === undefined;
        const reason = leftOut(standing, options, controls) ?? (standing.skipped ? 'skipped' : isStale ? 'stale' : unwantedItem(item, options));
        if (reason) onDrop(reason);
        return reason === undefined;
      }),
    };
  });
}

/** Whether an item has a row though nobody judged it: no control item, and none in other languages or with other values than asked for. What somebody skipped stays out, for a skip may say that it is harmful. */
function mayBeUnjudged({ item, standings }: JudgedRecord, controls: ReadonlySet<string>, options: ExportOptions, onDrop: OnDrop): boolean {
  const reason = controls.has(item.id) ? 'control' : unwantedItem(item, options);
  // Of what was judged it is told by judgement.
  if (reason && standings.length === 0) onDrop(reason);
  return reason === undefined && !standings.some(({ skipped, hash }) => skipped && hash === item.hash);
}

/** The judgements of a batch that are exported, of those that `wantedStandings` leaves, read from their journals: for each item and context together, and none of an item that has a row all the same, unless what is not wanted of it is a flag. `onRead` hears of all that were read. */
export async function annotationsIn(kept: readonly JudgedRecord[], { journal }: { readonly journal: Pick<Journal, 'fetchAll'> }, options: ExportOptions, onDrop: OnDrop = () => undefined, onRead: (annotation: Annotation) => void = () => undefined): Promise<readonly JudgedItem[]> {
  const annotations = new Map<string, Annotation>();
  for await (const some of journal.fetchAll(kept.flatMap(({ standings }) => standings.map(({ ref }) => ref)))) for (const annotation of some) annotations.set(annotation.id, annotation);
  const judged: JudgedItem[] = [];
  for (const { item, standings, hasRow } of kept) {
    const all = standings.flatMap(({ id }) => annotations.get(id) ?? []);
    const wanted = all.filter((annotation) => {
      onRead(annotation);
      const reason = unwanted(annotation, options);
      if (reason) onDrop(reason);
      return reason === undefined;
    });
    if (hasRow && wanted.length === 0 && !all.some((annotation) => isFlagged(annotation, options.withoutFlags))) judged.push({ item, context: undefined, annotations: [] });
    for (const context of new Set(wanted.map((annotation) => annotation.context))) {
      const some = wanted.filter((annotation) => annotation.context === context);
      const reason = tooLittle(some, options);
      if (reason) onDrop(reason, some.length);
      else judged.push({ item, context, annotations: some });
    }
  }
  return judged;
}

function tooLittle(annotations: readonly Annotation[], options: ExportOptions): Drop | undefined {
  const { minAnnotators, minAgreement } = options;
  if (minAnnotators !== undefined && new Set(annotations.map(({ annotator }) => annotator)).size < minAnnotators) return 'too-few';
  if (minAgreement === undefined) return undefined;
  const share = agreementOn(annotations, options);
  if (share === undefined) return 'no-votes';
  return share < minAgreement ? 'no-agreement' : undefined;
}
