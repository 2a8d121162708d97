import * as l10n from '@vscode/l10n';
import { openStudy } from '../openStudy';
import { counted } from '../../core/model/problems/counts';
import { displayPath, printJson } from '../output/print';

/**
 * Writes what both sides of a merge come to in the place of every conflict that git left in a project, its rubrics and
 * its rules.
 */
export async function runKeepBoth(projectFile: string, { json }: { readonly json?: true }): Promise<void> {
  const { study } = await openStudy(projectFile);
  try {
    const files = study.isConflicted ? [...new Set(study.conflicts.map(({ file }) => file))] : [];
    if (files.length > 0) await study.keepBoth();
    if (json) printJson({ files });
    else if (files.length === 0) console.log(l10n.t('No merge conflicts found'));
    else
      console.log(
        l10n.t(
          'Kept both sides in {0}. Mark as resolved with "git add": {1}',
          counted(files.length, 'file'),
          files.map(displayPath).join(', '),
        ),
      );
  } finally {
    await study.close();
  }
}
