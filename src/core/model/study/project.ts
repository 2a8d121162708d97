import * as z from 'zod';
import { modeNames, questionOf, type ModeName } from '../annotation/mode';
import { says, shownValue } from '../problems/checkValue';
import { problem, wordsOf } from '../problems/problem';
import { codeSchema } from './options/codeOptions';
import { shapeOf } from './options/option';
import { roundOption } from './options/projectOptions';
import { planSchema } from './planSchema';
import { taskSchema } from './taskSchema';

/** `study.tiebreak`: what ties a dataset, a task, rubrics and annotators together. A file to commit. */

export const projectVersion = 1;

/**
 * A recipe or a format of the study's own as it stands in the file, whatever that is: one that is faulty, or of a later
 * version, keeps nobody from the study or from the others, and stays when another one is saved. `readRecipe` and
 * `formatNamed` check it, and editors do by `namedRecipeSchema` and `ownFormatSchema`.
 */
const keptSchema = z.unknown();

/**
 * What is said of recipes that are none. A list of them keeps nobody from the study either: it is told where recipes
 * are listed, run and checked.
 */
export const noRecipes = (value: unknown): string => wordsOf(problem('value.noRecipes', { value: shownValue(value) }));

/**
 * What `tiebreak init` and the editor make. Fields that later versions add are kept when the file is written again. The
 * descriptions are shown by JSON editors.
 */
export const projectSchema = z
  .looseObject({
    $schema: z.string().optional(),
    version: z
      .literal(projectVersion, says('value.otherVersion', { version: projectVersion }))
      .describe('Version of this file format.'),
    dataset: z
      .looseObject({
        sources: z
          .array(z.string().min(1))
          .min(1)
          .describe(
            'Files of the dataset, relative to the folder of this file. They are read in this order as one dataset and are never changed.',
          ),
        layout: z
          .string()
          .min(1)
          .describe('Layout of the dataset: how its records are read. Run "tiebreak formats" to list all layouts.'),
        mapping: z
          .record(z.string(), z.string())
          .describe(
            'Fields of the layout that have another path in this dataset, for example { "prompt": "data.question" }.',
          ),
        gather: z
          .union([z.boolean(), z.literal('files')])
          .optional()
          .describe(
            'If true, rows with the same prompt become one item with all their responses. With "files", each file has the responses of one model and is named after it. An item then has one response per file.',
          ),
      })
      .describe('The dataset that is annotated.'),
    task: taskSchema.describe('What annotators do.'),
    plan: planSchema.optional().describe('Which items are assigned to which annotator, and in which order.'),
    code: codeSchema
      .optional()
      .describe('Where the repositories of tasks are, so that patches are shown as changes of whole files.'),
    exports: z
      .union([z.record(z.string(), keptSchema), z.array(z.unknown())], { error: ({ input }) => noRecipes(input) })
      .optional()
      .describe(
        'Export recipes by name. Run one with "tiebreak export PROJECT --recipe NAME" or as a task in VS Code.',
      ),
    formats: z
      .record(z.string(), keptSchema)
      .optional()
      .describe(
        'Export formats of your own by name: columns with named values. Export one with "tiebreak export PROJECT --format NAME".',
      ),
    ...shapeOf(roundOption),
    seed: z.int().nonnegative().describe('Seed for random choices such as the blind order of responses.'),
  })
  .refine(
    ({ task, plan }) => task.suggestions !== true || (!plan?.controls && !plan?.repeats),
    says('value.suggestionsBesideControls', {}, ['task', 'suggestions']),
  );
export type Project = z.infer<typeof projectSchema>;

/**
 * The question in force as the desk asks it of an item: one of the standard questions in the words of the way that the
 * item is judged. (Each annotation says which way that was.)
 */
export function questionAsked(project: Project, mode?: ModeName): string {
  const { text } = currentQuestion(project);
  const wish = project.task.mode;
  return modeNames.some((each) => questionOf(each) === text)
    ? questionOf(mode ?? (wish === 'auto' ? 'rank' : wish))
    : text;
}

/** The question in force. */
export function currentQuestion(project: Project): { version: number; text: string } {
  return project.task.questions.reduce((latest, question) => (question.version > latest.version ? question : latest));
}
