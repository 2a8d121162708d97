import type { Change } from './fileContent';
import type { Hunk } from './patchHunks';

/** What a step does to files, or shows of them. Paths are as the step names them, in `folder` where it goes there first. */
export type FileDeed =
  /** Is about a file: shows a part of it, or a change of it failed. */
  | { readonly do: 'look'; readonly path: string }
  /** Shows all lines of a file. */
  | { readonly do: 'see'; readonly path: string; readonly text: string }
  | { readonly do: 'write'; readonly path: string; readonly text: string }
  | { readonly do: 'append'; readonly path: string; readonly text: string }
  | { readonly do: 'replace'; readonly path: string; readonly changes: readonly Change[]; readonly undoable?: boolean }
  | { readonly do: 'insert'; readonly path: string; readonly line: number; readonly text: string }
  | { readonly do: 'lines'; readonly path: string; readonly from: number; readonly to: number; readonly text: string }
  | { readonly do: 'patch'; readonly path: string; readonly hunks: readonly Hunk[]; readonly movedTo?: string }
  | { readonly do: 'undo'; readonly path: string }
  /** `under`: the folder of that name with all that is in it, too. */
  | { readonly do: 'delete'; readonly path: string; readonly under?: boolean }
  /** Writes something into a file, or may have; into all files below a folder, or all files that are known. */
  | { readonly do: 'lose'; readonly path?: string; readonly under?: boolean; readonly by: 'command' | 'unanswered' }
  /** Runs a program: a script that is a file, or one that stands in the call, with what it is given. */
  | { readonly do: 'run'; readonly path?: string; readonly script?: string; readonly given?: readonly string[] };

/** A deed, in the folder that a command went to first. */
export type PlacedDeed = FileDeed & { readonly folder?: string };
