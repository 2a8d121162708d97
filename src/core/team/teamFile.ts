import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { isErrorCode, fileErrorReason } from '../journal/fileStatus';
import { makeFolders } from '../journal/makeFolders';
import { checkValue } from '../model/problems/checkValue';
import { firstIssue, messageOf, problem, UserError } from '../model/problems/problem';
import { setMode } from '../study/fileModes';
import { replaceFile } from '../study/replaceFile';
import { studyPaths } from '../study/studyPaths';
import { parts } from './remote';

/** `team/team.json` in a study's folder: where its remote is, and who one is there. No password stands in it. */
const teamFileSchema = z.looseObject({
  version: z.literal(1),
  /** The address of a store without its password, or the path of a folder. */
  remote: z.string().min(1),
  /** The study, as the remote names it. */
  study: z.string().min(1),
  name: z.string().min(1),
  part: z.enum(parts),
  /** With which a lead reads what was judged on sealed items (see `SealKey`): one or several, the newest first. */
  key: z.string().min(1).optional(),
});
export type TeamFile = Readonly<z.infer<typeof teamFileSchema>>;

/** The document of a store that holds the keys of its sealed items, for leads alone. */
export const keyDocument = 'key';

/** The path of a study's team file. */
export const teamFilePath = (projectFile: string): string => join(studyPaths(projectFile).team, 'team.json');

/** Gives the folder of the items that a store gave out. */
export const itemsFolder = (projectFile: string): string => join(studyPaths(projectFile).team, 'items');

/** A study's team file; undefined where it has no remote. Throws `UserError` where it cannot be read. */
export async function readTeamFile(projectFile: string): Promise<TeamFile | undefined> {
  const path = teamFilePath(projectFile);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT') || isErrorCode(error, 'ENOTDIR')) return undefined;
    throw new UserError(problem('study.unreadable', { reason: fileErrorReason(error) }, path), { cause: error });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(problem('study.brokenJson', { reason: messageOf(error) }, path), { cause: error });
  }
  const result = checkValue(teamFileSchema, value);
  if (!result.success) throw new UserError(problem('study.invalid', { reason: firstIssue(result.error) }, path));
  return result.data;
}

/** Writes a study's team file, and keeps out of git what belongs to one desk alone. */
export async function writeTeamFile(projectFile: string, team: TeamFile): Promise<void> {
  const path = teamFilePath(projectFile);
  await makeFolders(dirname(path));
  await replaceFile(join(dirname(path), '.gitignore'), (partial) => writeFile(partial, '*\n'));
  await replaceFile(path, (partial) =>
    // The key in it opens what annotators judged.
    writeFile(partial, `${JSON.stringify(team, undefined, 2)}\n`, { flush: true, mode: 0o600 }),
  );
  // One that was there keeps its mode otherwise.
  await setMode(path, 0o600);
}
