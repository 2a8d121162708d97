import type { Annotation } from '../model/annotation/annotation';
import type { CheckEvidence, Checks } from '../model/annotation/checkEvidence';
import type { UnplacedCriterion } from '../model/rubric/criterion';
import type { Notice, TextPlace } from '../model/desk/deskState';
import type { TextView } from '../model/desk/textView';
import type { DeskRefinement } from '../model/desk/difference';
import type { Draft, DraftField, PlaceOfCall } from '../model/annotation/draft';
import type { JudgementAction } from '../model/annotation/judgementAction';
import type { TextPart } from '../model/item/textPart';
import { valueOfPlace } from '../model/item/callPlaces';
import { problem, UserError } from '../model/problems/problem';
import { taskOf } from '../model/study/taskSchema';
import type { RuleFields } from '../model/rubric/rule';
import { critiqueField } from '../model/annotation/writingRequirements';
import { ActionQueue } from './actionQueue';
import { moreOf } from './item/deskContent';
import { DraftEditing } from './draftEditing';
import { ExternalChanges } from './externalChanges';
import { addCriterionFor } from './grid/addItemCriterion';
import { startWithRationale } from './requiredTexts';
import { refinementShown } from './item/difference';
import { guidelinesPart } from './item/guidelines';
import { callOfStep } from './runs/outputOfStep';
import { Selection } from './selection';
import type { ShownItem } from './item/shownItem';
import { Navigation } from './navigation';
import type { SavedPlace } from './drafts/history';
import { positionOf, type DeskPosition } from './item/deskPosition';
import { canRefine } from './item/refinements';
import { writeRule } from './rules/writeRule';
import { Saving } from './drafts/saving';
import { WebviewPublisher, type DeskAudience } from './webviewPublisher';
import type { OpenItem, Session } from './session';
import { DeskController } from './deskController';
import { withoutImagePaths } from '../model/item/markdownImages';
import { Undo } from './drafts/undo';
import { withResults, type TestedCode } from './tests/addResults';

export type { DeskAudience } from './webviewPublisher';

/** A response that is longer is refined in an editor, in UTF-16 units. */
const maxInlineRefinementLength = 32_768;

/**
 * One view of a session: every action that a person can take on it, one after the other. What stands on the desk is the
 * `DeskController`; how each kind of action changes it is a file of its own.
 */
export class Desk {
  private readonly actions = new ActionQueue((error) => this.failed(error));
  private readonly publisher: WebviewPublisher;
  private readonly controller: DeskController;
  private readonly navigation: Navigation;
  private readonly editing: DraftEditing;
  private readonly saving: Saving;
  private readonly undoing: Undo;
  private readonly stopListening: () => void;

  constructor(
    private readonly session: Session,
    audience: DeskAudience,
  ) {
    this.publisher = new WebviewPublisher(session, audience);
    this.controller = new DeskController(
      session,
      this.publisher,
      new Selection(
        () => session.study,
        () => void this.run(() => this.saveIfDecided(() => this.editing.takeDigit())),
      ),
    );
    this.navigation = new Navigation(this.controller);
    this.editing = new DraftEditing(this.controller);
    const following = new ExternalChanges(this.controller, this.navigation);
    this.saving = new Saving(this.controller, this.navigation, this.editing, following);
    this.undoing = new Undo(this.controller, this.navigation, following);
    this.stopListening = session.onChange(() => void this.run(() => following.follow()));
  }

  close(): void {
    this.publisher.stop();
    this.navigation.stop();
    this.controller.selection.digits.take();
    this.stopListening();
  }

  /** Sends everything again: the webview is new or was reloaded. */
  resend(): Promise<void> {
    return this.run(() => {
      this.publisher.forget();
      this.controller.notify();
      startWithRationale(this.controller);
    });
  }

  /** Sends the state again; the number of items known has grown. Amid a save the next item's state will carry it. */
  counted(): void {
    if (!this.controller.saving) this.controller.notify();
  }

  /** Begins with the first item of the queue that is to be judged. */
  start(): Promise<void> {
    return this.run(() => this.navigation.goOn(-1));
  }

  /**
   * Opens at `ordinal`, where the person was last; resolves to false, and nothing changes, where there is no item.
   * @param more the rest of that place
   */
  async resume(ordinal: number, more: Omit<DeskPosition, 'ordinal'> = {}): Promise<boolean> {
    let there = false;
    await this.run(
      async () => void (there = await this.navigation.go(positionOf({ ordinal, ...more }), { kind: 'resumed' })),
    );
    return there;
  }

  /** Lists where judgements were saved, the last one at the end, for the next sitting. */
  get saved(): readonly SavedPlace[] {
    return this.session.history.saved;
  }

  /** Lets undo go on from where an earlier sitting ended. */
  remember(earlier: readonly SavedPlace[]): void {
    this.session.history.resume(earlier);
    this.controller.notify();
  }

  /** Shows the item at `ordinal`; resolves to false, and nothing changes, where there is none. */
  async goTo(ordinal: number): Promise<boolean> {
    let there = false;
    await this.run(async () => {
      there = await this.navigation.go({ ordinal }, { kind: 'asked' });
      if (there) this.controller.announce(undefined);
    });
    return there;
  }

  /** To the item behind this one or before it. */
  step(by: 1 | -1): Promise<void> {
    return this.run(() => this.navigation.step(by));
  }

  /** Judges the item under a context from here on, or as it stands: each is a judgement by itself. */
  under(context: string | undefined, key: string): Promise<void> {
    return this.run(() => this.navigation.under(context, key));
  }

  /**
   * Does something to the judgement. With a `key` (here and below) nothing is done where another item is shown by now.
   */
  judge(action: JudgementAction, key?: string): Promise<void> {
    return this.run(() =>
      action.do === 'turn'
        ? this.toNextTurn(key)
        : this.controller.withItem(() => this.saveIfDecided(() => this.editing.judge(action)), key),
    );
  }

  /** What digits mean on the item with that key was on the screen for a moment (see `ModeChange`). */
  modeRead(key: string): Promise<void> {
    return this.run(() => this.controller.withItem(() => this.controller.modeChange.read(), key));
  }

  /**
   * Takes a digit that was typed: a place, an outcome, a value, by the way to judge. Where larger numbers mean
   * something a second one is waited for.
   */
  type(digit: number): Promise<void> {
    return this.run(() => this.controller.withItem((open) => this.saveIfDecided(() => this.editing.type(digit, open))));
  }

  /**
   * Replaces one text of the draft of the item with that key, also where another item is shown by now, and resolves
   * once the text would survive a crash. Rejects where it could not be kept: whoever typed it has to.
   */
  async setText(key: string, field: DraftField, text: string): Promise<void> {
    const outcome = { kept: false };
    await this.run(async () => void (outcome.kept = await this.editing.setText(key, field, text)));
    if (!outcome.kept) throw new UserError(problem('journal.itemGone', {}));
    await this.session.flush();
  }

  /**
   * Keeps results of tests on the item with that key; resolves to whether it is still on the screen, and the results
   * would survive a crash.
   */
  async addTestResults(key: string, at: TestedCode, evidence: CheckEvidence): Promise<boolean> {
    const done = { kept: false };
    await this.run(() =>
      this.controller.withItem((open) => {
        const { controller, session } = this;
        const tested = { ...open, checks: withResults(open, at, evidence) };
        controller.update(tested);
        session.keepDraft(tested, tested.draft, controller.clock.spent());
        controller.notify();
        done.kept = true;
      }, key),
    );
    if (done.kept) await this.session.flush();
    return done.kept;
  }

  /** Keeps how the responses of the item on the screen are shown, in the order shown: it is saved with the judgement. */
  showsViews(key: string, views: readonly TextView[]): Promise<void> {
    return this.run(() => this.controller.withItem((open) => this.controller.update({ ...open, views }), key));
  }

  /** Sends the texts of an item again that the webview no longer has. */
  sendAgain(key: string): Promise<void> {
    return this.run(() =>
      this.controller.withItem((open) => {
        this.publisher.forgetTexts(key);
        this.publisher.texts(this.controller.here, open);
      }, key),
    );
  }

  /**
   * The part of a text that begins at `from`; undefined where another item is shown by now (of guidelines: where `key`
   * is not their version any more), or nothing is left.
   */
  async more(key: string, place: TextPlace, from: number): Promise<TextPart | undefined> {
    const { study } = this.session;
    if (place.response === 'guidelines') return guidelinesPart(study, key, from);
    let part: TextPart | undefined;
    await this.run(() =>
      this.controller.withItem(
        ({ shown }) => void (part = moreOf(shown, place, from, taskOf(study.project).references)),
        key,
      ),
    );
    return part;
  }

  /** The whole texts of the responses, in the order shown; undefined where another item is shown by now. */
  async texts(key: string): Promise<readonly string[] | undefined> {
    let texts: readonly string[] | undefined;
    await this.run(() =>
      this.controller.withItem(
        ({ shown }) => void (texts = shown.responses.map(({ text }) => withoutImagePaths(text).text)),
        key,
      ),
    );
    return texts;
  }

  /** Brings the keyboard to a text of the judgement, or back to the responses. */
  focus(
    field:
      | Exclude<DraftField['kind'], 'spanNote' | 'missingNote' | 'critiqueMade' | 'runNote' | 'callCorrected'>
      | 'another-answer'
      | undefined,
  ): Promise<void> {
    return this.run(() =>
      this.controller.withItem((open) => {
        if (field === 'note') this.editing.writeNote(open);
        else if (field === undefined) this.publisher.focus({ kind: 'response' });
        else this.publisher.focus({ kind: 'field', field: this.fieldOf(field, open) });
      }),
    );
  }

  /** Adds a criterion for the item on the screen alone to the study's rubrics; its first cell is in hand then. */
  addCriterion(criterion: UnplacedCriterion, key: string): Promise<void> {
    const { session, controller } = this;
    return this.run(() =>
      controller.withItem(async ({ shown }) => {
        const { study, annotator } = session;
        const id = await addCriterionFor({ study, annotator, changed: () => session.changed() }, shown.item, criterion);
        controller.selection.hold({ selected: 0, cell: { criterion: id, column: 0 } });
        controller.notify();
        controller.announce({ kind: 'criterion-added', name: criterion.title ?? criterion.text });
      }, key),
    );
  }

  /** Writes a rule for the study, or says the one named in other words; it is in hand then. */
  writeRule(words: Pick<RuleFields, 'feedback' | 'scope'>, rule: string | undefined, key: string): Promise<void> {
    return this.run(() => this.controller.withItem(() => writeRule(this.controller, words, rule), key));
  }

  /**
   * Brings the keyboard to the refinement of the selected response; resolves to false, and nothing happens, where its
   * text is too long for the desk.
   */
  async refine(): Promise<boolean> {
    let fits = true;
    await this.run(() =>
      this.controller.withItem(({ shown, draft }) => {
        const index = this.controller.selection.selected;
        if (!canRefine(shown, index)) this.controller.announce({ kind: 'not-refinable', index });
        else if (
          Math.max(shown.responses[index]?.text.length ?? 0, draft.refinements[index]?.length ?? 0) >
          maxInlineRefinementLength
        )
          fits = false;
        else this.publisher.focus({ kind: 'field', field: { kind: 'refinement', index } });
      }),
    );
    return fits;
  }

  /** Tells the person something. */
  announce(notice: Notice): void {
    this.controller.announce(notice);
  }

  /**
   * Resolves to the refined text of a response of the item with that key, also where another item is shown by now; to
   * the response itself where nothing was refined, to undefined where there is no such item.
   */
  async refinedText(key: string, index: number): Promise<string | undefined> {
    let text: string | undefined;
    await this.run(async () => {
      const open = await this.editing.openOf(key);
      text = open?.draft.refinements[index] === '' ? undefined : open?.draft.refinements[index];
      const response = open?.shown.responses[index];
      text ??= response && withoutImagePaths(response.text).text;
    });
    return text;
  }

  /**
   * Resolves to the text that should stand in a place of a call of the item with that key, also where another item is
   * shown by now; to what stands there where nobody wrote one, to undefined where nothing is said to be wrong there.
   */
  async correctedText(key: string, { index, step, path }: PlaceOfCall): Promise<string | undefined> {
    let text: unknown;
    await this.run(async () => {
      const open = await this.editing.openOf(key);
      const mark = open?.draft.calls[index]?.find((each) => each.step === step && each.path === path);
      const response = open?.shown.responses[index];
      const call = mark && response && callOfStep(response, step);
      if (mark && call) text = mark.corrected ?? valueOfPlace(call, path);
    });
    return typeof text === 'string' ? text : undefined;
  }

  /**
   * The text of a response, what was made of it so far, and how they differ; undefined where another item is shown by
   * now, or there is nothing to refine.
   */
  async refinement(key: string, index: number): Promise<DeskRefinement | undefined> {
    let found: DeskRefinement | undefined;
    await this.run(() =>
      this.controller.withItem(({ shown, draft }) => void (found = refinementShown(shown, draft, index)), key),
    );
    return found;
  }

  /**
   * Saves the judgement and goes on to the next item that has none. Asks again before it saves less than a whole
   * ranking.
   */
  save(key?: string): Promise<void> {
    return this.run(() => this.controller.withItem((open) => this.saving.save(open), key));
  }

  /** Records that the item was skipped, and why. What was drafted stays a draft no more. */
  skip(reason: string, key?: string): Promise<void> {
    return this.run(() => this.controller.withItem((open) => this.saving.skip(open, reason), key));
  }

  /** The item on the screen as its draft stands, with the key that names it. */
  get open():
    | {
        readonly key: string;
        readonly shown: ShownItem;
        readonly draft: Draft;
        readonly checks: Checks | undefined;
        readonly place: DeskPosition;
      }
    | undefined {
    const { open, key, here } = this.controller;
    return open && key !== undefined
      ? { key, shown: open.shown, draft: open.draft, checks: open.checks, place: here }
      : undefined;
  }

  /**
   * Saves what an earlier version of the item's judgement says once more, as the annotator's own; it can be taken back
   * like any other.
   */
  bringBack(version: Annotation, key: string): Promise<void> {
    return this.run(() => this.controller.withItem((open) => this.saving.bringBack(open, version), key));
  }

  /** Takes back what was done last, or the judgement that is shown. */
  undo(): Promise<void> {
    return this.run(() => this.undoing.undo());
  }

  /** Does again what was taken back last. */
  redo(): Promise<void> {
    return this.run(() => this.undoing.redo());
  }

  /** Resolves once every action so far has run. */
  settled(): Promise<void> {
    return this.actions.settled();
  }

  private fieldOf(
    kind:
      | Exclude<DraftField['kind'], 'note' | 'spanNote' | 'missingNote' | 'critiqueMade' | 'runNote' | 'callCorrected'>
      | 'another-answer',
    { draft }: OpenItem,
  ): DraftField {
    const { selected: index } = this.controller.selection;
    switch (kind) {
      case 'critique':
        return critiqueField(taskOf(this.session.study.project), index);
      case 'refinement':
        return { kind, index };
      case 'answer':
        return { kind, index: 0 };
      case 'another-answer':
        return { kind: 'answer', index: draft.answers.length };
      case 'rationale':
      case 'clarification':
        return { kind };
    }
  }

  /** Saves the judgement where a study asks for that as soon as it is decided. */
  private async saveIfDecided(judge: () => boolean): Promise<void> {
    if (!judge()) return;
    const { open } = this.controller;
    if (open) await this.saving.save(open);
  }

  /** Selects what comes next as soon as a number is given, or only with the next number. */
  set selectsNextAtOnce(on: boolean) {
    this.controller.selection.selectsNextAtOnce = on;
  }

  /** Each turn has a judgement of its own. */
  private toNextTurn(key?: string): Promise<void> {
    this.editing.takeDigit();
    return this.navigation.toNextTurn(key);
  }

  private run(action: () => void | Promise<void>): Promise<void> {
    return this.actions.run(action);
  }

  /**
   * Tells the person what went wrong on the disk or in the data; anything else is a bug and is told too, with its name.
   */
  private failed(error: unknown): void {
    if (this.publisher.stopped) return;
    if (error instanceof UserError) this.controller.fail(error.message, error.problem?.code);
    else this.controller.fail(String(error));
  }
}
