import type { SourceTexts } from '../../dataset/json/sourceTexts';
import { scan } from '../../dataset/sources/scan';
import type { Journal } from '../../journal/journal';
import type { SharedAnnotationIndex } from '../../journal/sharedAnnotationIndex';
import type { CurrentAnnotation } from '../../journal/replay';
import { withCodePointOffsets } from '../../journal/codePointOffsets';
import type { Annotation } from '../../model/annotation/annotation';
import type { Item } from '../../model/item/item';
import { judgedResponses } from '../../model/item/judgedResponses';
import type { Study } from '../../study/study';
import { agreementOn } from '../derive/agreement';
import type { ExportOptions } from '../format';
import type { DropReason } from '../dropReasons';
import { contentNumber, ItemNumbers, RepetitionCounter } from './duplicates';
import {
  adjudicatedReason,
  controlsLeftOut,
  givenBy,
  isFlagged,
  kindOfAnnotation,
  leftOutReason,
  unwantedReason,
  type PlannedStudy,
} from './annotationSelection';
import { hasTurn, turnItems } from './turnItems';
import { countItemValues, countJudgeValues, unwantedItem, type FilterValueCounts } from './filterValueCounts';

/** A record of the dataset on whose item there are judgements. */
export interface JudgedRecord {
  readonly item: Item;
  /** The judgements in force that this record gives; of records that repeat an item, each gives its own. */
  readonly currentAnnotations: readonly CurrentAnnotation[];
  /** Where the item's long texts stand as JSON. */
  readonly texts?: SourceTexts | undefined;
  /** It has a row also where none of its judgements is exported. */
  readonly hasRow?: boolean | undefined;
}

/** What an item, or one turn of it, was judged to be like under one context, by all who are wanted. */
export interface JudgedItem {
  /** As it was judged: of one turn, the conversation up to it as the prompt, and that turn of each response. */
  readonly item: Item;
  /** As the dataset has it, where one turn was judged: splits and repeats go by it. */
  readonly whole?: Item | undefined;
  readonly turn?: number | undefined;
  readonly context: string | undefined;
  readonly annotations: readonly Annotation[];
  readonly texts?: SourceTexts | undefined;
  /** Of others, whose critiques are judged in these (see `withCritics`). */
  readonly critics?: readonly Annotation[] | undefined;
}

type OnDrop = (reason: DropReason, times?: number) => void;

/**
 * The records that were judged by anybody who is wanted (where all items have a row, all but those that repeat one), in
 * the dataset's order, in batches.
 */
export async function* judgedRecords(
  study: Study,
  judged: SharedAnnotationIndex,
  options: ExportOptions,
  signal: AbortSignal | undefined,
  onBytes: (read: number) => void,
): AsyncGenerator<readonly JudgedRecord[]> {
  const numbers = new ItemNumbers(judged, options);
  const repetitions = new RepetitionCounter(judged.size);
  for await (const batch of scan(study.data.paths, study.data.reading, { signal, onBytes })) {
    yield batch.flatMap((parsed): JudgedRecord[] => {
      if (!('item' in parsed)) return [];
      const { item } = parsed;
      const number = numbers.of(item.id);
      const all = judged.on(number, item);
      if (number < 0 || (all.length === 0 && options.items !== 'all')) return [];
      const currentAnnotations = givenBy(repetitions.add(number, contentNumber(item)), all, options);
      return currentAnnotations ? [{ item, currentAnnotations }] : [];
    });
  }
}

/**
 * Keeps of records those judgements only that may be exported, as far as their replay tells.
 * @param met hears of what the filters of items meet
 */
export function selectedAnnotations(
  batch: readonly JudgedRecord[],
  study: PlannedStudy,
  options: ExportOptions,
  onDrop: OnDrop = () => undefined,
  met?: FilterValueCounts,
): JudgedRecord[] {
  const controls = controlsLeftOut(study, options);
  return batch.map((record) => {
    const { item, texts } = record;
    const hasRow = options.items === 'all' && mayBeUnjudged(record, controls, options, onDrop, met);
    const currentAnnotations = record.currentAnnotations.filter((currentAnnotation) => {
      const isStale = currentAnnotation.hash !== item.hash && options.stale === undefined;
      if (met) countJudgeValues(met, kindOfAnnotation(currentAnnotation), options);
      const before =
        leftOutReason(currentAnnotation, options, controls) ??
        (isTurnOf(currentAnnotation, item, options) ? undefined : 'one-turn') ??
        adjudicatedReason(currentAnnotation, record.currentAnnotations, item, options) ??
        (currentAnnotation.skipped && !options.format.keepsAll ? 'skipped' : isStale ? 'stale' : undefined);
      if (met && before === undefined) countItemValues(met, item, options);
      const reason = before ?? unwantedItem(item, options);
      if (reason) onDrop(reason);
      return reason === undefined;
    });
    return { item, texts, hasRow, currentAnnotations };
  });
}

/**
 * Whether an item has a row though nobody judged it: no control item, and none in other languages or with other values
 * than asked for. What somebody skipped stays out, for a skip may say that it is harmful.
 */
function mayBeUnjudged(
  { item, currentAnnotations }: JudgedRecord,
  controls: ReadonlySet<string>,
  options: ExportOptions,
  onDrop: OnDrop,
  met?: FilterValueCounts,
): boolean {
  const reason = controls.has(item.id) ? 'control' : unwantedItem(item, options);
  // Of what was judged it is told by judgement.
  if (met && reason !== 'control' && currentAnnotations.length === 0) countItemValues(met, item, options);
  if (reason && currentAnnotations.length === 0) onDrop(reason);
  return reason === undefined && !currentAnnotations.some(({ skipped, hash }) => skipped && hash === item.hash);
}

/**
 * The judgements of a batch that are exported, of those that `selectedAnnotations` leaves, read from their journals: for
 * each item and context together, and none of an item that has a row all the same, unless what is not wanted of it is a
 * flag. `onRead` hears of all that were read.
 */
export async function annotationsIn(
  kept: readonly JudgedRecord[],
  { journal }: { readonly journal: Pick<Journal, 'fetchAll'> },
  options: ExportOptions,
  onDrop: OnDrop = () => undefined,
  onRead: (annotation: Annotation) => void = () => undefined,
): Promise<readonly JudgedItem[]> {
  const annotations = new Map<string, Annotation>();
  for await (const some of journal.fetchAll(
    kept.flatMap(({ currentAnnotations }) => currentAnnotations.map(({ ref }) => ref)),
  ))
    for (const annotation of some) annotations.set(annotation.id, annotation);
  const judged: JudgedItem[] = [];
  for (const { item, currentAnnotations, texts, hasRow } of kept) {
    // Standings are found by hashes of ids.
    const all = currentAnnotations.flatMap(({ id }) => {
      const annotation = annotations.get(id);
      return annotation ? [withCodePointOffsets(annotation, judgedResponses(item, annotation.judgement))] : [];
    });
    const wanted = all.filter((annotation) => {
      if (annotation.item !== item.id) return false;
      onRead(annotation);
      const reason = unwantedReason(annotation, options);
      if (reason) onDrop(reason);
      return reason === undefined;
    });
    if (hasRow && wanted.length === 0 && !all.some((annotation) => isFlagged(annotation, options.withoutFlags)))
      judged.push({ item, context: undefined, annotations: [] });
    for (const some of judgedAlike(wanted, options)) {
      const reason = tooLittle(some, options);
      const { context, turn } = some[0] ?? {};
      if (reason) onDrop(reason, some.length);
      else if (turn === undefined || options.format.keepsAll) judged.push({ item, context, annotations: some, texts });
      else
        for (const own of turnItems(item, some, turn, onDrop))
          // A response whose conversation is like no other's is compared with none, which was told.
          if (own.item.responses.length > 1 || options.format.family === 'labels')
            judged.push({ ...own, whole: item, turn, context });
    }
  }
  return judged;
}

/** Whether a judgement is of the whole, or of a turn that the item has; formats that keep all take any. */
const isTurnOf = ({ turn }: CurrentAnnotation, item: Item, { format }: ExportOptions): boolean =>
  turn === undefined || format.keepsAll === true || hasTurn(item, turn);

/**
 * Annotations of one item in lists of one context each (and of the whole or one turn each, but where the format keeps
 * all), in the order of the first of each; nearly always there is one.
 */
function judgedAlike(
  annotations: readonly Annotation[],
  { format }: ExportOptions,
): readonly (readonly Annotation[])[] {
  const [first] = annotations;
  if (!first) return [];
  const isLike = (one: Annotation, other: Annotation): boolean =>
    one.context === other.context && (format.keepsAll === true || one.turn === other.turn);
  if (annotations.every((annotation) => isLike(annotation, first))) return [annotations];
  const firsts = annotations.filter(
    (annotation) => annotations.find((each) => isLike(each, annotation)) === annotation,
  );
  return firsts.map((one) => annotations.filter((annotation) => isLike(annotation, one)));
}

/** Why an item is left out for who judged it, and how they agree; what an adjudicator settled needs nobody else. */
function tooLittle(all: readonly Annotation[], options: ExportOptions): DropReason | undefined {
  const { minAnnotators, minAgreement, adjudicated } = options;
  const annotations = all.filter(({ role }) => role === undefined);
  if (adjudicated !== undefined && annotations.length < all.length) return undefined;
  if (minAnnotators !== undefined && new Set(annotations.map(({ annotator }) => annotator)).size < minAnnotators)
    return 'too-few';
  if (minAgreement === undefined) return undefined;
  // What is agreed on is what was judged first, and the whole where a format has turns beside it.
  const share = agreementOn(
    annotations.filter(
      ({ repeat, turn }) => repeat === undefined && (turn === undefined || options.format.keepsAll !== true),
    ),
    options,
  );
  if (share === undefined) return 'no-votes';
  return share < minAgreement ? 'no-agreement' : undefined;
}
