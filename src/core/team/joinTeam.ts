import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { makeFolders } from '../journal/makeFolders';
import { isReservedName } from '../model/text/fileName';
import { problem, UserError, type FileProblem } from '../model/problems/problem';
import { keepMergeable } from '../study/gitAttributes';
import { studyPaths } from '../study/studyPaths';
import { DocumentSync } from './documentSync';
import { fetchDataset } from './folder/datasetFiles';
import type { Invitation } from './invitation';
import { isLead, isStoreAddress, openRemote } from './openRemote';
import { storeAddress, withoutPassword } from './postgres/storeAddress';
import type { Remote } from './remote';
import { readSyncState, writeSyncState } from './syncState';
import { keyDocument, readTeamFile, writeTeamFile, type TeamFile } from './teamFile';

/** A study as it was joined. */
export interface Joined {
  readonly projectFile: string;
  readonly team: TeamFile;
  readonly remote: Remote;
  /** The password that is to be kept elsewhere than in the study's files; undefined of a folder. */
  readonly password: string | undefined;
  /** Documents that could not be fetched, with the reason. */
  readonly problems: readonly FileProblem[];
}

/**
 * Makes the files of a study in a folder (which is made where it is not there) for somebody who was invited: the
 * project and its documents; journals and items come with the first sync. A folder that holds the study already is
 * joined anew. Rejects with `UserError`, and then the folder is as it was but for what is the study's own.
 *
 * @param shared where the team's folder lies on this machine (`needsFolder`)
 */
export async function joinTeam(invitation: Invitation, folder: string, shared?: string): Promise<Joined> {
  const isStore = isStoreAddress(invitation.remote);
  if (shared === undefined && needsFolder(invitation))
    throw new UserError(problem('team.folderNotNamed', { folder: invitation.remote }));
  const place = isStore ? withoutPassword(storeAddress(invitation.remote)) : resolve(shared ?? invitation.remote);
  const projectFile = join(resolve(folder), `${studyFileName(invitation.study)}.tiebreak`);
  const before = await readTeamFile(projectFile);
  if (!before && (await stat(projectFile).catch(() => undefined)))
    throw new UserError(problem('team.folderTaken', {}, projectFile));
  if (before && (before.study !== invitation.study || before.name !== invitation.name))
    throw new UserError(problem('team.folderTaken', {}, projectFile));
  const remote = await openRemote({ ...invitation, remote: isStore ? invitation.remote : place });
  try {
    const team = await teamAt(remote, place);
    const { study } = team;
    await makeFolders(studyPaths(projectFile).folder);
    await keepMergeable(projectFile);
    await writeTeamFile(projectFile, team);
    const state = await readSyncState(projectFile, team);
    const { problems } = await new DocumentSync(projectFile, remote, team.part, state).fetch();
    await writeSyncState(projectFile, state);
    if (!(await stat(projectFile).catch(() => undefined)))
      throw new UserError(problem('team.nothingPublished', { study }));
    const [first] = problems.filter(({ severity }) => severity === 'error');
    if (first) throw new UserError(first.message);
    if (!isStore) await fetchDataset(place, dirname(projectFile));
    const password = isStore ? storeAddress(invitation.remote).password : undefined;
    return { projectFile, team, remote, password, problems };
  } catch (error) {
    await remote.close();
    throw error;
  }
}

/** Tells whether whoever joins has to say where the team's folder lies: it has another path on every machine. */
export const needsFolder = ({ remote }: Invitation): boolean => !isStoreAddress(remote) && !isAbsolute(remote);

/**
 * Resolves to one's membership of a study, as its remote says; where that changed (an annotator became a lead), the
 * team file is written anew. Rejects with `UserError` where the membership has ended, or the remote cannot be reached.
 */
export async function currentTeam(projectFile: string, team: TeamFile, remote: Remote): Promise<TeamFile> {
  const now = await teamAt(remote, team.remote);
  if (now.part === team.part && (now.key ?? team.key) === team.key) return team;
  const { key: _, ...rest } = team;
  const changed = { ...rest, ...now };
  await writeTeamFile(projectFile, changed);
  return changed;
}

async function teamAt(remote: Remote, place: string): Promise<TeamFile> {
  const { study, name, part } = await remote.me();
  const key = part === 'lead' && isLead(remote) ? (await remote.document(keyDocument))?.text : undefined;
  return { version: 1, remote: place, study, name, part, ...(key !== undefined && { key }) };
}

/** In bytes: what is put behind it, and before partial files, must have room in a name as well. */
const longestName = 160;

/** A study's name as that of a file, which every file system takes. */
export function studyFileName(study: string): string {
  let name = study.replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cs}]/gu, '-').replace(/^[.\s]+/, '');
  while (Buffer.byteLength(name) > longestName) name = name.replace(/.$/su, '');
  // The folder of the study bears it too, and Windows drops dots and spaces at the end of that.
  name = name.replace(/[.\s]+$/, '');
  // Names of devices on Windows, whatever stands behind a dot.
  if (isReservedName(name)) name = `study-${name}`;
  return name === '' ? 'study' : name;
}
