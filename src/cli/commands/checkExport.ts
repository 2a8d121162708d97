import { checkExport } from '../../core/export/folder/checkExport';
import { recreateWith } from '../../core/export/recreateExport';
import { interruptible } from '../interruptible';
import { openStudy } from '../openStudy';
import { formatCount, displayPath, printJson, printProblems } from '../output/print';

/**
 * Tells whether an export is still what its project would give; sets exit code 1 where it is not.
 * @param benchmarks paths that start at the project's folder
 */
export async function runExportCheck(
  projectFile: string,
  path: string,
  {
    pseudonyms,
    benchmarks,
    json,
  }: {
    readonly pseudonyms?: string | undefined;
    readonly benchmarks?: readonly string[] | undefined;
    readonly json?: true | undefined;
  },
): Promise<void> {
  const { study, outside } = await openStudy(projectFile);
  try {
    const differences = await interruptible('stopped', async (signal) => {
      await study.refresh(signal);
      return checkExport(study, path, recreateWith(pseudonyms, benchmarks, [process.cwd()]), signal);
    });
    if (json) printJson({ path, same: differences.length === 0, differences });
    else if (differences.length === 0)
      console.log(`${displayPath(path)} matches what ${displayPath(projectFile)} would export now`);
    else {
      console.log(
        `${displayPath(path)} differs from what ${displayPath(projectFile)} would export now (${formatCount(differences.length, 'difference')}):`,
      );
      for (const { message } of differences) console.log(`  ${message}`);
    }
    if (differences.length > 0) process.exitCode = 1;
    printProblems([...outside, ...study.problems]);
  } finally {
    await study.close();
  }
}
