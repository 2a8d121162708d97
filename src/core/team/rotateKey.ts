import { problem, UserError } from '../model/problems/problem';
import { currentTeam } from './joinTeam';
import type { LeadRemote } from './remote';
import { withNewKey } from './sealedIds';
import { keyDocument, type TeamFile } from './teamFile';

/**
 * Gives a study a new key, which seals the items that are published from now on; the keys of before stay beside it, for
 * what was judged on items that they sealed. Resolves to the team file with it. Rejects with `UserError` where another
 * lead did the same at that moment.
 */
export async function rotateKey(projectFile: string, team: TeamFile, remote: LeadRemote): Promise<TeamFile> {
  const there = await remote.document(keyDocument);
  const keys = there?.text ?? team.key;
  if (keys === undefined) throw new UserError(problem('team.onlyInStore', {}));
  // In the store before it seals anything: a study whose key is lost cannot be read.
  const version = await remote.putShown(keyDocument, withNewKey(keys), undefined, there?.version);
  if (version === undefined) throw new UserError(problem('team.keyMeanwhile', {}));
  return currentTeam(projectFile, team, remote);
}
