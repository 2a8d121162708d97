/** Counts the files that a patch in the form of Git changes. */
export const filesOfPatch = (patch: string): number => patch.match(/^diff --git /gm)?.length ?? 0;
