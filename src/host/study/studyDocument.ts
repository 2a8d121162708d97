import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Dataset } from '../../core/dataset/dataset';
import { DraftStore } from '../../core/desk/drafts/draftStore';
import { judgementSummary } from '../desk/judgementSummary';
import { Session } from '../../core/desk/session';
import { messageOf, problemOf, UserError, type FileProblem } from '../../core/model/problems/problem';
import type { ImportResult } from '../../core/import/importResult';
import type { LabelCounts } from '../../core/import/labelCounter';
import { libraryFiles } from '../../core/study/library/libraryFiles';
import { MediaFiles } from '../../core/study/mediaFiles';
import type { OrphanedAnnotations } from '../../core/study/orphanedAnnotations';
import { Study } from '../../core/study/study';
import { studyPaths } from '../../core/study/studyPaths';
import { annotatorGroup, annotatorName } from './annotator';
import { ItemOrder } from '../items/itemOrder';
import { DeskQuestions } from '../desk/deskQuestions';
import { LabelNotice } from '../dataset/labelNotice';
import { FollowedFiles } from './followedFiles';
import { whileSlow } from './whileSlow';
import { MergeNotice } from './mergeNotice';
import { keepKindsIn } from '../../core/dataset/sources/keptKinds';
import { compactItems } from '../../core/team/itemFeed';
import type { TeamDesk } from '../../core/team/teamDesk';
import { teamOf } from '../team/studyTeam';
import type { TeamPasswords } from '../team/teamPasswords';
import { openDataset } from './openDataset';
import { ExternalFiles, type FileAccessDecision } from './externalFiles';
import { OrphanNotice } from '../items/orphanNotice';
import { checkInWorker } from '../worker/hostWorkers';

/** More than this many faulty records are a wrong file, not a file with faults. */
const maxProblems = 1000;

/**
 * An open project: its session, or why it cannot be opened. Follows the files underneath and starts anew when they
 * change.
 */
export class StudyDocument implements vscode.CustomDocument {
  private readonly changes = new vscode.EventEmitter<void>();
  /** Fires when judgements, the number of items or the session itself changed. */
  readonly onDidChange = this.changes.event;
  private readonly reloads = new vscode.EventEmitter<void>();
  /** Fires when `session` and `error` are new. */
  readonly onDidReload = this.reloads.event;

  private readonly disposal = new vscode.EventEmitter<void>();
  readonly onDidDispose = this.disposal.event;

  session: Session | undefined;
  /** Reads what records name as images, sounds and films. */
  media: MediaFiles | undefined;
  /** Keeps the study and its remote together; undefined where it has none. */
  team: TeamDesk | undefined;
  error: string | undefined;
  /** The same as a problem of the project file. */
  whyNotOpen: FileProblem | undefined;
  /** What is wrong with records of the dataset. */
  datasetProblems: readonly FileProblem[] = [];
  /** Annotations whose item changed or is gone, once every record was looked at. */
  orphans: OrphanedAnnotations | undefined;
  /** The labels that the dataset came with, once every record was looked at. */
  labels: LabelCounts | undefined;
  /** What an import of them left out, and why. */
  labelProblems: readonly FileProblem[] = [];
  /** How much of the dataset was looked at, from 0 to 1, while somebody looks. */
  looked: number | undefined;
  /** Why the rubrics or rules on disk cannot be taken up; those before stay in force. */
  readonly documentProblems = new Map<'rubrics' | 'rules', FileProblem>();

  private abort = new AbortController();
  private readonly files = new FollowedFiles();
  private journals: vscode.Disposable | undefined;
  private counting: NodeJS.Timeout | undefined;
  private opened: Promise<void> = Promise.resolve();
  private disposed = false;
  /** So many editors show it. */
  private holders = 1;
  private readonly externalFiles: ExternalFiles;
  private readonly notice: OrphanNotice;
  private readonly labelNotice: LabelNotice;
  /** Asked above the items, where there is a desk. */
  readonly questions = new DeskQuestions();
  private readonly merge = new MergeNotice(this.questions, () => void this.open());
  /** In which order items come here. */
  readonly order: ItemOrder;

  constructor(
    readonly uri: vscode.Uri,
    private readonly storage: vscode.Uri,
    /** What is remembered of the study in this workspace. */
    memory: vscode.Memento,
    decision?: FileAccessDecision,
    private readonly passwords?: TeamPasswords,
  ) {
    this.externalFiles = new ExternalFiles(uri, this.name, memory, () => void this.open(), decision);
    this.notice = new OrphanNotice(uri, this.name, memory, this.questions);
    this.labelNotice = new LabelNotice(uri, memory, this.questions);
    this.order = new ItemOrder(uri, memory, this.cache);
  }

  /** The folder of what can be made again: unpacked copies and indexes. */
  get cache(): string {
    return vscode.Uri.joinPath(this.storage, 'cache').fsPath;
  }

  /** See `ExternalFiles.admit`. */
  admit(paths: readonly string[]): Promise<void> {
    return this.externalFiles.admit(paths);
  }

  get rubricsProblem(): FileProblem | undefined {
    return this.documentProblems.get('rubrics');
  }

  get name(): string {
    return basename(this.uri.fsPath, '.tiebreak');
  }

  /**
   * Opens the study, or opens it anew (because the dataset's file `changed` changed). What stands in the way becomes
   * `error`.
   */
  open(changed?: string): Promise<void> {
    this.opened = this.opened.then(() => this.load(changed));
    return this.opened;
  }

  /** Looks whether a file underneath has changed. Cheap: to be called at any sign that one may have. */
  look(): void {
    this.files.look();
  }

  /** Shows it in one more editor, once it is open; each disposes it. */
  async hold(): Promise<this> {
    this.holders++;
    await this.opened;
    return this;
  }

  dispose(): void {
    if (--this.holders > 0) return;
    clearTimeout(this.counting);
    this.disposed = true;
    void this.opened.then(() => this.unload());
    this.disposal.fire();
    this.questions.dispose();
    for (const emitter of [this.changes, this.reloads, this.disposal]) emitter.dispose();
  }

  /** Judgements from here on are by the annotator whom the settings name now. */
  async readAnnotator(): Promise<void> {
    if (!this.session) return;
    const name = this.session.study.team?.name ?? (await annotatorName());
    const isOther = name !== this.session.annotator;
    this.session.annotator = name;
    this.session.group = annotatorGroup();
    // What may come again to this one is to be found first.
    if (isOther && this.session.wanted.length > 0) void this.checkAgain();
  }

  private async load(changed?: string): Promise<void> {
    await this.unload();
    if (this.disposed) return;
    this.abort = new AbortController();
    const { signal } = this.abort;
    const opened: { close(): Promise<void> }[] = [];
    try {
      await this.files.follow(this.uri.fsPath, () => void this.projectChanged());
      for (const library of ['rubrics', 'rules'] as const) await this.followLibrary(library);
      await compactItems(this.uri.fsPath).catch(() => undefined);
      keepKindsIn(this.cache);
      // Annotators go on with what can be read.
      const study = await whileSlow(
        vscode.l10n.t('Looking at the files of {0}', this.name),
        Study.open(this.uri.fsPath, {
          isTolerant: true,
          admit: (paths) => this.externalFiles.admit(paths),
        }),
      );
      opened.push(study);
      await this.followGuidelines(study);
      // The dataset is another one then: its index no longer holds, and its items may be others.
      await this.files.followDataset(study.sources, (source) => void this.open(source));
      const openIt = (): Promise<Dataset> =>
        openDataset(study, {
          name: this.name,
          cacheFolder: this.cache,
          signal,
          onProgress: () => this.counted(),
          onChanged: (source) => (source === undefined ? this.look() : void this.open(source)),
        });
      const { reading } = study;
      let dataset = await openIt();
      opened.push(dataset);
      // A long journal takes seconds; the index is built on its own thread meanwhile.
      await study.refresh(signal);
      // The journals may tell that its tables had other line ends.
      if (study.reading !== reading) {
        await dataset.close();
        opened.splice(opened.indexOf(dataset), 1);
        opened.push((dataset = await openIt()));
      }
      const drafts = new DraftStore(
        vscode.Uri.joinPath(this.storage, 'drafts').fsPath,
        (error) =>
          void vscode.window.showErrorMessage(vscode.l10n.t('A draft could not be stored: {0}', String(error))),
      );
      const session = new Session(study, dataset, drafts, study.team?.name ?? (await annotatorName()));
      session.describe = (judgement, letter) => judgementSummary(judgement, letter, false);
      session.group = annotatorGroup();
      session.onChange(() => this.changes.fire());
      this.journals = { dispose: study.journal.watch(() => void session.refresh()) };
      this.session = session;
      this.team = study.team && teamOf(session, study.team, this.passwords, this.questions, () => this.counted());
      this.media = new MediaFiles({
        folders: () => [
          dirname(this.uri.fsPath),
          ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
        ],
        admit: (folders) => this.externalFiles.admit(folders),
      });
      this.error = this.whyNotOpen = undefined;
      void this.order.restore(session, signal);
      void this.merge.tell(study);
      const checking = this.check(study, signal);
      void this.notice.tell(checking, signal, changed === undefined ? undefined : basename(changed));
      void checking.then(() =>
        this.labels && !signal.aborted ? this.labelNotice.offer(session, this.labels) : undefined,
      );
    } catch (error) {
      for (const each of opened) await each.close();
      this.session = undefined;
      // What is wrong on the disk is told as it is; anything else is a bug and is told too, with its name.
      this.error =
        error instanceof UserError || (error instanceof Error && 'syscall' in error) ? error.message : String(error);
      this.whyNotOpen = problemOf(this.uri.fsPath, error);
    }
    this.reloads.fire();
    this.changes.fire();
  }

  /** Other recipes change nothing of what is open; whatever else changed opens it anew. */
  private async projectChanged(): Promise<void> {
    const { session } = this;
    if (session) await this.files.follow(this.uri.fsPath, () => void this.projectChanged());
    if (session && session === this.session && (await session.study.readExports().catch(() => false)))
      session.changed();
    else await this.open();
  }

  /** Guidelines are read once they are followed: what is written in between is not missed. */
  private async followGuidelines(study: Study): Promise<void> {
    const path = study.guidelinesFile;
    if (path === undefined) return;
    await this.files.follow(path, () => void this.followGuidelines(study));
    await study.readGuidelines();
    this.session?.changed();
  }

  /** What another window or tool wrote to the rubrics, or the rules, is in force from here on. */
  private async takeUp(library: 'rubrics' | 'rules'): Promise<void> {
    const { session } = this;
    if (!session) return;
    await this.followLibrary(library);
    try {
      await (library === 'rubrics' ? session.study.readRubrics() : session.study.readRules());
      this.documentProblems.delete(library);
    } catch (error) {
      const place = studyPaths(this.uri.fsPath)[library];
      const found = error instanceof UserError ? error.problem?.place?.file : undefined;
      const path = (await libraryFiles(place).catch(() => [])).find((each) => each === found) ?? place.former;
      const problem = problemOf(path, error);
      this.documentProblems.set(library, {
        ...problem,
        message: vscode.l10n.t('{0}. The last valid version stays active until this is fixed', problem.message),
      });
    }
    session.changed();
    void this.merge.tell(session.study);
  }

  private async followLibrary(library: 'rubrics' | 'rules'): Promise<void> {
    const place = studyPaths(this.uri.fsPath)[library];
    const paths = (): Promise<string[]> => libraryFiles(place).catch(() => []);
    await this.files.followAll(
      paths,
      new vscode.RelativePattern(vscode.Uri.file(dirname(place.former)), `{${library}.json,${library}/**}`),
      () => void this.takeUp(library),
    );
  }

  /**
   * More items are known. An index grows a thousand times a second, and each change goes to every screen: they follow
   * four times a second.
   */
  private counted(): void {
    this.counting ??= setTimeout(() => {
      this.counting = undefined;
      this.changes.fire();
    }, 250);
  }

  private async unload(): Promise<void> {
    this.abort.abort();
    this.files.clear();
    this.journals?.dispose();
    this.journals = undefined;
    const { session, team } = this;
    this.session = this.team = undefined;
    await team?.stop();
    this.datasetProblems = [];
    this.orphans = undefined;
    this.labels = undefined;
    this.labelProblems = [];
    this.looked = undefined;
    this.documentProblems.clear();
    // The store told why a draft could not be written; that is no reason to leave the files open.
    await session?.flush().catch(() => undefined);
    await session?.dataset.close();
    await session?.study.close();
  }

  /** The labels that the dataset came with were taken over. */
  tookOver({ labels, problems }: ImportResult, annotator: string): void {
    this.labelNotice.taken(labels);
    if (this.labels) this.labels = { ...this.labels, waiting: 0, takenAs: annotator };
    // What is wrong with single records is told by the look at them.
    this.labelProblems = problems.filter(({ severity, line }) => severity === 'warning' && line === undefined);
    this.changes.fire();
  }

  /** Looks at every record again: annotations of others may have come in. */
  async checkAgain(): Promise<void> {
    const { session } = this;
    if (!session || this.looked !== undefined) return;
    const checked = this.check(session.study, this.abort.signal);
    this.changes.fire();
    await checked;
  }

  /**
   * Looks for faulty records and for strays once the index stands, so that the first items need not share the disk with
   * it.
   */
  private async check(study: Study, signal: AbortSignal): Promise<OrphanedAnnotations | undefined> {
    this.looked = 0;
    try {
      await this.session?.dataset.whenComplete();
      const {
        paths,
        reading: { layout, mapping },
      } = study.data;
      const onFraction = (fraction: number): void => {
        if (!signal.aborted) this.looked = fraction;
        this.counted();
      };
      const { problems, orphans, shares, places, labels } = await checkInWorker(
        {
          project: study.file,
          paths,
          layout: layout.name,
          mapping,
          max: maxProblems,
          wanted: this.session?.wanted ?? [],
        },
        signal,
        onFraction,
      );
      if (signal.aborted) return undefined;
      this.session?.foundAt(places);
      this.datasetProblems = problems;
      this.orphans = orphans;
      this.labels = labels;
      if (this.session) this.session.workload.shares = shares;
    } catch (error) {
      if (signal.aborted) return undefined;
      this.orphans = undefined;
      this.datasetProblems = [
        { severity: 'error', file: study.sources[0] ?? this.uri.fsPath, message: messageOf(error) },
      ];
    }
    this.looked = undefined;
    this.changes.fire();
    return this.orphans;
  }
}
