import { openStudy } from '../openStudy';
import { formatCount, displayPath, printJson } from '../output/print';

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
    else if (files.length === 0) console.log('No merge conflicts found');
    else
      console.log(
        `Kept both sides in ${formatCount(files.length, 'file')}. Mark as resolved with "git add": ${files.map(displayPath).join(', ')}`,
      );
  } finally {
    await study.close();
  }
}
