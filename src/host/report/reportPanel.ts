import * as vscode from 'vscode';
import { messageOf } from '../../core/model/problems/problem';
import type { CoverageQuestion } from '../../core/model/report/coverageQuestion';
import { isOfCoverage } from '../../core/model/report/isOfCoverage';
import type { ItemsQuestion } from '../../core/model/report/itemsQuestion';
import type { QualityReport } from '../../core/model/report/quality';
import { columnsOfCells } from '../../core/quality/coverage/cellTable';
import {
  toHostSchema,
  type ChartFormat,
  type CountedPart,
  type ItemFinding,
  type KeyboardPlace,
  type ReportAction,
  type ReportMessage,
  type ReportPart,
  type ReportProtocol,
  type ReportReplies,
  type ReportRequest,
  type ReportViewState,
} from '../../protocol/report';
import type { DeskEditor } from '../desk/deskEditor';
import type { JudgedAs } from '../items/itemOrder';
import { openItem, openQueue } from '../items/queueItems';
import type { StudyDocument } from '../study/studyDocument';
import { KeyboardFocus } from '../surface/keyboardFocus';
import { focusQuickInput } from '../surface/keyCommands';
import { surfaceSetting, WebviewChannel } from '../surface/webviewChannel';
import type { CoverageTaskResult } from '../worker/coverageWorker';
import { coverageInWorker, figureItemsInWorker, qualityInWorker, qualityItemsInWorker } from '../worker/hostWorkers';
import { studyInputOf } from '../worker/studyInput';
import { judgedAsLead } from './adjudicate';
import { figureQuestion } from './figureQuestion';
import { criterionQuestion, findingItems, type FindingItem } from './findingItems';
import { findingText } from './itemGroupTexts';
import { ItemsBehind, type ItemLook } from './itemsBehind';
import { pairTexts } from './pairTexts';
import { planOverlap } from './planOverlap';
import { ReportMemory } from './reportMemory';
import { savedPage } from './savedPage';
import { askChartFormat, saveReport, tableAsCsv } from './saveReport';
import { sendAnnotators } from './sendAnnotators';
import { StudyCount, type Counted } from './studyCount';
import { writeCriterion } from './writeCriterion';

export const reportViewType = 'tiebreak.report';

/** New judgements are taken up so long after the last one came, in milliseconds. */
const restBeforeCounting = 2000;

/** What nobody judged is judged as a vote. */
const isOfUnjudged = ({ of }: ItemsQuestion): boolean => of === 'unjudged' || of === 'cell';

/**
 * The report of one study in a view of its own: counts in a process what the tab in front shows, keeps the figures, and
 * opens what stands behind them.
 */
export class ReportPanel implements vscode.Disposable {
  readonly uri: vscode.Uri;
  private readonly memory: ReportMemory;
  private readonly channel: WebviewChannel<ReportProtocol>;
  private readonly keys: KeyboardFocus;
  private readonly behind: ItemsBehind;
  private readonly coverage: StudyCount<CoverageTaskResult>;
  private readonly quality: StudyCount<QualityReport>;
  private readonly disposables: vscode.Disposable[] = [];
  private look: ReportViewState | undefined;
  private without: readonly string[] = [];
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    /** It is held as long as the view is there; whoever opened it disposes it. */
    readonly document: StudyDocument,
    readonly panel: vscode.WebviewPanel,
    private readonly editor: DeskEditor,
    private readonly context: vscode.ExtensionContext,
    /** Nothing tells of models, or of other annotators by name. */
    public blind: boolean,
    /** The tab in front. */
    private shown: ReportPart,
    private readonly onDidChange: () => void,
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
    this.behind = new ItemsBehind(editor, this.uri, () => this.sendState());
    this.coverage = new StudyCount(
      document,
      (blind, signal, onFraction) =>
        coverageInWorker({ kind: 'coverage', ...studyInputOf(document, blind) }, signal, onFraction),
      (counted) => this.tell(() => this.sendCoverage(counted)),
    );
    this.quality = new StudyCount(
      document,
      (blind, signal, onFraction) => {
        const self = document.session?.annotator ?? '';
        const task = { kind: 'quality', ...studyInputOf(document, blind), without: this.without, self } as const;
        return qualityInWorker(task, signal, onFraction);
      },
      (counted) => this.tell(() => this.sendQuality(counted)),
    );
    this.disposables.push(
      this.channel,
      this.behind,
      this.coverage,
      this.quality,
      editor.onDidRest(() => this.follow()),
      panel.onDidChangeViewState(() => this.follow()),
    );
    void this.countNew();
  }

  /** Where the keyboard is. */
  get keyboard(): KeyboardPlace {
    return this.keys.place;
  }

  get part(): ReportPart {
    return this.shown;
  }

  dispose(): void {
    clearTimeout(this.rest);
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Brings a tab to the front, as a command asks. */
  turnTo(part: ReportPart): void {
    this.post({ kind: 'turn', to: part });
    this.turned(part);
  }

  /** Does what a key or a button asks. */
  async act(action: ReportAction): Promise<void> {
    switch (action) {
      case 'refreshCoverage':
      case 'refreshQuality':
        return this.count();
      case 'stopCoverage':
      case 'stopQuality':
        for (const part of this.shownParts) this[part].stop();
        this.behind.dispose();
        return;
      case 'exportMatrix':
        return this.exportMatrix();
      case 'exportChart':
        return this.exportChart();
      case 'coverageModels':
      case 'qualityModels':
        await vscode.commands.executeCommand(`tiebreak.${action}`);
        return;
      case 'showFindings':
      case 'qualityFindings':
        this.turnTo('todo');
        this.post({ kind: 'do', action: 'showFindings' });
        return;
      case 'showMatrix':
      case 'showHeatMap':
      case 'searchCriteria':
      case 'chooseSlices':
      case 'openBehind':
      case 'writeCriterion':
      case 'editCriterion':
      case 'saveQuality':
        this.post({ kind: 'do', action });
    }
  }

  /** Counts anew what is shown, from what is on the disk now; what is not shown is counted when somebody looks. */
  async count(): Promise<void> {
    clearTimeout(this.rest);
    await Promise.all(this.shownParts.map((part) => this[part].count(this.blind)));
  }

  private get shownParts(): readonly CountedPart[] {
    return this.shown === 'todo' ? ['coverage', 'quality'] : [this.shown];
  }

  /** Hides models, or shows them, in everything that was counted. */
  async hideModels(blind: boolean): Promise<void> {
    this.blind = blind;
    const counted = [this.coverage, this.quality].filter(({ isNew }) => !isNew);
    await Promise.all(counted.map((each) => each.count(blind)));
  }

  /** Counts what is shown and nobody looked at so far. */
  private async countNew(): Promise<void> {
    const due = this.shownParts.filter((part) => this[part].isNew);
    await Promise.all(due.map((part) => this[part].count(this.blind)));
  }

  private turned(part: ReportPart): void {
    this.shown = part;
    void this.memory.keepPart(part);
    this.onDidChange();
    void this.countNew();
  }

  /** Takes up what was judged since, once nothing more comes and while somebody looks. */
  private follow(): void {
    this.sendState();
    clearTimeout(this.rest);
    const { counting, since } = this.quality.state;
    const isShown = this.panel.visible && this.shown === 'quality';
    if (isShown && counting === null && (since.judgements > 0 || since.dataset))
      this.rest = setTimeout(() => void this.count(), restBeforeCounting);
  }

  private async setting(): Promise<ReportReplies['ready']> {
    return {
      ...(await surfaceSetting(this.context)),
      look: this.look ?? null,
      part: this.shown,
      study: this.uri.toString(),
    };
  }

  private answer(
    request: ReportRequest,
  ): ReportReplies[ReportRequest['method']] | Promise<ReportReplies['pair'] | ReportReplies['ready']> {
    switch (request.method) {
      case 'ready':
        this.sendCoverage(this.coverage.counted);
        this.sendQuality(this.quality.counted);
        this.sendState();
        return this.setting();
      case 'cells': {
        const counted = this.coverageOf(request.serial);
        if (!counted) return null;
        const { slices, cells } = counted;
        return columnsOfCells(cells, [-1, ...[...slices.keys()].filter((number) => slices[number]?.by === request.by)]);
      }
      case 'pair': {
        const found = this.itemsOf(request.serial, request.finding)[request.at];
        return found ? pairTexts(this.document, found) : null;
      }
      case 'without':
        this.without = request.annotators;
        this.run(this.quality.count(this.blind));
        break;
      case 'look':
        this.look = request.look;
        void this.memory.keepLook(request.look);
        break;
      case 'turn':
        this.turned(request.to);
        break;
      case 'focus':
        this.keys.focusMovedTo(request.on);
        break;
      // The effect of the others comes as state and notices; a person may take their time over a picker.
      case 'openItems':
      case 'openEntry':
      case 'writeCriterion':
      case 'editCriterion':
      case 'sendAnnotators':
      case 'planOverlap':
      case 'show':
      case 'act':
      case 'saveChart':
      case 'savePage':
        this.run(this.done(request));
    }
    return null;
  }

  private async done(
    request: Exclude<ReportRequest, { method: 'ready' | 'cells' | 'pair' | 'without' | 'look' | 'turn' | 'focus' }>,
  ): Promise<void> {
    switch (request.method) {
      case 'openItems':
        return isOfCoverage(request.question)
          ? this.openCovered(request.question)
          : this.openQuestion(request.question, request.text);
      case 'openEntry':
        return this.openEntry(request.serial, request.finding, request.at);
      case 'show':
        this.editor.turnTo(this.document);
        await vscode.commands.executeCommand(
          request.what === 'settings' ? 'tiebreak.settings' : 'tiebreak.strays.focus',
        );
        return;
      case 'writeCriterion':
        return this.write(request.serial, request.finding, request.at);
      case 'editCriterion':
        return this.edit(request.criterion);
      case 'sendAnnotators':
        return this.plan(sendAnnotators(this.document, request.fields));
      case 'planOverlap':
        return this.plan(planOverlap(this.document, request.items));
      case 'act':
        return this.act(request.action);
      case 'saveChart':
        return this.save(request.name, request.format, request.content);
      case 'savePage':
        return this.savePage(request.html, request.theme);
    }
  }

  /** Does what takes its time, and tells what went wrong. */
  private run(done: Promise<void>): void {
    done.catch((error: unknown) => this.post({ kind: 'notice', text: messageOf(error), isError: true }));
  }

  private coverageOf(serial: number): CoverageTaskResult | undefined {
    const { counted } = this.coverage;
    return counted?.serial === serial ? counted.figures : undefined;
  }

  /** Opens what is behind a figure of the coverage. */
  private async openCovered(question: CoverageQuestion): Promise<void> {
    const counted = this.coverage.counted?.figures;
    if (!counted) return;
    if (question.of === 'finding') return this.openFinding(question.finding);
    const asked = figureQuestion(counted, question);
    if (!asked) return;
    const { task, text } = asked;
    const input = { ...studyInputOf(this.document, this.blind), ...task };
    return this.open(
      async (signal, onFraction) =>
        (await figureItemsInWorker(input, signal, onFraction)).map(({ ordinal }) => ordinal),
      text,
      {},
    );
  }

  private openQuestion(question: ItemsQuestion, text: string): Promise<void> {
    const input = studyInputOf(this.document, this.blind);
    return this.open(
      (signal, onFraction) =>
        qualityItemsInWorker({ kind: 'qualityItems', ...input, without: this.without, question }, signal, onFraction),
      text,
      isOfUnjudged(question) ? {} : judgedAsLead(this.document, this.blind),
    );
  }

  private async open(look: ItemLook, text: string, as: JudgedAs): Promise<void> {
    if (!(await this.behind.open(look, text, as)))
      this.post({
        kind: 'notice',
        text: vscode.l10n.t('No items found for “{0}”. Refresh the report to update it.', text),
        isError: false,
      });
  }

  private async openFinding(finding: ItemFinding): Promise<void> {
    const { counted } = this.coverage;
    const items = counted ? findingItems(counted.figures, finding) : [];
    if (items.length === 0) return;
    await openQueue(
      this.editor,
      this.uri,
      [...new Set(items.map(({ ordinal }) => ordinal))].sort((a, b) => a - b),
      findingText(finding),
      finding === 'unexplained' || finding === 'against' ? judgedAsLead(this.document, this.blind) : {},
    );
  }

  private async openEntry(serial: number, finding: ItemFinding, at: number): Promise<void> {
    const found = this.itemsOf(serial, finding)[at];
    if (found) await openItem(this.editor, this.uri, found.ordinal);
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
    const counted = this.coverageOf(serial);
    return counted ? findingItems(counted, finding) : [];
  }

  /** Tells what was written into the plan. */
  private async plan(written: Promise<string | undefined>): Promise<void> {
    const text = await written;
    this.panel.reveal();
    if (text !== undefined) this.post({ kind: 'notice', text, isError: false });
  }

  /** Saves the table of the tab that is shown. */
  private async exportMatrix(): Promise<void> {
    const { counted } = this.coverage;
    if (!counted) return;
    await this.save(
      vscode.l10n.t('{0} coverage', this.document.name),
      'csv',
      tableAsCsv(counted.figures, this.look?.tab ?? 'criteria'),
    );
  }

  /** Asks how; the view draws the chart. */
  private async exportChart(): Promise<void> {
    const format = await askChartFormat();
    this.panel.reveal();
    if (format) this.post({ kind: 'chart', format });
  }

  private async savePage(html: string, theme: Readonly<Record<string, string>>): Promise<void> {
    const styles = await vscode.workspace.fs.readFile(
      vscode.Uri.joinPath(this.context.extensionUri, 'dist', 'webview', 'report.css'),
    );
    const title = vscode.l10n.t('Quality of {0}', this.document.name);
    await this.save(title, 'html', savedPage(title, html, theme, new TextDecoder().decode(styles)));
  }

  private save(name: string, format: ChartFormat | 'html', content: string | Uint8Array): Promise<void> {
    return saveReport(this.uri, name, format, content, this.document.session?.study.sources ?? []);
  }

  /** Tells how a count stands, after its figures. */
  private tell(sendFigures: () => void): void {
    sendFigures();
    this.sendState();
  }

  private sendCoverage(counted: Counted<CoverageTaskResult> | undefined): void {
    if (!counted) return;
    const {
      serial,
      time,
      blind,
      figures: { slices, criteria, study, spans, critiques, rules },
    } = counted;
    const figures = { serial, time, blind, slices, criteria, study, spans, critiques, rules };
    this.post({ kind: 'coverage', figures });
  }

  private sendQuality(counted: Counted<QualityReport> | undefined): void {
    if (!counted) return;
    const { time, blind, figures: report } = counted;
    const annotators = blind ? [] : (this.document.session?.study.replay.annotators() ?? []);
    this.post({ kind: 'quality', figures: { time, blind, report, annotators } });
  }

  private sendState(): void {
    this.post({
      kind: 'state',
      state: {
        name: this.document.name,
        looking: this.behind.fraction,
        coverage: this.coverage.state,
        quality: this.quality.state,
      },
    });
  }

  private post(message: ReportMessage): void {
    this.channel.post(message);
  }
}
