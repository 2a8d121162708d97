import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { recipeProblemText } from '../../core/export/recipeProblem';
import { recipeNamed, recipeNames } from '../../core/export/recipes';
import type { ExportFormat } from '../../core/export/format';
import { ownFormatProblems, ownFormatsIn } from '../../core/export/ownFormats/studyFormats';
import { taskOf } from '../../core/model/study/taskSchema';
import { messageOf, UserError, wordsOf } from '../../core/model/problems/problem';
import type { Recipe } from '../../core/model/study/recipe';
import { recipeTexts } from '../../core/model/study/recipeText';
import { pathWithin } from '../../core/study/pathWithin';
import { studyPaths } from '../../core/study/studyPaths';
import {
  toHostSchema,
  type ExportAction,
  type ExportMessage,
  type ExportProtocol,
  type ExportReplies,
  type ExportRequest,
  type ExportState,
  type KeyboardPlace,
} from '../../protocol/export';
import type { DeskEditor } from '../desk/deskEditor';
import { askBlind } from '../report/askBlind';
import { choicesOf, formatChoices } from './formatChoices';
import { ExportPreviewRunner, previewDelay, type BackgroundWork } from './exportPreviewRunner';
import { ExportDraft } from './exportDraft';
import type { ExportTaskResult } from '../worker/exportWorker';
import { KeyboardFocus } from '../surface/keyboardFocus';
import { focusQuickInput } from '../surface/keyCommands';
import { ReportMemory } from '../report/reportMemory';
import { askToReplace, isBlindIn, openExported, pickRecipe, runReadyExport, saveRecipe, exportedText } from './recipes';
import type { StudyDocument } from '../study/studyDocument';
import { surfaceSetting, WebviewChannel } from '../surface/webviewChannel';

export const exportViewType = 'tiebreak.export';

/** Progress is told so often at most. */
const often = 100;

/** The export of one study in a view of its own: keeps the options, shows what they would give, and writes it. */
export class ExportPanel implements vscode.Disposable {
  readonly uri: vscode.Uri;
  private readonly channel: WebviewChannel<ExportProtocol>;
  private readonly keys: KeyboardFocus;
  private readonly disposables: vscode.Disposable[] = [];
  private readonly draft: ExportDraft;
  private readonly previewRunner: ExportPreviewRunner;
  /** Where a person said that it goes. */
  private chosenFolder: string | undefined;
  private named: { readonly name: string; readonly recipe: Recipe; readonly folder: string } | undefined;
  private telling: NodeJS.Timeout | undefined;
  private runningExport: BackgroundWork | undefined;
  private ended: ExportState['ended'] = null;
  private exported: ExportTaskResult | undefined;

  constructor(
    /** It is held as long as the view is there; whoever opened it disposes it. */
    readonly document: StudyDocument,
    readonly panel: vscode.WebviewPanel,
    editor: DeskEditor,
    private readonly context: vscode.ExtensionContext,
    onDidChange: () => void,
  ) {
    this.uri = document.uri;
    const kept = context.workspaceState.get<{ trainer?: string; texts?: Record<string, string> }>(this.memory);
    this.draft = new ExportDraft(kept?.trainer, kept?.texts, () => this.ownFormats);
    this.keys = new KeyboardFocus(panel, onDidChange, focusQuickInput);
    this.channel = new WebviewChannel<ExportProtocol>(panel.webview, context, {
      surface: 'export',
      requests: toHostSchema,
      answer: (request) => this.answer(request),
    });
    this.previewRunner = new ExportPreviewRunner(document, this.draft, () => this.isBlind, {
      changed: () => this.sendState(),
      progress: () => this.progress(),
    });
    this.disposables.push(
      this.channel,
      this.previewRunner,
      editor.onDidRest(() => this.sendState()),
    );
    this.previewRunner.begin(0);
  }

  /** Where the keyboard is. */
  get keyboard(): KeyboardPlace {
    return this.keys.place;
  }

  dispose(): void {
    clearTimeout(this.telling);
    this.runningExport?.abort.abort();
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Does what a key or a button asks. */
  async act(action: ExportAction): Promise<void> {
    switch (action) {
      case 'runExport':
        return this.run();
      case 'stopExport':
        this.stop();
        return;
      case 'refreshExport':
        this.previewRunner.begin(0);
        return;
      case 'saveRecipe':
        return this.save();
      case 'openRecipe':
        return this.asking(async () => {
          const name = await pickRecipe(this.document, vscode.l10n.t('Select a recipe to open'));
          if (name !== undefined) this.load(name);
        });
      case 'exportFolder':
        return this.asking(() => this.chooseFolder());
      case 'openExported':
        return this.exported && openExported(this.exported);
      case 'copyTrainCommand': {
        const text = this.draft
          .commands(this.folder)
          .map((each) => each.text)
          .join('\n');
        if (text === '') return;
        await vscode.env.clipboard.writeText(text);
        this.notice(vscode.l10n.t('Copied'));
        return;
      }
      case 'exportModels':
        return this.asking(async () => {
          if ((await askBlind(this.coverage, this.panel.title)) !== undefined) this.previewRunner.begin(0);
        });
      case 'goToOptions':
      case 'goToRows':
        this.post({ kind: 'do', action });
    }
  }

  /**
   * Takes up a recipe of the project. Throws `UserError` for one with a fault, of which the options here would make
   * another one.
   */
  load(name: string): void {
    const study = this.document.session?.study;
    if (!study) return;
    const fault = recipeProblemText(study.project, name);
    if (fault !== undefined) throw new UserError(fault);
    const { recipe, folder } = recipeNamed(study.file, study.project, name);
    this.draft.load(recipe);
    this.named = { name, recipe, folder };
    this.chosenFolder = undefined;
    this.changed();
  }

  private async setting(): Promise<ExportReplies['ready']> {
    return { ...(await surfaceSetting(this.context)), ...formatChoices(), study: this.uri.toString() };
  }

  private answer(request: ExportRequest): ExportReplies[ExportRequest['method']] | Promise<ExportReplies['ready']> {
    switch (request.method) {
      case 'ready':
        return this.setting().finally(() => setTimeout(() => this.sendState()));
      case 'set':
        this.draft.set(request.field, request.text);
        this.changed();
        break;
      case 'target':
        this.draft.turnTo(request.trainer ?? this.draft.trainer, request.format);
        this.changed();
        break;
      case 'act':
        this.act(request.action).catch((error: unknown) => this.notice(messageOf(error), true));
        break;
      case 'focus':
        this.keys.focusMovedTo(request.on);
    }
    return null;
  }

  /** Options are others: what was counted and written is not of them. */
  private changed(): void {
    this.ended = null;
    this.exported = undefined;
    void this.context.workspaceState.update(this.memory, { trainer: this.draft.trainer, texts: this.draft.texts });
    this.previewRunner.begin(previewDelay);
  }

  private async run(): Promise<void> {
    if (this.runningExport) return;
    const read = this.draft.read();
    if ('issues' in read) {
      this.post({ kind: 'do', action: 'goToOptions' });
      this.notice(vscode.l10n.t('An option is not valid. Fix it first.'), true);
      return;
    }
    const exporting: BackgroundWork = { abort: new AbortController(), fraction: 0 };
    const { folder } = this;
    this.runningExport = exporting;
    this.ended = null;
    this.sendState();
    try {
      this.exported = await runReadyExport(
        { project: this.uri.fsPath, recipe: read.recipe, folder, isBlind: this.isBlind },
        exporting.abort.signal,
        (fraction) => {
          exporting.fraction = fraction;
          this.progress();
        },
        (files) => this.asking(() => askToReplace(files)),
      );
      this.ended = { text: exportedText(this.uri.fsPath, folder, this.exported), isError: false };
    } catch (error) {
      const { aborted } = exporting.abort.signal;
      this.ended = aborted
        ? { text: vscode.l10n.t('Export stopped. No files were written.'), isError: false }
        : { text: messageOf(error), isError: true };
    }
    this.runningExport = undefined;
    this.sendState();
  }

  private stop(): void {
    if (this.runningExport) this.runningExport.abort.abort();
    else this.previewRunner.stop();
  }

  private async save(): Promise<void> {
    const read = this.draft.read();
    if ('issues' in read) {
      this.notice(vscode.l10n.t('An option is not valid. Fix it first.'), true);
      return;
    }
    await this.asking(async () => {
      const name = await saveRecipe(this.document, read.recipe, this.chosenFolder, this.named);
      if (name === undefined) return;
      const study = this.document.session?.study;
      if (study) this.named = { name, ...recipeNamed(study.file, study.project, name) };
      this.chosenFolder = undefined;
      this.notice(vscode.l10n.t('Recipe saved in the project: {0}', name));
    });
    this.sendState();
  }

  private async chooseFolder(): Promise<void> {
    const folders = await vscode.window.showOpenDialog({
      canSelectFolders: true,
      canSelectFiles: false,
      defaultUri: vscode.Uri.file(dirname(this.uri.fsPath)),
      title: vscode.l10n.t('Select export folder'),
      openLabel: vscode.l10n.t('Select Folder'),
    });
    if (folders?.[0]) this.chosenFolder = folders[0].fsPath;
    this.sendState();
  }

  /** Asks a question at the top of the window, which takes the keyboard. */
  private async asking<T>(ask: () => Promise<T>): Promise<T> {
    const back = this.keys.leave();
    try {
      return await ask();
    } finally {
      back();
    }
  }

  private get folder(): string {
    return this.chosenFolder ?? this.named?.folder ?? join(studyPaths(this.uri.fsPath).exports, this.draft.folder());
  }

  /** Whether models may be seen is asked once for a study, for all that tells of it. */
  private get coverage(): ReportMemory {
    return new ReportMemory(this.context.workspaceState, this.uri);
  }

  /** The formats that the study declares itself; none before it is open. */
  private get ownFormats(): readonly ExportFormat[] {
    const project = this.document.session?.study.project;
    return project ? ownFormatsIn(project) : [];
  }

  private get isBlind(): boolean {
    return isBlindIn(this.context.workspaceState, this.uri);
  }

  private get memory(): string {
    return `export:${this.uri.toString()}`;
  }

  private progress(): void {
    this.telling ??= setTimeout(() => {
      this.telling = undefined;
      this.post({
        kind: 'progress',
        looking: this.previewRunner.fraction,
        exporting: this.runningExport?.fraction ?? null,
      });
    }, often);
  }

  private notice(text: string, isError = false): void {
    this.post({ kind: 'notice', text, isError });
  }

  private sendState(): void {
    const {
      draft,
      document: { session, name },
      folder,
    } = this;
    const project = session?.study.project;
    const read = draft.read();
    const near = pathWithin(dirname(this.uri.fsPath), folder);
    const state: ExportState = {
      name,
      trainer: draft.trainer,
      texts: draft.texts,
      issues: 'issues' in read ? read.issues : [],
      known: {
        annotators: session?.study.replay.annotators() ?? [],
        flags: project ? taskOf(project).flags.map((flag) => flag.name) : [],
        criteria: this.previewRunner.criteria,
      },
      own: { ...choicesOf(this.ownFormats), faults: project ? ownFormatProblems(project).map(wordsOf) : [] },
      recipe: this.named
        ? {
            name: this.named.name,
            changed:
              !('recipe' in read) ||
              !isDeepStrictEqual(recipeTexts(read.recipe), recipeTexts(this.named.recipe)) ||
              this.chosenFolder !== undefined,
          }
        : null,
      recipes: project ? recipeNames(project).length : 0,
      folder: near ?? folder,
      commands: draft.commands(folder),
      preview: this.previewRunner.state,
      exporting: this.runningExport?.fraction ?? null,
      ended: this.ended,
    };
    this.post({ kind: 'state', state });
  }

  private post(message: ExportMessage): void {
    this.channel.post(message);
  }
}
