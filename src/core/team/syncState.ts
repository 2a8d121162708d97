import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { makeFolders } from '../journal/makeFolders';
import { replaceFile } from '../study/replaceFile';
import { studyPaths } from '../study/studyPaths';

/**
 * What a desk remembers of its remote, so that only what is new is sent and fetched (`team/state.json`). It can be taken
 * away at any time: everything is compared again then, and nothing is doubled.
 */
const stateSchema = z.object({
  /** Of each journal: how far it was sent, and how far it was fetched. */
  journals: z.record(
    z.string(),
    z.object({
      /** Bytes and lines that the remote has, and the last bytes before them, by which another file is known. */
      sent: z.object({ bytes: z.number(), lines: z.number(), tail: z.string() }),
      cursor: z.string(),
    }),
  ),
  /** Of each document: the version at the remote, and a hash of the text that was the same on both sides. */
  documents: z.record(z.string(), z.object({ version: z.string(), hash: z.string() })),
});
type Written = z.infer<typeof stateSchema>;
export type JournalState = Written['journals'][string];

/** The same in hand, by the names of journals and documents. */
export interface SyncState {
  readonly journals: Map<string, JournalState>;
  readonly documents: Map<string, Written['documents'][string]>;
}

const pathOf = (projectFile: string): string => join(studyPaths(projectFile).team, 'state.json');

/** What is remembered; nothing where that cannot be read. */
export async function readSyncState(projectFile: string): Promise<SyncState> {
  try {
    const { journals, documents } = stateSchema.parse(JSON.parse(await readFile(pathOf(projectFile), 'utf8')));
    return { journals: new Map(Object.entries(journals)), documents: new Map(Object.entries(documents)) };
  } catch {
    return { journals: new Map(), documents: new Map() };
  }
}

/** Remembers it. What cannot be written is found out again next time. */
export async function writeSyncState(projectFile: string, state: SyncState): Promise<void> {
  const path = pathOf(projectFile);
  await makeFolders(dirname(path));
  const written: Written = {
    journals: Object.fromEntries(state.journals),
    documents: Object.fromEntries(state.documents),
  };
  await replaceFile(path, (partial) => writeFile(partial, JSON.stringify(written)));
}
