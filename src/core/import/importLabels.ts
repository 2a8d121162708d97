import { isDeepStrictEqual } from 'node:util';
import { journalVersion, type Annotation } from '../model/annotation/annotation';
import { fileProblem, problem, UsageError, type FileProblem, type Problem } from '../model/problems/problem';
import { currentQuestion } from '../model/study/project';
import { defaultAspects } from '../model/annotation/aspect';
import { judgementKeyText, judgementKeyOf, type JudgementKey } from '../model/annotation/judgementKey';
import { detectReading, labelFieldNames } from '../dataset/detect';
import { unknownIn } from '../dataset/fields/mappingChecks';
import { expandSources } from '../dataset/sources/sources';
import { labelsArePartial } from '../dataset/items/partialLabels';
import { scan } from '../dataset/sources/scan';
import { DuplicateIdFinder, type FilePlace } from '../dataset/items/duplicateIds';
import { UnreadLabels } from '../dataset/items/unreadLabels';
import type { Label, LabelMetaCritique } from '../dataset/layouts/layout';
import type { Mapping } from '../dataset/fields/fieldMapping';
import type { Reading } from '../dataset/items/parse';
import type { ItemOrProblem, ParsedItem } from '../dataset/items/parsedItem';
import { placeOf } from '../dataset/records/rawRecord';
import { newId } from '../journal/newId';
import { offsetsFromMessage } from '../journal/codePointOffsets';
import type { CurrentAnnotation } from '../journal/replay';
import type { Study } from '../study/study';
import { SpanTypeCollector } from './spanTypes';
import { labelledRecords, type LabelledRecord, type LabelledRecordOrProblem } from './labelledRecords';
import { StudyItemsById } from './studyItemsById';
import { StepItems } from './stepItems';
import { withMetaCritiques, type CritiqueLocation } from './metaCritiques';
import { LabelMerger } from './labelMerger';
import { withStudyCriteria, type StudyCriteriaNames } from './studyCriteria';
import { importedAnnotator } from './importedAnnotator';
import { StudyItems, type StudyItemFinder, type AmbiguousMatch, type ImportTarget } from './studyItems';

/** What an import found and what it did about it. */
export interface ImportResult {
  /** Labels found in the source. */
  readonly labels: number;
  /** Annotations written. */
  readonly written: number;
  /** Labels whose judgement already stood in the annotator's journal. */
  readonly unchanged: number;
  /** Labels on items that the annotator has judged by hand; a person's judgement is never replaced by a label. */
  readonly judged: number;
  /** Labels on an item that came before in the source. */
  readonly repeated: number;
  /** Labels of FILE whose item has other ids in the study and was found by its texts. */
  readonly byTexts: number;
  /** Labels of FILE on items that the study's dataset does not have; the first of them are among the problems. */
  readonly unknown: number;
  /** Labels that were put together with others of the same annotator and item, as each is of some of its responses. */
  readonly gathered: number;
  /**
   * Labels of FILE that could be on any of several items, which have the same prompt and responses; left out and among
   * the problems.
   */
  readonly ambiguous: number;
  /** Labels that say otherwise of the same than one before in the same name; left out and among the problems. */
  readonly contrary: number;
  /**
   * Records whose label was left out, as nobody says what its value means; told with their values among the problems.
   */
  readonly unread: number;
  /** In whose names labels were found: NAME, and NAME:person for each whom the source names. */
  readonly annotators: readonly string[];
  /** Types of spans that became the study's taxonomy, which had none (`task.spans`); absent where none did. */
  readonly spanTypes?: number;
  readonly problems: readonly FileProblem[];
}

/** How far an import is. */
export type ImportProgress = Pick<ImportResult, 'labels' | 'written'>;

/** So many annotations are written at a time, each time followed by an fsync, while the next are made. */
const batchSize = 10_000;

/** So many labels without an item are named one by one; the rest is counted. */
const maxNamed = 20;

/**
 * Turns the labels of the study's dataset, or of `file`, into annotations of origin "imported" by `annotator`. The
 * labels of a file count for the items with the same id and content, or else with the same texts; those of a table
 * without texts for the items with the ids that it names. What rows of a file say of some responses each, as of one or
 * of two, is put together into one annotation of their item. A source that names its annotators or judges gives each a
 * journal of their own. Importing again writes only what changed.
 * @param options.layout how `file` is read, where that is not to be found by looking
 * @param options.mapping how labels are read: of `file` any field, of the study's own dataset what judges (`judging`),
 *   as its items stay as they are.
 * @throws `UsageError` for others
 * @param options.signal ends it; what was made of the study's own dataset until then is written
 * @param options.onProgress hears, often, how far it is
 * @param options.closes the study is closed next, so that what was written need not be replayed
 */
export async function importLabels(
  study: Study,
  options: {
    annotator: string;
    file?: string | undefined;
    layout?: string | undefined;
    mapping?: Mapping;
    signal?: AbortSignal;
    now?: () => Date;
    closes?: boolean;
    onProgress?: (progress: ImportProgress) => void;
  },
): Promise<ImportResult> {
  const { annotator, file, signal, now = () => new Date(), closes = false, onProgress } = options;
  const paths = file === undefined ? study.data.paths : (await expandSources([file], process.cwd())).files;
  const reading =
    file === undefined
      ? ownReading(study.data.reading, options)
      : await fileReading(paths, options, study.data.reading);
  const from = file === undefined ? 'dataset' : reading.layout.name;
  const takesNone = await labelsArePartial(paths, reading);
  const labels = new LabelImport(study, {
    annotator,
    from,
    now,
    inOrder: reading.layout.joins !== undefined,
    takesNone,
    said: reading.mapping.values,
    onProgress,
  });
  if (file === undefined) await labels.takeOwn(labelledRecords(paths, reading, study.rubrics, signal), signal);
  else await labels.takeOfOthers(scan(paths, reading, { signal }), await knownItems(study, paths, reading, signal));
  await labels.finish();
  if (!closes) await study.refresh();
  const types = study.project.task.spans ? undefined : labels.types.taxonomy();
  if (types) await study.changeProject((project) => ({ ...project, task: { ...project.task, spans: [...types] } }));
  return {
    ...labels.counts,
    ...(types && { spanTypes: types.length }),
    annotators: labels.annotators(),
    problems: labels.allProblems(),
  };
}

interface HowRead {
  readonly layout?: string | undefined;
  readonly mapping?: Mapping;
}

/** The study's own dataset with other fields that judge. */
function ownReading(reading: Reading, { layout, mapping = {} }: HowRead): Reading {
  const others = Object.keys(mapping).filter((name) => !labelFieldNames.includes(name));
  if (layout !== undefined) throw new UsageError(problem('import.layoutOfStudy', { fields: labelFieldNames }));
  const [other] = others;
  if (other !== undefined)
    throw new UsageError(problem('import.fieldOfStudy', { field: other, fields: labelFieldNames }));
  const unknown = unknownIn(mapping, reading.layout);
  if (unknown) throw new UsageError(problem('recognition.noSuchField', unknown));
  return { ...reading, mapping: { ...reading.mapping, ...mapping } };
}

/**
 * How a file is read: as it is said, or found by looking. Where it is read as the study's dataset is, and its label
 * stands in the same field, the codes there mean the same.
 */
async function fileReading(
  paths: readonly string[],
  { layout, mapping = {} }: HowRead,
  study: Reading,
): Promise<Reading> {
  const found = await detectReading(paths, { layout, mapping });
  const isAlike = found.layout === study.layout && (found.mapping.label ?? study.mapping.label) === study.mapping.label;
  return isAlike && study.mapping.values !== undefined && mapping.values === undefined && mapping.label === undefined
    ? {
        ...found,
        mapping: {
          ...found.mapping,
          ...(study.mapping.label !== undefined && { label: study.mapping.label }),
          values: study.mapping.values,
        },
      }
    : found;
}

/** The study's items, as the rows of a file find them. */
function knownItems(
  study: Study,
  paths: readonly string[],
  reading: Reading,
  signal?: AbortSignal,
): Promise<StudyItemFinder> {
  if (reading.layout.labelsOnly) return StudyItemsById.of(study, paths, reading, signal);
  return reading.layout.ofSteps ? StepItems.of(study, paths, reading, signal) : StudyItems.of(study, signal);
}

/** An import under way: takes one label after the other and writes annotations some at a time. */
class LabelImport {
  readonly counts: { -readonly [K in Exclude<keyof ImportResult, 'problems' | 'spanTypes' | 'annotators'>]: number } = {
    labels: 0,
    written: 0,
    unchanged: 0,
    judged: 0,
    repeated: 0,
    byTexts: 0,
    unknown: 0,
    gathered: 0,
    ambiguous: 0,
    contrary: 0,
    unread: 0,
  };
  private readonly problems: FileProblem[] = [];
  readonly types = new SpanTypeCollector();
  /** By annotator: who has been given a label on which item, in which seat. */
  private readonly seen = new Map<string, Set<string>>();
  private readonly gathering = new LabelMerger();
  private readonly words: StudyCriteriaNames;
  private readonly lastIds = new Map<string, string>();
  /** The ids of the annotations that the labels of one record become; some are named before they are written. */
  private readonly ids = new Map<string, string>();
  private readonly repeatedIds = new DuplicateIdFinder();
  private readonly unread: UnreadLabels;
  private partial: { readonly file: string; readonly labels: number } | undefined;
  /** Whether the study knows all that was written. */
  private replayed = true;
  private pending: Annotation[] = [];
  /** Rejects where what was flushed last could not be written. */
  private writing: Promise<void> = Promise.resolve();
  /** The last time that was written, as many annotations are of the same millisecond. */
  private time = { milliseconds: NaN, text: '' };

  constructor(
    private readonly study: Study,
    private readonly options: {
      readonly annotator: string;
      readonly from: string;
      readonly now: () => Date;
      readonly inOrder: boolean;
      /** Whether labels are counted and left. */ readonly takesNone: boolean;
      /** What a person says that the values of labels mean. */ readonly said: string | undefined;
      readonly onProgress: ((progress: ImportProgress) => void) | undefined;
    },
  ) {
    this.unread = new UnreadLabels(options.said);
    this.words = { rubrics: study.rubrics, aspects: study.project.task.aspects ?? defaultAspects };
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
        for (const label of record.labels) {
          const taken = this.takeFree(this.seenBy(label), record.target, label, label);
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
        for (const label of parsed.labels) await this.takeOther(label, parsed, known);
      }
    }
  }

  annotators(): readonly string[] {
    return [...this.seen.keys()].sort();
  }

  /** What is wrong with the records, and what was left out. */
  allProblems(): readonly FileProblem[] {
    const all = [...this.problems, ...this.repeatedIds.problems(), ...this.unread.problems()];
    return this.partial === undefined
      ? all
      : [
          fileProblem(
            'warning',
            { file: this.partial.file },
            problem('import.valuesUnknown', { labels: this.partial.labels }),
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
  private begin(record: FilePlace & Pick<LabelledRecord, 'unread'>, item: Pick<ImportTarget, 'id' | 'hash'>): void {
    this.ids.clear();
    this.repeatedIds.add(item, record);
    this.unread.add(record);
    if (record.unread) this.counts.unread++;
  }

  /** The places on items where the annotator of a label has been given one. */
  private seenBy(label: Label): Set<string> {
    this.counts.labels++;
    const annotator = importedAnnotator(this.options.annotator, label);
    let seen = this.seen.get(annotator);
    if (!seen) this.seen.set(annotator, (seen = new Set()));
    return seen;
  }

  private async takeOther(found: Label, record: ParsedItem, known: StudyItemFinder): Promise<void> {
    const seen = this.seenBy(found);
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
    const label = withStudyCriteria(match.label, record.item, target, this.words);
    const annotator = importedAnnotator(this.options.annotator, found);
    if (!match.some && record.item.criteria === undefined && !this.gathering.has(annotator, target, label.context)) {
      await this.takeFree(seen, target, found, label);
      return;
    }
    if (seen.has(judgementKeyOn(target, found, label.context))) {
      this.counts.repeated++;
      return;
    }
    const added = this.gathering.add(annotator, target, label);
    if (added === 'repeated') this.counts.repeated++;
    else if (added === 'contrary')
      this.leaveOut('contrary', record, problem('import.contradicts', { item: target.id }));
  }

  /**
   * Takes a label by itself, unless its annotator has been given one in the same place; a promise where something has
   * to be waited for.
   * @param found the label as its source has it
   */
  private takeFree(seen: Set<string>, target: ImportTarget, found: Label, label: Label): Promise<void> | undefined {
    const judgementKey = judgementKeyOn(target, found, label.context);
    if (seen.has(judgementKey)) {
      this.counts.repeated++;
      return undefined;
    }
    seen.add(judgementKey);
    return this.keep(importedAnnotator(this.options.annotator, found), target, label, 1);
  }

  /** Writes what was gathered, and what is left. */
  async finish(): Promise<void> {
    for (const { target, labels } of this.gathering.all(this.options.inOrder)) {
      this.ids.clear();
      for (const { annotator, label, labels: count } of labels) {
        if (count > 1) this.counts.gathered += count;
        await this.keep(annotator, target, label, count);
      }
    }
    await this.flush();
    await this.writing;
    this.tellProgress();
  }

  private tellProgress(): void {
    const { labels, written } = this.counts;
    this.options.onProgress?.({ labels, written });
  }

  /** @param count how many labels it was made of */
  private keep(annotator: string, target: ImportTarget, label: Label, count: number): Promise<void> | undefined {
    if (label.ofCritiques) return this.keepWithCritiques(annotator, target, label, count);
    this.types.add(label.judgement);
    const current = this.study.replay.on(annotator, target, judgementKeyOf(label));
    return current
      ? this.keepBeside(current, annotator, target, label, count)
      : this.annotate(annotator, target, label);
  }

  private async keepWithCritiques(annotator: string, target: ImportTarget, label: Label, count: number): Promise<void> {
    const judgement = await withMetaCritiques(label, target.shown, (critic) =>
      this.criticOn(target, critic, label.context),
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
    const currentAnnotation = await judgedAlready(this.study, current, target, label);
    if (currentAnnotation) this.counts[currentAnnotation] += count;
    else await this.annotate(annotator, target, label);
  }

  /** Begins to write what is pending, once all before it is written. */
  private async flush(): Promise<void> {
    await this.writing;
    if (this.pending.length === 0) return;
    this.writing = this.study.write(this.pending);
    // Whoever waits for it hears of it, which nobody may do yet.
    this.writing.catch(() => undefined);
    this.replayed = false;
    this.counts.written += this.pending.length;
    this.pending = [];
  }

  private leaveOut(why: 'unknown' | 'ambiguous' | 'contrary', record: FilePlace, reason: Problem): void {
    this.counts[why]++;
    if (this.counts[why] <= maxNamed)
      this.problems.push(fileProblem('warning', { file: record.file, ...placeOf(record) }, reason));
  }

  /**
   * What stands in a critic's name on an item, and the id under which their label on it will be written: critics may
   * judge each other.
   */
  private async criticOn(
    target: ImportTarget,
    critic: LabelMetaCritique['critic'],
    context: string | undefined,
  ): Promise<CritiqueLocation> {
    const annotator = importedAnnotator(this.options.annotator, critic);
    if (!this.replayed) {
      await this.writing;
      await this.study.refresh();
    }
    this.replayed = true;
    const current = this.study.replay.on(annotator, target, judgementKeyOf({ context }));
    return {
      currentAnnotation: current && (await this.study.journal.fetch(current.ref)),
      nextId: () => this.idFor(annotator, { context }),
    };
  }

  /** The id of the annotation that an annotator's label of this record becomes. */
  private idFor(annotator: string, judgementKey: JudgementKey): string {
    const key = `${annotator.length} ${annotator}${judgementKeyText(judgementKey)}`;
    const id =
      this.ids.get(key) ??
      newId(this.lastIds.get(annotator) ?? this.study.replay.lastId(annotator), this.options.now().getTime());
    this.lastIds.set(annotator, id);
    this.ids.set(key, id);
    return id;
  }

  private annotate(annotator: string, target: ImportTarget, label: Label): Promise<void> | undefined {
    const id = this.idFor(annotator, label);
    this.pending.push(annotationOf(this.study, annotator, this.options.from, target, label, id, this.timeText()));
    return this.pending.length >= batchSize ? this.flush() : undefined;
  }

  private timeText(): string {
    const now = this.options.now();
    const milliseconds = now.getTime();
    if (milliseconds !== this.time.milliseconds) this.time = { milliseconds, text: now.toISOString() };
    return this.time.text;
  }
}

/** Names a seat on an item: the hash has one length, and the length of the id says where that ends. */
const judgementKeyOn = (
  { id, hash }: ImportTarget,
  { repeat, turn }: JudgementKey,
  context: string | undefined,
): string => `${hash}${id.length} ${id}${judgementKeyText({ context, repeat, turn })}`;

function ambiguity({ several, why }: AmbiguousMatch): Problem {
  const ids = [...new Set(several.map(({ id }) => id))];
  const items = ids.slice(0, 3);
  return why === 'steps'
    ? problem('import.severalPlaces', { items, isMore: ids.length > items.length })
    : problem('import.severalItems', { items, isMore: ids.length > items.length, count: several.length });
}

/** Whether the annotator's journal already holds this label, or a person's own judgement of the item. */
async function judgedAlready(
  study: Study,
  current: CurrentAnnotation,
  item: ImportTarget,
  label: Label,
): Promise<'unchanged' | 'judged' | undefined> {
  const { judgement, origin } = await study.journal.fetch(current.ref);
  if (origin.kind === 'human') return 'judged';
  return current.hash === item.hash && origin.kind === 'imported' && isDeepStrictEqual(judgement, label.judgement)
    ? 'unchanged'
    : undefined;
}

function annotationOf(
  study: Study,
  annotator: string,
  from: string,
  item: ImportTarget,
  label: Label,
  id: string,
  time: string,
): Annotation {
  return {
    v: journalVersion,
    type: 'annotation',
    id,
    item: item.id,
    hash: item.hash,
    ...(label.group !== undefined && { group: label.group }),
    ...judgementKeyOf(label),
    annotator,
    time,
    duration: label.duration ?? null,
    origin: { kind: 'imported', from, ...(label.judge !== undefined && { by: label.judge }) },
    round: study.project.round,
    question: { version: currentQuestion(study.project).version },
    rubrics: [...item.rubrics],
    shown: [...(label.shown ?? item.shown)],
    seed: null,
    ...offsetsFromMessage(label.judgement),
    judgement: label.judgement,
  };
}
