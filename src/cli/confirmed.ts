import * as l10n from '@vscode/l10n';
import { createInterface } from 'node:readline/promises';
import { UsageError } from '../core/model/problems/problem';

/**
 * Asks on the terminal whether something is to be done; resolves to whether it is. Throws `UsageError` where nobody can be
 * asked. @param yes whether it was said already, by `--yes`
 */
export async function confirmed(question: string, yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new UsageError(l10n.t('{0} Nobody can be asked here: say so with --yes', question));
  const reading = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // As the question offers it, and in English on every machine.
    const yesIn = l10n.t('y');
    const answer = (await reading.question(`${question} [${yesIn}/${l10n.t('N')}] `)).trim().toLowerCase();
    return /^y(es)?$/.test(answer) || answer === yesIn;
  } finally {
    reading.close();
  }
}
