import * as l10n from '@vscode/l10n';
import { open } from 'node:fs/promises';
import { LineWriter } from '../../core/dataset/records/lineWriter';
import { fileErrorReason, isErrorCode } from '../../core/journal/fileStatus';
import { UsageError, UserError } from '../../core/model/problems/problem';
import { replaceFile } from '../../core/study/replaceFile';
import { isOneOf } from '../../core/study/sourceGuard';
import type { Study } from '../../core/study/study';
import { displayPath } from './print';

/** Writes a file of lines for an option. Nothing flows back into a source file. What fails leaves the file as it was. */
export async function writeOut({ sources }: Study, flag: string, path: string, lines: Iterable<string>): Promise<void> {
  if (await isOneOf(path, sources))
    throw new UsageError(
      l10n.t(
        '{0} {1}: is a source file of this study and would be overwritten. Choose another file',
        flag,
        displayPath(path),
      ),
    );
  try {
    await replaceFile(path, async (partial) => {
      const writer = new LineWriter(await open(partial, 'w'));
      try {
        for (const line of lines) await writer.line(line);
      } finally {
        await writer.close();
      }
    });
  } catch (error) {
    throw new UserError(
      l10n.t(
        '{0} {1}: could not be written, and nothing was changed: {2}',
        flag,
        displayPath(path),
        isErrorCode(error, 'ENOENT') ? l10n.t('the folder does not exist. Create it first') : fileErrorReason(error),
      ),
      { cause: error },
    );
  }
}
