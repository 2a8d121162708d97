import { problem, UserError } from '../model/problems/problem';
import { FolderRemote } from './folder/folderRemote';
import { PostgresRemote } from './postgres/postgresRemote';
import { withPassword } from './postgres/storeAddress';
import { StoreConnection } from './postgres/storeConnection';
import type { LeadRemote, Remote } from './remote';
import type { TeamFile } from './teamFile';

/** Tells whether a remote is a store that gives items out, by its address. */
export const isStoreAddress = (remote: string): boolean => /^postgres(?:ql)?:\/\//.test(remote);

/**
 * The remote of a study. Nothing is asked of it yet. Rejects with `UserError` where its address is none.
 * @param password for the user that the address names
 */
export async function openRemote(
  team: Pick<TeamFile, 'remote' | 'study' | 'name' | 'part'>,
  password?: string,
): Promise<Remote> {
  if (!isStoreAddress(team.remote)) return new FolderRemote(team.remote, team);
  const address = password === undefined ? team.remote : withPassword(team.remote, password);
  return new PostgresRemote(await StoreConnection.open(address), team.study);
}

/** Tells whether a remote gives items out, so that leads have more to do there. */
export const isLead = (remote: Remote): remote is LeadRemote => 'publish' in remote;

/** A remote as its leads use it. Throws `UserError` where it gives no items out. */
export function leadRemote(remote: Remote): LeadRemote {
  if (!isLead(remote)) throw new UserError(problem('team.onlyInStore', {}));
  return remote;
}
