import type { DeskState, DeskView, QueueScope, Notice, QueuePosition } from '../model/desk/deskState';
import type { ProblemCode } from '../model/problems';
import { questionAsked } from '../model/study/project';
import { taskOf } from '../model/study/taskSchema';
import { Confirmation } from './drafts/confirmation';
import { deskGuidelines } from './item/guidelines';
import { savedEarlier } from './drafts/history';
import type { Selection } from './selection';
import type { DeskPosition } from './item/deskPosition';
import type { WebviewPublisher } from './webviewPublisher';
import type { OpenItem, Session } from './session';
import { itemShown, keyOf } from './item/deskItem';
import { WorkClock } from './progress/workClock';
import { ModeChange } from './modeChange';

/**
 * `Desk` is what host and tests call: it runs actions one by one (`ActionQueue`). The controller knows what is shown, what
 * is selected (`Selection`), the time of work (`WorkClock`) and the question before a save (`Confirmation`). `Navigation`
 * goes from item to item, `DraftEditing` changes the draft, `Saving` makes a judgement of it, `Undo` takes steps back,
 * `ExternalChanges` takes over what changed elsewhere, and `WebviewPublisher` sends the state. What all desks of a window
 * share is the `Session`: queue, drafts, history and workload.
 */

/** What a desk shows. */
export type DeskScreen =
  | { readonly kind: 'item'; readonly open: OpenItem; readonly queuePosition: QueuePosition }
  | { readonly kind: 'problem'; readonly message: string; readonly code?: ProblemCode }
  | { readonly kind: 'loading' }
  | { readonly kind: 'done'; readonly of: QueueScope };

/**
 * Holds what stands on one desk now, and where in the dataset that is; its parts (navigation, editing, saving, undo)
 * change it and have it told.
 */
export class DeskController {
  readonly clock = new WorkClock();
  readonly confirmation = new Confirmation();
  readonly modeChange = new ModeChange();
  /** The place of the desk in the dataset. */
  here: DeskPosition = { ordinal: 0 };
  /** Whether a save is under way. */
  saving = false;
  private screen: DeskScreen = { kind: 'loading' };

  constructor(
    readonly session: Session,
    readonly sending: WebviewPublisher,
    readonly selection: Selection,
  ) {}

  get shown(): DeskScreen {
    return this.screen;
  }

  /** The item on the screen; undefined where something else is shown. */
  get open(): OpenItem | undefined {
    return this.screen.kind === 'item' ? this.screen.open : undefined;
  }

  /** The key that names the item on the screen. */
  get key(): string | undefined {
    return this.open && keyOf(this.here.ordinal, this.open);
  }

  /** Shows something, and tells. */
  show(shown: DeskScreen): void {
    this.screen = shown;
    this.confirmation.begin();
    this.notify();
  }

  /** The item on the screen is this from now on; whoever says so tells. */
  update(open: OpenItem): void {
    if (this.screen.kind === 'item') this.screen = { ...this.screen, open };
  }

  /** Does something with the item on the screen. With a `key` nothing is done where another item is shown by now. */
  async withItem(
    action: (open: OpenItem, queuePosition: QueuePosition) => void | Promise<void>,
    key?: string,
  ): Promise<void> {
    if (this.screen.kind !== 'item' || (key !== undefined && key !== this.key)) return;
    await action(this.screen.open, this.screen.queuePosition);
  }

  announce(notice: Notice | undefined): void {
    this.sending.announce(notice);
  }

  /** Something went wrong, which is told; where nothing is shown yet, it is shown. */
  fail(message: string, code?: ProblemCode): void {
    if (this.screen.kind === 'loading') this.screen = { kind: 'problem', message, ...(code && { code }) };
    this.notify();
    this.announce({ kind: 'error', message });
  }

  /** Sends what changed. */
  notify(): void {
    if (this.sending.stopped) return;
    if (this.open) {
      this.sending.texts(this.here, this.open);
      const { list, rules } = this.selection.stateFor(this.open);
      if (list.criteria.length > 0) this.sending.criteria(list.shown);
      this.sending.critiques(this.open);
      if (rules && rules.rules.length > 0) this.sending.rules(rules);
    }
    this.sending.state(this.state());
  }

  private state(): DeskState {
    const { session, open, here } = this;
    const { project } = session.study;
    const progressSummary = session.progressSummary();
    return {
      annotator: session.annotator,
      question: questionAsked(project, open?.draft.mode),
      guidelines: deskGuidelines(session.study),
      task: taskOf(project),
      ordinal: here.ordinal,
      count: session.dataset.count,
      counted: session.dataset.complete,
      mine: session.mine ?? null,
      ...session.progress,
      done: progressSummary.judged + progressSummary.skipped,
      view: this.view(),
      canUndo: session.history.canUndo || (open !== undefined && savedEarlier(here, open) !== undefined),
      canRedo: session.history.canRedo,
      saving: this.saving,
    };
  }

  private view(): DeskView {
    if (this.screen.kind !== 'item') return this.screen;
    const { open, queuePosition } = this.screen;
    return {
      kind: 'item',
      item: {
        ...itemShown(
          this.here.ordinal,
          open,
          this.selection.stateFor(open),
          this.selection,
          queuePosition,
          this.session,
        ),
        ...(this.modeChange.isNew && { isNewMode: true }),
      },
    };
  }
}
