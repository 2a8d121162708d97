import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { Session } from '../../core/desk/session';
import { messageOf, UserError } from '../../core/model/problems/problem';
import type { Rubrics } from '../../core/model/rubric/rubric';
import type { RubricPlace } from '../../core/model/rubric/rubricView';
import { addCriterion, changeCriterion, moveCriterion } from '../../core/rubric/criteria';
import { issuesOf } from '../../core/rubric/fieldIssues';
import { changeRubric, moveRubric } from '../../core/rubric/library';
import { LibraryEditor, type LibraryEdit } from '../../core/rubric/libraryEditor';
import { detailOf, outlineOf } from '../../core/rubric/outline';
import { RubricSearch } from '../../core/rubric/search';
import {
  toHostSchema,
  type ChangeResult,
  type Changes,
  type RubricAction,
  type RubricProtocol,
  type RubricReplies,
  type RubricRequest,
  type RubricMessage,
} from '../../protocol/rubric';
import type { KeyboardPlace } from '../../protocol/desk';
import type { DeskEditor } from '../desk/deskEditor';
import { KeyboardFocus } from '../surface/keyboardFocus';
import { focusQuickInput } from '../surface/keyCommands';
import { OldAnnotations } from './oldAnnotations';
import { actOnRubrics } from './rubricActions';
import { type RubricSelection } from './rubricSelection';
import { addStarter, startersOf } from './rubricPacks';
import { openDifference } from './rubricVersions';
import type { StudyDocument } from '../study/studyDocument';
import { surfaceSetting, WebviewChannel } from '../surface/webviewChannel';

/** One editor of rubrics: joins a webview to the library of a study. */
export class RubricPanel implements RubricSelection, vscode.Disposable {
  private readonly channel: WebviewChannel<RubricProtocol>;
  private readonly keys: KeyboardFocus;
  private readonly editing = new LibraryEditor(() => this.session);
  private readonly disposables: vscode.Disposable[] = [];
  private readonly old: OldAnnotations;
  /** What the webview shows; undefined before the first time. */
  private shownRubrics: { readonly rubrics: Rubrics; readonly used: string } | undefined;
  private finding: { readonly rubrics: Rubrics; readonly search: RubricSearch } | undefined;
  private place: RubricPlace | null = null;
  private moved = 0;

  constructor(
    readonly document: StudyDocument,
    readonly panel: vscode.WebviewPanel,
    readonly context: vscode.ExtensionContext,
    readonly desks: DeskEditor,
    private readonly onDidChange: () => void,
  ) {
    this.keys = new KeyboardFocus(panel, onDidChange, focusQuickInput);
    this.channel = new WebviewChannel<RubricProtocol>(panel.webview, context, {
      surface: 'rubric',
      requests: toHostSchema,
      answer: (request) => this.answer(request),
    });
    this.old = new OldAnnotations(document, (counts) => this.post({ kind: 'old', counts }));
    this.disposables.push(
      this.channel,
      document.onDidReload(() => this.show()),
      document.onDidChange(() => this.follow()),
      this.old,
    );
  }

  /** Where the keyboard is. */
  get keyboard(): KeyboardPlace {
    return this.keys.place;
  }

  get canUndo(): boolean {
    return this.editing.canUndo;
  }

  get canRedo(): boolean {
    return this.editing.canRedo;
  }

  /** What commands are about. */
  get selected(): RubricPlace | null {
    return this.place;
  }

  /** Throws `UserError` while the study cannot be read. */
  get session(): Session {
    const { session, error } = this.document;
    if (!session) throw new UserError(error ?? vscode.l10n.t('The study is not open'));
    return session;
  }

  get rubrics(): Rubrics {
    return this.session.study.rubrics;
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Goes to a place of the library. */
  select(place: RubricPlace | null): void {
    this.place = place;
    this.moved++;
    this.show();
  }

  async act(action: RubricAction): Promise<void> {
    await this.trying(() => actOnRubrics(this, action));
  }

  async write(edit: LibraryEdit, name?: string): Promise<string | undefined> {
    const made = await this.editing.change(edit, name);
    this.written();
    return made;
  }

  async undo(): Promise<void> {
    const isDone = await this.editing.undo().finally(() => this.written());
    this.announce(isDone ? vscode.l10n.t('Undone.') : vscode.l10n.t('Nothing to undo.'));
  }

  async redo(): Promise<void> {
    const isDone = await this.editing.redo().finally(() => this.written());
    this.announce(isDone ? vscode.l10n.t('Redone.') : vscode.l10n.t('Nothing to redo.'));
  }

  /** Asks something at the top of the window; the keyboard comes back then, unless another question has it. */
  async ask<T>(question: () => Thenable<T>): Promise<T> {
    const comeBack = this.keys.leave();
    try {
      return await question();
    } finally {
      comeBack();
    }
  }

  announce(text: string): void {
    this.post({ kind: 'notice', text, error: false });
  }

  onScreen(action: Extract<RubricMessage, { kind: 'do' }>['action']): void {
    this.post({ kind: 'do', action });
  }

  leaveField(): void {
    this.keys.foresee('desk');
    this.onScreen('leave');
  }

  /** What this editor wrote is shown as its own, and told to all others. */
  private written(): void {
    this.show();
    this.document.session?.changed();
  }

  /** Takes up what changed elsewhere: annotations made, and rubrics written by another window or tool. */
  private follow(): void {
    const { session } = this.document;
    const used = session && usedText(session);
    const { shownRubrics: shown } = this;
    if (shown && session && shown.rubrics === session.study.rubrics && shown.used === used) {
      this.old.look();
      return;
    }
    const isOther =
      shown !== undefined && session !== undefined && !isDeepStrictEqual(shown.rubrics, session.study.rubrics);
    if (shown && session && !isOther && shown.used === used) {
      this.shownRubrics = { rubrics: session.study.rubrics, used };
      return;
    }
    this.show();
    if (isOther)
      this.announce(
        vscode.l10n.t(
          'The rubrics were changed elsewhere, so this editor was updated. The text that you are writing is kept.',
        ),
      );
  }

  private show(): void {
    const { session, error, name, rubricsProblem } = this.document;
    const rubrics = session?.study.rubrics ?? { version: 1 as const, rubrics: [] };
    const used = session?.study.versionsInUse ?? new Map<string, Set<number>>();
    if (session) this.shownRubrics = { rubrics, used: usedText(session) };
    if (this.place && session && !detailOf(rubrics, this.place, used)) {
      const { rubric } = this.place;
      this.place = rubrics.rubrics.some(({ id }) => id === rubric) ? { rubric, criterion: null } : null;
      this.moved++;
    }
    const detail = (this.place && detailOf(rubrics, this.place, used)) ?? null;
    const problem = session ? (rubricsProblem?.message ?? null) : (error ?? null);
    this.post({
      kind: 'library',
      library: {
        study: name,
        problem,
        rubrics: outlineOf(rubrics, used),
        selected: this.place,
        moved: this.moved,
        detail,
        canUndo: this.canUndo,
        canRedo: this.canRedo,
      },
    });
    this.old.look();
    this.onDidChange();
  }

  private async answer(request: RubricRequest): Promise<RubricReplies[RubricRequest['method']]> {
    switch (request.method) {
      case 'ready':
        this.show();
        void startersOf(this.context.extensionUri).then((starters) => this.post({ kind: 'starters', starters }));
        return surfaceSetting(this.context);
      case 'select': {
        this.place = request.place;
        const { session } = this.document;
        this.onDidChange();
        return (
          (session && request.place && detailOf(session.study.rubrics, request.place, session.study.versionsInUse)) ??
          null
        );
      }
      case 'search':
        return this.search(request.text) ?? null;
      case 'change':
        return this.change(request.criterion, request.changes, request.step);
      case 'changeRubric':
        return this.changeRubric(request);
      case 'add': {
        const id = await this.write((rubrics, editing) =>
          addCriterion(
            rubrics,
            request.rubric,
            { text: request.text, weight: 1, origin: { kind: 'human' } },
            editing,
            request.at ?? Infinity,
          ),
        );
        return { issues: [], id: id ?? null };
      }
      case 'move': {
        const {
          place: { rubric, criterion },
          to,
        } = request;
        await this.trying(() =>
          this.write((rubrics, editing) => ({
            rubrics:
              criterion === null ? moveRubric(rubrics, rubric, to) : moveCriterion(rubrics, criterion, to, editing),
          })),
        );
        break;
      }
      case 'addStarter':
        await this.trying(() => addStarter(this, request.name));
        break;
      case 'compare':
        await this.trying(() => openDifference(this.rubrics, request.rubric, request.from, request.to));
        break;
      // A person may take their time over a picker.
      case 'old':
        void this.trying(() => this.old.list(this, request));
        break;
      case 'act':
        void this.act(request.action);
        break;
      case 'focus':
        this.keys.focusMovedTo(request.on);
        break;
      case 'settled':
        // The key's command comes right behind.
        await new Promise((resolve) => setTimeout(resolve, 40));
        return this.keys.asking;
    }
    return null;
  }

  /** Lists the annotations made under old versions of what is selected. */
  listOld(): Promise<void> {
    return this.old.list(this, this.place ?? {});
  }

  private search(text: string): { criteria: readonly string[]; rubrics: readonly string[] } | undefined {
    const { rubrics } = this;
    if (this.finding?.rubrics !== rubrics) this.finding = { rubrics, search: new RubricSearch(rubrics) };
    return this.finding.search.find(text);
  }

  /** Writes fields of a criterion where they make one. */
  private async change(criterion: string, changes: Changes, step: number): Promise<ChangeResult> {
    const wanted = Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, value ?? undefined]));
    const issues = issuesOf(this.rubrics, criterion, wanted);
    if (issues.length > 0) return { issues };
    await this.write(
      (rubrics, editing) => ({ rubrics: changeCriterion(rubrics, criterion, wanted, editing) }),
      `${criterion} ${step}`,
    );
    return { issues: [] };
  }

  private async changeRubric({
    rubric,
    title,
    description,
    scope,
    step,
  }: Extract<RubricRequest, { method: 'changeRubric' }>): Promise<ChangeResult> {
    if (title?.trim() === '') return { issues: [{ path: 'title', message: vscode.l10n.t('must not be empty') }] };
    const changes = {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description: description === '' ? undefined : description }),
      ...(scope && { scope: scope.kind === 'study' ? undefined : scope }),
    };
    await this.write((rubrics) => ({ rubrics: changeRubric(rubrics, rubric, changes) }), `${rubric} ${step}`);
    return { issues: [] };
  }

  /** Does something whose faults are told at the foot of the editor. */
  private async trying(action: () => unknown): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.post({ kind: 'notice', text: messageOf(error), error: true });
    }
  }

  private post(message: RubricMessage): void {
    this.channel.post(message);
  }
}

/** Names the versions in use. */
const usedText = ({ study: { versionsInUse } }: Session): string =>
  [...versionsInUse].map(([id, versions]) => `${id} ${[...versions].join()}`).join('\n');
