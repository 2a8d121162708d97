import {
  applyPatch,
  type BaseFiles,
  type CodeFile,
  type FileFault,
  type FileNote,
  type PatchedCodeFile,
} from '../patch/applyPatch';
import type { ParsedPatch, UnreadPart } from '../patch/fileChange';
import { knownFiles, type GapText } from '../patch/knownFiles';
import { parsePatch } from '../patch/parsePatch';
import { foldReason, type FoldReason } from './foldedFile';

/** What a response makes of the base: the files that it touches. */
export interface CodeSide {
  readonly files: readonly PatchedCodeFile[];
  /** What of its patch is not understood. */
  readonly unread: readonly UnreadPart[];
}

/**
 * Makes the files that each of several patches leaves: of a base, or, without one, of what the patches show of it.
 * @param patches undefined for a response that has none
 * @param gap what stands for lines that no patch shows
 */
export async function codeSides(
  patches: readonly (string | undefined)[],
  base: BaseFiles | undefined,
  gap: GapText,
): Promise<readonly (CodeSide | undefined)[]> {
  const parsed = patches.map((patch) => (patch === undefined ? undefined : parsePatch(patch)));
  const known = base
    ? []
    : knownFiles(
        parsed.map((each) => each?.files ?? []),
        gap,
      );
  const sideOf = async (patch: ParsedPatch | undefined, at: number): Promise<CodeSide | undefined> =>
    patch && { files: base ? await applyPatch(patch.files, base) : (known[at] ?? []), unread: patch.unread };
  return Promise.all(parsed.map(sideOf));
}

/** Two states of one file. */
export interface CodePair {
  readonly path: string;
  /** Where the file is on the left, where that is elsewhere. */
  readonly leftPath?: string;
  /** Absent where there is no such file. */
  readonly left?: CodeFile;
  readonly right?: CodeFile;
  readonly folded?: FoldReason;
}

/** The files that a response changes, before and after; those that nobody reads come last. */
export const pairsWithBase = (side: CodeSide): readonly CodePair[] =>
  inOrder(
    side.files
      .filter(({ movedTo, before, after }) => movedTo === undefined && (before ?? after) !== undefined)
      .map((file) => pairOf(file.path, file.from, file, file.before, file.after)),
  );

/** The files in which two responses differ, of those that one or the other touches. */
export function pairsBetween(left: CodeSide, right: CodeSide): readonly CodePair[] {
  const [ofLeft, ofRight] = [filesByPath(left), filesByPath(right)];
  const pairs = [...new Set([...ofLeft.keys(), ...ofRight.keys()])].flatMap((path): CodePair[] => {
    const [a, b] = [ofLeft.get(path), ofRight.get(path)];
    // What moved is compared where it is now.
    if ((a?.movedTo ?? b?.movedTo) !== undefined) return [];
    const [before, after] = [a ? a.after : stateBeside(ofLeft, b), b ? b.after : stateBeside(ofRight, a)];
    if (isSame(before?.bytes, after?.bytes)) return [];
    const shown: PatchedCodeFile = { path, ...(before && { before }), ...(after && { after }), faults: [], notes: [] };
    return [pairOf(path, a ? undefined : b?.from, shown, before, after)];
  });
  return inOrder(pairs);
}

const filesByPath = ({ files }: CodeSide): ReadonlyMap<string, PatchedCodeFile> =>
  new Map(files.map((file) => [file.path, file]));

/** A file that another side touches, on a side that does not: as it was, and where it moved there, as it is before that. */
function stateBeside(
  files: ReadonlyMap<string, PatchedCodeFile>,
  other: PatchedCodeFile | undefined,
): CodeFile | undefined {
  const source = other?.from === undefined ? undefined : files.get(other.from);
  return source ? source.after : other?.before;
}

const isSame = (left: Uint8Array | undefined, right: Uint8Array | undefined): boolean =>
  left === right || (left !== undefined && right !== undefined && Buffer.from(left).equals(right));

function pairOf(
  path: string,
  leftPath: string | undefined,
  file: PatchedCodeFile,
  left: CodeFile | undefined,
  right: CodeFile | undefined,
): CodePair {
  const folded = foldReason(file);
  return {
    path,
    ...(leftPath !== undefined && leftPath !== path && { leftPath }),
    ...(left && { left }),
    ...(right && { right }),
    ...(folded && { folded }),
  };
}

const inOrder = (pairs: readonly CodePair[]): readonly CodePair[] =>
  pairs.toSorted(
    (a, b) =>
      Number(a.folded !== undefined) - Number(b.folded !== undefined) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );

/** Something to tell of one file of a side. */
export type SideRemark =
  | { readonly path: string; readonly fault: FileFault }
  | { readonly path: string; readonly note: FileNote }
  | { readonly unread: UnreadPart };

/** All that was not as a patch has it: first what was not applied. */
export const remarksOf = ({ files, unread }: CodeSide): readonly SideRemark[] => [
  ...unread.map((part) => ({ unread: part })),
  ...files.flatMap(({ path, faults }) => faults.map((fault) => ({ path, fault }))),
  ...files.flatMap(({ path, notes }) => notes.map((note) => ({ path, note }))),
];

/** Whether all of a patch was applied. */
export const isWhole = (side: CodeSide): boolean =>
  side.unread.length === 0 && side.files.every(({ faults }) => faults.length === 0);
