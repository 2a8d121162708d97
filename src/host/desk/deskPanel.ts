import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { Desk } from '../../core/desk/desk';
import { deskRunsOf } from '../../core/desk/runs/deskRuns';
import type { ReadingMode } from '../../core/model/desk/arrangement';
import type { DeskState, Notice } from '../../core/model/desk/deskState';
import type { JudgementAction } from '../../core/model/annotation/judgementAction';
import { lengthOf } from '../../core/model/item/length';
import { noWritingRequirements } from '../../core/model/annotation/writingRequirements';
import {
  toHostSchema,
  type DeskAction,
  type DeskProtocol,
  type DeskRequest,
  type KeyboardPlace,
  type DeskReplies,
  type DeskMessage,
} from '../../protocol/desk';
import type { SavedPlace } from '../../core/desk/drafts/history';
import type { DeskPosition } from '../../core/desk/item/deskPosition';
import { arrangement, toggleArrangement } from './arrangementSetting';
import { openCode } from './openCode';
import { useAsControl } from './controlItem';
import { addCriterion, chooseContext, chooseMode, showHistory, skip, type DeskAccess } from './deskPickers';
import { diffComments } from '../code/diffComments';
import { ResponseDiffs } from '../code/responseDiffs';
import { TaskCode } from '../code/taskCode';
import { TakeOver } from '../code/takeOver';
import { TestRuns } from '../code/testRuns';
import { TreeWindows } from '../code/treeWindows';
import { ResponseDifferences } from './responseDifferences';
import { mayChooseFields } from '../dataset/fieldProblems';
import type { ProblemCode } from '../../core/model/problems';
import { KeyboardFocus } from '../surface/keyboardFocus';
import { focusQuickInput } from '../surface/keyCommands';
import { isListed, keyListOf } from './keyList';
import { mediaName, mediaPart, openMedia } from './media';
import { chooseCallError } from './callPicker';
import { openStepFile } from './runStepFile';
import { chooseStepFault, openStepOutput } from './runStepPicker';
import { changeTextSize, displaySetting, selectsNextAtOnce, toggleDisplaySetting } from './displaySettings';
import { writeRule } from './rulePicker';
import type { StudyDocument } from '../study/studyDocument';
import { surfaceSetting, WebviewChannel } from '../surface/webviewChannel';
import { runJudgementTextAction } from './judgementTextActions';

/** One editor: joins a webview to a desk, and remembers where it stood. */
export class DeskPanel implements DeskAccess, vscode.Disposable {
  private readonly channel: WebviewChannel<DeskProtocol>;
  private readonly keys: KeyboardFocus;
  /** See `DeskAccess`. */
  desk: Desk | undefined;
  private readonly disposables: vscode.Disposable[] = [];
  private state: DeskState | undefined;
  /** The id of the judgement that was saved last, as it is kept. */
  private lastSaved: string | undefined;
  private readonly differences = new ResponseDifferences(
    (message) => this.post(message),
    () => this.leaveForQuestion(),
  );

  private readonly code = new TaskCode(this);
  private readonly diffs = new ResponseDiffs(this, this.code);
  private readonly windows = new TreeWindows(this, this.code);
  private readonly takeovers = new TakeOver(this, this.code);
  private readonly tests = new TestRuns(this, this.code);

  constructor(
    readonly document: StudyDocument,
    readonly panel: vscode.WebviewPanel,
    readonly context: vscode.ExtensionContext,
    private readonly onDidChange: () => void,
  ) {
    this.keys = new KeyboardFocus(panel, onDidChange, focusQuickInput);
    this.channel = new WebviewChannel<DeskProtocol>(panel.webview, context, {
      surface: 'annotate',
      requests: toHostSchema,
      answer: (request) => this.answer(request),
    });
    this.disposables.push(
      this.channel,
      document.onDidReload(() => this.attach()),
      document.onDidChange(() => this.desk?.counted()),
      document.questions.shownHere(),
      document.questions.onDidChange(() => this.showQuestion()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('tiebreak')) this.followSettings();
      }),
    );
    this.attach();
  }

  /** Where the keyboard is. */
  get keyboard(): KeyboardPlace {
    return this.keys.place;
  }

  get canSave(): boolean {
    return this.state?.view.kind === 'item' && !this.state.saving;
  }

  get canUndo(): boolean {
    return this.state?.canUndo ?? false;
  }

  get canRedo(): boolean {
    return this.state?.canRedo ?? false;
  }

  /** The item on the screen as its draft stands, for the walkthrough's steps. */
  get item(): Extract<DeskState['view'], { kind: 'item' }>['item'] | undefined {
    return this.state?.view.kind === 'item' ? this.state.view.item : undefined;
  }

  /** Whether the selected response is a run of an agent, whose steps can be gone through. */
  get hasRun(): boolean {
    const { item } = this;
    const shown = this.desk?.open?.shown;
    const run = item && shown && deskRunsOf(shown)?.runs[item.selected];
    return run != null && run.steps.length > 0;
  }

  /** 0-based place of what is on the screen. */
  get ordinal(): number | undefined {
    return this.state?.ordinal;
  }

  /** Comes to the front with the item at `ordinal`; false, and nothing changes, where there is none. */
  async goTo(ordinal: number): Promise<boolean> {
    this.panel.reveal();
    return (await this.desk?.goTo(ordinal)) ?? false;
  }

  /** Goes to the first item to be judged, in the order in which items come now. */
  async begin(): Promise<void> {
    await this.desk?.start();
  }

  dispose(): void {
    this.windows.dispose();
    this.takeovers.dispose();
    this.code.dispose();
    this.desk?.close();
    this.desk = undefined;
    diffComments.follow();
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Takes a digit that was typed. */
  type(digit: number): void {
    void this.desk?.type(digit);
  }

  judge(action: JudgementAction): void {
    void this.desk?.judge(action);
  }

  leaveField(): void {
    // Keys are commands again at once: else an Enter right after Escape is lost.
    this.keys.foresee(this.item?.marking ? 'marking' : 'desk');
    void this.desk?.focus(undefined);
  }

  /** Does what a key or (with the item it was meant for) a button asks. */
  async act(action: DeskAction, key?: string): Promise<void> {
    const { desk } = this;
    if (!desk) return;
    switch (action) {
      case 'save':
        return desk.save(key);
      case 'next':
        return desk.step(1);
      case 'previous':
        return desk.step(-1);
      case 'undo':
        return desk.undo();
      case 'redo':
        return desk.redo();
      case 'critique':
      case 'rationale':
      case 'answer':
      case 'clarification':
      case 'note':
        return desk.focus(action);
      case 'criterionForItem':
        return addCriterion(this, desk);
      case 'newRule':
      case 'editRule':
        return writeRule(action, this, desk);
      case 'runFault':
        return chooseStepFault(this, desk);
      case 'runCall':
        return chooseCallError(this, desk);
      case 'runOutput':
        return openStepOutput(this, desk);
      case 'runFile':
        return openStepFile(this, desk);
      case 'mode':
        return chooseMode(this, desk);
      case 'context':
        return chooseContext(this, desk);
      case 'showMore':
        this.post({ kind: 'showMore' });
        return;
      case 'toggleBeside':
        this.post({ kind: 'toggleBeside' });
        return;
      case 'skip':
        return skip(this, desk);
      case 'useAsControl':
        return useAsControl(this, desk);
      case 'history':
        return showHistory(this, desk);
      case 'keys':
        this.post({ kind: 'keyList', list: await keyListOf(this.context, this.item, this.hasRun) });
        return;
      case 'toggleArrangement':
        this.announce({ kind: 'arranged', arrangement: await toggleArrangement() });
        return;
      case 'togglePlainText':
        return this.toggle('plainText');
      case 'toggleLength':
        return this.toggle('showLength');
      case 'toggleInlineDifference':
        return this.toggle('inlineDifference');
      case 'toggleWrapCode':
        return this.toggle('wrapCode');
      case 'toggleWriteBeside':
        return this.toggle('writeBeside');
      case 'largerText':
      case 'smallerText':
        this.announce({ kind: 'text-size', size: await changeTextSize(action === 'largerText' ? 1 : -1) });
        return;
      case 'difference':
        return this.item && this.differences.toggle(desk, this.item);
      case 'differenceEditor':
        return this.item && this.differences.openEditor(desk, this.item);
      case 'codeDiff':
        return this.diffs.openBase(desk);
      case 'codeDiffPair':
        return this.diffs.openPair(desk);
      case 'openTree':
        return this.windows.open(desk);
      case 'takeOver':
        return this.takeovers.run(desk);
      case 'runTests':
        return this.tests.run(desk);
      case 'testResults':
        return this.tests.showAll(desk);
      case 'copyCode':
      case 'openCode':
      case 'unfoldReasoning':
      case 'prompt':
      case 'unfoldTurns':
      case 'findInItem':
      case 'guidelines':
      case 'unfoldChecks':
      case 'toggleReferences':
      case 'markWhere':
      case 'promptDown':
      case 'promptUp':
      case 'scrollDown':
      case 'scrollUp':
      case 'scrollAllDown':
      case 'scrollAllUp':
      case 'quote':
      case 'switchView':
        this.post({ kind: 'do', action });
        break;
      case 'refine':
      case 'refineInEditor':
      case 'because':
      case 'anotherAnswer':
        return runJudgementTextAction(
          action,
          desk,
          () => this.item,
          this.document,
          () => this.leaveFor(),
        );
      case 'goTo':
      case 'order':
      case 'export':
      case 'changeAnnotator':
      case 'chooseFields':
        await vscode.commands.executeCommand(`tiebreak.${action}`);
    }
  }

  /** See `Keyboard.leave`. */
  leaveFor(onEarlyKey?: (key: string) => void): () => void {
    return this.keys.leave(onEarlyKey);
  }

  /** See `DeskAccess`. */
  async leaveForQuestion(): Promise<() => void> {
    const comeBack = this.keys.leave();
    await this.keys.arrived();
    return comeBack;
  }

  /** See `Keyboard.isForQuestion`. */
  isForQuestion(key?: string): boolean {
    return this.keys.isForQuestion(key);
  }

  /** Begins with the document's session, where the person last was. */
  private attach(): void {
    this.code.dispose();
    this.desk?.close();
    this.desk = undefined;
    this.state = undefined;
    const { session, error, whyNotOpen } = this.document;
    if (!session) {
      if (error !== undefined) this.show(failed(error, whyNotOpen?.code));
      return;
    }
    const savedKey = (): string => `saved:${this.document.uri.toString()}:${session.annotator}`;
    const place = (): string => `place:${this.document.uri.toString()}:${session.annotator}`;
    const desk = new Desk(session, {
      content: (content) => this.post({ kind: 'content', content }),
      criteria: (criteria) => this.post({ kind: 'criteria', criteria }),
      critiques: (critiques) => this.post({ kind: 'critiques', critiques }),
      rules: (rules) => this.post({ kind: 'rules', rules }),
      notice: (notice) => this.post({ kind: 'notice', notice: notice ?? null }),
      focus: (target) => this.post({ kind: 'focus', target }),
      state: (state) => {
        this.keepSaved(desk, savedKey());
        const isElsewhere =
          state.view.kind === 'item' && (this.item === undefined || state.view.item.key !== this.item.key);
        this.show(state);
        if (isElsewhere) void this.context.workspaceState.update(place(), desk.open?.place);
      },
    });
    this.desk = desk;
    desk.selectsNextAtOnce = selectsNextAtOnce();
    // Versions before this one kept a number.
    const before = this.context.workspaceState.get<DeskPosition | number>(place());
    // Another desk of the same study may have gone on already.
    const earlier = this.context.workspaceState.get<SavedPlace[]>(savedKey(), []);
    if (desk.saved.length === 0) desk.remember(earlier);
    this.lastSaved = desk.saved.at(-1)?.annotation;
    void this.start(desk, before);
  }

  /** Keeps where judgements were saved, once there is one more or less. */
  private keepSaved(desk: Desk, key: string): void {
    const { saved } = desk;
    const last = saved.at(-1)?.annotation;
    if (last === this.lastSaved) return;
    this.lastSaved = last;
    void this.context.workspaceState.update(key, saved);
  }

  private showQuestion(): void {
    this.post({ kind: 'question', question: this.document.questions.current ?? null });
  }

  private async start(desk: Desk, before: DeskPosition | number | undefined): Promise<void> {
    const place = typeof before === 'number' ? { ordinal: before } : before;
    if (!place || !(await desk.resume(place.ordinal, place))) await desk.start();
  }

  private show(message: DeskState): void {
    const { view } = message;
    const state: DeskState =
      view.kind === 'problem' && mayChooseFields(view.code) ? { ...message, view: { ...view, fields: true } } : message;
    this.state = state;
    this.post({ kind: 'state', state });
    diffComments.follow();
    this.onDidChange();
  }

  private async answer(request: DeskRequest): Promise<DeskReplies[DeskRequest['method']]> {
    switch (request.method) {
      case 'ready': {
        this.sendArrangement();
        this.showQuestion();
        if (this.desk) void this.desk.resend();
        else if (this.state) this.post({ kind: 'state', state: this.state });
        return {
          ...(await surfaceSetting(this.context)),
          study: createHash('sha256').update(this.document.uri.toString()).digest('hex').slice(0, 16),
        };
      }
      // The effect of these comes as state and notices; a person may take their time over a picker.
      case 'act':
        void this.act(request.action, request.key);
        break;
      case 'missing':
        void this.desk?.sendAgain(request.key);
        break;
      case 'more':
        return (await this.desk?.more(request.key, request, request.from)) ?? null;
      case 'judge':
        void this.desk?.judge(request.action, request.key);
        break;
      case 'modeRead':
        void this.desk?.modeRead(request.key);
        break;
      // Answered once the text is safe: until then the webview keeps it.
      case 'setText':
        if (!this.desk) throw new Error(vscode.l10n.t('The study is not open'));
        await this.desk.setText(request.key, request.field, request.text);
        break;
      case 'views':
        await this.desk?.showsViews(request.key, request.views);
        break;
      case 'copy':
        await vscode.env.clipboard.writeText(request.text);
        break;
      case 'refinement':
        return (await this.desk?.refinement(request.key, request.index)) ?? null;
      case 'lengths':
        return (await this.desk?.texts(request.key))?.map(lengthOf) ?? null;
      case 'rawText':
        return (await this.desk?.texts(request.key))?.[request.response] ?? null;
      case 'media':
        return mediaPart(this.document, this.desk, request, request.from);
      case 'mediaName':
        return mediaName(this.desk, request);
      case 'openMedia':
        await openMedia(this.desk, request);
        break;
      case 'openCode':
        await openCode(request.text, request.language);
        break;
      case 'run':
        if (isListed(request.command)) void vscode.commands.executeCommand(`tiebreak.${request.command}`);
        break;
      case 'changeKeys':
        void vscode.commands.executeCommand(
          'workbench.action.openGlobalKeybindings',
          `@ext:${this.context.extension.id}`,
        );
        break;
      case 'focus':
        this.keys.focusMovedTo(request.on);
        break;
      case 'answerQuestion':
        this.document.questions.answer(request.action);
        break;
      case 'settled':
        await this.desk?.settled();
        return this.keys.asking;
    }
    return null;
  }

  private followSettings(): void {
    if (this.desk) this.desk.selectsNextAtOnce = selectsNextAtOnce();
    this.sendArrangement();
  }

  private sendArrangement(): void {
    this.post({ kind: 'arrangement', arrangement: arrangement() });
    this.post({ kind: 'reading', reading: displaySetting() });
  }

  private async toggle(reading: ReadingMode): Promise<void> {
    this.announce({ kind: 'read', reading, on: await toggleDisplaySetting(reading) });
  }

  private announce(notice: Notice): void {
    this.post({ kind: 'notice', notice });
  }

  private post(message: DeskMessage): void {
    this.channel.post(message);
  }
}

function failed(message: string, code: ProblemCode | undefined): DeskState {
  return {
    annotator: '',
    question: '',
    guidelines: null,
    task: {
      mode: 'rank',
      aspects: [],
      steps: 'line',
      strength: 'none',
      advance: 'enter',
      partial: false,
      suggestions: false,
      references: false,
      verifiers: 'shown',
      othersCritiques: 'hidden',
      winners: false,
      verdicts: 'any',
      flags: [],
      spans: [],
      ...noWritingRequirements,
    },
    ordinal: 0,
    count: 0,
    counted: true,
    mine: null,
    judged: 0,
    skipped: 0,
    done: 0,
    view: { kind: 'problem', message, ...(code && { code }) },
    canUndo: false,
    canRedo: false,
    saving: false,
  };
}
