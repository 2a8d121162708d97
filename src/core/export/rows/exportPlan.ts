import { resolve, dirname } from 'node:path';
import type { Item } from '../../model/item/item';
import { problem, UsageError } from '../../model/problems/problem';
import type { Consensus } from '../../quality/consensus/ballot';
import { consensusOf } from '../../quality/consensus/consensus';
import { DawidSkene } from '../../quality/consensus/dawidSkene';
import type { SharedAnnotationIndex } from '../../journal/sharedAnnotationIndex';
import type { Annotation } from '../../model/annotation/annotation';
import { NumberTable } from '../../model/report/numberTable';
import type { Study } from '../../study/study';
import { ballotOf, candidatesOf } from '../derive/ballots';
import type { FileContext, ExportOptions } from '../format';
import { userTurnTexts } from '../dedup/benchmarks';
import { Contamination, tulu3 } from '../dedup/decontamination';
import { ExactCopies } from '../dedup/exactCopies';
import { hashOfText } from '../dedup/hash';
import { defaultThreshold, NearDuplicates } from '../dedup/nearDuplicates';
import { BenchmarkOverlaps } from '../dedup/benchmarkOverlaps';
import { epsilonOf, labelNoise, type LabelNoise } from '../derive/labelNoise';
import { asksForSize, ListSizes } from '../derive/listSize';
import { annotationsIn, judgedRecords, selectedAnnotations, type JudgedItem, type JudgedRecord } from './judgedRecords';
import { ratedAspects } from '../derive/ratedAspects';
import type { DropReason } from '../dropReasons';
import { OptionalColumnScan, type OptionalColumn } from './optionalColumnScan';
import { asksAnnotations } from './filterValueCounts';
import { SplitPlan } from '../split/splitPlan';
import { Strata } from '../split/strata';
import { contentOf, type SplitRatios, type Split } from '../split/splitRatios';

/** What holds for all rows of an export. */
export interface RowPlan {
  /** The form in which prompts are written, as far as the dataset was read. */
  readonly shape: OptionalColumnScan;
  /** The rest of what is decided for the whole file. */
  readonly file: Omit<FileContext, 'tools' | 'media' | 'mediaOfResponses'>;
  readonly splitOf: (item: Item) => Split;
  /** The group of an item that must not be parted by the split, where near duplicates are kept together. */
  readonly groupOf: (item: Item) => number | undefined;
  /** Why an item is not written, whatever was judged of it; of those that are alike, by which of them was `written`. */
  readonly refusal: (item: Item) => DropReason | undefined;
  /** Hears of each item that gave a row, in the dataset's order. */
  readonly written: (item: Item) => void;
  /** What the annotators of an item prefer together; undefined where each speaks for themselves. */
  readonly consensus: (source: Item, annotations: readonly Annotation[]) => Consensus | undefined;
}

/** What was found out for an export as a whole before its rows are made. */
export interface ExportPlan extends RowPlan {
  /** How often labels are likely wrong. */
  readonly noise: LabelNoise;
  /** Pairs on which the model of annotators' errors had not come to rest. */
  readonly unsettled: number;
}

/**
 * Whether all that a row rests on stands in its item and the judgements of it, so that rows can be made anywhere
 * (`rowPlan`).
 */
export const hasIndependentRows = (options: ExportOptions): boolean =>
  !needsDatasetScan(options) &&
  options.contamination === undefined &&
  options.items !== 'all' &&
  !options.format.readsCritics;

/**
 * The plan of an export whose rows stand alone.
 * @param file what else was decided
 * @param decided which columns items ask for that were seen
 */
export function rowPlan(options: ExportOptions, file: RowPlan['file'], decided: Iterable<OptionalColumn>): RowPlan {
  const splitting = splittingOf(options);
  const shape = new OptionalColumnScan(options, decided);
  return {
    shape,
    file,
    splitOf: (item) => splitting?.splitOf(item) ?? 'train',
    groupOf: () => undefined,
    refusal: () => undefined,
    written: () => undefined,
    consensus: consensusBy(options),
  };
}

/** Whether the dataset is read once before its rows are made. */
export function needsDatasetScan(options: ExportOptions): boolean {
  const { split, groupBy, stratify, nearDuplicates, aggregate } = options;
  const splits = split !== undefined && (groupBy !== undefined || stratify !== undefined);
  return splits || nearDuplicates !== undefined || aggregate === 'dawid-skene' || asksForSize(options);
}

/** Reads the dataset, where anything needs it to be read, up to where all is decided. */
export async function exportPlanOf(
  study: Study,
  judged: SharedAnnotationIndex,
  options: ExportOptions,
  signal: AbortSignal | undefined,
  onBytes: (read: number) => void,
): Promise<ExportPlan> {
  const shape = new OptionalColumnScan(options);
  const splitting = splittingOf(options);
  const strata = options.stratify === undefined ? undefined : new Strata(options.stratify);
  const alike = options.nearDuplicates === undefined ? undefined : new AlikePrompts(options.nearDuplicates);
  const labels = options.aggregate === 'dawid-skene' ? new DawidSkene() : undefined;
  const sizes = asksForSize(options) ? new ListSizes() : undefined;
  // What else is asked of judgements stands in their lines, or is asked of all of an item together.
  const asksMore =
    asksAnnotations(options) || options.minAnnotators !== undefined || options.minAgreement !== undefined;
  if (needsDatasetScan(options)) {
    for await (const batch of judgedRecords(study, judged, options, signal, onBytes)) {
      const kept = selectedAnnotations(batch, study, options);
      for (const record of kept) shape.look(record);
      const judgedItems = labels || asksMore ? await annotationsIn(kept, study, options) : undefined;
      // Of what is left out nothing is decided for the rest: it has no share of a split, and is like no other.
      for (const [item, isJudged] of judgedItems ? exportedOf(judgedItems) : exportedIn(kept)) {
        splitting?.add(item, strata?.of(item) ?? '');
        alike?.add(item);
        if (isJudged) sizes?.add(item);
      }
      if (labels)
        for (const { item, annotations } of judgedItems ?? [])
          labels.add(
            labelKey(item, annotations[0]),
            candidatesOf(item, annotations).map(({ id }) => id),
            annotations.map((annotation) => ballotOf(annotation, options.criterion)),
          );
    }
  }
  strata?.assertFound();
  if (splitting?.scansFirst) splitting.close();
  alike?.close();
  const fitted = labels?.fit();
  const copies = options.nearDuplicates === undefined ? undefined : new ExactCopies();
  const { contamination } = options;
  const rule = { gram: contamination?.gram ?? tulu3.gram, above: contamination?.share ?? tulu3.above };
  const files = contamination?.files.map((name) => ({ name, path: resolve(dirname(study.file), name) }));
  const benchmarks =
    files &&
    (await Contamination.read(
      files.map(({ path }) => path),
      { gram: rule.gram, signal },
    ));
  const overlaps = files && new BenchmarkOverlaps(rule, files);
  const noise = await labelNoise(study, options);
  const file = {
    epsilon: options.noise === 'smooth' ? softeningOf(noise) : undefined,
    listSize: sizes?.most,
    overlaps,
    ...(options.format.rated && { aspects: await ratedAspects(study, options) }),
  };
  return {
    shape,
    file,
    noise,
    unsettled: fitted?.moving ?? 0,
    splitOf: (item) => splitting?.splitOf(item) ?? 'train',
    groupOf: (item) => (options.groupBy ? splitting?.groupOf(item) : undefined),
    refusal: (item) => {
      if (alike?.isRepeat(item) || copies?.isCopy(item)) return 'near-duplicate';
      const overlap = benchmarks?.overlapOf(userTurnTexts(item));
      if (!overlap || overlap.share <= rule.above) return undefined;
      overlaps?.add(item, overlap);
      return 'contaminated';
    },
    written: (item) => {
      alike?.written(item);
      copies?.written(item);
    },
    consensus: fitted
      ? (item, annotations) =>
          fitted.consensus(
            labelKey(item, annotations[0]),
            candidatesOf(item, annotations).map(({ id }) => id),
          )
      : consensusBy(options),
  };
}

/** The items of records of which something is exported, and whether anything was judged of each. */
const exportedIn = (kept: readonly JudgedRecord[]): Map<Item, boolean> =>
  new Map(
    kept
      .filter(({ currentAnnotations, hasRow }) => currentAnnotations.length > 0 || hasRow)
      .map(({ item, currentAnnotations }) => [item, currentAnnotations.length > 0]),
  );

/** The same of what was read; one judged under several contexts and turns comes once. */
const exportedOf = (judged: readonly JudgedItem[]): Map<Item, boolean> =>
  new Map(judged.map(({ item, whole = item, annotations }) => [whole, annotations.length > 0]));

function splittingOf({ split, seed, stratify, groupBy, nearDuplicates }: ExportOptions): SplitPlan | undefined {
  const stratified = stratify !== undefined;
  const looksForNear = groupBy !== undefined || (stratified && nearDuplicates !== undefined);
  return (
    split &&
    new SplitPlan({
      shares: split as SplitRatios,
      seed,
      stratified,
      firstsOnly: nearDuplicates !== undefined,
      ...(looksForNear && { nearDuplicates: { threshold: nearDuplicates ?? defaultThreshold } }),
    })
  );
}

/** The rules that look at one item at a time. */
function consensusBy({ aggregate, criterion }: ExportOptions): RowPlan['consensus'] {
  if (aggregate === undefined || aggregate === 'dawid-skene') return () => undefined;
  return (item, annotations) =>
    consensusOf(
      aggregate,
      candidatesOf(item, annotations).map(({ id }) => id),
      annotations.map((annotation) => ballotOf(annotation, criterion)),
    );
}

function softeningOf(noise: LabelNoise): number {
  const epsilon = epsilonOf(noise);
  if (epsilon === undefined) throw new UsageError(problem('export.noiseUnknown', {}));
  return epsilon;
}

const labelKey = (
  { id, hash, responses }: Item,
  { context, turn }: Pick<Annotation, 'context' | 'turn'> = {},
): string =>
  JSON.stringify([
    id,
    hash,
    context ?? null,
    ...(turn === undefined ? [] : [turn, ...responses.map((each) => each.id)]),
  ]);

/**
 * Finds prompts that repeat one before with other words: of those that are alike the first that gave a row stays, so
 * that none is left out for one that gave nothing. The same prompt in several items, which have other responses, is no
 * repeat (`ExactCopies` finds those that have the same).
 */
class AlikePrompts {
  private readonly prompts = new NumberTable();
  private readonly near: NearDuplicates;
  private clusters: Int32Array = new Int32Array(0);
  /** By cluster: the prompt that gave a row first, counted from 1. */
  private firsts: Int32Array = new Int32Array(0);

  constructor(threshold: number) {
    this.near = new NearDuplicates({ threshold });
  }

  add(item: Item): void {
    const known = this.prompts.size;
    if (this.prompts.add(hashOfText(contentOf(item))) === known)
      this.near.add(item.prompt.map(({ content }) => content).join('\n\n'));
  }

  close(): void {
    this.clusters = this.near.clusters();
    this.firsts = new Int32Array(this.clusters.length);
  }

  isRepeat(item: Item): boolean {
    const { prompt, cluster } = this.placeOf(item);
    const first = this.firsts[cluster] ?? 0;
    return first !== 0 && first !== prompt + 1;
  }

  written(item: Item): void {
    const { prompt, cluster } = this.placeOf(item);
    if (prompt >= 0) this.firsts[cluster] ||= prompt + 1;
  }

  private placeOf(item: Item): { readonly prompt: number; readonly cluster: number } {
    const prompt = this.prompts.find(hashOfText(contentOf(item)));
    return { prompt, cluster: this.clusters[prompt] ?? -1 };
  }
}
