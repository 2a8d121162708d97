import { RangeReader } from '../../dataset/sources/lineRanges';
import type { ParsedItem } from '../../dataset/items/parsedItem';
import { itemsIn, type RangeChunk, type Chunk } from '../../dataset/sources/scan';
import type { Journal } from '../../journal/journal';
import type { SharedAnnotationIndex } from '../../journal/sharedAnnotationIndex';
import type { Replay } from '../../journal/replay';
import type { Annotation } from '../../model/annotation/annotation';
import type { Item } from '../../model/item/item';
import { judgeKindOf } from '../../model/annotation/judgeKind';
import type { FileProblem } from '../../model/problems/problem';
import { areOpposed, ruleDisagreement } from '../../quality/consensus/itemAgreement';
import { hasPrompt } from '../builders/defaults';
import { ballotOf, candidatesOf } from '../derive/ballots';
import type { FileContext, Judged, ReferencedStudy, ExportRow, RowNotifier, ExportOptions } from '../format';
import { hashOfText } from '../dedup/hash';
import { ContradictingRows } from './contradictingRows';
import type { PromptRows } from '../split/leaks';
import { contentOf, splits, type Split } from '../split/splitRatios';
import { MediaResolver } from '../media/mediaResolver';
import { promptAsShown } from '../texts/promptAsShown';
import { isTranscript, promptAlone } from '../texts/plainText';
import { promptNotes } from '../texts/promptNotes';
import { withCritics } from './critics';
import { DateColumns, type DateFindings } from './dateColumns';
import { annotationsIn, selectedAnnotations, type JudgedItem, type JudgedRecord } from './judgedRecords';
import type { RowPlan } from './exportPlan';
import { annotatorName } from './pseudonyms';
import type { OptionalColumn } from './optionalColumnScan';
import { floatColumns } from './floatColumns';
import type { RowBatch } from './rowBatch';
import { lookAtRow } from './rowFacts';
import { RowJson } from './rowJson';
import { contentNumber, ItemNumbers, RepetitionCounter, SeenItemsBuilder, type SeenItems } from './duplicates';
import { givenBy, type PlannedStudy } from './annotationSelection';
import { count, newTally, recordOrigin, noteRubric, type Tally } from './tally';
import { countAnnotationValues } from './filterValueCounts';

/** What rows are made with. */
export interface RowSetting {
  readonly study: ReferencedStudy & PlannedStudy;
  readonly journal: Pick<Journal, 'fetchAll'>;
  /** What was judged by those who are wanted. */
  readonly judged: SharedAnnotationIndex;
  /** Where critics are found; on threads there is none. */
  readonly replay?: Pick<Replay, 'annotators' | 'on'> | undefined;
  readonly options: ExportOptions;
  readonly plan: RowPlan;
}

/** More is to be held in memory at a time than there may be room for where rows are made. */
export class MemoryLimitExceeded extends Error {}

/** The rows of a stretch of the dataset, and what is told of it. Plain data. */
export interface RowBatchResult {
  readonly batch: RowBatch;
  /** Counts of this stretch alone. */
  readonly tally: Tally;
  /** Which columns items ask for that were seen (`OptionalColumnScan`). */
  readonly decided: readonly OptionalColumn[];
  /** Records that could not be read. */
  readonly problems: readonly FileProblem[];
  /** Where there is a split. */
  readonly prompts: readonly PromptRows[];
  /** The items that anybody judged. */
  readonly seen: SeenItems;
  /** Lines of a range, which are numbered from its first; 0 of other stretches, whose lines are those of the file. */
  readonly lines: number;
}

/** What the rows of a stretch are made with, beside itself. */
export interface RowBatchInput {
  /** Memory that may be written over. */
  readonly spare?: RowBatch | undefined;
  /**
   * How often items came before, where any did, by their place among those that were seen here; for those who cannot
   * know.
   */
  readonly repetitions?: ReadonlyMap<number, number> | undefined;
}

/** Makes rows of stretches of a dataset. */
export interface RowBatchBuilder {
  /**
   * Whether it is given one stretch after the other, in their order, and so knows which items came before. Others read
   * ranges of files themselves.
   */
  readonly inOrder: boolean;
  /** So many stretches are worth being under way at a time. */
  readonly concurrency: number;
  /**
   * The rows of a stretch: as if no item had come before, unless it is said which did. May be called again with that.
   */
  make(chunk: Chunk | RangeChunk, making: RowBatchInput): Promise<RowBatchResult>;
  /** What was seen of the columns of all rows. */
  dates(): Promise<DateFindings>;
  close(): Promise<void>;
}

const none: readonly never[] = [];

/** What is told of the rows of a stretch, as they are made. */
interface RowStats {
  readonly tally: Tally;
  readonly splits: number[];
  readonly prompts: PromptRows[];
  readonly problems: FileProblem[];
}

/** Makes them where it is called. */
export class RowBuilder implements RowBatchBuilder {
  readonly concurrency = 1;
  private readonly reader = new RangeReader();
  private readonly columns: DateColumns;
  private readonly json: RowJson;
  private readonly provenance = new RowJson();
  private readonly nameOf: (annotator: string) => string;
  private readonly file: FileContext;
  private readonly numbers: ItemNumbers;
  private readonly repetitions: RepetitionCounter | undefined;
  private readonly media: MediaResolver;

  constructor(
    private readonly setting: RowSetting,
    readonly inOrder = true,
    /** Bytes of records that are lines, and of annotations, that may be read at a time. */
    private readonly max = Infinity,
  ) {
    const { judged, options, plan } = setting;
    this.numbers = new ItemNumbers(judged, options);
    this.repetitions = inOrder ? new RepetitionCounter(judged.size) : undefined;
    this.json = new RowJson(floatColumns(options.format.reals));
    this.columns = new DateColumns(options.format.dates);
    this.nameOf = namesFor(options);
    this.file = { ...plan.shape.context, ...plan.file };
    this.media = new MediaResolver(options, this.file, options.mediaFiles ?? { folder: '', roots: [] });
  }

  async make(asked: Chunk | RangeChunk, { spare, repetitions }: RowBatchInput): Promise<RowBatchResult> {
    const { chunk, lines } = this.read(asked);
    const sighting = new SeenItemsBuilder();
    const made: RowStats = { tally: newTally(), splits: [], prompts: [], problems: [] };
    this.json.begin(spare?.lines);
    this.provenance.begin(spare?.provenance);
    // A few items at a time, so that they are garbage while still young.
    for (const some of itemsIn(chunk, true)) {
      const records = some.flatMap((parsed): readonly JudgedRecord[] => {
        if ('item' in parsed) return this.recordOf(parsed, sighting, repetitions);
        made.problems.push(parsed.problem);
        return [];
      });
      if (records.length > 0) await this.addRows(records, 'file' in chunk ? chunk.file : '', made);
    }
    const { tally, prompts, problems } = made;
    const batch = {
      splits: Uint8Array.from(made.splits),
      lines: this.json.written,
      provenance: this.provenance.written,
    };
    return {
      batch,
      tally,
      decided: [...this.setting.plan.shape.decided],
      prompts,
      problems,
      seen: sighting.items,
      lines,
    };
  }

  dates(): Promise<DateFindings> {
    return Promise.resolve(this.columns.findings);
  }

  close(): Promise<void> {
    this.reader.close();
    return Promise.resolve();
  }

  private read(chunk: Chunk | RangeChunk): { readonly chunk: Chunk; readonly lines: number } {
    if (!('range' in chunk)) return { chunk, lines: 0 };
    const { file, reading, range } = chunk;
    const records = this.reader.read(file, range);
    if (records.bytes.length > this.max) throw new MemoryLimitExceeded();
    return { chunk: { file, reading, records }, lines: records.count };
  }

  /** The record of an item, where it gives anything. */
  private recordOf(
    parsed: ParsedItem,
    sighting: SeenItemsBuilder,
    repetitions: RowBatchInput['repetitions'],
  ): readonly JudgedRecord[] {
    const { item, texts } = parsed;
    const { judged, options } = this.setting;
    const number = this.numbers.of(item.id);
    const all = judged.on(number, item, sighting.onOlder);
    if (number < 0 || (all.length === 0 && options.items !== 'all')) return none;
    const at = sighting.add(number, item, parsed);
    const currentAnnotations = givenBy(
      this.repetitions?.add(number, contentNumber(item)) ?? repetitions?.get(at) ?? 0,
      all,
      options,
    );
    return currentAnnotations ? [{ item, currentAnnotations, texts }] : none;
  }

  private async addRows(
    records: readonly JudgedRecord[],
    dataset: string,
    { tally, splits: splitOfRows, prompts }: RowStats,
  ): Promise<void> {
    const { study, replay, journal, options, plan } = this.setting;
    const notify = tellingIn(tally);
    const kept = selectedAnnotations(records, study, options, notify.drop, tally.met);
    if (bytesOf(kept) > this.max) throw new MemoryLimitExceeded();
    for (const record of kept) plan.shape.look(record);
    const saysOnlyModels =
      options.origins === undefined && options.annotators === undefined && options.voters?.includes('model') === true;
    const read = (annotation: Annotation): void => {
      if (saysOnlyModels && judgeKindOf(annotation.origin) === 'model') notify.note('only-models');
      tally.annotators.add(this.nameOf(annotation.annotator));
      recordOrigin(tally, annotation);
      countAnnotationValues(tally.met, annotation, options);
    };
    const judgedItems = await annotationsIn(kept, { journal }, options, notify.drop, read);
    for (const judged of options.format.readsCritics && replay
      ? await withCritics(judgedItems, { replay, journal })
      : judgedItems) {
      const { whole = judged.item, turn } = judged;
      const refusal = plan.refusal(whole);
      if (refusal) {
        notify.drop(refusal, Math.max(1, judged.annotations.length));
        continue;
      }
      const split = plan.splitOf(whole);
      const before = tally.rows[split];
      const opposites = ContradictingRows.among(judged.annotations);
      this.json.forget(judged.texts);
      for (const { value, from } of this.rowsOfItem(judged, dataset, tally, notify)) {
        if (!this.json.line(value)) {
          notify.drop('lone-surrogate');
          continue;
        }
        this.columns.look(split, value);
        lookAtRow(tally.facts, value, this.json);
        tally.rows[split]++;
        opposites?.add(from);
        for (const { id, version } of from.rubrics ?? none) noteRubric(tally, id, version);
        splitOfRows.push(splits.indexOf(split));
        this.provenance.provenanceLine(whole.id, turn === undefined ? from : { ...from, turn }, this.nameOf);
      }
      const rows = tally.rows[split] - before;
      if (opposites && opposites.count > 0) notify.note('opposite', opposites.count);
      else if (rows > 0 && standSideBySide(judged.annotations, options)) notify.note('annotators-differ');
      if (rows > tally.largest) tally.largest = rows;
      if (turn !== undefined) notify.note('of-turn', rows);
      if (rows > 0) plan.written(whole);
      if (options.split && rows > 0) prompts.push(promptRows(whole, split, rows, plan.groupOf(whole)));
    }
  }

  /**
   * The rows of an item as it was judged under one context; those that no loader or trainer could take are counted and
   * left.
   */
  private rowsOfItem(
    { item: source, context, annotations, critics }: JudgedItem,
    dataset: string,
    tally: Tally,
    notify: RowNotifier,
  ): ExportRow[] {
    const { study, options, plan } = this.setting;
    const { format } = options;
    const placed = this.media.place(source, dataset, (name, path) => tally.media.set(name, path));
    if (typeof placed === 'string') {
      notify.drop(placed, Math.max(1, annotations.length));
      return [];
    }
    const { item, media } = placed;
    const seen = hasPrompt(format) ? promptAsShown(item, context, options, format) : item;
    if (!seen) {
      notify.drop('no-user-turn', Math.max(1, annotations.length));
      return [];
    }
    if (format.wraps && isTranscript(format.promptOnly ? promptAlone(seen) : seen)) {
      notify.drop('conversation', Math.max(1, annotations.length));
      return [];
    }
    if (options.aggregate !== undefined) countDisagreement(annotations, item, options, tally);
    const judged: Judged = {
      item: seen,
      source,
      context,
      annotations,
      critics,
      consensus: plan.consensus(item, annotations),
      study,
    };
    const isEmpty = !format.keepsAll && judged.item.prompt.every(({ content, media }) => content === '' && !media);
    // Notes are of rows that are written.
    const rows = [...format.rows(judged, options, this.file, isEmpty ? { ...notify, note: () => undefined } : notify)];
    if (!isEmpty) {
      const notes =
        seen === item && item.context === undefined && item.evidence === undefined && item.tools === undefined
          ? none
          : promptNotes(item, options);
      for (const note of notes) notify.note(note, rows.length);
      if (media === 'left-out') notify.note('media-left-out', rows.length);
      if (media === 'carried' && rows.length > 0) plan.shape.lookAtMedia(item, options);
      return rows;
    }
    notify.drop('empty-prompt', rows.length);
    return [];
  }
}

/** So much of a prompt is told of it where it leaks. */
const toldOfPrompt = 200;

/** What the annotations of records take in their journals. */
function bytesOf(records: readonly JudgedRecord[]): number {
  let bytes = 0;
  for (const { currentAnnotations } of records) for (const { ref } of currentAnnotations) bytes += ref.length;
  return bytes;
}

function promptRows(item: Item, split: Split, rows: number, group: number | undefined): PromptRows {
  const prompt = contentOf(item);
  return { split, rows, prompt: prompt.slice(0, toldOfPrompt), hash: hashOfText(prompt), group };
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

/**
 * Whether each of several annotators speaks for themselves in an export of preferences, and some of them say the
 * opposite of others.
 */
function standSideBySide(annotations: readonly Annotation[], { aggregate, criterion, format }: ExportOptions): boolean {
  if (annotations.length < 2 || aggregate !== undefined || !format.takes.includes('aggregate')) return false;
  return areOpposed(annotations.map((annotation) => ballotOf(annotation, criterion)));
}

/** Of the items that several judged, on how many the rule matters: where others give other preferences. */
function countDisagreement(
  annotations: readonly Annotation[],
  item: Item,
  { criterion }: ExportOptions,
  { aggregated }: Tally,
): void {
  if (new Set(annotations.map(({ annotator }) => annotator)).size < 2) return;
  aggregated.items++;
  const { opposed, different } = ruleDisagreement(
    candidatesOf(item, annotations).map(({ id }) => id),
    annotations.map((annotation) => ballotOf(annotation, criterion)),
  );
  if (different) aggregated.different++;
  if (opposed) aggregated.opposed++;
}

function tellingIn(tally: Tally): RowNotifier {
  return {
    drop: (reason, times = 1) => {
      if (times > 0) count(tally.dropped, reason, times);
    },
    note: (note, times = 1) => {
      if (times > 0) count(tally.notes, note, times);
    },
    good: () => tally.good++,
    criterion: (name) => tally.criteria.add(name),
  };
}
