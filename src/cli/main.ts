import * as l10n from '@vscode/l10n';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { fileErrorReason } from '../core/journal/fileStatus';
import { UsageError, UserError } from '../core/model/problems/problem';
import { useWorkerScript } from '../core/workerScript';
import { Interrupted } from './interruptible';
import { useLanguage } from './language';
import { outliveReaders } from './output/standardOutput';
import { program } from './program';

/**
 * Exit codes of every command: 0 fine, 1 problems in the data, 2 wrong usage, 128 and the signal's number where it was
 * stopped.
 */
async function main(): Promise<number> {
  outliveReaders();
  useLanguage(process.argv.slice(2));
  useWorkerScript(join(__dirname, 'worker.js'));
  try {
    await program().parseAsync(process.argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof Interrupted) {
      console.error(error.message);
      return error.exitCode;
    }
    if (isSystemError(error)) {
      console.error(
        error.path === undefined
          ? error.message
          : `${error.path}: ${error.code === 'ENOENT' ? l10n.t('does not exist. Restore it, or correct the path') : fileErrorReason(error, 'try')}`,
      );
      return 1;
    }
    if (error instanceof UserError) {
      console.error(error.message);
      return error instanceof UsageError ? 2 : 1;
    }
    throw error;
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

void main().then((code) => {
  process.exitCode = code;
});
