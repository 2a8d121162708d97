import type { JournalLine } from '../model/annotation/annotation';
import { withItemNow, type RenamedItems } from './judgedLineEnds';
import { renumberingOf, type Renumbering, type StudyVersions } from './mergeConflict/versionRenumbering';

/**
 * Says how lines of a study's journals are read: with the numbers that versions have now, and the items as they are
 * read now; undefined where lines stand as they are.
 */
export function lineReading(versions: StudyVersions, renamed: RenamedItems | undefined): Renumbering | undefined {
  const renumbered = renumberingOf(versions);
  if (!renamed) return renumbered;
  return <L extends JournalLine>(line: L): L => withItemNow(renumbered?.(line) ?? line, renamed);
}
