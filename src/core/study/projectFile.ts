import type { ConflictChoice } from '../model/problems/study';
import { projectSchema, type Project } from '../model/study/project';
import { mergeJson, type MergeChoice } from './mergeConflict/mergeJson';
import { openDocument, type BothSides, type Document } from './document';
import { choiceShown } from './library/libraryFiles';

/**
 * Opens a project file, or starts it with `initial` where it is not there. Throws `UserError` with file and field for
 * anything that is none; of one with a conflict of git both sides are read.
 */
export const openProject = (path: string, initial?: Project): Promise<Document<Project>> =>
  openDocument(path, projectSchema, { ...(initial && { initial }), merge: bothProjects });

/** Merges both sides of a project's conflict: where both changed the same, ours is taken. */
function bothProjects({ ours, theirs, base }: BothSides<Project>): { data: Project; left: ConflictChoice[] | 'all' } {
  const choices: MergeChoice[] = [];
  const other = withOwnQuestions(theirs, ours);
  const both = projectSchema.safeParse(
    mergeJson(base, other, ours, { path: [], choose: (choice) => choices.push(choice) }),
  );
  return both.success ? { data: both.data, left: choices.map(choiceShown) } : { data: ours, left: 'all' };
}

/**
 * Questions are told apart by their versions, and annotations name them: one of theirs with a number that another of
 * ours has gets the next one.
 */
function withOwnQuestions(theirs: Project, ours: Project): Project {
  const texts = new Map(ours.task.questions.map(({ version, text }) => [version, text]));
  let next = Math.max(...[...ours.task.questions, ...theirs.task.questions].map(({ version }) => version)) + 1;
  const isOther = ({ version, text }: Project['task']['questions'][number]): boolean =>
    (texts.get(version) ?? text) !== text && ![...texts.values()].includes(text);
  return {
    ...theirs,
    task: {
      ...theirs.task,
      questions: theirs.task.questions.flatMap((question) =>
        isOther(question)
          ? [{ ...question, version: next++ }]
          : texts.has(question.version) && texts.get(question.version) !== question.text
            ? []
            : [question],
      ),
    },
  };
}
