import * as vscode from 'vscode';
import { messageOf } from '../../core/model/problems/problem';
import type { QualityReport } from '../../core/model/report/quality';
import type { ItemsQuestion } from '../../core/model/report/itemsQuestion';
import type { KeyboardPlace } from '../../protocol/desk';
import {
  toHostSchema,
  type QualityAction,
  type QualityMessage,
  type QualityProtocol,
  type QualityReplies,
  type QualityRequest,
} from '../../protocol/quality';
import { saveReport } from './saveReport';
import { judgedAsLead } from './adjudicate';
import { savedPage } from './savedPage';
import { sendAnnotators } from './sendAnnotators';
import { changesSince, snapshotOf, type StudySnapshot } from './studySnapshot';
import type { DeskEditor } from '../desk/deskEditor';
import { openQueue } from '../items/queueItems';
import type { StudyDocument } from '../study/studyDocument';
import { KeyboardFocus } from '../surface/keyboardFocus';
import { focusQuickInput } from '../surface/keyCommands';
import { surfaceSetting, WebviewChannel } from '../surface/webviewChannel';
import { qualityInWorker, qualityItemsInWorker } from '../worker/hostWorkers';
import { studyInputOf } from '../worker/studyInput';

export const qualityViewType = 'tiebreak.quality';

/** New judgements are taken up so long after the last one came, in milliseconds. */
const restBeforeCounting = 2000;

/** What nobody judged is judged as a vote. */
const isOfUnjudged = ({ of }: ItemsQuestion): boolean => of === 'unjudged' || of === 'cell';

interface Work {
  readonly abort: AbortController;
  fraction: number;
}

/**
 * The quality of one study's data in a view of its own: computes the report in a process, follows what is judged, and
 * opens what stands behind its figures.
 */
export class QualityPanel implements vscode.Disposable {
  readonly uri: vscode.Uri;
  private readonly channel: WebviewChannel<QualityProtocol>;
  private readonly keys: KeyboardFocus;
  private readonly disposables: vscode.Disposable[] = [];
  private report:
    | { readonly time: number; readonly blind: boolean; readonly figures: QualityReport; readonly from: StudySnapshot }
    | undefined;
  private counting: Work | undefined;
  private looking: Work | undefined;
  private without: readonly string[] = [];
  private error: string | undefined;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    /** It is held as long as the view is there; whoever opened it disposes it. */
    readonly document: StudyDocument,
    readonly panel: vscode.WebviewPanel,
    private readonly editor: DeskEditor,
    private readonly context: vscode.ExtensionContext,
    /** Nothing tells of models, or of other annotators by name. */
    public blind: boolean,
    onDidChange: () => void,
  ) {
    this.uri = document.uri;
    this.keys = new KeyboardFocus(panel, onDidChange, focusQuickInput);
    this.channel = new WebviewChannel<QualityProtocol>(panel.webview, context, {
      surface: 'quality',
      requests: toHostSchema,
      answer: (request) => this.answer(request),
    });
    this.disposables.push(
      this.channel,
      editor.onDidRest(() => this.follow()),
      panel.onDidChangeViewState(() => this.follow()),
    );
    void this.count();
  }

  /** Where the keyboard is. */
  get keyboard(): KeyboardPlace {
    return this.keys.place;
  }

  dispose(): void {
    clearTimeout(this.rest);
    this.counting?.abort.abort();
    this.looking?.abort.abort();
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Does what a key or a button asks. */
  async act(action: QualityAction): Promise<void> {
    switch (action) {
      case 'refreshQuality':
        return this.count();
      case 'stopQuality':
        this.counting?.abort.abort();
        this.looking?.abort.abort();
        return;
      case 'qualityModels':
        await vscode.commands.executeCommand('tiebreak.qualityModels');
        return;
      case 'qualityFindings':
      case 'saveQuality':
        this.post({ kind: 'do', action });
    }
  }

  /** Computes anew, from what is on the disk now. */
  async count(): Promise<void> {
    clearTimeout(this.rest);
    this.counting?.abort.abort();
    const counting: Work = { abort: new AbortController(), fraction: 0 };
    const { signal } = counting.abort;
    this.counting = counting;
    this.error = undefined;
    this.sendState();
    const from = snapshotOf(this.document);
    const { blind } = this;
    try {
      // Nothing is read of a project that the person did not let lead outside of its folder, or that cannot be opened.
      if (!this.document.session && this.document.error !== undefined) throw new Error(this.document.error);
      const self = this.document.session?.annotator ?? '';
      const figures = await qualityInWorker(
        { kind: 'quality', ...studyInputOf(this.document, this.blind), without: this.without, self },
        signal,
        (fraction) => {
          counting.fraction = fraction;
          this.sendState();
        },
      );
      if (signal.aborted) return;
      this.report = { time: Date.now(), blind, figures, from };
    } catch (error) {
      if (!signal.aborted) this.error = messageOf(error);
    } finally {
      if (this.counting === counting) this.counting = undefined;
    }
    this.sendFigures();
    this.sendState();
  }

  /** Takes up what was judged since, once nothing more comes and while somebody looks. */
  private follow(): void {
    this.sendState();
    clearTimeout(this.rest);
    const { judgements, dataset } = changesSince(this.report?.from, snapshotOf(this.document));
    if (this.panel.visible && !this.counting && (judgements > 0 || dataset))
      this.rest = setTimeout(() => void this.count(), restBeforeCounting);
  }

  private async setting(): Promise<QualityReplies['ready']> {
    return { ...(await surfaceSetting(this.context)), study: this.uri.toString() };
  }

  private answer(request: QualityRequest): QualityReplies[QualityRequest['method']] | Promise<QualityReplies['ready']> {
    switch (request.method) {
      case 'ready':
        this.sendFigures();
        this.sendState();
        return this.setting();
      case 'act':
        this.run(this.act(request.action));
        break;
      case 'openItems':
        this.run(this.openItems(request.question, request.text));
        break;
      case 'sendAnnotators':
        this.run(this.send(request.fields));
        break;
      case 'without':
        this.without = request.annotators;
        this.run(this.count());
        break;
      case 'saveChart':
        this.run(
          saveReport(
            this.uri,
            request.name,
            request.format,
            request.content,
            this.document.session?.study.sources ?? [],
          ),
        );
        break;
      case 'savePage':
        this.run(this.savePage(request.html, request.theme));
        break;
      case 'focus':
        this.keys.focusMovedTo(request.on);
        break;
    }
    return null;
  }

  /** Does what takes its time, and tells what went wrong. */
  private run(done: Promise<void>): void {
    done.catch((error: unknown) => this.post({ kind: 'notice', text: messageOf(error), isError: true }));
  }

  private async savePage(html: string, theme: Readonly<Record<string, string>>): Promise<void> {
    const { context, document, panel } = this;
    const styles = await vscode.workspace.fs.readFile(
      vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview', 'quality.css'),
    );
    await saveReport(
      this.uri,
      panel.title,
      'html',
      savedPage(panel.title, html, theme, new TextDecoder().decode(styles)),
      document.session?.study.sources ?? [],
    );
  }

  private async openItems(question: ItemsQuestion, text: string): Promise<void> {
    this.looking?.abort.abort();
    const looking: Work = { abort: new AbortController(), fraction: 0 };
    this.looking = looking;
    this.sendState();
    try {
      const ordinals = await qualityItemsInWorker(
        { kind: 'qualityItems', ...studyInputOf(this.document, this.blind), without: this.without, question },
        looking.abort.signal,
        (fraction) => {
          looking.fraction = fraction;
          this.sendState();
        },
      );
      if (ordinals.length > 0)
        await openQueue(
          this.editor,
          this.uri,
          ordinals,
          text,
          isOfUnjudged(question) ? {} : judgedAsLead(this.document, this.blind),
        );
      else
        this.post({
          kind: 'notice',
          text: vscode.l10n.t('No items found for “{0}”. Refresh the report to update it.', text),
          isError: false,
        });
    } catch (error) {
      if (!looking.abort.signal.aborted) throw error;
    } finally {
      if (this.looking === looking) this.looking = undefined;
      this.sendState();
    }
  }

  private async send(fields: Parameters<typeof sendAnnotators>[1]): Promise<void> {
    const text = await sendAnnotators(this.document, fields);
    this.panel.reveal();
    if (text !== undefined) this.post({ kind: 'notice', text, isError: false });
  }

  private sendFigures(): void {
    if (!this.report) return;
    const { time, blind, figures } = this.report;
    const annotators = blind ? [] : (this.document.session?.study.replay.annotators() ?? []);
    this.post({ kind: 'figures', figures: { time, blind, report: figures, annotators } });
  }

  private sendState(): void {
    this.post({
      kind: 'state',
      state: {
        name: this.document.name,
        counting: this.counting?.fraction ?? null,
        looking: this.looking?.fraction ?? null,
        error: this.error ?? null,
        since: changesSince(this.report?.from, snapshotOf(this.document)),
      },
    });
  }

  private post(message: QualityMessage): void {
    this.channel.post(message);
  }
}
