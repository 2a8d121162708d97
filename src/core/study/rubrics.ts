import { problemOf, type Problem } from '../model/problem';
import { rubricsSchema, type Rubrics } from '../model/rubric';
import { rubricIssues } from '../rubric/issues';
import { openDocument, type Document, type IssueWords } from './document';

/** Opens a study's `rubrics.json`, or starts it where it is not there. Throws `UserError` that names file, rubric, criterion and field for anything that is none. */
export function openRubrics(path: string): Promise<Document<Rubrics>> {
  return opened(path, (error, value) => {
    const [first = 'is not valid', ...others] = rubricIssues(error, value);
    return others.length === 0 ? first : `${first} (and ${others.length} more, which "tiebreak validate" lists)`;
  });
}

/** Everything that is wrong with a `rubrics.json`; nothing where it is not there. */
export async function rubricProblems(path: string): Promise<Problem[]> {
  const found: string[] = [];
  const keep: IssueWords = (error, value) => {
    found.push(...rubricIssues(error, value));
    return '';
  };
  try {
    await opened(path, keep);
  } catch (error) {
    if (found.length === 0) return [problemOf(path, error)];
  }
  return found.map((message) => ({ severity: 'error', file: path, message }));
}

function opened(path: string, issueOf: IssueWords): Promise<Document<Rubrics>> {
  return openDocument<Rubrics>(path, rubricsSchema, { version: 1, rubrics: [] }, issueOf);
}
