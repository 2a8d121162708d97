// docs/reference/project-file.md: every field of a project, from the schema by which Tiebreak checks it.
import { block, code, codes, generated, json, list, page } from './markdown.mjs';
import { fieldLine, fieldsOf } from './schemaFields.mjs';

/** A project that uses most fields. */
const example = {
  version: 1,
  dataset: {
    sources: ['data/prompts.jsonl'],
    layout: 'responses',
    mapping: { prompt: 'data.question' },
  },
  task: {
    mode: 'rank',
    questions: [{ version: 1, text: 'Which response helps the person more? Rank them, best first.' }],
    skipReasons: ['I lack the knowledge to judge this', 'The prompt is unclear'],
    guidelines: 'guidelines.md',
    aspects: [
      { name: 'helpfulness', min: 1, max: 5, levels: { 1: 'useless', 5: 'excellent' } },
      { name: 'overall', min: 1, max: 5, overall: true },
    ],
    flags: [{ name: 'unsafe' }, { name: 'prompt ambiguous', of: 'item' }],
    critique: { fields: 'parts', minLength: 40 },
    rationale: { first: true, minLength: 200 },
    spans: [
      { name: 'wrong', polarity: 'negative', types: [{ name: 'wrong fact' }, { name: 'wrong calculation' }] },
      { name: 'no source', of: 'missing' },
    ],
    contexts: [{ name: 'Winter', text: 'The person lives where winters are at -30 °C.' }],
    references: true,
    othersCritiques: 'after',
    verdicts: 'all',
    winners: true,
  },
  plan: {
    order: 'thin',
    slices: ['category'],
    filter: { fields: { language: 'en' } },
    annotators: ['ana', 'ben', 'cleo'],
    perItem: 2,
    repeats: { rate: 0.1, after: 20 },
    controls: { items: ['q7', 'q31'], rate: 0.05, answers: { q7: { best: 'b' } } },
  },
  exports: {
    nightly: {
      format: 'trl-dpo',
      pairs: 'neighbours',
      minAgreement: 0.6,
      softLabel: true,
      split: { train: 0.9, test: 0.1 },
      where: { domain: ['code'] },
      out: 'exports/nightly',
    },
  },
  formats: {
    'our-pairs': {
      of: 'pairs',
      columns: { question: 'prompt.text', good: 'chosen.text', bad: 'rejected.text', who: 'annotator' },
    },
  },
  round: 1,
  seed: 7,
};

/** Names of the parts of a project, in the order of the page. */
const parts = { dataset: 'Dataset', task: 'Task', plan: 'Plan' };

export function projectFilePage({
  source: { z, projectSchema, namedRecipeSchema, ownFormatSchema, recipeOptions, taskOf },
}) {
  const checked = projectSchema.parse(example);
  for (const recipe of Object.values(checked.exports)) namedRecipeSchema.parse(recipe);
  for (const format of Object.values(checked.formats)) ownFormatSchema.parse(format);
  const schema = z.toJSONSchema(projectSchema, { io: 'input' });
  const fields = fieldsOf(schema);
  const recipeFields = fieldsOf(z.toJSONSchema(namedRecipeSchema, { io: 'input' }));
  const { dataset, task, round, seed } = example;
  const minimal = projectSchema.parse({
    version: 1,
    dataset: { ...dataset, mapping: {} },
    task: { mode: task.mode, questions: task.questions, skipReasons: task.skipReasons },
    round,
    seed,
  });
  const { aspects, flags, spans } = taskOf(minimal);
  const top = fields.filter(({ path }) => !/[.[]/.test(path));
  const below = (name) => fields.filter(({ path }) => path.startsWith(`${name}.`));
  const lines = (some, flag = () => []) => list(some.map((field) => fieldLine(field, undefined, flag(field))));
  return page(
    generated,
    '# The project file',
    'A project file is named `NAME.tiebreak`. It is a JSON file that says what is annotated, how, by whom and in which order. Commit it with its folder `NAME.tiebreak.d`. This page lists every field.',
    'The editor makes the file when you choose **Annotate Preferences**; `tiebreak init` makes it on the command line. VS Code completes and checks the fields while you type, and `tiebreak validate NAME.tiebreak` checks the whole study. Both use the same rules as this page.',
    '## A short example',
    json(minimal),
    '## A full example',
    json(example),
    '## All fields',
    'Paths have dots. `[]` is each entry of a list, and `NAME` is a name that you choose. A field that is not required can be left out. Fields that Tiebreak does not know are kept when it saves the file.',
    lines(top),
    ...Object.entries(parts).flatMap(([name, title]) => [`### ${title}`, lines(below(name))]),
    '### Export recipes',
    'Each entry of `exports` is a recipe: the options of an export under a name. Run it with `tiebreak export NAME.tiebreak --recipe nightly`, in the view **Study**, or as a task of VS Code:',
    block('json', JSON.stringify({ type: 'tiebreak', project: 'study.tiebreak', recipe: 'nightly' })),
    'Paths in a recipe are relative to the folder of the project. A recipe with a fault does not stop the study or the other recipes: it is reported where it is used. The option of `tiebreak export` is behind each field.',
    lines(recipeFields, ({ path }) =>
      Object.entries(recipeOptions)
        .filter(([field, { at = [field] }]) => at.join('.') === path)
        .map(([, { flag }]) => code(flag)),
    ),
    '### Formats of the study',
    `Each entry of ${code('formats')} is an export format of your own: ${code('of')} says what its rows are of, ${code('columns')} has the columns with the names of their values, and ${code('title')} can say what it is. [All values](formats.md#formats-of-your-own). A format with a fault does not stop the study or the other formats.`,
    '## Defaults',
    'A study without `task.aspects` rates responses on these aspects:',
    json(aspects),
    'A study without `task.flags` has these flags:',
    json(flags),
    'A study without `task.spans` has these types of marked passages:',
    json(spans),
    '## Files of a study',
    'The folder `NAME.tiebreak.d` beside the project file has:',
    list([
      `${code('annotations/ANNOTATOR.jsonl')}: the [journal](journal.md) of each annotator`,
      `${code('rubrics/ID.json')}: a rubric with all its versions`,
      `${code('rubrics/items/ANNOTATOR.json')}: criteria that an annotator added for single items`,
      `${code('rules/ID.json')}: a rule with all its versions`,
      `${code('guidelines')}: a copy of each version of the guidelines that somebody judged under`,
      `${code('exports')}: the output of recipes without ${code('out')}`,
    ]),
    `Older studies have one ${codes(['rubrics.json'])} and one ${codes(['rules.json'])} instead. Tiebreak reads them, and divides them at the first change.`,
  );
}
