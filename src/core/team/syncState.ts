import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { makeFolders } from '../journal/makeFolders';
import { replaceFile } from '../study/replaceFile';
import { studyPaths } from '../study/studyPaths';
import type { TeamFile } from './teamFile';

/** A line that a remote does not take, by its place in the file, with why. */
const refusedSchema = z.object({
  id: z.string(),
  /**
   * The judgement that the line is of (`judgedBy`), which a later line may judge anew; the empty text where that cannot
   * be told.
   */
  judges: z.string(),
  line: z.int().positive(),
  at: z.int().nonnegative(),
  bytes: z.int().positive(),
  why: z.discriminatedUnion('code', [
    z.object({ code: z.literal('team.refused'), params: z.object({ host: z.string(), reason: z.string() }) }),
    z.object({ code: z.literal('team.lineTooLong'), params: z.object({ size: z.number(), most: z.number() }) }),
    z.object({ code: z.literal('team.lineNotSent'), params: z.object({}) }),
  ]),
  /** Somebody said that it stays here. */
  isLeft: z.boolean().default(false),
});
export type RefusedLine = z.infer<typeof refusedSchema>;

/**
 * The state of a desk at its remote, so that only what is new is sent and fetched (`team/state.json`). It can be taken
 * away at any time: everything is compared again then, and nothing is doubled.
 */
const stateSchema = z.object({
  /** Whose state it is: at which remote, and as whom (`ownerOf`). */
  of: z.string(),
  /** How far each journal was sent and fetched. */
  journals: z.record(
    z.string(),
    z.object({
      /**
       * Bytes and lines of the file that were sent or need not be; how many of these lines are not at the remote all the
       * same (blank ones, or what it refused); and a hash of what stands before that place, by which another file is known.
       */
      sent: z.object({
        bytes: z.int().nonnegative(),
        lines: z.int().nonnegative(),
        passed: z.int().nonnegative(),
        tail: z.string(),
      }),
      cursor: z.string(),
      /** Lines behind which was sent, and that are not at the remote: what is told until it is settled. */
      refused: z.array(refusedSchema).default([]),
    }),
  ),
  /** The version of each document at the remote, and a hash of the text that was the same on both sides. */
  documents: z.record(z.string(), z.object({ version: z.string(), hash: z.string() })),
});
type Written = z.infer<typeof stateSchema>;
export type JournalState = Written['journals'][string];

/** The state in memory, by the names of journals and documents. */
export interface SyncState {
  readonly of: string;
  readonly journals: Map<string, JournalState>;
  readonly documents: Map<string, Written['documents'][string]>;
}

/** Gives the path of the state. */
export const syncStatePath = (projectFile: string): string => join(studyPaths(projectFile).team, 'state.json');

/** Whose a state is: another remote, or another part in the study, has nothing to do with it. */
const ownerOf = ({ remote, study, name, part }: Owner): string => JSON.stringify([remote, study, name, part]);
type Owner = Pick<TeamFile, 'remote' | 'study' | 'name' | 'part'>;

/** Reads the state; empty where it cannot be read, or is of another remote. */
export async function readSyncState(projectFile: string, owner: Owner): Promise<SyncState> {
  const of = ownerOf(owner);
  try {
    const read = stateSchema.parse(JSON.parse(await readFile(syncStatePath(projectFile), 'utf8')));
    if (read.of === of)
      return {
        of,
        journals: new Map(Object.entries(read.journals)),
        documents: new Map(Object.entries(read.documents)),
      };
  } catch {
    // Torn, taken away, or of another version: all is compared again.
  }
  return { of, journals: new Map(), documents: new Map() };
}

/** Remembers it. Throws where it cannot be written: nothing is lost then, and all is compared again next time. */
export async function writeSyncState(projectFile: string, state: SyncState): Promise<void> {
  const path = syncStatePath(projectFile);
  await makeFolders(dirname(path));
  const written: Written = {
    of: state.of,
    journals: Object.fromEntries(state.journals),
    documents: Object.fromEntries(state.documents),
  };
  const text = JSON.stringify(written);
  if (text === lastWritten.get(state)) return;
  await replaceFile(path, (partial) => writeFile(partial, text));
  lastWritten.set(state, text);
}

/** The text of a state as it lies on the disk. */
const lastWritten = new WeakMap<SyncState, string>();
