/** What a patch says of files. Names and lines are bytes (`binaryText.ts`). */

export interface HunkLine {
  readonly sign: ' ' | '-' | '+';
  /** With what ends it; without where no newline follows at the end of the file. */
  readonly text: string;
}

export interface PatchHunk {
  /** From 1, within its file. */
  readonly number: number;
  /** Its first line in the patch, from 1. */
  readonly at: number;
  /** As it stands in the patch: `@@ -10,7 +10,8 @@ class Clock:`. */
  readonly head: string;
  /** Number (from 1) of the first old line, where the head has one; 0 where there is none. */
  readonly oldStart?: number;
  readonly lines: readonly HunkLine[];
  /** The head counts other lines than follow, so that those that follow were taken. */
  readonly isRecounted: boolean;
}

/** Bytes, or how they come out of those before (`git diff --binary`). */
export interface BinaryChange {
  readonly kind: 'literal' | 'delta';
  readonly data: Uint8Array;
}

/** What is done with a file. */
export interface FileChange {
  readonly does: 'change' | 'add' | 'delete' | 'rename' | 'copy';
  /** Where the file is after the patch; of a deleted one where it was. */
  readonly path: string;
  /** Of a rename or copy. */
  readonly from?: string;
  readonly oldMode?: string;
  readonly newMode?: string;
  readonly hunks: readonly PatchHunk[];
  /** `absent` where the patch only says that the bytes differ. */
  readonly binary?: BinaryChange | 'absent';
  /** Its heads end with CR LF, which git never writes: the patch came through something that changed its line ends. */
  readonly hasCrlfHeads?: true;
  /** Its first line in the patch, from 1. */
  readonly at: number;
}

/** What of a patch is not understood; `at` is the line, from 1. */
export interface UnreadPart {
  readonly kind: 'unnamed' | 'otherFormat' | 'binary';
  readonly at: number;
}

export interface ParsedPatch {
  readonly files: readonly FileChange[];
  readonly unread: readonly UnreadPart[];
}
