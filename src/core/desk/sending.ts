import type { DeskCriteria } from '../model/deskRubric';
import type { DeskContent, DeskState, FocusTarget, Notice } from '../model/desk';
import { taskOf } from '../model/project';
import { areChecksShown } from './checks';
import { contentOf } from './content';
import { placeOf, type Place } from './place';
import type { OpenItem, Session } from './session';
import { keyOf } from './view';

/** Who watches a desk: one webview. */
export interface DeskAudience {
  content(content: DeskContent): void;
  /** The criteria that the next state is about. */
  criteria(criteria: DeskCriteria): void;
  state(state: DeskState): void;
  /** What just happened; undefined where something went on without a word, so that the last notice is of the past. */
  notice(notice: Notice | undefined): void;
  focus(target: FocusTarget): void;
}

/** Sends to a desk's audience what it does not have yet: texts once under their key, the state where it changed. After `stop` nothing is sent. */
export class Sending {
  private isStopped = false;
  private isAsking = false;
  /** Which judgement of which item each key names whose texts were sent, and whether what checks found was among them. */
  private readonly sent = new Map<string, { readonly place: Place; readonly showsChecks: boolean }>();
  private lastState = '';
  /** Key of the criteria that the audience has. */
  private lastCriteria = '';

  constructor(
    private readonly session: Session,
    private readonly audience: DeskAudience,
  ) {}

  get stopped(): boolean {
    return this.isStopped;
  }

  /** Whether the last notice asks for something. */
  get asking(): boolean {
    return this.isAsking;
  }

  stop(): void {
    this.isStopped = true;
  }

  /** The audience is new: it has nothing. */
  forget(): void {
    this.sent.clear();
    this.lastState = '';
    this.lastCriteria = '';
  }

  /** The audience has the texts of an item no longer. */
  forgetTexts(key: string): void {
    this.sent.delete(key);
  }

  /** The place of the judgement whose texts were sent under a key. */
  placeNamed(key: string): Place | undefined {
    return this.sent.get(key)?.place;
  }

  /** Sends the texts of an item, also ahead of time. */
  texts(place: Place, open: OpenItem): void {
    if (this.isStopped) return;
    const key = keyOf(place.ordinal, open);
    const task = taskOf(this.session.study.project);
    const showsChecks = areChecksShown(task, open);
    if (this.sent.get(key)?.showsChecks === showsChecks) return;
    this.sent.set(key, { place: placeOf({ ...place, seat: open.shown.seat }), showsChecks });
    this.audience.content(contentOf(key, open.shown, task.references, showsChecks));
  }

  /** Sends the criteria of an item, where they are others than those of the last one. */
  criteria(criteria: DeskCriteria): void {
    if (this.isStopped || criteria.key === this.lastCriteria) return;
    this.lastCriteria = criteria.key;
    this.audience.criteria(criteria);
  }

  state(state: DeskState): void {
    const json = JSON.stringify(state);
    if (this.isStopped || json === this.lastState) return;
    this.lastState = json;
    this.audience.state(state);
  }

  /** Tells what just happened; undefined for what goes on without a word. */
  say(notice: Notice | undefined): void {
    this.isAsking = notice !== undefined && (notice.kind === 'nothing-judged' || notice.kind.startsWith('confirm-'));
    if (!this.isStopped) this.audience.notice(notice);
  }

  /** Brings the keyboard there. */
  focus(target: FocusTarget): void {
    this.audience.focus(target);
  }
}
