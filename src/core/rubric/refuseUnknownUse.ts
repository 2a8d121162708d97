import { sep } from 'node:path';
import { problem, UserError } from '../model/problems/problem';
import type { Study } from '../study/study';
import { studyPaths } from '../study/studyPaths';

/**
 * A version may be changed in place only where it is known that no annotation names it. Throws `UserError` where a
 * journal cannot be read.
 */
export function refuseUnknownUse(study: Pick<Study, 'file' | 'problems'>): void {
  const { annotations } = studyPaths(study.file);
  const unread = study.problems.find(
    ({ severity, file }) => severity === 'error' && file.startsWith(annotations + sep),
  );
  if (unread) throw new UserError(problem('rubric.journalUnread', { reason: unread.message }, unread.file));
}
