import { isGenerated } from '../../model/item/patch';
import type { CodeFile, PatchedCodeFile } from '../patch/applyPatch';

/** Why a file is shown by its size alone. */
export type FoldReason = 'generated' | 'binary' | 'large';

/** A longer file is seldom read. In bytes. */
const largeFrom = 1024 * 1024;
/** As git does, a file with a zero byte near its beginning is no text (xdiff-interface.c, `buffer_is_binary`). */
const lookedAt = 8000;

/** Folders that a build or an installation fills; where a patch adds whole files to one, it was committed by mistake. */
const filledByPrograms =
  /(?:^|\/)(?:build\/(?:lib|bdist)|dist|node_modules|__pycache__|site-packages|\.venv|venv|\.tox|\.next|\.eggs|[^/]+\.egg-info|\.pytest_cache|target\/(?:debug|release|classes))(?:\/|\.)/;

/** Tells why nobody reads a changed file line by line; undefined for one that people write. */
export function foldReason({ path, before, after }: PatchedCodeFile): FoldReason | undefined {
  if ([before, after].some((file) => file !== undefined && isBinary(file))) return 'binary';
  if (isGenerated(path) || (before === undefined && filledByPrograms.test(path))) return 'generated';
  return Math.max(before?.bytes.length ?? 0, after?.bytes.length ?? 0) > largeFrom ? 'large' : undefined;
}

const isBinary = ({ bytes }: CodeFile): boolean => bytes.subarray(0, lookedAt).includes(0);
