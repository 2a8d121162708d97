import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { messageOf } from '../../core/model/problems/problem';
import { settingAt, type SettingIssue, type SettingPath } from '../../core/model/study/settingPath';
import { isIssues, withQuestion, withSetting } from '../../core/model/study/settings';
import { currentQuestion, type Project } from '../../core/model/study/project';
import { taskOf } from '../../core/model/study/taskSchema';
import { openProject } from '../../core/study/projectFile';
import {
  toHostSchema,
  type KeyboardPlace,
  type SettingsAction,
  type SettingsMessage,
  type SettingsProtocol,
  type SettingsReplies,
  type SettingsRequest,
} from '../../protocol/settings';
import { deskViewType } from '../desk/deskEditor';
import type { StudyDocument } from '../study/studyDocument';
import { KeyboardFocus } from '../surface/keyboardFocus';
import { focusQuickInput } from '../surface/keyCommands';
import { settingsForm } from './settingsForm';
import { surfaceSetting, WebviewChannel } from '../surface/webviewChannel';

export const settingsViewType = 'tiebreak.settings';

/** A change of one setting, which can be taken back. */
interface Change {
  readonly path: SettingPath;
  readonly before: unknown;
  readonly after: unknown;
}

/** The settings of one study in a view of its own: each change is checked and written to the project's file at once. */
export class SettingsPanel implements vscode.Disposable {
  readonly uri: vscode.Uri;
  private readonly channel: WebviewChannel<SettingsProtocol>;
  private readonly keys: KeyboardFocus;
  private readonly disposables: vscode.Disposable[] = [];
  private done: Change[] = [];
  private undone: Change[] = [];
  private issues: { readonly path: SettingPath; readonly all: readonly SettingIssue[] } | undefined;
  /** The version of the question that was made here, while nobody has judged under it. */
  private ownQuestion: { readonly version: number; readonly judged: number } | undefined;
  /** One change is written after the other. */
  private writing: Promise<void> = Promise.resolve();

  constructor(
    /** It is held as long as the view is there; whoever opened it disposes it. */
    readonly document: StudyDocument,
    readonly panel: vscode.WebviewPanel,
    private readonly context: vscode.ExtensionContext,
    onDidChange: () => void,
  ) {
    this.uri = document.uri;
    this.keys = new KeyboardFocus(panel, onDidChange, focusQuickInput);
    this.channel = new WebviewChannel<SettingsProtocol>(panel.webview, context, {
      surface: 'settings',
      requests: toHostSchema,
      answer: (request) => this.answer(request),
    });
    this.disposables.push(
      this.channel,
      document.onDidReload(() => void this.sendState()),
    );
  }

  /** Where the keyboard is. */
  get keyboard(): KeyboardPlace {
    return this.keys.place;
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Does what a key or a button asks. */
  async act(action: SettingsAction): Promise<void> {
    switch (action) {
      case 'undoSetting':
        return this.queue(() => this.turnBack(this.done, this.undone, 'before'));
      case 'redoSetting':
        return this.queue(() => this.turnBack(this.undone, this.done, 'after'));
      case 'openProjectFile':
        await vscode.commands.executeCommand('vscode.openWith', this.uri, 'default', vscode.ViewColumn.Beside);
        return;
      case 'showAnnotationEditor':
        await vscode.commands.executeCommand('vscode.openWith', this.uri, deskViewType, {
          viewColumn: vscode.ViewColumn.Beside,
          preserveFocus: true,
        });
    }
  }

  private answer(
    request: SettingsRequest,
  ): SettingsReplies[SettingsRequest['method']] | Promise<SettingsReplies['ready']> {
    switch (request.method) {
      case 'ready':
        return surfaceSetting(this.context)
          .then((setting) => ({ ...setting, study: this.uri.toString(), form: settingsForm() }))
          .finally(() => setTimeout(() => void this.sendState()));
      case 'set': {
        const { path, value } = request;
        void this.queue(() => this.change(path, (project) => withSetting(project, path, value ?? undefined)));
        break;
      }
      case 'ask':
        void this.queue(() => this.change(['task', 'questions'], (project) => this.asking(project, request.text)));
        break;
      case 'act':
        this.act(request.action).catch((error: unknown) => this.notice(messageOf(error), true));
        break;
      case 'focus':
        this.keys.focusMovedTo(request.on);
    }
    return null;
  }

  private queue(work: () => Promise<void>): Promise<void> {
    this.writing = this.writing.then(work).catch((error: unknown) => this.notice(messageOf(error), true));
    return this.writing;
  }

  private async change(
    path: SettingPath,
    change: (project: Project) => Project | readonly SettingIssue[],
  ): Promise<void> {
    const file = await openProject(this.uri.fsPath);
    const next = change(file.data);
    this.issues = undefined;
    if (isIssues(next)) this.issues = { path, all: next };
    else if (!isDeepStrictEqual(next, file.data)) {
      const before = settingAt(file.data, path);
      await file.write(next);
      this.done.push({ path, before, after: settingAt(next, path) });
      this.undone = [];
      this.document.look();
    }
    await this.sendState();
  }

  /** Takes a change back, or makes it again; not where the setting is another by now. */
  private async turnBack(from: Change[], to: Change[], side: 'before' | 'after'): Promise<void> {
    const last = from.at(-1);
    if (!last) return;
    const file = await openProject(this.uri.fsPath);
    const other = side === 'before' ? 'after' : 'before';
    from.pop();
    if (!isDeepStrictEqual(settingAt(file.data, last.path), last[other])) {
      this.notice(vscode.l10n.t('This setting was changed elsewhere since. Nothing was undone.'), true);
    } else {
      const next = withSetting(file.data, last.path, last[side]);
      if (isIssues(next)) this.issues = { path: last.path, all: next };
      else {
        this.issues = undefined;
        await file.write(next);
        to.push(last);
        this.document.look();
      }
    }
    await this.sendState();
  }

  private asking(project: Project, text: string): Project | readonly SettingIssue[] {
    const judged = this.judged;
    const { version } = currentQuestion(project);
    const isOwn = this.ownQuestion?.version === version && this.ownQuestion.judged === judged;
    const next = withQuestion(project, text, isOwn || judged === 0);
    if (!isIssues(next)) this.ownQuestion = { version: currentQuestion(next).version, judged };
    return next;
  }

  /** How many lines the journals have: none means that nobody judged yet. */
  private get judged(): number {
    const replay = this.document.session?.study.replay;
    // A study that cannot be read may have judgements.
    return replay
      ? replay.annotators().reduce((sum, name) => sum + replay.progress(name).judged + replay.progress(name).skipped, 0)
      : 1;
  }

  private notice(text: string, isError = false): void {
    this.post({ kind: 'notice', text, isError });
  }

  private async sendState(): Promise<void> {
    const read = await openProject(this.uri.fsPath).then(
      ({ data, conflict }) => (conflict ? { error: conflict.message } : { project: data }),
      (error: unknown) => ({ error: messageOf(error) }),
    );
    const project = 'project' in read ? read.project : undefined;
    this.post({
      kind: 'state',
      state: {
        name: this.document.name,
        project: project
          ? { task: project.task, round: project.round, ...(project.plan && { plan: project.plan }) }
          : null,
        task: project ? taskOf(project) : null,
        question: project ? currentQuestion(project).text : '',
        error: 'error' in read ? read.error : null,
        issues: this.issues?.all ?? [],
        issuesOf: this.issues?.path ?? null,
        canUndo: this.done.length > 0,
        canRedo: this.undone.length > 0,
      },
    });
  }

  private post(message: SettingsMessage): void {
    this.channel.post(message);
  }
}
