import type { Problem } from '../model/problem';
import { rubricsSchema, type Rubrics } from '../model/rubric';
import type { Document } from './document';
import { namedProblems, openNamed, type NamedDocument } from './namedDocument';

const rubrics: NamedDocument<Rubrics> = { schema: rubricsSchema, initial: { version: 1, rubrics: [] } };

/** Opens a study's `rubrics.json`, or starts it where it is not there. Throws `UserError` that names file, rubric, criterion and field for anything that is none. */
export const openRubrics = (path: string): Promise<Document<Rubrics>> => openNamed(path, rubrics);

/** Everything that is wrong with a `rubrics.json`; nothing where it is not there. */
export const rubricProblems = (path: string): Promise<Problem[]> => namedProblems(path, rubrics);
