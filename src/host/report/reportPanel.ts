import * as vscode from 'vscode';
import { messageOf } from '../../core/model/problems/problem';
import { columnsOfCells } from '../../core/quality/coverage/cellTable';
import {
  toHostSchema,
  type ChartFormat,
  type ItemFinding,
  type KeyboardPlace,
  type ReportViewState,
  type ReportAction,
  type ReportMessage,
  type ReportProtocol,
  type ReportReplies,
  type ReportRequest,
} from '../../protocol/report';
import { findingText } from './itemGroupTexts';
import type { CoverageTaskResult } from '../worker/coverageWorker';
import { studyInputOf } from '../worker/studyInput';
import type { DeskEditor } from '../desk/deskEditor';
import { FigureItems } from './figureItems';
import { figureQuestion, type FigureQuestion } from './figureQuestion';
import { criterionQuestion, findingItems, type FindingItem } from './findingItems';
import { KeyboardFocus } from '../surface/keyboardFocus';
import { focusQuickInput } from '../surface/keyCommands';
import { pairTexts } from './pairTexts';
import { judgedAsLead } from './adjudicate';
import { openItem, openQueue } from '../items/queueItems';
import { ReportMemory } from './reportMemory';
import { askChartFormat, saveReport, tableAsCsv } from './saveReport';
import type { StudyDocument } from '../study/studyDocument';
import { changesSince, snapshotOf, type StudySnapshot } from './studySnapshot';
import { surfaceSetting, WebviewChannel } from '../surface/webviewChannel';
import { coverageInWorker } from '../worker/hostWorkers';
import { writeCriterion } from './writeCriterion';

export const reportViewType = 'tiebreak.report';

/** Figures with what they were counted from. */
interface Report {
  readonly serial: number;
  readonly time: number;
  readonly blind: boolean;
  readonly counted: CoverageTaskResult;
  readonly from: StudySnapshot;
}

/**
 * The coverage of one study in a view of its own: counts it in a process, keeps the figures, and opens what stands
 * behind them.
 */
export class ReportPanel implements vscode.Disposable {
  readonly uri: vscode.Uri;
  private readonly memory: ReportMemory;
  private readonly channel: WebviewChannel<ReportProtocol>;
  private readonly keys: KeyboardFocus;
  private readonly behind: FigureItems;
  private readonly disposables: vscode.Disposable[] = [];
  private report: Report | undefined;
  private serial = 0;
  private look: ReportViewState | undefined;
  private counting: { readonly abort: AbortController; fraction: number } | undefined;
  private error: string | undefined;

  constructor(
    /** It is held as long as the view is there; whoever opened it disposes it. */
    readonly document: StudyDocument,
    readonly panel: vscode.WebviewPanel,
    private readonly editor: DeskEditor,
    private readonly context: vscode.ExtensionContext,
    /** Nothing tells of models. */
    public blind: boolean,
    onDidChange: () => void,
  ) {
    this.uri = document.uri;
    this.memory = new ReportMemory(context.workspaceState, this.uri);
    this.look = this.memory.look;
    this.keys = new KeyboardFocus(panel, onDidChange, focusQuickInput);
    this.channel = new WebviewChannel<ReportProtocol>(panel.webview, context, {
      surface: 'report',
      requests: toHostSchema,
      answer: (request) => this.answer(request),
    });
    this.behind = new FigureItems(editor, this.uri, () => this.sendState());
    this.disposables.push(
      this.channel,
      this.behind,
      editor.onDidRest(() => this.sendState()),
    );
    void this.count();
  }

  /** Where the keyboard is. */
  get keyboard(): KeyboardPlace {
    return this.keys.place;
  }

  dispose(): void {
    this.counting?.abort.abort();
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Does what a key or a button asks. */
  async act(action: ReportAction): Promise<void> {
    switch (action) {
      case 'refreshCoverage':
        return this.count();
      case 'stopCoverage':
        this.counting?.abort.abort();
        this.behind.dispose();
        return;
      case 'exportMatrix':
        return this.exportMatrix();
      case 'exportChart':
        return this.exportChart();
      case 'coverageModels':
        await vscode.commands.executeCommand('tiebreak.coverageModels', this);
        return;
      case 'showFindings':
      case 'showMatrix':
      case 'showHeatMap':
      case 'searchCriteria':
      case 'chooseSlices':
      case 'openBehind':
      case 'writeCriterion':
      case 'editCriterion':
        this.post({ kind: 'do', action });
    }
  }

  /** Counts anew, from what is on the disk now. */
  async count(): Promise<void> {
    this.counting?.abort.abort();
    const counting = { abort: new AbortController(), fraction: 0 };
    const { signal } = counting.abort;
    this.counting = counting;
    this.error = undefined;
    this.sendState();
    const from = snapshotOf(this.document);
    const { blind } = this;
    try {
      // Nothing is read of a project that the person did not let lead outside of its folder, or that cannot be opened.
      if (!this.document.session && this.document.error !== undefined) throw new Error(this.document.error);
      const counted = await coverageInWorker(
        { kind: 'coverage', ...studyInputOf(this.document, this.blind) },
        signal,
        (fraction) => {
          counting.fraction = fraction;
          this.sendState();
        },
      );
      if (signal.aborted) return;
      this.report = { serial: ++this.serial, time: Date.now(), blind, counted, from };
    } catch (error) {
      if (!signal.aborted) this.error = messageOf(error);
    } finally {
      if (this.counting === counting) this.counting = undefined;
    }
    this.sendFigures();
    this.sendState();
  }

  private async setting(): Promise<ReportReplies['ready']> {
    return { ...(await surfaceSetting(this.context)), look: this.look ?? null, study: this.uri.toString() };
  }

  private answer(
    request: ReportRequest,
  ): ReportReplies[ReportRequest['method']] | Promise<ReportReplies['pair'] | ReportReplies['ready']> {
    switch (request.method) {
      case 'ready':
        this.sendFigures();
        this.sendState();
        return this.setting();
      case 'cells': {
        const report = this.reportOf(request.serial);
        if (!report) return null;
        const { slices, cells } = report.counted;
        return columnsOfCells(cells, [-1, ...[...slices.keys()].filter((number) => slices[number]?.by === request.by)]);
      }
      case 'pair': {
        const found = this.itemsOf(request.serial, request.finding)[request.at];
        return found ? pairTexts(this.document, found) : null;
      }
      // The effect of these comes as state and notices; a person may take their time over a picker.
      case 'openCell':
      case 'openSpans':
      case 'openRule': {
        const report = this.reportOf(request.serial);
        const question = report && figureQuestion(report.counted, request);
        if (question) this.run(this.openItems(question));
        break;
      }
      case 'openFinding':
        this.run(this.openFinding(request.serial, request.finding, request.at));
        break;
      case 'writeCriterion':
        this.run(this.write(request.serial, request.finding, request.at));
        break;
      case 'editCriterion':
        this.run(this.edit(request.criterion));
        break;
      case 'act':
        this.run(this.act(request.action));
        break;
      case 'saveChart':
        this.run(this.save(request.name, request.format, request.content));
        break;
      case 'look':
        this.look = request.look;
        void this.memory.keepLook(request.look);
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

  private reportOf(serial: number): Report | undefined {
    return this.report?.serial === serial ? this.report : undefined;
  }

  private async openItems({ task, text }: FigureQuestion): Promise<void> {
    if (!(await this.behind.open({ ...studyInputOf(this.document, this.blind), ...task }, text)))
      this.post({
        kind: 'notice',
        text: vscode.l10n.t('No items found for “{0}”. Refresh the report to update it.', text),
        isError: false,
      });
  }

  private async openFinding(serial: number, finding: ItemFinding, at: number | null): Promise<void> {
    const items = this.itemsOf(serial, finding);
    const first = items[at ?? 0];
    if (!first) return;
    if (at === null)
      await openQueue(
        this.editor,
        this.uri,
        [...new Set(items.map(({ ordinal }) => ordinal))].sort((a, b) => a - b),
        findingText(finding),
        finding === 'unexplained' || finding === 'against' ? judgedAsLead(this.document, this.blind) : {},
      );
    else await openItem(this.editor, this.uri, first.ordinal);
  }

  private async write(serial: number, finding: ItemFinding, at: number): Promise<void> {
    const found = this.itemsOf(serial, finding)[at];
    const { document } = this;
    if (!found) return;
    if (!document.session) throw new Error(vscode.l10n.t('The study is not open'));
    await writeCriterion(document, found.item, criterionQuestion(found));
    this.panel.reveal();
  }

  /** Goes on where rubrics are edited. */
  private async edit(criterion: string | null): Promise<void> {
    this.editor.turnTo(this.document);
    await vscode.commands.executeCommand('tiebreak.editRubrics', criterion ?? undefined);
  }

  private itemsOf(serial: number, finding: ItemFinding): readonly FindingItem[] {
    const report = this.reportOf(serial);
    return report ? findingItems(report.counted, finding) : [];
  }

  /** Saves the table of the tab that is shown. */
  private async exportMatrix(): Promise<void> {
    if (!this.report) return;
    await this.save(
      vscode.l10n.t('{0} coverage', this.document.name),
      'csv',
      tableAsCsv(this.report.counted, this.look?.tab ?? 'criteria'),
    );
  }

  /** Asks how; the view draws the chart. */
  private async exportChart(): Promise<void> {
    const format = await askChartFormat();
    this.panel.reveal();
    if (format) this.post({ kind: 'chart', format });
  }

  private save(name: string, format: ChartFormat, content: string | Uint8Array): Promise<void> {
    return saveReport(this.uri, name, format, content, this.document.session?.study.sources ?? []);
  }

  private sendFigures(): void {
    if (!this.report) return;
    const {
      serial,
      time,
      blind,
      counted: { slices, criteria, study, spans, critiques, rules },
    } = this.report;
    this.post({ kind: 'figures', figures: { serial, time, blind, slices, criteria, study, spans, critiques, rules } });
  }

  private sendState(): void {
    this.post({
      kind: 'state',
      state: {
        name: this.document.name,
        counting: this.counting?.fraction ?? null,
        looking: this.behind.fraction,
        error: this.error ?? null,
        since: changesSince(this.report?.from, snapshotOf(this.document)),
      },
    });
  }

  private post(message: ReportMessage): void {
    this.channel.post(message);
  }
}
