import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { Desk } from '../core/desk/desk';
import type { DeskState } from '../core/model/desk';
import type { Judging } from '../core/model/judging';
import { lengthOf } from '../core/model/length';
import { modes, suits, type Mode } from '../core/model/mode';
import { messageOf } from '../core/model/problem';
import { noWriting } from '../core/model/writing';
import { toHostSchema, type Arrangement, type DeskAction, type DeskRequest, type KeyboardPlace, type Replies, type ToWebview } from '../protocol/desk';
import type { Place } from '../core/desk/place';
import { openCode } from './code';
import { askContext } from './contextPicker';
import { askCriterion } from './criterionPicker';
import { Differences } from './differences';
import { inEditor, mayChooseFields } from './editorWords';
import { askVersion } from './itemHistory';
import { defaultKeys } from './keys';
import { askKeys } from './keySheet';
import { mediaPart, openMedia } from './media';
import { readingSetting, toggleReading } from './reading';
import type { StudyDocument } from './studyDocument';
import { surfaceHtml } from './surfaceHtml';
import { write } from './writing';

/** One editor: joins a webview to a desk, and remembers where it stood. */
export class DeskPanel implements vscode.Disposable {
  private desk: Desk | undefined;
  private readonly disposables: vscode.Disposable[] = [];
  private state: DeskState | undefined;
  private readonly differences = new Differences((message) => this.post(message), () => this.leaveFor());
  /** How many were asked in pickers so far; a key pressed twice asks again, and the second takes the first one's place. */
  private questions = 0;
  /** Whether the last of them is still to take the keyboard, or has it. */
  private asking = false;
  /** Where the keyboard is. */
  keyboard: KeyboardPlace = 'elsewhere';

  constructor(
    readonly document: StudyDocument,
    readonly panel: vscode.WebviewPanel,
    private readonly context: vscode.ExtensionContext,
    private readonly onDidChange: () => void,
  ) {
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview')] };
    this.disposables.push(
      webview.onDidReceiveMessage((message: unknown) => void this.receive(message)),
      document.onDidReload(() => this.attach()),
      document.onDidChange(() => this.desk?.counted()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('tiebreak')) this.sendArrangement();
      }),
    );
    webview.html = surfaceHtml(webview, context.extensionUri, 'annotate');
    this.attach();
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
    this.desk?.close();
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Takes a digit that was typed. */
  type(digit: number): void {
    void this.desk?.type(digit);
  }

  judge(action: Judging): void {
    void this.desk?.judge(action);
  }

  leaveField(): void {
    // Keys are commands again before the focus is seen to move, not a message later: else an Enter right after Escape is lost.
    this.keyboard = this.item?.marking ? 'marking' : 'desk';
    this.onDidChange();
    void this.desk?.focus(undefined);
  }

  /** Does what a key or (with the item it was meant for) a button asks. */
  async act(action: DeskAction, key?: string): Promise<void> {
    const { desk } = this;
    if (!desk) return;
    switch (action) {
      case 'save': return desk.save(key);
      case 'next': return desk.step(1);
      case 'previous': return desk.step(-1);
      case 'undo': return desk.undo();
      case 'redo': return desk.redo();
      case 'critique':
      case 'rationale':
      case 'answer':
      case 'clarification':
      case 'note': return desk.focus(action);
      case 'criterionForItem': return this.addCriterion(desk);
      case 'mode': return this.chooseMode(desk);
      case 'context': return this.chooseContext(desk);
      case 'showMore': this.post({ kind: 'showMore' }); return;
      case 'toggleBeside': this.post({ kind: 'toggleBeside' }); return;
      case 'skip': return this.skip(desk);
      case 'history': return this.showHistory(desk);
      case 'keys': return this.showKeys();
      case 'toggleArrangement': return toggleArrangement();
      case 'togglePlainText': return toggleReading('plainText');
      case 'toggleLength': return toggleReading('showLength');
      case 'toggleInlineDifference': return toggleReading('inlineDifference');
      case 'difference': return this.item && this.differences.toggle(desk, this.item);
      case 'differenceEditor': return this.item && this.differences.openEditor(desk, this.item);
      case 'copyCode':
      case 'openCode':
      case 'unfoldReasoning':
      case 'unfoldTurns':
      case 'findInItem':
      case 'guidelines':
      case 'unfoldChecks':
      case 'toggleReferences':
      case 'markWhere':
      case 'besideDown':
      case 'besideUp': this.post({ kind: 'do', action }); break;
      case 'refine':
      case 'refineInEditor':
      case 'because':
      case 'anotherAnswer': return write(action, desk, () => this.item, this.document, () => this.leaveFor());
      case 'goTo':
      case 'order':
      case 'export':
      case 'changeAnnotator':
      case 'chooseFields': await vscode.commands.executeCommand(`tiebreak.${action}`);
    }
  }

  /** Call it before a question at the top of the window, and the result after the answer: the keyboard comes back then, unless another question has it by now. */
  leaveFor(): () => void {
    const question = ++this.questions;
    this.asking = true;
    return () => {
      if (question === this.questions) this.panel.reveal();
    };
  }

  private async skip(desk: Desk): Promise<void> {
    const comeBack = this.leaveFor();
    const key = this.item?.key;
    const other = vscode.l10n.t('Another reason…');
    const reasons = this.document.session?.study.project.task.skipReasons ?? [];
    const picked = await vscode.window.showQuickPick([...reasons, other], { title: vscode.l10n.t('Skip this item'), placeHolder: vscode.l10n.t('Why can it not be judged?') });
    const reason = picked === other ? await vscode.window.showInputBox({ title: vscode.l10n.t('Skip this item'), prompt: vscode.l10n.t('Why can it not be judged?') }) : picked;
    comeBack();
    if (reason !== undefined && reason.trim() !== '') await desk.skip(reason.trim(), key);
  }

  private async showHistory(desk: Desk): Promise<void> {
    const { session } = this.document;
    const { open } = desk;
    if (!session || !open) return;
    const comeBack = this.leaveFor();
    const picked = await askVersion(session, open.shown);
    if (picked !== 'preview') comeBack();
    if (typeof picked === 'object') await desk.bringBack(picked, open.key);
  }

  private async showKeys(): Promise<void> {
    const comeBack = this.leaveFor();
    const run = await askKeys(this.context.extension);
    comeBack();
    await run?.();
  }

  private async chooseMode(desk: Desk): Promise<void> {
    const { item } = this;
    if (!item) return;
    const comeBack = this.leaveFor();
    const count = item.draft.places.length;
    const picks = modes.filter((mode) => suits(mode, count)).map((mode) => ({ ...modeTexts()[mode], mode, ...(mode === item.draft.mode && { detail: vscode.l10n.t('This is how it is judged now') }) }));
    const picked = await vscode.window.showQuickPick(picks, { title: vscode.l10n.t('Judge this item in another way'), placeHolder: vscode.l10n.t('What was judged so far stays') });
    comeBack();
    if (picked) await desk.judge({ do: 'mode', mode: picked.mode }, item.key);
  }

  private async chooseContext(desk: Desk): Promise<void> {
    const { item } = this;
    if (!item) return;
    const comeBack = this.leaveFor();
    const context = await askContext(item, this.document.session?.study.project.task.contexts ?? []);
    comeBack();
    if (context !== undefined) await desk.under(context ?? undefined, item.key);
  }

  private async addCriterion(desk: Desk): Promise<void> {
    const { item } = this;
    if (!item) return;
    const comeBack = this.leaveFor();
    const criterion = await askCriterion();
    comeBack();
    if (criterion) await desk.addCriterion(criterion, item.key);
  }

  /** Begins with the document's session, where the person last was. */
  private attach(): void {
    this.desk?.close();
    this.desk = undefined;
    this.state = undefined;
    const { session, error } = this.document;
    if (!session) {
      if (error !== undefined) this.show(failed(error));
      return;
    }
    const place = (): string => `place:${this.document.uri.toString()}:${session.annotator}`;
    const desk = new Desk(session, {
      content: (content) => this.post({ kind: 'content', content }),
      criteria: (criteria) => this.post({ kind: 'criteria', criteria }),
      notice: (notice) => this.post({ kind: 'notice', notice: notice ?? null }),
      focus: (target) => this.post({ kind: 'focus', target }),
      state: (state) => {
        const isElsewhere = state.view.kind === 'item' && (this.item === undefined || state.view.item.key !== this.item.key);
        this.show(state);
        if (isElsewhere) void this.context.workspaceState.update(place(), desk.open?.place);
      },
    });
    this.desk = desk;
    // Versions before this one kept a number.
    const before = this.context.workspaceState.get<Place | number>(place());
    void this.start(desk, before);
  }

  private async start(desk: Desk, before: Place | number | undefined): Promise<void> {
    const place = typeof before === 'number' ? { ordinal: before } : before;
    if (!place || !(await desk.resume(place.ordinal, place))) await desk.start();
  }

  private show(told: DeskState): void {
    const { view } = told;
    const state: DeskState = view.kind === 'problem' ? { ...told, view: { ...view, message: inEditor(view.message), ...(mayChooseFields(view.message) && { fields: true }) } } : told;
    this.state = state;
    this.post({ kind: 'state', state });
    this.onDidChange();
  }

  private async receive(message: unknown): Promise<void> {
    const parsed = toHostSchema.safeParse(message);
    if (!parsed.success) return; // not from our script: nothing to answer, and no id to answer to
    const { id, request } = parsed.data;
    try {
      this.post({ kind: 'reply', id, result: await this.answer(request) });
    } catch (error) {
      this.post({ kind: 'reply', id, error: messageOf(error) });
    }
  }

  private async answer(request: DeskRequest): Promise<Replies[DeskRequest['method']]> {
    switch (request.method) {
      case 'ready': {
        this.sendArrangement();
        if (this.desk) void this.desk.resend();
        else if (this.state) this.post({ kind: 'state', state: this.state });
        return { strings: vscode.l10n.bundle ?? {}, keys: defaultKeys(this.context.extension), study: createHash('sha256').update(this.document.uri.toString()).digest('hex').slice(0, 16) };
      }
      // The effect of these comes as state and notices; a person may take their time over a picker.
      case 'act': void this.act(request.action, request.key); break;
      case 'missing': void this.desk?.sendAgain(request.key); break;
      case 'more': return (await this.desk?.more(request.key, request, request.from)) ?? null;
      case 'judge': void this.desk?.judge(request.action, request.key); break;
      // Answered once the text is safe: until then the webview keeps it.
      case 'setText':
        if (!this.desk) throw new Error(vscode.l10n.t('The study is not open'));
        await this.desk.setText(request.key, request.field, request.text);
        break;
      case 'copy': await vscode.env.clipboard.writeText(request.text); break;
      case 'refinement': return (await this.desk?.refinement(request.key, request.index)) ?? null;
      case 'lengths': return (await this.desk?.texts(request.key))?.map(lengthOf) ?? null;
      case 'rawText': return (await this.desk?.texts(request.key))?.[request.response] ?? null;
      case 'media': return mediaPart(this.document, this.desk, request, request.from);
      case 'openMedia': await openMedia(this.desk, request); break;
      case 'openCode': await openCode(request.text, request.language); break;
      case 'focus':
        this.keyboard = request.on;
        if (request.on !== 'elsewhere') this.asking = false;
        this.onDidChange();
        break;
      case 'settled':
        await this.desk?.settled();
        return this.asking;
    }
    return null;
  }

  private sendArrangement(): void {
    this.post({ kind: 'arrangement', arrangement: arrangement() });
    this.post({ kind: 'reading', reading: readingSetting() });
  }

  private post(message: ToWebview): void {
    void this.panel.webview.postMessage(message);
  }
}

/** What each way to judge is, for people. */
const modeTexts = (): Readonly<Record<Mode, { label: string; description: string }>> => ({
  rank: { label: vscode.l10n.t('Rank'), description: vscode.l10n.t('All responses, best first, with ties') },
  pair: { label: vscode.l10n.t('Compare pairs'), description: vscode.l10n.t('Two at a time, and by how much one is better') },
  best: { label: vscode.l10n.t('Choose the best'), description: vscode.l10n.t('One of them, and nothing about the others') },
  rate: { label: vscode.l10n.t('Rate'), description: vscode.l10n.t('Each response on each aspect') },
  thumbs: { label: vscode.l10n.t('Good or bad'), description: vscode.l10n.t('Each response by itself') },
  steps: { label: vscode.l10n.t('Step by step'), description: vscode.l10n.t('Each step of each response') },
});

const arrangement = (): Arrangement => vscode.workspace.getConfiguration('tiebreak').get<Arrangement>('arrangement') ?? 'auto';

async function toggleArrangement(): Promise<void> {
  const next: Record<Arrangement, Arrangement> = { auto: 'stack', stack: 'columns', columns: 'auto' };
  await vscode.workspace.getConfiguration('tiebreak').update('arrangement', next[arrangement()], vscode.ConfigurationTarget.Global);
}

function failed(message: string): DeskState {
  return { annotator: '', question: '', guidelines: null, task: { mode: 'rank', aspects: [], steps: 'line', strength: true, references: false, verifiers: 'shown', winners: false, verdicts: 'any', flags: [], spans: [], ...noWriting }, ordinal: 0, count: 0, counted: true, mine: null, judged: 0, skipped: 0, done: 0, view: { kind: 'problem', message }, canUndo: false, canRedo: false, saving: false };
}
