import type { Dataset } from '../dataset/dataset';
import { journalVersion, type Annotation, type JournalLine, type Judgement } from '../model/annotation';
import { sameDraft, saysTheSame, type Draft } from '../model/draft';
import type { Served, Share } from '../model/desk';
import type { Item } from '../model/item';
import { currentQuestion, sharesOf } from '../model/project';
import { currentRubrics } from '../model/rubric';
import { bareSeat, seatName, seatOf, type Seat } from '../model/seat';
import { isFor } from '../model/shares';
import { newId } from '../journal/newId';
import type { Progress } from '../journal/replay';
import { noRow } from '../journal/versions';
import type { Study } from '../study/study';
import { judgedUnder } from './contexts';
import type { DraftKey } from './draftName';
import type { DraftStore, StoredDraft } from './draftStore';
import { History } from './history';
import type { Judgements } from './itemStatus';
import { draftOf, show, type ShownItem } from './judgement';
import { Pace } from './pace';
import { PlanProgress } from './planProgress';
import { weavingOf } from './queue/drawn';
import { orderNamed } from './queue/order';
import { Queue, type Found, type QueueOptions } from './queue/queue';
import type { SentItems } from './queue/sent';
import { Weave } from './queue/weave';

/** An item with everything that is known of its judgement by the session's annotator. */
export interface OpenItem {
  readonly shown: ShownItem;
  /** The judgement in force. */
  readonly annotation: Annotation | undefined;
  /** That judgement as a draft, or an empty one. */
  readonly saved: Draft;
  readonly draft: Draft;
  /** Milliseconds spent in earlier sittings. */
  readonly elapsed: number;
  /** The contexts under which the annotator judged it; undefined for the item as it stands. */
  readonly judgedUnder: readonly (string | undefined)[];
}

export type At = { readonly kind: 'item'; readonly open: OpenItem; readonly served: Served } | { readonly kind: 'problem'; readonly message: string } | undefined;

/** One annotator's work on one study, shared by every desk that shows it: judgements, drafts, undo. Tells its desks of each change. */
export class Session {
  readonly history = new History();
  readonly pace = new Pace();
  private readonly listeners = new Set<() => void>();
  /** Drafts of items that were opened; null where there is none. */
  private readonly drafts = new Map<string, StoredDraft | null>();
  /** How many items come to whom, once somebody has counted. */
  shares: Readonly<Record<string, number>> | undefined;
  /** The group that the annotator judges as a member of; kept with each annotation. */
  group: string | undefined;
  private name: string;
  private waiting: Queue;
  /** What is woven in among the items of the queue; undefined where nothing is. */
  private woven: Weave | undefined;
  private options: (annotator: string) => QueueOptions;
  private sending: Promise<SentItems> | undefined;
  private sent: SentItems | undefined;
  /** What is done of the items that the plan's filter lets through; counted when it is asked for. */
  private done: PlanProgress | undefined;

  constructor(
    readonly study: Study,
    readonly dataset: Dataset,
    private readonly store: DraftStore,
    annotator: string,
  ) {
    this.name = annotator;
    const { plan, seed } = study.project;
    // Until somebody has looked which items are uncertain, or in thin slices, they come as they stand.
    const order = plan?.order === undefined || plan.order === 'uncertain' || plan.order === 'thin' ? 'file' : plan.order;
    this.options = (name) => ({ order: orderNamed(order, dataset, seed, name) });
    this.waiting = this.makeQueue();
  }

  get annotator(): string {
    return this.name;
  }

  /** From now on judgements are this annotator's. What the one before left as drafts stays theirs. */
  set annotator(name: string) {
    if (name === this.name) return;
    this.name = name;
    this.waiting = this.makeQueue();
    this.drafts.clear();
    this.history.clear();
    this.pace.clear();
    this.changed();
  }

  /** Calls `listener` at every change, until the function that this returns is called. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** From now on only the items that `sent` resolves to come, whatever their order. */
  send(sent: Promise<SentItems>): void {
    this.sending = sent;
    this.waiting = this.makeQueue();
    const arrived = (items: SentItems): void => {
      this.sent = items;
      this.done = undefined;
      this.changed();
    };
    // The queue tells whoever asks it for an item what went wrong.
    sent.then(arrived, () => undefined);
  }

  /** How many items come to the annotator by the study's plan; undefined where all do. Until they are counted it is what the plan makes likely. */
  get mine(): Share | undefined {
    const shares = sharesOf(this.study.project);
    const all = this.sent?.count ?? this.dataset.count;
    if (shares?.annotators.includes(this.name) !== true) return this.sending && { count: all, counted: this.sent !== undefined };
    const counted = this.shares?.[this.name];
    return { count: counted ?? Math.round((all * shares.perItem) / shares.annotators.length), counted: counted !== undefined };
  }

  /** How many judgements the plan asks of all annotators together, and how many there are; undefined without a plan for them. */
  get team(): { readonly done: number; readonly wanted: number } | undefined {
    const shares = sharesOf(this.study.project);
    if (!shares) return undefined;
    const done = shares.annotators.map((name) => this.progressOf(name)).reduce((sum, { judged, skipped }) => sum + judged + skipped, 0);
    const forAll = (shares.controls?.size ?? 0) * (shares.annotators.length - shares.perItem);
    return { done, wanted: (this.sent?.count ?? this.dataset.count) * shares.perItem + forAll };
  }

  /** Whether the study's plan shares the items out among others. */
  get isUnplanned(): boolean {
    return sharesOf(this.study.project)?.annotators.includes(this.name) === false;
  }

  get progress(): Progress {
    return this.progressOf(this.annotator);
  }

  /** What an annotator has done of the items that come to anybody. */
  private progressOf(annotator: string): Progress {
    const { sent, study } = this;
    if (!sent) return study.replay.progress(annotator);
    this.done ??= new PlanProgress(study.replay, (item) => sent.hasId(item));
    return this.done.of(annotator);
  }

  /** Finds the items that are to be judged next. */
  get queue(): Queue {
    return this.waiting;
  }

  /** From now on items come as `options` say of an annotator. */
  reorder(options: (annotator: string) => QueueOptions): void {
    this.options = options;
    this.waiting = this.makeQueue();
    this.changed();
  }

  /** What the statuses of all items follow from, as it is now. */
  async judgements(): Promise<Judgements> {
    const { study, annotator } = this;
    const drafts = await this.store.names();
    return { study: study.file, seed: study.project.seed, annotator, drafts, standing: (item) => study.replay.on(annotator, item) };
  }

  /** Ids of items that might be woven in if it were known where they are (see `foundAt`). */
  get wanted(): readonly string[] {
    return this.woven?.wanted ?? [];
  }

  /** Whether items may come that must not be told from the rest. */
  get weaves(): boolean {
    return this.woven !== undefined;
  }

  /** Items were found at these 0-based places, by id. */
  foundAt(places: ReadonlyMap<string, number>): void {
    for (const [item, ordinal] of places) this.woven?.learn(item, ordinal);
  }

  /** The next item behind the one of the queue at `after` (-1: from the start) that is to be judged. @param inHand an item that will have been judged by then */
  async next(after: number, inHand?: OpenItem, signal?: AbortSignal): Promise<Found | undefined> {
    const isCounted = inHand && !inHand.annotation && inHand.shown.seat?.context === undefined;
    return (await this.woven?.next(after, this.queue, isCounted ? inHand.shown.item.id : undefined)) ?? this.queue.next(after, signal);
  }

  /** Whether what was found to be next still is. */
  isNext({ item, seat, behind }: Found): boolean {
    const due = this.woven?.due();
    if (behind === undefined) return due === undefined && !this.queue.isDone(item);
    return due?.item === item.id && seatName(due.seat) === seatName(seat ?? {});
  }

  /** Whether the judgement that an item is shown for was made, on its texts as they are. */
  isJudged({ annotator, item, seat }: ShownItem): boolean {
    return this.study.replay.judgedBy(annotator, item, seat) !== noRow;
  }

  /** The item at `ordinal`, or why it cannot be shown; undefined past the end. @param seat in which it is judged */
  async at(ordinal: number, seat?: Seat): Promise<At> {
    const parsed = await this.dataset.at(ordinal);
    if (!parsed) return undefined;
    if ('problem' in parsed) {
      const { file, line, message } = parsed.problem;
      return { kind: 'problem', message: `${file}:${line ?? 1}: ${message}` };
    }
    return { kind: 'item', open: await this.open(this.show(parsed.item, seat)), served: this.queue.why(parsed) };
  }

  /** The item in the annotator's blind order. */
  show(item: Item, seat?: Seat): ShownItem {
    return show(item, this.study.project.seed, this.annotator, seat);
  }

  /** The judgement of an item as it stands now; `before` spares reading what has not changed. */
  async open(shown: ShownItem, before?: OpenItem): Promise<OpenItem> {
    const { item, responses, seat } = shown;
    const standing = this.study.replay.on(shown.annotator, item, seat);
    const annotation = before && standing?.id === before.annotation?.id ? before.annotation : standing && (await this.study.journal.fetch(standing.ref));
    const saved = draftOf(annotation?.hash === item.hash ? annotation : undefined, shown, this.study.project.task.mode);
    const key = this.key(shown);
    const name = JSON.stringify(key);
    let kept = this.drafts.get(name);
    if (kept === undefined) {
      const loaded = (await this.store.load(key)) ?? null;
      // What was typed while the disk was read is newer.
      kept = this.drafts.get(name) ?? loaded;
      this.drafts.set(name, kept);
    }
    const draft = kept?.draft.places.length === responses.length ? kept.draft : saved;
    return { shown, annotation, saved, draft, elapsed: kept?.elapsed ?? 0, judgedUnder: judgedUnder(this.study.replay, shown) };
  }

  /** Keeps what is not saved yet. One that says what is saved, in another way to judge, is kept while the session lasts and is no draft on the disk. */
  keepDraft(open: OpenItem, draft: Draft, elapsed: number): void {
    const key = this.key(open.shown);
    this.drafts.set(JSON.stringify(key), sameDraft(draft, open.saved) ? null : { draft, elapsed });
    this.store.keep(key, saysTheSame(draft, open.saved) ? undefined : { draft, elapsed });
    this.changed();
  }

  /** Appends a judgement, durably. Rejects with `JournalWriteError`, and then the draft still stands. */
  async save(open: OpenItem, judgement: Judgement, duration: number): Promise<Annotation> {
    const { item, annotator, seed, seat = bareSeat, responses } = open.shown;
    const guidelines = await this.study.keepGuidelines();
    const annotation: Annotation = {
      v: journalVersion,
      type: 'annotation',
      id: this.newId(annotator),
      item: item.id,
      hash: item.hash,
      annotator,
      ...seatOf(seat),
      ...(this.group !== undefined && { group: this.group }),
      time: new Date().toISOString(),
      ...(judgement.skip === undefined && { mode: open.draft.mode }),
      duration: Math.round(duration),
      origin: { kind: 'human' },
      round: this.study.project.round,
      question: { version: currentQuestion(this.study.project).version },
      ...(guidelines !== undefined && { guidelines: { version: guidelines } }),
      rubrics: currentRubrics(this.study.rubrics),
      shown: responses.map(({ id }) => id),
      seed,
      judgement,
    };
    await this.append(annotation, item);
    if (annotator === this.name && !open.annotation) this.woven?.judged(item.id, seat, judgement.skip !== undefined);
    this.pace.judged(workOf(annotation), duration);
    this.forgetDraft(open);
    return annotation;
  }

  /** Takes the judgement of an item back, which is `draft` from then on; the annotation before it, if any, is in force again. */
  async retract(annotation: Annotation, { shown }: OpenItem, draft: Draft, elapsed: number): Promise<void> {
    // The draft first: a crash in between may leave both, but never neither.
    const key = this.key(shown);
    this.drafts.set(JSON.stringify(key), { draft, elapsed });
    this.store.keep(key, { draft, elapsed });
    await this.store.flush();
    this.pace.takenBack(workOf(annotation));
    await this.append({ v: journalVersion, type: 'retraction', id: this.newId(annotation.annotator), annotator: annotation.annotator, time: new Date().toISOString(), item: annotation.item, retracts: annotation.id, ...seatOf(annotation) }, shown.item);
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
    const key = this.key(shown);
    this.drafts.set(JSON.stringify(key), null);
    this.store.keep(key, undefined);
    this.changed();
  }

  /** Reads what other windows and annotators appended; tells the desks if there was anything. */
  async refresh(): Promise<void> {
    if (!(await this.study.refresh())) return;
    this.done = undefined;
    this.changed();
  }

  /** Resolves once every draft so far would survive a crash. */
  flush(): Promise<void> {
    return this.store.flush();
  }

  /** Tells every desk. */
  changed(): void {
    for (const listener of this.listeners) listener();
  }

  /** Appends a line, and tells what the plan counts, which are judgements of the item as it stands. @param item where it is at hand */
  private async append(line: JournalLine, item?: Item): Promise<void> {
    const { replay } = this.study;
    const before = replay.current(line.annotator, line.item);
    await this.study.append([line]);
    const now = replay.current(line.annotator, line.item);
    this.done?.changed(before, now);
    const by = Number(now?.skipped === false) - Number(before?.skipped === false);
    if (by !== 0) this.waiting.judged(line.item, by > 0 ? 1 : -1, item);
  }

  private makeQueue(): Queue {
    const { dataset, study, name } = this;
    const weaving = weavingOf(study.project, name);
    const controls = new Set(weaving?.controls.items);
    const shares = sharesOf(study.project);
    const isMine = shares?.annotators.includes(name) === true ? (item: string): boolean => isFor(shares, item, name) : undefined;
    const queue = new Queue(dataset, study.replay, name, { ...this.options(name), isMine, isLast: controls.size > 0 ? (item) => controls.has(item) : undefined, sent: this.sending });
    // Who asked for certain items gets those and no others.
    this.woven = weaving && queue.of !== 'some' ? new Weave(dataset, study.replay, weaving) : undefined;
    return queue;
  }

  private newId(annotator: string): string {
    return newId(this.study.replay.lastId(annotator));
  }

  private key({ item, annotator, seed, seat }: ShownItem): DraftKey {
    return { study: this.study.file, annotator, item: item.id, hash: item.hash, seed, seat };
  }
}

/** Names a judgement among those whose time counts. */
const workOf = (annotation: Annotation): string => `${seatName(annotation)}\n${annotation.item}`;
