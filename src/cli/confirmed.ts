import { createInterface } from 'node:readline/promises';
import { UsageError } from '../core/model/problems/problem';

/**
 * Asks on the terminal whether something is to be done; resolves to whether it is. Throws `UsageError` where nobody can be
 * asked. @param yes whether it was said already, by `--yes`
 */
export async function confirmed(question: string, yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new UsageError(`${question} Nobody can be asked here: say so with --yes`);
  const reading = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^\s*y(es)?\s*$/i.test(await reading.question(`${question} [y/N] `));
  } finally {
    reading.close();
  }
}
