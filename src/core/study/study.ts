import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { JournalLine } from '../model/annotation/annotation';
import { errorOf, fileProblem, problem, UserError, type FileProblem, type Problem } from '../model/problems/problem';
import type { Project } from '../model/study/project';
import type { Rubrics } from '../model/rubric/rubric';
import type { Rules } from '../model/rubric/rule';
import { layoutNamed, layouts } from '../dataset/layouts';
import { nearestNames } from '../model/text/nearestNames';
import { unknownFieldMessage } from '../dataset/fields/mappingChecks';
import { readingOfCopy } from '../dataset/sources/scan';
import { expandSources, startOfSource, type Sources } from '../dataset/sources/sources';
import { readingWithLineEnds } from '../dataset/items/lineEnds';
import type { Reading } from '../dataset/items/parse';
import { FileJournal, journalFiles } from '../journal/fileJournal';
import { fileErrorReason } from '../journal/fileStatus';
import type { Journal } from '../journal/journal';
import { JournalWriteError } from '../journal/journalWriter';
import { parseLine } from '../journal/line';
import { passesFastCheck } from '../journal/annotationFastCheck';
import type { Replay } from '../journal/replay';
import { checkedRubrics } from '../rubric/checkedRubrics';
import type { UsedVersions } from '../rubric/versions';
import { withVersionHashes } from './mergeConflict/versionRenumbering';
import { keepBytesOfBefore } from './gitAttributes';
import { guidelinesPath, type Guidelines } from './guidelines';
import { GuidelinesCache } from './guidelinesCache';
import { LibraryCache } from './libraryCache';
import { judgedLineEnds, type JudgedLineEnds, type RenamedItems } from './judgedLineEnds';
import { lineReading } from './lineReading';
import { libraryFiles } from './library/libraryFiles';
import type { Controls } from './controlProblems';
import { openProject } from './projectFile';
import { ReplayedJournal } from './replayedJournal';
import { openRubrics } from './rubrics';
import { checkedRules, openRules } from './rules';
import { studyPaths } from './studyPaths';
import { runPairsOf } from './runTask';
import { readTeamFile, type TeamFile } from '../team/teamFile';

export interface StudyOptions {
  /** The journal where annotations are kept; the files beside the project where absent. */
  readonly journal?: Journal;
  /** Hears of paths before anything is read of them, and rejects where that must not be. */
  readonly admit?: (paths: readonly string[]) => Promise<void>;
  /** True to open a study whose rubrics or rules are partly not readable: with the others, and a problem. */
  readonly isTolerant?: boolean;
}

/** Files of items with how they are read. */
export interface ItemSource {
  readonly paths: readonly string[];
  readonly reading: Reading;
}

/** The control items that a study names. */
export const controlsOf = ({ file, project: { plan } }: Study): Controls | undefined =>
  plan?.controls && { project: file, items: plan.controls.items, answers: plan.controls.answers };

/** That a project names a layout that there is not, with the names that come near. */
function layoutUnknown(layout: string, file: string): Problem {
  const near = nearestNames(
    layout,
    layouts.map(({ name }) => name),
  );
  return problem('study.layoutUnknown', { layout, near }, file);
}

/** A project with its rubrics and all that was judged so far: what editor and command line work on. */
export class Study {
  private materialized: ItemSource | undefined;
  private readonly keptGuidelines = new GuidelinesCache();
  private readonly replayed: ReplayedJournal;
  private hasRead = false;
  private lineEnds: JudgedLineEnds = {};
  private keepsBytes: Promise<void> | undefined;
  private attributesProblem: FileProblem | undefined;
  /** What both sides of the project's file came to, where git left a conflict in it. */
  private conflict: FileProblem | undefined;

  private constructor(
    /** Absolute path of the project file. */
    readonly file: string,
    private currentProject: Project,
    private readonly keptRubrics: LibraryCache<Rubrics>,
    private readonly keptRules: LibraryCache<Rules>,
    private currentReading: Reading,
    readonly journal: Journal,
    private openSources: Sources,
    /** The study's remote, and who one is there; undefined where it has none. */
    readonly team: TeamFile | undefined,
  ) {
    this.replayed = new ReplayedJournal(journal);
  }

  /** The reading of the dataset: as the project says, and with the line ends that its items were judged with. */
  get reading(): Reading {
    return this.currentReading;
  }

  /**
   * Opens a project. Its journals are not read before `refresh`. Throws `UserError` where the project is not one, or a
   * folder or pattern of its sources holds no file.
   */
  static async open(projectFile: string, { journal, admit, isTolerant = false }: StudyOptions = {}): Promise<Study> {
    const file = resolve(projectFile);
    const paths = studyPaths(file);
    const { data: project, conflict } = await openProject(file);
    const { sources } = project.dataset;
    const guidelines = guidelinesPath(file, project.task.guidelines);
    await admit?.([
      ...(await Promise.all(sources.map((source) => startOfSource(source, dirname(file))))),
      ...(guidelines === undefined ? [] : [guidelines]),
      ...(
        await Promise.all(
          [paths.rubrics, paths.rules].map(async (place) => [
            place.former,
            place.folder,
            join(place.folder, 'items'),
            ...(await libraryFiles(place)),
          ]),
        )
      ).flat(),
      paths.exports,
      paths.guidelines,
      paths.annotations,
      ...(await journalFiles(paths.annotations)),
    ]);
    const rubrics = new LibraryCache(
      await openRubrics(paths.rubrics, isTolerant),
      () => openRubrics(paths.rubrics),
      checkedRubrics,
    );
    const rules = new LibraryCache(
      await openRules(paths.rules, isTolerant),
      () => openRules(paths.rules),
      checkedRules,
    );
    const layout = layoutNamed(project.dataset.layout);
    if (!layout) throw new UserError(layoutUnknown(project.dataset.layout, file));
    const unknown = unknownFieldMessage(project.dataset.mapping, layout);
    if (unknown !== undefined) throw new UserError(problem('study.mappingUnknown', { reason: unknown }, file));
    const dataset = await expandSources(sources, dirname(file));
    // A folder or a pattern may hold links.
    await admit?.(dataset.files);
    const team = await readTeamFile(file);
    const study: Study = new Study(
      file,
      project,
      rubrics,
      rules,
      {
        layout,
        mapping: project.dataset.mapping,
        gather: project.dataset.gather ?? false,
        pairs: runPairsOf(project, layout.name),
      },
      journal ??
        new FileJournal(
          paths.annotations,
          false,
          () => lineReading({ rubrics: rubrics.data, rules: rules.data }, study.renamedItems),
          team?.key,
        ),
      dataset,
      team,
    );
    study.conflict = conflict;
    await study.readGuidelines();
    return study;
  }

  /** The replay of the journals, as far as they were read. */
  get replay(): Replay {
    return this.replayed.replay;
  }

  get project(): Project {
    return this.currentProject;
  }

  /**
   * Writes what `change` makes of the project as it stands in its file now; here it changes likewise. Throws
   * `UserError` where the file cannot be read; nothing is written then.
   */
  async changeProject(change: (project: Project) => Project): Promise<void> {
    const document = await openProject(this.file);
    const { conflict } = document;
    if (conflict) throw errorOf(conflict);
    await document.write(change(document.data));
    this.currentProject = change(this.currentProject);
  }

  /**
   * Takes up the recipes as they stand in the project's file, where nothing else of it changed; tells whether that was
   * all. Throws `UserError` where the file cannot be read.
   */
  async readExports(): Promise<boolean> {
    const { data, conflict } = await openProject(this.file);
    if (conflict?.message !== this.conflict?.message) return false;
    const isAll = isDeepStrictEqual({ ...data, exports: undefined }, { ...this.currentProject, exports: undefined });
    if (isAll) this.currentProject = data;
    return isAll;
  }

  /** Every rubric with its versions, as last read. */
  get rubrics(): Rubrics {
    return this.keptRubrics.data;
  }

  /** Takes up what another window or tool wrote to the rubrics' files; see `Kept.read`. */
  readRubrics(): Promise<void> {
    return this.keptRubrics.read();
  }

  /** Writes what `change` makes of the rubrics as they stand in their files now; see `Kept.change`. */
  changeRubrics(change: (rubrics: Rubrics) => Rubrics): Promise<void> {
    return this.keptRubrics.change(change);
  }

  /** Every rule with its versions, as last read. */
  get rules(): Rules {
    return this.keptRules.data;
  }

  /** Reads the rules anew, as `readRubrics` does. */
  readRules(): Promise<void> {
    return this.keptRules.read();
  }

  changeRules(change: (rules: Rules) => Rules): Promise<void> {
    return this.keptRules.change(change);
  }

  /** Tells whether git left a conflict in the project, the rubrics or the rules, of which both sides are in force. */
  get isConflicted(): boolean {
    return this.conflict !== undefined || this.keptRubrics.isConflicted || this.keptRules.isConflicted;
  }

  /** The problems of those conflicts, and of files of rubrics and rules that cannot be read. */
  get conflicts(): readonly FileProblem[] {
    return [...(this.conflict ? [this.conflict] : []), ...this.keptRubrics.problems, ...this.keptRules.problems];
  }

  /**
   * Writes what is in force in the place of every conflict that git left. Rejects with `UserError`; what was not
   * written then stands.
   */
  async keepBoth(): Promise<void> {
    await this.keptRubrics.keepBoth();
    await this.keptRules.keepBoth();
    const document = await openProject(this.file);
    if (document.conflict) await document.write(document.data);
    this.conflict = undefined;
  }

  /** The versions of rules that annotations name; as above. */
  get rulesInUse(): UsedVersions {
    return this.replayed.withSetAside(this.replay.ruleVersions, this.rules.rules);
  }

  /** The versions of rubrics that annotations name, which are never altered. */
  get versionsInUse(): UsedVersions {
    return this.replayed.withSetAside(this.replay.rubricVersions, this.rubrics.rubrics);
  }

  /** Absolute path of the guidelines; undefined where the project names none. */
  get guidelinesFile(): string | undefined {
    return guidelinesPath(this.file, this.project.task.guidelines);
  }

  /** The guidelines in force, as last read; undefined where there are none or they could not be read. */
  get guidelines(): Guidelines | undefined {
    return this.keptGuidelines.data;
  }

  /**
   * Takes up the guidelines as they stand in their file. Where that cannot be read it is a problem, and those read
   * before stay in force.
   */
  async readGuidelines(): Promise<void> {
    const path = this.guidelinesFile;
    if (path !== undefined) await this.keptGuidelines.read(path);
  }

  /** Why the guidelines cannot be read. */
  get guidelinesProblem(): FileProblem | undefined {
    return this.keptGuidelines.problem;
  }

  /**
   * Keeps a copy of the guidelines in force in the study's folder, once, before an annotation names them; resolves to
   * their version. Rejects with `JournalWriteError`.
   */
  keepGuidelines(): Promise<string | undefined> {
    return this.keptGuidelines.keep(studyPaths(this.file).guidelines);
  }

  /** The source of the items: the dataset's files, or a copy with the items written out (see `mustMaterialize`). */
  get data(): ItemSource {
    return this.materialized ?? { paths: this.sources, reading: this.reading };
  }

  /** Reads the items from `copy` from here on. */
  readFrom(copy: string): void {
    this.materialized = { paths: [copy], reading: readingOfCopy(copy) };
  }

  /** The items that some judged with other line ends than those that they are read with. */
  get renamedItems(): RenamedItems | undefined {
    return this.lineEnds.renamed;
  }

  /** Absolute paths of the dataset's files, as they were found when the project was opened. */
  get sources(): readonly string[] {
    return this.openSources.files;
  }

  /** Takes up a file of items that the team's store gave out. */
  addSource(path: string): void {
    if (!this.openSources.files.includes(path))
      this.openSources = { ...this.openSources, files: [...this.openSources.files, path] };
  }

  /**
   * Lines of the journals that were set aside, what is odd about the dataset's files, what conflicts of git came to,
   * and why the guidelines cannot be read.
   */
  get problems(): FileProblem[] {
    return [
      ...this.openSources.problems,
      ...this.conflicts,
      ...(this.lineEnds.lineEnds || this.lineEnds.renamed
        ? [
            fileProblem(
              'warning',
              this.file,
              problem('study.otherLineEnds', { renamed: this.lineEnds.renamed !== undefined }),
            ),
          ]
        : []),
      ...(this.attributesProblem ? [this.attributesProblem] : []),
      ...(this.guidelinesProblem ? [this.guidelinesProblem] : []),
      ...this.replayed.problems,
    ];
  }

  /**
   * Reads what was appended to the journals since the last time; tells whether there was anything. The first time it
   * also finds out how the dataset is to be read (see `reading`).
   */
  async refresh(signal?: AbortSignal): Promise<boolean> {
    const isFirst = !this.hasRead;
    this.hasRead = true;
    const any = await this.replayed.readNew({ signal });
    if (isFirst) await this.readAsJudged(signal);
    return any;
  }

  /** Takes up the line ends that items were judged with. A dataset that cannot be read is told by those who read it. */
  private async readAsJudged(signal?: AbortSignal): Promise<void> {
    if (this.materialized) return;
    const found = await judgedLineEnds(this.data, this.replay, signal).catch((error: unknown): JudgedLineEnds => {
      if (error instanceof UserError || (error instanceof Error && 'syscall' in error)) return {};
      throw error;
    });
    this.lineEnds = found;
    if (found.lineEnds) this.currentReading = readingWithLineEnds(this.currentReading, found.lineEnds);
    if (found.renamed) await this.replayed.readAgain(signal);
  }

  /** Appends lines of one annotator durably and replays them. Rejects with `JournalWriteError`. */
  async append(lines: readonly JournalLine[]): Promise<void> {
    await this.write(lines);
    // What others appended is heard of by watching; a save need not look through their journals.
    for (const annotator of new Set(lines.map((line) => line.annotator))) await this.replayed.readNew({ annotator });
  }

  /** Appends lines without replaying them, for many: `refresh` does that. */
  async write(lines: readonly JournalLine[]): Promise<void> {
    for (const line of lines) {
      // What is plain is read back as it is: no need to try.
      if (passesFastCheck(line)) continue;
      const parsed = parseLine(JSON.stringify(line));
      if ('reason' in parsed) throw new JournalWriteError(problem('journal.lineInvalid', { reason: parsed.reason }));
    }
    await this.journal.append(lines.map((line) => withVersionHashes(line, this)));
    await (this.keepsBytes ??= this.keepBytes());
  }

  /** Has git keep the bytes of a study that was made before that was seen to; what cannot be written is a problem. */
  private async keepBytes(): Promise<void> {
    if (this.lineEnds.lineEnds) return;
    try {
      await keepBytesOfBefore(this.file, this.project, this.sources);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.attributesProblem = fileProblem(
        'warning',
        error.problem?.place ?? this.file,
        problem('study.attributesNotWritten', { reason: fileErrorReason(error.cause, 'try') }),
      );
    }
  }

  /** Closes the journals. */
  close(): Promise<void> {
    return this.journal.close();
  }
}
