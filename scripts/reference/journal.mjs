// docs/reference/journal.md: every field of a line, from the schema by which Tiebreak reads journals, and the promises
// that tools of others can rely on.
import { furtherJudgments, judgments, lineOf, openedStudy } from './exampleStudy.mjs';
import { block, generated, json, list, page } from './markdown.mjs';
import { fieldLine, fieldsOf } from './schemaFields.mjs';

/** The examples, each by the name of a judgment in the example study. */
const examples = [
  ['ranking', 'A ranking', 'A is best; B and C are tied.'],
  ['best', 'The best response', 'A ranking of one tier. The other responses that were shown are unranked.'],
  ['pairs', 'Comparisons', 'Two responses are compared, with a strength.'],
  ['thumbs', 'Good or bad', 'Each response is acceptable or not.'],
  ['ratings', 'Ratings', 'B has no value: the aspect does not apply to it.'],
  ['steps', 'Steps', 'The first step of B is wrong.'],
  [
    'run-steps',
    'Steps of runs',
    'The first call of B has a wrong argument, which is its first error. `calls` says which, and what it should be; `diffComments` has a comment on three lines of its patch, and `takeovers` what the annotator made of it by hand. `checks` has results of tests: before, B was preferred.',
  ],
  [
    'rubric',
    'A ranking with everything around it',
    'Verdicts by a rubric, ratings, critiques, a rationale, a demonstration and more are one line.',
  ],
  ['passages', 'Marked passages', 'A critique marks a passage and missing information.'],
  ['refinements', 'Refinements', 'Two improved texts are compared with each other and with the response.'],
  ['critiques', 'A judgment on a critique', 'Ben judges a critique by Ana.'],
  ['skip', 'A skipped item', 'A skip is an annotation too.'],
  ['context', 'Under a context', 'The same item is judged again under a context, with another result.'],
  ['repeat', 'A repeated item', 'The item was shown again to measure consistency.'],
  ['turn', 'One turn', 'Only the first assistant turn of each response was judged.'],
  ['imported', 'An imported label', 'A label of the dataset, made by a model.'],
];

export async function journalPage({ source, folder }) {
  const { z, journalLineSchema, formatLine, parseLine } = source;
  const { study, items, lines } = await openedStudy({ source, folder, name: 'journal' });
  await study.close();
  const saved = new Map(judgments().map(({ name }, at) => [name, lines[at]]));
  for (const [at, each] of furtherJudgments.entries())
    saved.set(each.name, lineOf(each, judgments().length + at + 1, items));
  const retracted = saved.get('thumbs');
  const retraction = {
    v: 1,
    type: 'retraction',
    id: `${retracted.id.slice(0, -2)}60`,
    annotator: retracted.annotator,
    time: '2026-03-02T10:00:00.000Z',
    item: retracted.item,
    retracts: retracted.id,
  };
  const shown = (line) => {
    const parsed = parseLine(formatLine(line).trimEnd());
    if ('reason' in parsed) throw new Error(`an example of the journal ${parsed.reason}: ${JSON.stringify(line)}`);
    return json(line);
  };
  const schema = z.toJSONSchema(journalLineSchema, { io: 'input' });
  const [annotation, withdrawal] = schema.oneOf ?? schema.anyOf;
  return page(
    generated,
    '# The journal',
    'A journal has all judgments of one annotator: what they saved, and when they took something back. You can read it with any program that reads JSON Lines. This page lists every field of a line, shows an example of each kind, and says what does not change.',
    'Each annotator has a file: `NAME.tiebreak.d/annotations/ANNOTATOR.jsonl`, in UTF-8. Letters, digits, `.`, `_` and `-` of the name stay as they are; other characters are written as `%XX`, and so are a dot at the beginning and the first letter of a name that Windows reserves (`aux`). A name with capital letters ends in `%-` and 8 digits of its SHA-256, as many disks take `Bob` and `bob` for the same name; one that is too long for a file ends in the whole SHA-256. Files of former versions (`Bob.jsonl`) are read and added to.',
    'This program collects the active judgments of an annotator:',
    block('python', pythonExample),
    '## What you can rely on',
    list([
      '**Append only.** Tiebreak adds lines at the end. It never changes or deletes a line. A line is on the disk (`fsync`) before the editor says that it is saved.',
      '**One line, one judgment.** A line is complete: it has everything that the annotator said about the item. There are no changes to earlier lines, and nothing derived: pairs, margins and scores are made by exports.',
      '**The latest line is active.** A judgment belongs to an annotator, an item, a context, a repetition, a turn and a role. If several annotations are for the same six, the one with the greatest `id` is active. The others are its history.',
      '**A retraction takes one annotation back.** The annotation stays in the file, and does not count any more. The annotation before it is active again, if there is one.',
      '**The order of lines does not matter.** Lines are ordered by `id`. A line that is in the file twice counts once. So git can merge journals with its union driver, and two windows can write to one file.',
      '**A torn last line is no damage.** If the computer stops while a line is written, the rest of the file counts. The next save closes the torn line with a line break and does not cut it off. A line that cannot be read is listed in **Problems**, and all other lines count.',
      '**Judgments stay with their version.** Versions of rubrics, rules and guidelines that somebody judged under are not changed. A line says which version it was made under.',
    ]),
    '`NAME.tiebreak.d/.gitattributes` sets the union driver, and has git keep the bytes of every file of the study. Tiebreak writes it when it makes a study:',
    block('text', '* -text\nannotations/*.jsonl merge=union -text'),
    'Check a journal with `tiebreak validate NAME.tiebreak.d/annotations/ANNOTATOR.jsonl`. A line with a greater `v` than 1 was written by a newer version: Tiebreak sets it aside and says so. Fields that are not in the lists below are ignored.',
    '## Examples',
    'In a file each example is one line.',
    ...examples.flatMap(([name, title, text]) => [`### ${title}`, text, shown(saved.get(name))]),
    '### A retraction',
    'The judgment "Good or bad" above is taken back.',
    shown(retraction),
    '## Fields of an annotation',
    'Paths have dots. `[]` is each entry of a list. A field that is not required can be absent.',
    fieldLines(annotation, schema),
    '## Fields of a retraction',
    fieldLines(withdrawal, schema),
    '## Rules between fields',
    list([
      'A judgment has at least one field.',
      'A judgment has a `ranking` or `comparisons`, not both.',
      'A response is in one tier only, and once in the `winners` of a criterion.',
      'All responses that a judgment names, or that tests ran on, are in `shown`. Improved texts are there under their own `id`.',
      'A rule has one entry in `rules`.',
      'Numbers of critiques in `metaCritiques` are numbers of its own list.',
    ]),
  );
}

const pythonExample = `import json

def lines_of(path):
    for text in open(path, encoding="utf-8-sig"):
        try:
            yield json.loads(text)
        except ValueError:
            pass  # an empty line, or one that was cut off

lines = list(lines_of("study.tiebreak.d/annotations/ana.jsonl"))
retracted = {line["retracts"] for line in lines if line["type"] == "retraction"}
active = {}
for line in sorted(lines, key=lambda line: line["id"]):
    if line["type"] == "annotation" and line["id"] not in retracted:
        active[line["item"], line.get("context"), line.get("repeat"), line.get("turn"), line.get("role")] = line`;

/** A line for each field, with what its schema says that it means. */
function fieldLines(schema, root) {
  // What is suggested, or was said before tests ran, has the fields of a judgment.
  const judgements = ['suggestion.judgement.', 'checks.verdictBefore.'];
  const fields = fieldsOf(schema, root).filter(({ path }) => !judgements.some((start) => path.startsWith(start)));
  const mute = fields.filter(({ description }) => description === undefined).map(({ path }) => path);
  if (mute.length > 0) throw new Error(`no meaning of ${mute.join(', ')}`);
  return list(fields.map((field) => fieldLine(field)));
}
