// What a reader of the command line's page should know and the program does not say in its help, by command.
export const commandNotes = {
  inspect: ['Nothing is written. Use it to check how Tiebreak reads a dataset before you make a project.'],
  items: [
    'The dataset can have any size: nothing is kept of an item after it is printed, so `head` and `jq` work as usual, for example `tiebreak items data.jsonl --json | jq .item.prompt`.',
    'An item has `unread` beside `labels` if a label was left out because its meaning is not certain. Records that cannot be read are reported on stderr and counted, and the exit code is 1.',
  ],
  init: [
    'Rows with the same prompt become one item where that is certain. `--gather` always does it, `--no-gather` never.',
    'The file `.gitattributes` in the folder of the study lets git merge journals. With the one beside the project, git keeps the bytes of all that belongs to the study, its dataset and guidelines included: on Windows it would write other line ends.',
  ],
  import: [
    'Without FILE, the labels of the dataset itself are imported. With FILE, labels go to items with the same id and content or the same texts. Rows on some responses of an item are combined. Conversations that were exported as one text, and single steps, are found in their responses. A table without texts goes to the items that it names.',
    'A second import writes only what is new. Judgments that the annotator made by hand stay.',
  ],
  export: [
    '`--format` and its options describe the export. `--recipe` takes them from the project instead. Fields of a recipe: [The project file](project-file.md#export-recipes). Which format takes which option: [Formats](formats.md).',
    'Lists have commas. A comma in a name is written `\\,`.',
    'Files of an earlier export that somebody edited are not replaced, unless you add `--overwrite`.',
    '`--check` makes the export again as its manifest says and compares it. It reports files that were edited, the first different line, sources that changed and new annotations, and the exit code is 1 if something differs. If the export has pseudonyms, add `--pseudonyms` with the same salt. If it was checked against benchmarks, add `--decontaminate` with their files.',
  ],
  rubrics: [
    'Without an option, the command lists the rubrics with their criteria, and how many annotations were made under earlier versions. With `--json` it lists every version.',
    '`--import` makes a new version of a rubric with the same id. It changes the latest version instead if nobody judged under it and it is not older than an hour.',
    '`--export` reports what the format of the file cannot hold. It never overwrites a file. More: [Rubrics and coverage](../rubrics-and-coverage.md).',
  ],
  rules: [
    'A file of rules has objects with `feedback` and `scope`, and can have `id` and `examples`.',
    '`--retire` removes a rule if nobody marked anything with it.',
  ],
  'keep-both': ['More: [Work with several people](../work-with-several-people.md).'],
  report: ['What the numbers mean: [Rubrics and coverage](../rubrics-and-coverage.md).'],
  formats: ['The same lists with examples: [Formats](formats.md).'],
  validate: [
    'Of a project it reports annotations of changed or missing items, missing control items, records that cannot be read and faulty recipes. It counts annotations by version of the guidelines, and those made under earlier versions of rubrics and rules.',
    'Of a training file it says by line what the trainer would do: stop, skip the row, or train on something else. The first few problems of each kind are shown, and the number of all.',
    'It also checks a file of rubrics or rules in the folder of a study.',
  ],
};
