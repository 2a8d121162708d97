import { applyBinaryChange } from './binaryChange';
import { binaryOf, bytesOf, textOfBinary } from './binaryText';
import { applyHunks, withLineFeeds, type AppliedHunks, type HunkFault } from './applyHunks';
import type { FileChange, PatchHunk } from './fileChange';
import { refusedPath, type PathRefusal } from './refusedPath';

/** A file as git has it. */
export interface CodeFile {
  /** `100644`, or `100755` of one that can be run. */
  readonly mode: string;
  readonly bytes: Uint8Array;
  /**
   * The number in the file of each line, from 1, where the bytes are not all of it; 0 for a line that is not in the file,
   * or of which nobody knows the number.
   */
  readonly lines?: readonly number[];
}

/** What is at a path before the patches: a file, or what no patch is applied to. */
export type BaseFile = CodeFile | { readonly refused: 'symlink' | 'submodule' | 'folder' | 'tooLarge' };

/** The files that patches are applied to. */
export interface BaseFiles {
  /** Undefined where there is none. @param path in UTF-8, with `/` */
  file(path: string): Promise<BaseFile | undefined>;
}

/** Why a change of a file was not made, or not all of it. */
export type FileFault =
  | { readonly kind: 'path'; readonly refusal: PathRefusal }
  | { readonly kind: 'symlink' | 'submodule' | 'folder' | 'tooLarge' }
  /** There is no such file, one that should be new is there, or other bytes are in it than the patch says. */
  | { readonly kind: 'missing' | 'exists' | 'notAsPatched' }
  /** The patch only says that bytes differ. */
  | { readonly kind: 'bytesAbsent' }
  | { readonly kind: 'hunk'; readonly hunk: PatchHunk; readonly fault: HunkFault };

/** What was not as the patch has it, and was applied all the same. */
export type FileNote =
  | { readonly kind: 'moved'; readonly hunk: PatchHunk; readonly by: number }
  | { readonly kind: 'recounted'; readonly hunk: PatchHunk }
  | { readonly kind: NonNullable<AppliedHunks['lineEnds']> };

/** A file that a patch touches, before and after. */
export interface PatchedCodeFile {
  /** In UTF-8. */
  readonly path: string;
  /** Where it was before, where that was elsewhere. */
  readonly from?: string;
  /** Where it is now: the change is told there. */
  readonly movedTo?: string;
  readonly before?: CodeFile;
  /** Without the hunks that do not apply; absent where the patch deletes it. */
  readonly after?: CodeFile;
  readonly faults: readonly FileFault[];
  readonly notes: readonly FileNote[];
}

/** Modes that are no file. */
const modesRefused: Readonly<Record<string, 'symlink' | 'submodule'>> = { '120000': 'symlink', '160000': 'submodule' };

/**
 * Applies the changes of a patch to base files. Each file has what went wrong with it; nothing is ever written.
 *
 * A patch is one step from the old state to the new one, so that renames and copies are made of the old one
 * (apply.c, `previous_patch`); changes that follow on each other in one file, as in a series of mails, add up.
 */
export async function applyPatch(changes: readonly FileChange[], base: BaseFiles): Promise<readonly PatchedCodeFile[]> {
  const made = new Map<string, PatchedCodeFile>();
  const leaves = new Set(
    changes.flatMap(({ does, path, from }) =>
      does === 'delete' ? [path] : does === 'rename' && from !== undefined ? [from] : [],
    ),
  );
  for (const change of changes) {
    const applied = await applyChange(change, base, made, leaves);
    const earlier = made.get(applied.path);
    made.set(applied.path, earlier ? joined(earlier, applied) : applied);
    // What was there is gone, where nothing else comes to its place.
    if (change.does === 'rename' && applied.from !== undefined && applied.before && !made.has(applied.from))
      made.set(applied.from, {
        path: applied.from,
        before: applied.before,
        movedTo: applied.path,
        faults: [],
        notes: [],
      });
  }
  return [...made.values()];
}

const joined = (earlier: PatchedCodeFile, later: PatchedCodeFile): PatchedCodeFile => {
  const { before: _, ...rest } = later;
  // What another file moved to began as that one.
  const before = later.from === undefined ? earlier.before : later.before;
  return {
    ...rest,
    ...(before && { before }),
    ...(later.from === undefined && earlier.from !== undefined && { from: earlier.from }),
    faults: [...earlier.faults, ...later.faults],
    notes: [...earlier.notes, ...later.notes],
  };
};

async function applyChange(
  change: FileChange,
  base: BaseFiles,
  made: ReadonlyMap<string, PatchedCodeFile>,
  leaves: ReadonlySet<string>,
): Promise<PatchedCodeFile> {
  const path = textOfBinary(change.path);
  const from = change.from === undefined ? undefined : textOfBinary(change.from);
  const named = { path, ...(from !== undefined && from !== path && { from }) };
  const fails = (fault: FileFault, before?: CodeFile): PatchedCodeFile => ({
    ...named,
    // What stays as it was.
    ...(before && from === undefined && { before, after: before }),
    faults: [fault],
    notes: [],
  });
  const refusal = refusedPath(path) ?? (from === undefined ? undefined : refusedPath(from));
  if (refusal) return fails({ kind: 'path', refusal });
  const kind = modesRefused[change.newMode ?? ''] ?? modesRefused[change.oldMode ?? ''];
  if (kind) return fails({ kind });

  const isOfBase = from !== undefined;
  const earlier = isOfBase ? undefined : made.get(path);
  const there = earlier ? earlier.after : await base.file(from ?? path);
  if (there && 'refused' in there) return fails({ kind: there.refused });
  if (change.does === 'add') {
    if (there && (earlier || !leaves.has(change.path))) return fails({ kind: 'exists' }, there);
  } else if (!there) return fails({ kind: 'missing' });
  if (from !== undefined && from !== path && !leaves.has(change.path)) {
    const target = await base.file(path);
    if (target && !made.has(path)) return fails({ kind: 'exists' });
  }
  if (change.does !== 'add') return { ...named, ...content(change, there, fails) };
  // What is there moves elsewhere.
  return { ...named, ...(there && { before: there }), ...content(change, undefined, fails) };
}

function content(
  change: FileChange,
  before: CodeFile | undefined,
  fails: (fault: FileFault, before?: CodeFile) => PatchedCodeFile,
): Omit<PatchedCodeFile, 'path' | 'from'> {
  const was = before && { before };
  const mode = change.newMode ?? before?.mode ?? '100644';
  if (change.binary === 'absent')
    return change.does === 'delete' ? { ...was, faults: [], notes: [] } : fails({ kind: 'bytesAbsent' }, before);
  if (change.binary) {
    const bytes = applyBinaryChange(before?.bytes ?? new Uint8Array(), change.binary);
    if (!bytes) return fails({ kind: 'notAsPatched' }, before);
    return { ...was, ...(change.does !== 'delete' && { after: { mode, bytes } }), faults: [], notes: [] };
  }
  // Nothing but the patch says what the line ends of a new file are.
  const mended = change.does === 'add' && change.hasCrlfHeads ? withLineFeeds(change.hunks) : undefined;
  const applied: AppliedHunks = {
    ...applyHunks(before ? binaryOf(before.bytes) : '', mended ?? change.hunks),
    ...(mended && { lineEnds: 'crlfPatch' }),
  };
  const notes: FileNote[] = [
    ...(applied.lineEnds ? [{ kind: applied.lineEnds }] : []),
    ...applied.moved.map((each) => ({ kind: 'moved' as const, ...each })),
    ...change.hunks.filter(({ isRecounted }) => isRecounted).map((hunk) => ({ kind: 'recounted' as const, hunk })),
  ];
  const faults: FileFault[] = applied.failed.map((each) => ({ kind: 'hunk', ...each }));
  if (change.does === 'delete') {
    if (faults.length === 0 && (applied.text === '' || change.hunks.length === 0)) return { ...was, faults, notes };
    return {
      ...was,
      ...(before && { after: before }),
      faults: faults.length > 0 ? faults : [{ kind: 'notAsPatched' }],
      notes,
    };
  }
  // Bytes that no hunk touched are the same object, so that what is the same is seen at once.
  const bytes = change.hunks.length === 0 && before ? before.bytes : bytesOf(applied.text);
  return { ...was, after: { mode, bytes }, faults, notes };
}
