import { problem, UserError } from '../../core/model/problems/problem';
import { settingAt, type SettingIssue, type SettingPath } from '../../core/model/study/settingPath';
import { isIssues, withSetting } from '../../core/model/study/settings';
import { openProject } from '../../core/study/projectFile';
import type { StudyDocument } from '../study/studyDocument';

/**
 * Writes one setting into a project's file, as a person would by hand: what is open follows the file. Throws
 * `UserError` where the project would be none.
 */
export async function changeStudySetting(document: StudyDocument, path: SettingPath, value: unknown): Promise<void> {
  const file = await openProject(document.uri.fsPath);
  const next = withSetting(file.data, path, value);
  if (isIssues(next)) throw new UserError(problem('study.invalid', { reason: reasonIn(next) }, document.uri.fsPath));
  if (settingAt(file.data, path) === value) return;
  await file.write(next);
  document.look();
}

const reasonIn = ([first]: readonly SettingIssue[]): string =>
  first ? `${first.path.join('.')} ${first.message}` : '';
