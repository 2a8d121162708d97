import type { Annotation } from '../model/annotation';
import type { DeskContent, DeskState, DeskView, DoneOf, FocusTarget, Notice, Served, TextPlace } from '../model/desk';
import { isEmptyDraft, sameDraft, saysTheSame, withText, type Draft, type DraftField } from '../model/draft';
import type { Judging } from '../model/judging';
import type { TextPart } from '../model/part';
import { UserError } from '../model/problem';
import { currentQuestion, taskOf } from '../model/project';
import { seatOf } from '../model/seat';
import { areChecksShown } from './checks';
import { contentOf, moreOf } from './content';
import { Digits } from './digits';
import { deskGuidelines, guidelinesPart, GuidelinesNews } from './guidelines';
import type { Action, Edit } from './history';
import { draftOf, judgementOf, type ShownItem } from './judgement';
import { LookAhead } from './lookAhead';
import { anchorOf, placeOf, samePlace, type Place } from './place';
import type { At, OpenItem, Session } from './session';
import { Trail } from './trail';
import { isStale, itemShown, keyOf, noticeOf } from './view';
import { ways } from './ways';
import { judge } from './ways/judge';
import type { Change, Hand } from './ways/way';

/** Who watches a desk: one webview. */
export interface DeskAudience {
  content(content: DeskContent): void;
  state(state: DeskState): void;
  /** What just happened; undefined where something went on without a word, so that the last notice is of the past. */
  notice(notice: Notice | undefined): void;
  focus(target: FocusTarget): void;
}

type Shown = { readonly kind: 'item'; readonly open: OpenItem; readonly served: Served } | { readonly kind: 'problem'; readonly message: string } | { readonly kind: 'loading' } | { readonly kind: 'done'; readonly of: DoneOf };

/** Above this a pause is not work: it counts as this much. In milliseconds. */
const longestPause = 120_000;

/** A save that takes longer is shown to be under way; a quick one goes straight on to the next item. In milliseconds. */
const slowSave = 150;

/**
 * One view of a session: where it stands in the dataset, what is selected, and every action a person can take. Actions run
 * one after the other in the order they came, so that fast typing never overtakes a save.
 */
export class Desk {
  private queue: Promise<void> = Promise.resolve();
  private shown: Shown = { kind: 'loading' };
  private here: Place = { ordinal: 0 };
  private readonly trail = new Trail();
  private selected = 0;
  /** What of the selected response is in hand. */
  private part = 0;
  /** Whether long lists are sorted into buckets first. */
  private byBuckets = true;
  /** Whether this one is sorted, so that numbers are places now. */
  private isSorted = false;
  private readonly digits = new Digits(() => void this.run(() => this.takeDigit()));
  /** What the next Enter would save although something is missing. */
  private confirming: Draft | undefined;
  /** Whether the last notice asks for something. */
  private asking = false;
  private saving = false;
  private lastActive = performance.now();
  private elapsed = 0;
  private closed = false;
  private readonly ahead: LookAhead;
  /** Which judgement of which item each key names whose texts were sent, and whether what checks found was among them. */
  private readonly sent = new Map<string, { readonly place: Place; readonly showsChecks: boolean }>();
  private lastState = '';
  /** `done()` when there was nothing left to do. */
  private doneBy = '';
  private readonly news: GuidelinesNews;
  private readonly stopListening: () => void;

  constructor(
    private readonly session: Session,
    private readonly audience: DeskAudience,
  ) {
    this.ahead = new LookAhead(session, async (found) => {
      const open = await session.open(session.show(found.item, found.seat));
      if (!this.closed) this.send(found, open);
    });
    this.news = new GuidelinesNews(session.study);
    this.stopListening = session.onChange(() => void this.run(() => this.follow()));
  }

  close(): void {
    this.closed = true;
    this.ahead.stop();
    this.digits.take();
    this.stopListening();
  }

  /** Sends everything again: the webview is new or was reloaded. */
  resend(): Promise<void> {
    return this.run(() => {
      this.sent.clear();
      this.lastState = '';
      this.tell();
    });
  }

  /** Sends the state again; the number of items known has grown. Amid a save the next item's state will carry it. */
  counted(): void {
    if (!this.saving) this.tell();
  }

  /** Begins with the first item of the queue that is to be judged. */
  start(): Promise<void> {
    return this.run(() => this.goOn(-1));
  }

  /** Opens at `ordinal`, where the person was last; resolves to false, and nothing changes, where there is no item. @param more the rest of that place */
  async resume(ordinal: number, more: Omit<Place, 'ordinal'> = {}): Promise<boolean> {
    let there = false;
    await this.run(async () => void (there = await this.go(placeOf({ ordinal, ...more }), { kind: 'resumed' })));
    return there;
  }

  /** Shows the item at `ordinal`; resolves to false, and nothing changes, where there is none. */
  async goTo(ordinal: number): Promise<boolean> {
    let there = false;
    await this.run(async () => {
      there = await this.go({ ordinal }, { kind: 'asked' });
      if (there) this.say(undefined);
    });
    return there;
  }

  step(by: 1 | -1): Promise<void> {
    return this.run(async () => {
      const place = this.shown.kind === 'done' && by === -1 ? this.here : await this.trail.beside(this.here, by, (ordinal, to) => this.session.queue.beside(ordinal, to));
      if (place && (await this.go(place))) this.say(undefined);
      else this.say({ kind: by === 1 ? 'last-item' : 'first-item' });
    });
  }

  /** Judges the item under a context from here on, or as it stands: each is a judgement by itself. */
  under(context: string | undefined, key: string): Promise<void> {
    return this.run(() =>
      this.withItem(async ({ shown: { seat } }, served) => {
        const place = { ...this.here, seat: seatOf({ ...seat, context }) };
        if (!samePlace(place, this.here)) await this.go(place, served);
        this.say({ kind: 'judged-under', context: context !== undefined });
      }, key),
    );
  }

  /** Does something to the judgement. With a `key` (here and below) nothing is done where another item is shown by now. */
  judge(action: Judging, key?: string): Promise<void> {
    return this.run(() =>
      this.withItem(() => {
        this.takeDigit();
        this.take(action);
      }, key),
    );
  }

  /** Takes a digit that was typed: a place, an outcome, a value, by the way to judge. Where larger numbers mean something a second one is waited for. */
  type(digit: number): Promise<void> {
    return this.run(() =>
      this.withItem((open) => {
        const { mode } = open.draft;
        for (const value of this.digits.push(digit, ways[mode].most(this.handOf(open)))) this.take({ do: 'number', value });
        if (this.digits.waiting !== undefined) this.tell();
      }),
    );
  }

  /**
   * Replaces one text of the draft of the item with that key, also where another item is shown by now, and resolves once the text
   * would survive a crash. Rejects where it could not be kept: whoever typed it has to.
   */
  async setText(key: string, field: DraftField, text: string): Promise<void> {
    const outcome = { kept: false };
    await this.run(async () => {
      if (this.shown.kind === 'item' && keyOf(this.here.ordinal, this.shown.open) === key) {
        this.edit(this.shown.open, withText(this.shown.open.draft, field, text), { field: JSON.stringify(field) });
        outcome.kept = true;
        return;
      }
      const place = this.sent.get(key)?.place ?? { ordinal: Number.parseInt(key, 10) };
      const at = await this.session.at(place.ordinal, place.seat);
      if (at?.kind !== 'item' || keyOf(place.ordinal, at.open) !== key) return;
      this.session.keepDraft(at.open, withText(at.open.draft, field, text), at.open.elapsed);
      outcome.kept = true;
    });
    if (!outcome.kept) throw new UserError('the item that this text belongs to is not there any more');
    await this.session.flush();
  }

  /** Sends the texts of an item again that the webview no longer has. */
  sendAgain(key: string): Promise<void> {
    return this.run(() =>
      this.withItem((open) => {
        this.sent.delete(key);
        this.send(this.here, open);
      }, key),
    );
  }

  /** The part of a text that begins at `from`; undefined where another item is shown by now (of guidelines: where `key` is not their version any more), or nothing is left. */
  async more(key: string, place: TextPlace, from: number): Promise<TextPart | undefined> {
    if (place.response === 'guidelines') return guidelinesPart(this.session.study, key, from);
    let part: TextPart | undefined;
    await this.run(() => this.withItem(({ shown }) => void (part = moreOf(shown, place, from, this.showsReferences)), key));
    return part;
  }

  /** The whole texts of the responses, in the order shown; undefined where another item is shown by now. */
  async texts(key: string): Promise<readonly string[] | undefined> {
    let texts: readonly string[] | undefined;
    await this.run(() => this.withItem(({ shown }) => void (texts = shown.responses.map(({ text }) => text)), key));
    return texts;
  }

  /** Brings the keyboard to a text of the judgement, or back to the responses. */
  focus(field: 'critique' | 'rationale' | 'answer' | 'clarification' | undefined): Promise<void> {
    return this.run(() =>
      this.withItem(() => {
        if (field === undefined) this.audience.focus({ kind: 'response' });
        else this.audience.focus({ kind: 'field', field: field === 'critique' ? { kind: 'critique', index: this.selected } : { kind: field } });
      }),
    );
  }

  /** Saves the judgement and goes on to the next item that has none. Asks again before it saves less than a whole ranking. */
  save(key?: string): Promise<void> {
    return this.run(() =>
      this.withItem(async (open) => {
        const { draft, saved, annotation } = open;
        const hand = this.handOf(open);
        const on = ways[draft.mode].goOn?.(hand);
        if (on) {
          this.turn(open, on);
          return;
        }
        if (annotation && !isStale(open) && saysTheSame(draft, saved)) {
          await this.goOn();
          this.say(undefined);
          return;
        }
        const missing = isEmptyDraft(draft) ? ({ kind: 'nothing-judged' } as const) : ways[draft.mode].unfinished(hand);
        const confirmed = missing?.kind !== 'nothing-judged' && this.confirming !== undefined && sameDraft(this.confirming, draft);
        if (missing && !confirmed) {
          this.confirming = draft;
          this.say(missing);
          return;
        }
        await this.commit(open, judgementOf(draft, open.shown, isStale(open) ? undefined : annotation?.judgement), 'saved');
      }, key),
    );
  }

  /** Records that the item was skipped, and why. What was drafted stays a draft no more. */
  skip(reason: string, key?: string): Promise<void> {
    return this.run(() => this.withItem((open) => this.commit(open, { skip: { reason } }, 'skipped'), key));
  }

  /** The item on the screen, with the key that names it. */
  get open(): { readonly key: string; readonly shown: ShownItem; readonly place: Place } | undefined {
    return this.shown.kind === 'item' ? { key: keyOf(this.here.ordinal, this.shown.open), shown: this.shown.open.shown, place: this.here } : undefined;
  }

  /** Saves what an earlier version of the item's judgement says once more, as the annotator's own; it can be taken back like any other. */
  bringBack(version: Annotation, key: string): Promise<void> {
    return this.run(() =>
      this.withItem(async (open) => {
        const draft = draftOf(version, open.shown, this.session.study.project.task.mode);
        const annotation = await this.session.save({ ...open, draft }, version.judgement, this.spent());
        this.session.history.push({ kind: 'save', ...this.here, annotation, draft: open.draft });
        await this.follow();
        this.say({ kind: 'brought-back' });
      }, key),
    );
  }

  undo(): Promise<void> {
    return this.run(async () => {
      const action = this.session.history.next ?? this.savedHere();
      if (!action) return;
      if (action.kind === 'edit') {
        await this.restore(action, 'before');
        this.say({ kind: 'undone' });
      } else {
        await this.arrive(action);
        await this.withItem(async (open) => this.session.retract(action.annotation, open, action.draft, this.spent()));
        this.say({ kind: 'retracted' });
        await this.follow();
      }
      this.session.history.undone(action);
      this.tell();
    });
  }

  redo(): Promise<void> {
    return this.run(async () => {
      const action = this.session.history.nextUndone;
      if (!action) return;
      if (action.kind === 'save') {
        const annotation = await this.session.repeat(action.annotation);
        await this.go(placeOf(action), { kind: 'asked' });
        await this.withItem((open) => this.session.forgetDraft(open));
        this.session.history.redo({ ...action, annotation });
        this.say({ kind: annotation.judgement.skip ? 'skipped' : 'saved' });
        await this.follow();
      } else {
        await this.restore(action, 'after');
        this.say({ kind: 'redone' });
        this.session.history.redo(action);
        this.tell();
      }
    });
  }

  /** Resolves once every action so far has run. */
  settled(): Promise<void> {
    return this.queue;
  }

  private async restore(action: Edit, side: 'before' | 'after'): Promise<void> {
    await this.arrive(action);
    const draft = action[side];
    await this.withItem(async (open, served) => {
      const now = await this.session.open(open.shown, open);
      this.session.keepDraft(now, draft, this.spent());
      this.shown = { kind: 'item', open: { ...now, draft }, served };
      this.hold({ ...(action.selected && { selected: action.selected[side] }), ...(action.part && { part: action.part[side] }) });
    });
  }

  private async arrive(action: Action): Promise<void> {
    if (!samePlace(this.here, action) || this.shown.kind !== 'item') await this.go(placeOf(action), { kind: 'asked' });
  }

  /** The judgement of the shown item as something to take back, though it was saved in an earlier sitting. */
  private savedHere(): Action | undefined {
    if (this.shown.kind !== 'item') return undefined;
    const { annotation, saved } = this.shown.open;
    return annotation?.origin.kind === 'human' ? { kind: 'save', ...this.here, annotation, draft: saved } : undefined;
  }

  private async commit(open: OpenItem, judgement: ReturnType<typeof judgementOf>, kind: 'saved' | 'skipped'): Promise<void> {
    let said = false;
    const say = (): void => {
      if (!said) this.say({ kind });
      said = true;
    };
    this.saving = true;
    const slow = setTimeout(() => this.tell(), slowSave);
    try {
      const annotation = await this.session.save(open, judgement, this.spent());
      // Another annotator may have taken the seat meanwhile, with a history of their own.
      if (annotation.annotator === this.session.annotator) this.session.history.push({ kind: 'save', ...this.here, annotation, draft: open.draft });
    } finally {
      clearTimeout(slow);
      this.saving = false;
    }
    // Said after the next item is sent, whose paint it would hold up by a frame, unless that is long in coming.
    const late = setTimeout(say, slowSave);
    try {
      await this.goOn();
    } finally {
      clearTimeout(late);
      say();
    }
  }

  /** To the next item to be judged, from here to the end of the queue and then from its start; where there is none, done. */
  private async goOn(after = anchorOf(this.here)): Promise<void> {
    const { queue } = this.session;
    const found = (await this.ahead.first(after)) ?? (await queue.nextFromStart(after)) ?? (await queue.nextLeft());
    if (found) {
      this.arriveAt(placeOf(found), { kind: 'item', open: await this.session.open(this.session.show(found.item, found.seat)), served: found.served });
      return;
    }
    this.doneBy = this.done();
    this.show({ kind: 'done', of: this.session.queue.of });
  }

  /** Who has done how much, as a word that changes with it. */
  private done(): string {
    const { judged, skipped } = this.session.progress;
    return JSON.stringify([this.session.annotator, judged, skipped]);
  }

  /** Shows the item at a place; false (and nothing changes) past the end. @param served why, where it is not the queue that brings it */
  private async go(place: Place, served?: Served): Promise<boolean> {
    const { found } = this.ahead;
    const at: At = found && samePlace(found, place) ? { kind: 'item', open: await this.session.open(this.session.show(found.item, found.seat)), served: found.served } : await this.session.at(place.ordinal, place.seat);
    if (!at) return false;
    this.arriveAt(place, at.kind === 'item' && served ? { ...at, served } : at);
    return true;
  }

  private arriveAt(place: Place, at: NonNullable<At>): void {
    this.here = place;
    this.trail.note(place);
    if (at.kind === 'item') this.session.foundAt(new Map([[at.open.shown.item.id, place.ordinal]]));
    this.lastActive = performance.now();
    this.elapsed = at.kind === 'item' ? at.open.elapsed : 0;
    this.digits.take();
    this.selected = 0;
    this.part = 0;
    this.isSorted = at.kind === 'item' && !at.open.draft.places.includes(null);
    if (at.kind === 'item') this.hold(ways[at.open.draft.mode].first(this.handOf(at.open)));
    this.show(at);
    this.ahead.look(anchorOf(place), at.kind === 'item' ? at.open : undefined);
  }

  private show(shown: Shown): void {
    this.shown = shown;
    this.confirming = undefined;
    this.tell();
  }

  /** Takes over what changed elsewhere: another desk, another window, another annotator chosen. */
  private async follow(): Promise<void> {
    if (this.shown.kind === 'item') {
      const before = this.shown.open;
      const same = this.session.annotator === before.shown.annotator;
      // What came again to one annotator is an item like any other to the next.
      if (!same) this.here = { ordinal: this.here.ordinal };
      const shown = this.session.show(before.shown.item, this.here.seat);
      const open = await (same ? this.session.open(before.shown, before) : this.session.open(shown));
      this.shown = { ...this.shown, open };
      if (!same) this.elapsed = open.elapsed;
    }
    this.ahead.follow();
    // Everything was done, and now something is not: another annotator sits here, or a judgement was taken back elsewhere.
    if (this.shown.kind === 'done' && this.doneBy !== this.done()) await this.goOn();
    this.tell();
    if (this.news.arrived()) this.say({ kind: 'guidelines-changed' });
  }

  /** What the keys fall on. */
  private handOf({ draft, shown }: OpenItem): Hand {
    const { selected, part } = this;
    return { draft, selected, part, buckets: this.byBuckets && !this.isSorted, task: taskOf(this.session.study.project), text: (index) => shown.responses[index]?.text ?? '', passages: shown.item.evidence?.length ?? 0 };
  }

  private get showsReferences(): boolean {
    return taskOf(this.session.study.project).references;
  }

  private takeDigit(): void {
    const value = this.digits.take();
    if (value !== undefined) this.take({ do: 'number', value });
  }

  private take(action: Judging): void {
    if (this.shown.kind !== 'item') return;
    const { open } = this.shown;
    this.turn(open, judge(this.handOf(open), action));
  }

  private turn(open: OpenItem, change: Change): void {
    const { selected, part } = this;
    this.hold(change);
    if (change.buckets !== undefined) this.byBuckets = change.buckets;
    this.isSorted = change.buckets === undefined && (this.isSorted || (change.draft?.within ?? null) !== null);
    if (change.draft && !sameDraft(change.draft, open.draft)) this.edit(open, change.draft, { selected: { before: selected, after: this.selected }, part: { before: part, after: this.part } });
    else this.tell();
    const notice = noticeOf(open, change);
    if (notice) this.say(notice);
    if (change.focus) this.audience.focus({ kind: 'field', field: change.focus });
  }

  private hold({ selected = this.selected, part = this.part }: Pick<Change, 'selected' | 'part'>): void {
    this.selected = selected;
    this.part = part;
  }

  private edit(open: OpenItem, draft: Draft, more: Pick<Edit, 'field' | 'selected' | 'part'>): void {
    if (sameDraft(draft, open.draft)) {
      this.tell();
      return;
    }
    this.session.history.push({ kind: 'edit', ...this.here, before: open.draft, after: draft, ...more });
    if (this.shown.kind === 'item') this.shown = { ...this.shown, open: { ...open, draft } };
    this.confirming = undefined;
    // What was asked about the draft is answered by changing it.
    if (this.asking) this.say(undefined);
    this.session.keepDraft(open, draft, this.spent());
    this.tell();
  }

  /** Milliseconds of work on the item so far. */
  private spent(): number {
    const now = performance.now();
    this.elapsed += Math.min(now - this.lastActive, longestPause);
    this.lastActive = now;
    return this.elapsed;
  }

  private async withItem(action: (open: OpenItem, served: Served) => void | Promise<void>, key?: string): Promise<void> {
    if (this.shown.kind !== 'item' || (key !== undefined && key !== keyOf(this.here.ordinal, this.shown.open))) return;
    await action(this.shown.open, this.shown.served);
  }

  private say(notice: Notice | undefined): void {
    this.asking = notice !== undefined && (notice.kind === 'nothing-judged' || notice.kind.startsWith('confirm-'));
    if (!this.closed) this.audience.notice(notice);
  }

  private run(action: () => void | Promise<void>): Promise<void> {
    this.queue = this.queue.then(action).catch((error: unknown) => {
      if (this.closed) return;
      // What went wrong on the disk or in the data is told to the person; anything else is a bug and is told too, with its name.
      const message = error instanceof UserError ? error.message : String(error);
      if (this.shown.kind === 'loading') this.shown = { kind: 'problem', message };
      this.tell();
      this.say({ kind: 'error', message });
    });
    return this.queue;
  }

  private tell(): void {
    if (this.closed) return;
    if (this.shown.kind === 'item') this.send(this.here, this.shown.open);
    const state = this.state();
    const json = JSON.stringify(state);
    if (json === this.lastState) return;
    this.lastState = json;
    this.audience.state(state);
  }

  private send(place: Place, open: OpenItem): void {
    const key = keyOf(place.ordinal, open);
    const showsChecks = areChecksShown(taskOf(this.session.study.project), open);
    if (this.sent.get(key)?.showsChecks === showsChecks) return;
    this.sent.set(key, { place: placeOf(place), showsChecks });
    this.audience.content(contentOf(key, open.shown, this.showsReferences, showsChecks));
  }

  private state(): DeskState {
    const { session } = this;
    return {
      annotator: session.annotator,
      question: currentQuestion(session.study.project).text,
      guidelines: deskGuidelines(session.study),
      task: taskOf(session.study.project),
      ordinal: this.here.ordinal,
      count: session.dataset.count,
      counted: session.dataset.complete,
      mine: session.mine ?? null,
      ...session.progress,
      view: this.view(),
      canUndo: session.history.canUndo || this.savedHere() !== undefined,
      canRedo: session.history.canRedo,
      saving: this.saving,
    };
  }

  private view(): DeskView {
    if (this.shown.kind !== 'item') return this.shown;
    const { open, served } = this.shown;
    return { kind: 'item', item: itemShown(this.here.ordinal, open, this.handOf(open), this.digits.waiting, served, this.session) };
  }
}
