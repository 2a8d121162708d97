import { mkdir, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { problem, UserError } from '../model/problems/problem';
import { DocumentSync } from './documentSync';
import type { Invitation } from './invitation';
import { isLead, isStoreAddress, openRemote } from './openRemote';
import { storeAddress, withoutPassword } from './postgres/storeAddress';
import type { Remote } from './remote';
import { keyDocument } from './teamSetup';
import { readSyncState, writeSyncState } from './syncState';
import { readTeamFile, writeTeamFile, type TeamFile } from './teamFile';

/** A study as it was joined. */
export interface Joined {
  readonly projectFile: string;
  readonly team: TeamFile;
  readonly remote: Remote;
  /** The password that is to be kept elsewhere than in the study's files; undefined of a folder. */
  readonly password: string | undefined;
}

/**
 * Makes the files of a study in a folder (which is made where it is not there) for somebody who was invited: the
 * project and its documents; journals and items come with the first sync. A folder that holds the study already is
 * joined anew. Rejects with `UserError`, and then the folder is as it was but for what is the study's own.
 */
export async function joinTeam(invitation: Invitation, folder: string): Promise<Joined> {
  const isStore = isStoreAddress(invitation.remote);
  const place = isStore ? withoutPassword(storeAddress(invitation.remote)) : resolve(invitation.remote);
  const projectFile = join(resolve(folder), `${fileNameOf(invitation.study)}.tiebreak`);
  const before = await readTeamFile(projectFile);
  if (!before && (await stat(projectFile).catch(() => undefined)))
    throw new UserError(problem('team.folderTaken', {}, projectFile));
  if (before && (before.study !== invitation.study || before.name !== invitation.name))
    throw new UserError(problem('team.folderTaken', {}, projectFile));
  const remote = await openRemote({ ...invitation, remote: invitation.remote });
  try {
    const { study, name, part } = await remote.me();
    const key = part === 'lead' && isLead(remote) ? (await remote.document(keyDocument))?.text : undefined;
    const team: TeamFile = { version: 1, remote: place, study, name, part, ...(key !== undefined && { key }) };
    await mkdir(resolve(folder), { recursive: true });
    await writeTeamFile(projectFile, team);
    const state = await readSyncState(projectFile);
    const { problems } = await new DocumentSync(projectFile, remote, part, state).fetch();
    await writeSyncState(projectFile, state);
    if (!(await stat(projectFile).catch(() => undefined)))
      throw new UserError(problem('team.nothingPublished', { study }));
    const [first] = problems.filter(({ severity }) => severity === 'error');
    if (first) throw new UserError(first.message);
    const password = isStore ? decodeURIComponent(new URL(oneHost(invitation.remote)).password) : undefined;
    return { projectFile, team, remote, password };
  } catch (error) {
    await remote.close();
    throw error;
  }
}

/** A study's name as that of a file. */
const fileNameOf = (study: string): string =>
  study.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-').replace(/^\.+/, '') || 'study';

/** An address with the first of its hosts, which URLs can be read of. */
const oneHost = (address: string): string => address.replace(/,[^/?]*/, '');

/** Project files in a folder. */
export async function projectsIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.tiebreak'))
    .map((name) => join(folder, name));
}
