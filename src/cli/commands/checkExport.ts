import * as l10n from '@vscode/l10n';
import { checkExport } from '../../core/export/folder/checkExport';
import { recreateWith } from '../../core/export/recreateExport';
import { interruptible } from '../interruptible';
import { openStudy } from '../openStudy';
import { counted } from '../../core/model/problems/counts';
import { displayPath, printJson, printProblems } from '../output/print';

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
      console.log(l10n.t('{0} matches what {1} would export now', displayPath(path), displayPath(projectFile)));
    else {
      console.log(
        l10n.t(
          '{0} differs from what {1} would export now ({2}):',
          displayPath(path),
          displayPath(projectFile),
          counted(differences.length, 'difference'),
        ),
      );
      for (const { message } of differences) console.log(`  ${message}`);
    }
    if (differences.length > 0) process.exitCode = 1;
    printProblems([...outside, ...study.problems]);
  } finally {
    await study.close();
  }
}
