import type { Dataset } from '../dataset/dataset';
import type { Label } from '../dataset/layouts/layout';
import type { Annotation, JournalLine, Judgement } from '../model/annotation/annotation';
import type { Draft } from '../model/annotation/draft';
import type { AssignedCount } from '../model/desk/deskState';
import type { Item } from '../model/item/item';
import { assignmentOf } from '../model/study/assignment';
import { plainKey, type JudgementKey } from '../model/annotation/judgementKey';
import { JournalWriteError } from '../journal/journalWriter';
import { formatLine } from '../journal/line';
import { newId } from '../journal/newId';
import { problem, UserError } from '../model/problems/problem';
import type { Progress } from '../journal/replay';
import { noRow } from '../journal/annotationVersions';
import type { Study } from '../study/study';
import { isStoreAddress } from '../team/openRemote';
import { longestLine } from '../team/remote';
import { Drafts } from './drafts/drafts';
import type { DraftStore } from './drafts/draftStore';
import { History } from './drafts/history';
import type { Judgements } from './item/itemStatus';
import type { Describe } from './item/opinions';
import { annotationOf, retractionOf } from './drafts/journalLines';
import { inBlindOrder } from './drafts/draftConversion';
import { type ShownItem } from './item/shownItem';
import { type LoadedItem, type OpenItem } from './item/openItem';
import { loadOpenItem, unreadable } from './item/loadOpenItem';
import { OthersCritiques } from './othersCritiques/othersCritiques';
import { AnnotationRate, workOf } from './progress/annotationRate';
import type { QueuedItem, Queue, QueueOptions } from './queue/queue';
import type { PlanItems } from './queue/planItems';
import { plannedQueueOptions, Upcoming, type GivenOut } from './queue/upcoming';
import { judgementKeyOfTurn, judgementKeyToOpen } from './item/turns';
import { Workload } from './progress/workload';

export type { LoadedItem, OpenItem } from './item/openItem';

/**
 * One annotator's work on one study, shared by every desk that shows it: judgements, drafts, undo. Tells its desks of
 * each change.
 */
export class Session {
  readonly history = new History();
  readonly annotationRate = new AnnotationRate();
  /** The items that come to each annotator, and what is done of them. */
  readonly workload: Workload;
  readonly othersCritiques: OthersCritiques;
  private readonly drafts: Drafts;
  private readonly listeners = new Set<() => void>();
  /** The group that the annotator judges as a member of; kept with each annotation. */
  group: string | undefined;
  /** Says what a judgement is in one line, in the person's language. */
  describe: Describe = (judgement) => Object.keys(judgement).join(', ');
  private name: string;
  private givenOut: GivenOut | undefined;
  private upcoming: Upcoming;
  private options: (annotator: string) => QueueOptions;

  constructor(
    readonly study: Study,
    readonly dataset: Dataset,
    store: DraftStore,
    annotator: string,
  ) {
    this.name = annotator;
    this.workload = new Workload(study, dataset);
    this.drafts = new Drafts(study.file, store);
    this.othersCritiques = new OthersCritiques(study);
    this.options = plannedQueueOptions(study, dataset);
    this.upcoming = this.comeAnew();
  }

  get annotator(): string {
    return this.name;
  }

  /** From now on judgements are this annotator's. What the one before left as drafts stays theirs. */
  set annotator(name: string) {
    if (name === this.name) return;
    this.name = name;
    this.upcoming = this.comeAnew();
    this.drafts.clear();
    this.history.clear();
    this.annotationRate.clear();
    this.changed();
  }

  /** Calls `listener` at every change, until the function that this returns is called. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** From now on only the items that `sent` resolves to come, whatever their order. */
  send(sent: Promise<PlanItems>): void {
    const arrived = this.workload.send(sent);
    this.upcoming = this.comeAnew();
    // The queue tells whoever asks it for an item what went wrong.
    arrived.then(
      () => this.changed(),
      () => undefined,
    );
  }

  /** From now on only items come that a team's store gave to this desk. */
  giveOut(givenOut: GivenOut): void {
    this.givenOut = givenOut;
    this.upcoming = this.comeAnew();
  }

  /** Adds a file of items, and tells the desks once they can be read. */
  async addItems(path: string): Promise<void> {
    await this.dataset.add(path);
    this.study.addSource(path);
    this.changed();
  }

  /**
   * Counts the items that come to the annotator by the study's plan; undefined where all do. Until they are counted it
   * is what the plan makes likely.
   */
  get mine(): AssignedCount | undefined {
    return this.workload.of(this.name);
  }

  /**
   * Counts the judgements that the plan asks of all annotators together, and those that there are; undefined without a
   * plan for them.
   */
  get team(): { readonly done: number; readonly wanted: number } | undefined {
    return this.workload.team;
  }

  /** Tells whether the study's plan shares the items out among others. */
  get isUnplanned(): boolean {
    return assignmentOf(this.study.project)?.annotators.includes(this.name) === false;
  }

  get progress(): Progress {
    return this.workload.progressOf(this.annotator);
  }

  /** Counts progress as people are told it, of the annotator or of somebody else. */
  progressSummary(annotator = this.annotator): Progress {
    return this.workload.progressSummaryOf(annotator);
  }

  /** Finds the items that are to be judged next. */
  get queue(): Queue {
    return this.upcoming.queue;
  }

  /** From now on items come as `options` say of an annotator. */
  reorder(options: (annotator: string) => QueueOptions): void {
    this.options = options;
    this.upcoming = this.comeAnew();
    this.changed();
  }

  /** Resolves to the facts that the statuses of all items follow from, as of now. */
  async judgements(): Promise<Judgements> {
    const { study, annotator } = this;
    const drafts = await this.drafts.names();
    return {
      study: study.file,
      seed: study.project.seed,
      annotator,
      drafts,
      currentAnnotation: (item) => study.replay.countedOn(annotator, item),
    };
  }

  /** Ids of items that might be woven in if it were known where they are (see `foundAt`). */
  get wanted(): readonly string[] {
    return this.upcoming.wanted;
  }

  /** Tells whether items may come that must not be told from the rest. */
  get repeatsItems(): boolean {
    return this.upcoming.repeatsItems;
  }

  /** Items were found at these 0-based places, by id. */
  foundAt(places: ReadonlyMap<string, number>): void {
    this.upcoming.foundAt(places);
  }

  /**
   * The next item behind the one of the queue at `after` (-1: from the start) that is to be judged.
   * @param openNow an item that will have been judged by then
   */
  next(after: number, openNow?: OpenItem, signal?: AbortSignal): Promise<QueuedItem | undefined> {
    return this.upcoming.next(after, openNow, signal);
  }

  /** Tells whether the item that was found to be next still is. */
  isNext(found: QueuedItem): boolean {
    return this.upcoming.isNext(found);
  }

  /** Tells whether the judgement that an item is shown for was made, on its texts as they are. */
  isJudged({ annotator, item, judgementKey }: ShownItem): boolean {
    return this.study.replay.judgedBy(annotator, item, judgementKey) !== noRow;
  }

  /** The item at `ordinal`, or why it cannot be shown; undefined past the end. @param judgementKey in which it is judged */
  async at(ordinal: number, judgementKey?: JudgementKey): Promise<LoadedItem> {
    const parsed = await this.dataset.at(ordinal);
    if (!parsed) return undefined;
    if ('problem' in parsed) return unreadable(parsed.problem);
    return {
      kind: 'item',
      open: await this.open(this.show(parsed.item, judgementKey, parsed.labels)),
      queuePosition: this.queue.why(parsed, ordinal),
    };
  }

  /**
   * The item in the annotator's blind order, in a seat that it has, or in the one that it opens in (see `judgementKeyToOpen`).
   */
  show(item: Item, judgementKey?: JudgementKey, labels?: readonly Label[]): ShownItem {
    const { study, annotator } = this;
    const { role } = this.queue;
    const key = judgementKey
      ? judgementKeyOfTurn(item, judgementKey)
      : role === undefined
        ? judgementKeyToOpen(study.replay, annotator, item)
        : { role };
    return inBlindOrder(item, study.project.seed, annotator, key, labels);
  }

  /**
   * The judgement of an item as it stands now, and the item with what it refines among the responses; `before` spares
   * reading what has not changed.
   */
  open(shown: ShownItem, before?: OpenItem): Promise<OpenItem> {
    return loadOpenItem(this.study, this.drafts, this.othersCritiques, shown, before);
  }

  /**
   * Keeps what is not saved yet. One that says what is saved, in another way to judge, is kept while the session lasts
   * and is no draft on the disk.
   */
  keepDraft(open: OpenItem, draft: Draft, elapsed: number): void {
    this.drafts.keep(open, draft, elapsed);
    this.changed();
  }

  /** Appends a judgement, durably. Rejects with `UserError`, and then the draft still stands. */
  async save(open: OpenItem, judgement: Judgement, duration: number): Promise<Annotation> {
    const { item, annotator, judgementKey = plainKey } = open.shown;
    const guidelines = await this.study.keepGuidelines();
    const before = this.study.replay.counted(annotator, item.id, judgementKey);
    const annotation = annotationOf(open, judgement, this.study, {
      id: this.newId(annotator),
      group: this.group,
      duration,
      guidelines,
    });
    this.assertSendable(annotation);
    await this.append(annotation, item);
    if (annotator === this.name && !before && judgementKey.role === undefined)
      this.upcoming.judged(item, judgementKey, judgement.skip !== undefined);
    this.annotationRate.judged(workOf(annotation), duration);
    this.forgetDraft(open);
    return annotation;
  }

  /**
   * Takes the judgement of an item back, which is `draft` from then on; the annotation before it, if any, is in force
   * again.
   * @param madeOn the item as it was shown when the draft was made
   */
  async retract(
    annotation: Annotation,
    { shown }: OpenItem,
    draft: Draft,
    elapsed: number,
    { refined }: ShownItem = shown,
  ): Promise<void> {
    // The draft first: a crash in between may leave both, but never neither.
    const { served, checks } = annotation;
    await this.drafts.keepSafe(shown, {
      ...{ draft, elapsed, refined },
      ...(served && { served }),
      ...(checks && { checks }),
    });
    this.annotationRate.takenBack(workOf(annotation));
    await this.append(retractionOf(annotation, this.newId(annotation.annotator)), shown.item);
    this.changed();
  }

  /** Saves an annotation that was taken back once more, as a line of its own. */
  async repeat(annotation: Annotation): Promise<Annotation> {
    const again = { ...annotation, id: this.newId(annotation.annotator), time: new Date().toISOString() };
    await this.append(again);
    this.changed();
    return again;
  }

  /** Forgets the draft of an item: its judgement is what is saved. */
  forgetDraft({ shown }: Pick<OpenItem, 'shown'>): void {
    this.drafts.forget(shown);
    this.changed();
  }

  /** Reads what other windows and annotators appended; tells the desks if there was anything. */
  async refresh(): Promise<void> {
    if (!(await this.study.refresh())) return;
    this.workload.recount();
    this.changed();
  }

  /** Resolves once every draft so far would survive a crash. */
  flush(): Promise<void> {
    return this.drafts.flush();
  }

  /** Tells every desk. */
  changed(): void {
    for (const listener of this.listeners) listener();
  }

  /**
   * Appends a line, and tells what the plan counts, which are judgements of the item as it stands.
   * @param item where it is at hand
   */
  /** Throws `UserError` for a line that a store would never take: it is said while its texts are a draft still. */
  private assertSendable(line: JournalLine): void {
    const { team } = this.study;
    if (!team || !isStoreAddress(team.remote)) return;
    const size = Buffer.byteLength(formatLine(line)) - 1;
    if (size > longestLine) throw new UserError(problem('team.lineTooLong', { size, most: longestLine }));
  }

  private async append(line: JournalLine, item?: Item): Promise<void> {
    const { replay } = this.study;
    const before = replay.counted(line.annotator, line.item);
    const changed = this.workload.beforeChange();
    await this.study.append([line]).catch((error: unknown) => {
      throw error instanceof JournalWriteError ? keptAsDraft(error) : error;
    });
    const now = replay.counted(line.annotator, line.item);
    changed(before, now);
    const by = Number(now?.skipped === false) - Number(before?.skipped === false);
    if (by !== 0) this.queue.judged(line.item, by > 0 ? 1 : -1, item);
  }

  private comeAnew(): Upcoming {
    return new Upcoming(
      this.study,
      this.dataset,
      this.name,
      this.options(this.name),
      this.workload.only,
      this.givenOut,
    );
  }

  private newId(annotator: string): string {
    return newId(this.study.replay.lastId(annotator));
  }
}

/** The error of a save, with what became of the judgement. */
const keptAsDraft = (error: JournalWriteError): UserError =>
  new UserError(
    problem('journal.keptAsDraft', { reason: error.problem, mayStand: error.problem.code === 'journal.notConfirmed' }),
    { cause: error },
  );
