import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { isErrorCode } from '../../journal/fileStatus';
import { holdFolder, takenMark } from './treeLock';
import type { WrittenBefore } from './treeDifference';

/** What a taken-over tree is of. */
export interface TakenFrom {
  /** Address of the study. */
  readonly study: string;
  /** Names the judgment of the item. */
  readonly item: string;
  /** Id of the response. */
  readonly response: string;
}

const recordSchema = z.object({
  study: z.string(),
  item: z.string(),
  response: z.string(),
  /** Name of the folder that is open in the window. */
  name: z.string(),
  /** The step after which it was taken over, by key, number and what people call it; absent after the last one. */
  step: z.object({ key: z.string(), at: z.int().nonnegative(), nth: z.string() }).optional(),
  changed: z.array(z.string()),
  absent: z.array(z.string()),
  isSaved: z.boolean(),
});
type TakenRecord = Readonly<z.infer<typeof recordSchema>>;

/** A tree in which somebody continues a run by hand. */
export interface TakenTree {
  /** The tree itself. */
  readonly folder: string;
  readonly record: TakenRecord;
}

/**
 * Makes a tree to be edited. It is kept, whatever happens to this process, until it was saved or let go.
 * @param name of the folder, neutral: `a`
 * @param write writes it into a folder that is not there yet, and says what is known of it
 */
export async function takeTree(
  storage: string,
  of: TakenFrom & Pick<TakenRecord, 'step'>,
  name: string,
  write: (folder: string) => Promise<WrittenBefore>,
): Promise<TakenTree> {
  const held = await holdFolder(storage, 'opened');
  try {
    const folder = join(held.folder, name);
    const { changed, absent } = await write(folder);
    const record = { ...of, name, changed: [...changed], absent: [...absent], isSaved: false };
    await writeRecord(folder, record);
    return { folder, record };
  } catch (error) {
    await held.release();
    throw error;
  }
}

/** Finds the tree in which a response is continued; undefined where there is none. */
export async function takenTree(storage: string, of: TakenFrom): Promise<TakenTree | undefined> {
  const names = await readdir(storage).catch((error: unknown) => {
    if (isErrorCode(error, 'ENOENT')) return [];
    throw error;
  });
  for (const name of names.filter((each) => /^[0-9a-f]{8}$/.test(each))) {
    const record = await readRecord(join(storage, name));
    if (record?.study !== of.study || record.item !== of.item || record.response !== of.response) continue;
    const folder = join(storage, name, record.name);
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory()) return { folder, record };
  }
  return undefined;
}

/** Says that what is in the tree was saved, or that it is wanted no more: it is swept as any other one from then on. */
export const letGo = ({ folder, record }: TakenTree, isSaved: boolean): Promise<void> =>
  writeRecord(folder, isSaved ? { ...record, isSaved } : { ...record, isSaved: true, response: '' });

async function writeRecord(folder: string, record: TakenRecord): Promise<void> {
  const path = join(dirname(folder), takenMark);
  await writeFile(`${path}.new`, JSON.stringify(record));
  await rename(`${path}.new`, path);
}

async function readRecord(held: string): Promise<TakenRecord | undefined> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(join(held, takenMark), 'utf8')));
  } catch {
    return undefined;
  }
}
