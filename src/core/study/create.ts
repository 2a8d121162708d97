import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { problem, UsageError, UserError } from '../model/problems/problem';
import { questionOf, type ModeChoice } from '../model/annotation/mode';
import { defaultSkipReasons, type TaskSettings } from '../model/study/taskSchema';
import { projectVersion, type Project } from '../model/study/project';
import { seedOf } from '../model/annotation/blindOrder';
import { expandSources } from '../dataset/sources/sources';
import type { Mapping } from '../dataset/fields/fieldMapping';
import { detectGathering } from '../dataset/grouping/detectGathering';
import type { GatherOption } from '../dataset/items/parse';
import { runs } from '../dataset/layouts/runs/runs';
import { makeFolders } from '../journal/makeFolders';
import { readGuidelines } from './guidelines';
import { checkedReading } from './datasetReading';
import { keepBytes } from './gitAttributes';
import { openProject } from './projectFile';
import { openRubrics } from './rubrics';
import { runTask } from './runTask';
import { studyPaths } from './studyPaths';

export interface CreateOptions {
  readonly projectFile: string;
  /** Files, folders and patterns, relative to the working directory. */
  readonly datasets: readonly [string, ...string[]];
  readonly layout?: string | undefined;
  readonly mapping?: Mapping | undefined;
  /**
   * Makes one item of rows with the same prompt, or of one response of each file; where nothing is said, that is found
   * by looking.
   */
  readonly gather?: GatherOption | undefined;
  /** How annotators judge; by how many responses an item has where nothing is said. */
  readonly mode?: ModeChoice | undefined;
  /** Of the runs of a task, those that are judged together; all of them where nothing is said. */
  readonly runPairs?: TaskSettings['runPairs'];
  /** Tips for annotators on single items, by item id. */
  readonly tips?: Readonly<Record<string, string>> | undefined;
  /** A Markdown file that says how to judge, relative to the working directory. */
  readonly guidelines?: string | undefined;
}

/**
 * Makes a project file with its folder and the `.gitattributes` with which git merges journals and keeps the bytes of
 * all that belongs to the study. Looks at the dataset first. Throws `UserError` where the project exists, the guidelines or a dataset cannot be read or no layout fits all
 * of them; nothing is written then. Rubrics that stand in the folder already are kept.
 */
export async function createStudy(options: CreateOptions): Promise<Project> {
  const file = resolve(options.projectFile);
  if (!file.endsWith('.tiebreak')) throw new UsageError(problem('study.wrongEnding', {}, file));
  if (await stat(file).catch(() => undefined)) throw new UserError(problem('study.exists', {}, file));
  const { files } = await expandSources(options.datasets, process.cwd());
  const reading = await checkedReading(files, { layout: options.layout, mapping: options.mapping });
  const { layout } = reading;
  const { gather } = await detectGathering(files, reading, options.gather);
  if (options.guidelines !== undefined) {
    const path = resolve(options.guidelines);
    if (!existsSync(path)) throw new UserError(problem('study.noGuidelines', {}, path));
    await readGuidelines(path);
  }
  const fromProject = (path: string): string => relative(dirname(file), resolve(path)).split(sep).join('/') || '.';
  const sources = options.datasets.map(fromProject);
  const { mode = 'auto', runPairs } = options;
  const project: Project = {
    version: projectVersion,
    dataset: { sources, layout: layout.name, mapping: reading.mapping, ...(gather && { gather }) },
    task: {
      mode,
      questions: [{ version: 1, text: questionOf(mode === 'auto' ? 'rank' : mode) }],
      skipReasons: [...defaultSkipReasons],
      ...(layout === runs && runTask(mode === 'auto' ? 'rank' : mode)),
      ...(layout === runs && runPairs !== undefined && runPairs !== 'all' && { runPairs }),
      ...(options.tips && { tips: { ...options.tips } }),
      ...(options.guidelines !== undefined && { guidelines: fromProject(options.guidelines) }),
    },
    round: 1,
    seed: seedOf(...sources),
  };
  const paths = studyPaths(file);
  await openRubrics(paths.rubrics);
  await makeFolders(paths.folder);
  await keepBytes(file, project);
  await (await openProject(file, project)).write(project);
  return project;
}
