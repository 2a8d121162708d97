import { isDeepStrictEqual } from 'node:util';
import { DuplicateIdFinder, type FilePlace } from '../dataset/items/duplicateIds';
import type { ItemOrProblem, ParsedItem } from '../dataset/items/parsedItem';
import { UnreadLabels } from '../dataset/items/unreadLabels';
import type { Label } from '../dataset/layouts/layout';
import { placeOf } from '../dataset/records/rawRecord';
import type { CurrentAnnotation } from '../journal/replay';
import { defaultAspects } from '../model/annotation/aspect';
import type { Annotation } from '../model/annotation/annotation';
import { judgeKindOf } from '../model/annotation/judgeKind';
import { judgementKeyOf, judgementKeyText, type JudgementKey } from '../model/annotation/judgementKey';
import { fileProblem, problem, type FileProblem, type Problem } from '../model/problems/problem';
import type { Study } from '../study/study';
import { importedAnnotator } from './importedAnnotator';
import { ImportedAnnotationWriter } from './importedAnnotationWriter';
import type { ImportCounts, ImportProgress, ImportResult } from './importResult';
import { JudgeCounter, type UnnamedJudge } from './judgeCounter';
import type { LabelledRecord, LabelledRecordOrProblem } from './labelledRecords';
import { LabelMerger } from './labelMerger';
import { withMetaCritiques } from './metaCritiques';
import { SpanTypeCollector } from './spanTypes';
import { withStudyCriteria, type StudyCriteriaNames } from './studyCriteria';
import type { AmbiguousMatch, ImportTarget, StudyItemFinder } from './studyItems';

/** So many labels without an item are named one by one; the rest is counted. */
const maxNamed = 20;

/** An import under way: takes one label after the other, and decides which of them become annotations. */
export class LabelImport {
  private readonly counts: { -readonly [K in Exclude<keyof ImportCounts, 'written'>]: number } = {
    labels: 0,
    unchanged: 0,
    judged: 0,
    repeated: 0,
    byTexts: 0,
    unknown: 0,
    gathered: 0,
    ambiguous: 0,
    contrary: 0,
    corrected: 0,
    unread: 0,
    skipped: 0,
  };
  private readonly problems: FileProblem[] = [];
  readonly types = new SpanTypeCollector();
  /** By annotator: who has been given a label on which item, in which seat, and whether in another order than the item's. */
  private readonly seen = new Map<string, Map<string, boolean>>();
  private readonly merger = new LabelMerger();
  private readonly criteriaNames: StudyCriteriaNames;
  private readonly duplicateIds = new DuplicateIdFinder();
  private readonly unread: UnreadLabels;
  private readonly writer: ImportedAnnotationWriter;
  private readonly judges: JudgeCounter;
  private partial: { readonly file: string; readonly labels: number } | undefined;

  constructor(
    private readonly study: Study,
    private readonly options: {
      readonly annotator: string;
      /** Who gave the labels that name nobody. */ readonly unnamed: UnnamedJudge;
      readonly from: string;
      readonly now: () => Date;
      readonly inOrder: boolean;
      /** Whether labels are counted and left. */ readonly takesNone: boolean;
      /** What a person says that the values of labels mean. */ readonly said: string | undefined;
      readonly onProgress: ((progress: ImportProgress) => void) | undefined;
    },
  ) {
    this.unread = new UnreadLabels(options.said);
    this.judges = new JudgeCounter(options.annotator, options.unnamed);
    this.writer = new ImportedAnnotationWriter(study, options.from, options.now);
    this.criteriaNames = { rubrics: study.rubrics, aspects: study.project.task.aspects ?? defaultAspects };
  }

  /** Takes the labels that the study's own dataset holds. */
  async takeOwn(batches: AsyncIterable<readonly LabelledRecordOrProblem[]>, signal?: AbortSignal): Promise<void> {
    try {
      await this.takeBatches(batches, signal);
    } catch (error) {
      // Each label stands by itself: what was made of some is kept, and the next import goes on behind it.
      if (signal?.aborted) await this.finish();
      throw error;
    }
  }

  private async takeBatches(
    batches: AsyncIterable<readonly LabelledRecordOrProblem[]>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    for await (const batch of batches) {
      signal?.throwIfAborted();
      for (const record of batch) {
        if ('problem' in record) {
          this.problems.push(record.problem);
          continue;
        }
        this.begin(record, record.target);
        if (this.leftAll(record.labels, record.file)) continue;
        for (const found of this.judges.asNamed(record.labels)) {
          const annotator = importedAnnotator(this.options.annotator, found);
          const label = this.judges.judged(found, record.file);
          const taken = this.takeFree(annotator, this.seenBy(annotator), record.target, label, label);
          // Most labels wait for nothing, and to wait for each would take a part of the whole time that can be
          // measured.
          if (taken) await taken;
        }
      }
      this.tellProgress();
    }
  }

  /** Takes the labels of another file, each on the item of the study that it is of. */
  async takeOfOthers(batches: AsyncIterable<readonly ItemOrProblem[]>, known: StudyItemFinder): Promise<void> {
    for await (const batch of batches) {
      for (const parsed of batch) {
        if ('problem' in parsed) {
          this.problems.push(parsed.problem);
          continue;
        }
        this.begin(parsed, parsed.item);
        if (this.leftAll(parsed.labels, parsed.file)) continue;
        for (const label of this.judges.asNamed(parsed.labels)) await this.takeOther(label, parsed, known);
      }
    }
  }

  /** How many labels and annotations there were, of each kind. */
  get allCounts(): ImportCounts {
    const { labels, ...others } = this.counts;
    return { labels, written: this.writer.written, ...others };
  }

  /** The models that gave labels, with how many. */
  models(): ImportResult['models'] {
    return this.judges.models();
  }

  /** In whose names labels were found. */
  annotators(): readonly string[] {
    return [...this.seen.keys()].sort();
  }

  /** What is wrong with the records, and what was left out. */
  allProblems(): readonly FileProblem[] {
    const all = [
      ...this.problems,
      ...this.duplicateIds.problems(),
      ...this.unread.problems(),
      ...this.judges.problems(),
    ];
    return this.partial === undefined
      ? all
      : [
          fileProblem(
            'warning',
            { file: this.partial.file },
            problem('import.valuesUnknown', {
              labels: this.partial.labels,
              unknown: this.unread.unknownValues(this.partial.labels) ?? null,
            }),
          ),
          ...all,
        ];
  }

  /** Whether labels are left since only some of them can be told. */
  private leftAll(labels: readonly Label[], file: string): boolean {
    if (!this.options.takesNone) return false;
    this.partial = { file: this.partial?.file ?? file, labels: (this.partial?.labels ?? 0) + labels.length };
    return true;
  }

  /** The next record. */
  private begin(
    record: FilePlace & Pick<LabelledRecord, 'unread' | 'skipped'>,
    item: Pick<ImportTarget, 'id' | 'hash'>,
  ): void {
    this.writer.startRecord();
    this.duplicateIds.add(item, record);
    this.unread.add(record);
    if (record.unread) this.counts.unread++;
    this.counts.skipped += record.skipped?.values.length ?? 0;
  }

  /** The places on items where the annotator of the next label has been given one. */
  private seenBy(annotator: string): Map<string, boolean> {
    this.counts.labels++;
    let seen = this.seen.get(annotator);
    if (!seen) this.seen.set(annotator, (seen = new Map<string, boolean>()));
    return seen;
  }

  private async takeOther(read: Label, record: ParsedItem, known: StudyItemFinder): Promise<void> {
    const annotator = importedAnnotator(this.options.annotator, read);
    const found = this.judges.judged(read, record.file);
    const seen = this.seenBy(annotator);
    const match = known.match(record.item, found, (target, context) =>
      seen.has(judgementKeyOn(target, found, context)),
    );
    if (!match || 'several' in match) {
      this.leaveOut(
        match ? 'ambiguous' : 'unknown',
        record,
        match ? ambiguity(match) : known.whyNot(record.item, found),
      );
      return;
    }
    if (match.byTexts) this.counts.byTexts++;
    const { target } = match;
    const label = withStudyCriteria(match.label, record.item, target, this.criteriaNames);
    if (!match.some && record.item.criteria === undefined && !this.merger.has(annotator, target, label.context)) {
      await this.takeFree(annotator, seen, target, found, label);
      return;
    }
    if (seen.has(judgementKeyOn(target, found, label.context))) {
      this.counts.repeated++;
      return;
    }
    const added = this.merger.add(annotator, target, label);
    if (added === 'repeated') this.counts.repeated++;
    else if (added === 'contrary')
      this.leaveOut('contrary', record, problem('import.contradicts', { item: target.id }));
  }

  /**
   * Takes a label by itself, unless its annotator has been given one in the same place; a promise where something has
   * to be waited for.
   * @param found the label as its source has it
   */
  private takeFree(
    annotator: string,
    seen: Map<string, boolean>,
    target: ImportTarget,
    found: Label,
    label: Label,
  ): Promise<void> | undefined {
    const isTurned = isTurnedPair(label.shown ?? target.shown, target.shown);
    let own = label;
    let judgementKey = judgementKeyOn(target, found, label.context);
    for (let before = seen.get(judgementKey); before !== undefined; before = seen.get(judgementKey)) {
      if (label.judge === undefined || before === isTurned) {
        this.counts.repeated++;
        return undefined;
      }
      own = askedAgain(own);
      judgementKey = judgementKeyOn(target, own, label.context);
    }
    seen.set(judgementKey, isTurned);
    return this.keep(annotator, target, own, 1);
  }

  /** Writes what was gathered, and what is left. */
  async finish(): Promise<void> {
    for (const { target, labels } of this.merger.all(this.options.inOrder)) {
      this.writer.startRecord();
      for (const { annotator, label, labels: count } of labels) {
        if (count > 1) this.counts.gathered += count;
        await this.keep(annotator, target, label, count);
      }
    }
    await this.writer.finish();
    this.tellProgress();
  }

  private tellProgress(): void {
    this.options.onProgress?.({ labels: this.counts.labels, written: this.writer.written });
  }

  /** @param count how many labels it was made of */
  private keep(annotator: string, target: ImportTarget, label: Label, count: number): Promise<void> | undefined {
    if (label.ofCritiques) return this.keepWithCritiques(annotator, target, label, count);
    this.types.add(label.judgement);
    const current = this.study.replay.on(annotator, target, judgementKeyOf(label));
    return current
      ? this.keepBeside(current, annotator, target, label, count)
      : this.writer.add(annotator, target, label);
  }

  private async keepWithCritiques(annotator: string, target: ImportTarget, label: Label, count: number): Promise<void> {
    const judgement = await withMetaCritiques(label, target.shown, (critic) =>
      this.writer.critiqueLocation(importedAnnotator(this.options.annotator, critic), target, label.context),
    );
    const { ofCritiques: _said, ...rest } = label;
    await this.keep(annotator, target, { ...rest, judgement }, count);
  }

  /**
   * Keeps a label on what its annotator judged before, unless the journal holds it already or a person's own judgement.
   */
  private async keepBeside(
    current: CurrentAnnotation,
    annotator: string,
    target: ImportTarget,
    label: Label,
    count: number,
  ): Promise<void> {
    const before = await this.study.journal.fetch(current.ref);
    if (isOfModel(before) && label.judge !== undefined && isTurnedPair(before.shown, label.shown ?? target.shown))
      return await this.keep(annotator, target, askedAgain(label), count);
    const currentAnnotation = judgedAlready(before, current, target, label);
    if (currentAnnotation) this.counts[currentAnnotation] += count;
    if (currentAnnotation === 'corrected') await this.writer.correctJudge(before, label);
    else if (currentAnnotation === undefined) await this.writer.add(annotator, target, label);
  }

  private leaveOut(why: 'unknown' | 'ambiguous' | 'contrary', record: FilePlace, reason: Problem): void {
    this.counts[why]++;
    if (this.counts[why] <= maxNamed)
      this.problems.push(fileProblem('warning', { file: record.file, ...placeOf(record) }, reason));
  }
}

/** Names a seat on an item: the hash has one length, and the length of the id says where that ends. */
const judgementKeyOn = (
  { id, hash }: ImportTarget,
  { repeat, turn, role }: JudgementKey,
  context: string | undefined,
): string => `${hash}${id.length} ${id}${judgementKeyText({ context, repeat, turn, role })}`;

function ambiguity({ several, why }: AmbiguousMatch): Problem {
  const ids = [...new Set(several.map(({ id }) => id))];
  const items = ids.slice(0, 3);
  return why === 'steps'
    ? problem('import.severalPlaces', { items, isMore: ids.length > items.length })
    : problem('import.severalItems', { items, isMore: ids.length > items.length });
}

/** The same label as one of the next time that the item was judged: a model may be asked in both orders. */
const askedAgain = (label: Label): Label => ({ ...label, repeat: (label.repeat ?? 0) + 1 });

const isOfModel = ({ origin }: Annotation): boolean => judgeKindOf(origin) === 'model';

/** Whether these are the same two responses, in other orders. */
const isTurnedPair = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === 2 && other.length === 2 && one[0] !== one[1] && one[0] === other[1] && one[1] === other[0];

/**
 * Whether the annotator's journal already holds this label, as of the same judge or of another one that is to be
 * corrected, or a person's own judgement of the item.
 */
function judgedAlready(
  { judgement, origin }: Annotation,
  current: CurrentAnnotation,
  item: ImportTarget,
  label: Label,
): 'unchanged' | 'judged' | 'corrected' | undefined {
  if (origin.kind === 'human') return 'judged';
  if (current.hash !== item.hash || origin.kind !== 'imported' || !isDeepStrictEqual(judgement, label.judgement))
    return undefined;
  return origin.by === label.judge ? 'unchanged' : 'corrected';
}
