import * as z from 'zod';

/** The list of keys that `?` opens over the desk. */

/** A command with its keys, as the user has them. */
export interface KeyRow {
  readonly command: string;
  readonly title: string;
  /** As they are written; of a row of digits the first and the last. None where the user took them away. */
  readonly keys: readonly string[];
  /** Other words that people have for it. */
  readonly words: string;
  /** Whether they are not those that the command has by default. */
  readonly isChanged: boolean;
  /** What stands for a number cannot be run without one. */
  readonly isRun: boolean;
  /** Whether it is one of those that matter now. */
  readonly isNow: boolean;
}

export interface KeyGroup {
  readonly title: string;
  readonly rows: readonly KeyRow[];
}

export interface KeyList {
  readonly groups: readonly KeyGroup[];
  /** False where the user's own keys cannot be read, so that these are the default ones. */
  readonly isCertain: boolean;
}

export const keyListRequests = [
  /** Runs a command that the list has. */
  z.object({ method: z.literal('run'), command: z.string() }),
  /** Opens VS Code's own editor of keys, at those of Tiebreak. */
  z.object({ method: z.literal('changeKeys') }),
] as const;

export interface KeyListReplies {
  run: null;
  changeKeys: null;
}

export interface KeyListMessage {
  readonly kind: 'keyList';
  readonly list: KeyList;
}
