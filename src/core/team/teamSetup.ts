import { userInfo } from 'node:os';
import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { makeFolders } from '../journal/makeFolders';
import { problem, UserError } from '../model/problems/problem';
import type { Study } from '../study/study';
import { shareDataset } from './folder/datasetFiles';
import { FolderRemote, studyDocument } from './folder/folderRemote';
import { currentTeam } from './joinTeam';
import { isStoreAddress, leadRemote, openRemote } from './openRemote';
import { PostgresRemote } from './postgres/postgresRemote';
import { withoutPassword, storeAddress } from './postgres/storeAddress';
import { StoreConnection } from './postgres/storeConnection';
import { checkRights, createStudy, hideStatistics, setUpStore } from './postgres/storeSetup';
import type { LeadRemote, Remote } from './remote';
import { newSealKey } from './sealedIds';
import { syncStatePath } from './syncState';
import { keyDocument, readTeamFile, teamFilePath, writeTeamFile, type TeamFile } from './teamFile';

/** What a remote is to be: a store by its address with the password, or a folder. */
export interface SetUpOptions {
  readonly remote: string;
  /** The study's name there; by default that of the project file. */
  readonly name?: string | undefined;
  /** The name of its first lead; by default that of one's account. */
  readonly lead?: string | undefined;
}

/** A study's remote as it was set up. */
export interface TeamSetup {
  readonly team: TeamFile;
  readonly remote: Remote;
  /** True where the store hides from its members who is connected and how much is written; undefined for a folder. */
  readonly hidesStatistics: boolean | undefined;
  /** Files of the dataset that a folder does not give to those who join, as they lie outside of the study's own folder. */
  readonly elsewhere: readonly string[];
}

/**
 * Gives a study a remote, whose first lead one is: a store by its address (with password), or a folder. For a study that
 * has one already, the store is brought up to date. Rejects with `UserError` where the study has another remote, or the
 * store a study of the name.
 */
export async function setUpTeam(study: Study, options: SetUpOptions): Promise<TeamSetup> {
  const before = await readTeamFile(study.file);
  const isStore = isStoreAddress(options.remote);
  const place = isStore ? withoutPassword(storeAddress(options.remote)) : resolve(options.remote);
  if (before && before.remote !== place) throw new UserError(problem('team.otherRemote', { remote: before.remote }));
  const fresh: TeamFile = {
    version: 1,
    remote: place,
    study: options.name ?? before?.study ?? studyNameOf(study.file),
    name: options.lead ?? before?.name ?? accountName(),
    part: 'lead',
    // One that was interrupted may have sealed items with its key already.
    ...(isStore && { key: before?.key ?? newSealKey() }),
  };
  if (!isStore) {
    const team = before ?? fresh;
    await makeFolders(join(place, 'annotations'));
    await makeFolders(join(place, 'documents'));
    const remote = new FolderRemote(place, team);
    const there = await remote.document(studyDocument);
    if (there && there.text !== team.study)
      throw new UserError(problem('team.folderOfOther', { name: there.text }, place));
    if (!there) await remote.putDocument(studyDocument, team.study, undefined);
    const elsewhere = await shareDataset(study, place);
    await writeTeamFile(study.file, team);
    return { team, remote, hidesStatistics: undefined, elsewhere };
  }
  const connection = await StoreConnection.open(options.remote);
  try {
    await checkRights(connection);
    await setUpStore(connection);
    const isThere = before !== undefined && (await isMember(new PostgresRemote(connection, before.study)));
    const team = isThere ? before : fresh;
    if (!isThere) {
      // What was sent to a store that is lost is sent again.
      await rm(syncStatePath(study.file), { force: true });
      // The key is written before it seals anything: a study whose key is lost cannot be read.
      await writeTeamFile(study.file, team);
      try {
        await createStudy(connection, {
          name: team.study,
          lead: team.name,
          controlRate: study.project.plan?.controls?.rate ?? 0,
        });
      } catch (error) {
        if (!before) await rm(teamFilePath(study.file), { force: true });
        throw error;
      }
    }
    const hidesStatistics = await hideStatistics(connection);
    const remote = leadRemote(await openRemote({ ...team, remote: options.remote }));
    try {
      await keepKey(remote, team.key);
      // Another lead may have changed the key.
      return { team: await currentTeam(study.file, team, remote), remote, hidesStatistics, elsewhere: [] };
    } catch (error) {
      await remote.close();
      throw error;
    }
  } finally {
    await connection.close();
  }
}

/** The name by which one is logged in. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'lead';
  }
}

/** Resolves to whether one is in a study already: an earlier try may have been interrupted before there was one. */
async function isMember(remote: PostgresRemote): Promise<boolean> {
  try {
    await remote.me();
    return true;
  } catch (error) {
    if (error instanceof UserError && error.problem?.code === 'team.notMember') return false;
    throw error;
  }
}

/** Keeps the key where other leads get it. */
async function keepKey(remote: LeadRemote, key: string | undefined): Promise<void> {
  if (key !== undefined && !(await remote.document(keyDocument)))
    await remote.putShown(keyDocument, key, undefined, undefined);
}

/** Names a study at its remote where nobody names it. */
export const studyNameOf = (projectFile: string): string => basename(projectFile).replace(/\.tiebreak$/, '');
