import { fileProblem, problem, type FileProblem } from '../model/problems/problem';
import type { Study } from '../study/study';
import { publishStudy, type PublishOptions } from './publishItems';
import { settingsLeftOut } from './shownProject';
import type { TeamFile } from './teamFile';
import { setUpTeam, type SetUpOptions, type TeamSetup } from './teamSetup';
import { TeamSync, type Synced } from './teamSync';

/** A study that has a remote now, with all that the study holds. */
export interface CreatedTeam {
  readonly team: TeamFile;
  readonly synced: Synced;
  /** Undefined where the remote gives no items out. */
  readonly published: Awaited<ReturnType<typeof publishStudy>>;
  /** What could not be sent, and what works otherwise than its lead may think. */
  readonly problems: readonly FileProblem[];
}

/**
 * Gives a study a remote (`setUpTeam`), and sends it project, documents, journals and items. Rejects with `UserError`, or
 * with `signal.reason` once aborted; what was sent stands then, and the next call goes on.
 */
export async function createTeam(study: Study, options: SetUpOptions & PublishOptions): Promise<CreatedTeam> {
  const setUp = await setUpTeam(study, options);
  const { team, remote } = setUp;
  try {
    options.signal?.throwIfAborted();
    const synced = await (await TeamSync.open(study.file, remote, team)).push();
    const published = await publishStudy(study, remote, team, options);
    const problems = [
      ...synced.problems,
      ...(published?.problems ?? []),
      ...setUp.elsewhere.map((path) => fileProblem('warning', path, problem('team.datasetElsewhere', {}))),
      ...warningsOf(study, published?.withFiles ?? 0, setUp),
    ];
    return { team, synced, published, problems };
  } finally {
    await remote.close();
  }
}

function warningsOf(study: Study, withFiles: number, { hidesStatistics }: TeamSetup): FileProblem[] {
  if (hidesStatistics === undefined) return [];
  const settings = settingsLeftOut(study.project);
  return [
    ...(settings.length > 0 ? [problem('team.settingsLeftOut', { settings })] : []),
    ...(withFiles > 0 ? [problem('team.itemsWithFiles', { count: withFiles })] : []),
    ...(hidesStatistics ? [] : [problem('team.statisticsShown', {})]),
  ].map((found) => fileProblem('warning', study.file, found));
}
