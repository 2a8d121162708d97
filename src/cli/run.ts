import * as l10n from '@vscode/l10n';
import { CommanderError } from 'commander';
import { fileErrorReason } from '../core/journal/fileStatus';
import { UsageError, UserError } from '../core/model/problems/problem';
import { Interrupted } from './interruptible';
import { useLanguage } from './language';
import { program } from './program';

/**
 * Runs the command that arguments name, and returns its exit code: 0 fine, 1 problems in the data, 2 wrong usage, 128
 * and the signal's number where it was stopped.
 */
export async function run(commandArguments: readonly string[]): Promise<number> {
  useLanguage(commandArguments);
  try {
    await program().parseAsync(commandArguments, { from: 'user' });
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
