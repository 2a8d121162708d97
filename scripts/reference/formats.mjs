// docs/reference/formats.md: every export format with a row of it, every layout of datasets, every form of rubrics.
import { openedStudy, records } from './exampleStudy.mjs';
import { limitsOf } from './formatLimits.mjs';
import { layoutForms } from './layoutNotes.mjs';
import { block, code, codes, generated, json, list, page, plain, sentence, table } from './markdown.mjs';

/** What the formats of each family are for, as a heading and a sentence. */
const familyTexts = {
  pairs: ['Pairs', 'A chosen and a rejected response, for DPO and similar trainers.'],
  reward: ['Pairs for reward models', 'A chosen and a rejected response, for reward models.'],
  labels: ['Single responses', 'One response that is good or bad, for KTO.'],
  lists: ['Lists', 'All responses to a prompt, with their order, scores or labels.'],
  steps: ['Steps', 'Responses whose steps are right or wrong, for process reward models.'],
  rubrics: ['Rubrics', 'A prompt with the criteria of its rubrics, for trainers that reward by a rubric.'],
  attributes: ['Ratings', 'Responses with the ratings of their aspects.'],
  judges: ['Judges and critiques', 'Judgments in words, for models that judge or write critiques.'],
  texts: ['Texts', 'Answers to imitate (SFT), and responses with their refinements.'],
  spans: ['Marked passages', 'Passages of responses that are marked, with their type.'],
  votes: ['Votes', 'Two responses with a vote, ties included.'],
  tables: [
    'Tables',
    'Everything that annotators entered, one fact a row, for analysis. A value that was not entered is `null`. Rows of the tables `annotators` and `annotators-…` begin with the same columns, so that you can join the tables by `annotation`. For everything in a study add `--origins human,imported,model --controls keep --stale keep`. Judgments that were replaced or retracted are in the journal only.',
  ],
};

/** Remarks on rows that an example does not show. */
const rowNotes = {
  'trl-tpo':
    'The reference is what an annotator wrote (a demonstration), else a reference answer of the item, else a response that was preferred to the chosen one.',
  'llama-factory': 'The folder has a `dataset_info.json`, which LLaMA-Factory reads.',
  'llama-factory-kto': 'The folder has a `dataset_info.json`, which LLaMA-Factory reads.',
  'nemo-aligner-rm': 'Two lines are one pair: the first has the chosen response, the second the rejected one.',
  'trl-reward':
    'Every row has a `margin`. Without `--margin` it is the gap between the ranks, else the strength, else 1.',
  'trl-reward-text':
    'Every row has a `margin`. Without `--margin` it is the gap between the ranks, else the strength, else 1.',
  rrhf: 'Every row has the same number of responses.',
  lipo: 'Every row has the same number of responses.',
  pro: 'Every row has the same number of responses.',
  'nemo-aligner-regression': 'A rating that is missing is -100.',
  'helpsteer2-preference': 'The preference is a whole number from -3 to 3. A tie is 0.',
  'helpsteer3-preference': 'The preference is a whole number from -3 to 3. A tie is 0. Each annotator has an entry.',
  'fg-rlhf': 'The feedback is on the first response of the dataset.',
  'auto-j': 'The label is 0 (first response), 1 (second response) or 2 (tie).',
  'verl-generative-rm': 'The trainer rewards the right verdict, so no rationale is needed.',
  verl: 'Needs a reward function of your own, which reads the rubric from `reward_model.ground_truth`.',
  skyrl: 'Needs an environment of your own, which reads the rubric from `reward_spec.ground_truth`.',
  'ms-swift-grpo': 'Needs a reward function of your own, which reads the rubric from `solution`.',
  grpo: 'Needs a reward function of your own, which reads the column `rubric`.',
  'critique-soundness':
    'One row for each critique that somebody judged. It says whether the reasons are sound, and whether the verdict is right.',
};

/** Reasons that hold for all formats but those that keep all judgments. */
const generalDrops = [
  'skipped',
  'stale',
  'no-item',
  'one-turn',
  'repeat',
  'control',
  'by-model',
  'empty-prompt',
  'lone-surrogate',
];

/** Notes that every format has which takes the options for context and evidence, and one that says what it is of. */
const placedNotes = ['context-in-prompt', 'evidence-in-prompt', 'under-context', 'ends-with-assistant'];

export async function formatsPage({ source, folder }) {
  const { exportFormats, families, layouts, packFormats, flagOf, dropReasons, noteTexts } = source;
  const { study } = await openedStudy({ source, folder, name: 'formats' });
  const optionsOf = (format) => ({ format, ...(format.takes.includes('listSize') && { listSize: 3 }) });
  const [examples, itemOf] = [new Map(), new Map()];
  await Promise.all(
    exportFormats.map(async (format) => {
      const { rows } = await source.previewExport(study, optionsOf(format), format.name === 'nemo-aligner-rm' ? 2 : 1);
      if (!rows[0]) throw new Error(`the example study gives no row of ${format.name}: add what it needs`);
      examples.set(format.name, rows);
      itemOf.set(format.name, rows[0].provenance.item);
    }),
  );
  await study.close();
  const limits = await limitsOf({ source, folder, optionsOf, itemOf });

  return page(
    generated,
    '# Formats',
    'This page lists every format that Tiebreak writes and reads. For each export format you find the trainers that read it, an example row, and what it cannot hold. How to export: [Export and train](../export-and-train.md).',
    '`tiebreak formats` prints the same lists, and `tiebreak formats --json` prints them as JSON.',
    '## Export formats',
    'Choose one with `tiebreak export STUDY.tiebreak --format NAME --out FOLDER`, or in the export view.',
    ...families.map((family) => {
      const [title, text] = familyTexts[family];
      return page(
        `**[${title}](#${anchor(title)}).** ${text.split('. ')[0].replace(/\.$/, '')}.`,
        table(
          ['format', 'rows'],
          exportFormats
            .filter((format) => format.family === family)
            .map(({ name, title: about }) => [`[${name}](#${name})`, plain(about)]),
        ),
      ).trimEnd();
    }),
    '### How to read the entries',
    list([
      '**Trainers**: programs that read the files without any change, with the settings that they need.',
      '**Files**: the types of data file. The first is the default; `--file` chooses another.',
      '**Options**: options of `tiebreak export` that not all formats have.',
      '**Images, audio, video**: what a row can refer to, and where. Formats without this line have none.',
      '**Real numbers**: columns that are written with a fraction even if they are whole (`1.0`), and as `float64` in the dataset card and `DOUBLE` in Parquet.',
      '**Also in a row**: what a row holds besides the prompt, the responses and the preference.',
      '**No row for**: what makes an export leave out a row. [Reasons](#reasons-for-missing-rows) says why.',
      '**Not in a row**: what a row is silently without.',
      '**Note on**: what makes an export print a note. [Notes](#notes-on-rows) has the texts.',
    ]),
    'Tiebreak wrote the example rows from the four items below. In a `jsonl` file each row is one line. Some of the items have ratings, verdicts, critiques and refinements: [The journal](journal.md) shows such judgments.',
    block('jsonl', records.map((each) => JSON.stringify(each)).join('\n')),
    '### Limits of all formats',
    'An export leaves out these judgments and counts them by reason. Some tables keep them; their entries say so.',
    list(generalDrops.map((reason) => plain(sentence(dropReasons[reason]())))),
    'A row holds the prompt, the responses, and what the entry shows. Without a line **Also in a row**, it has no critiques, rationales, notes, flags, refinements, demonstrations, reference answers, metadata, verifier results, and no names of models or annotators. Use the [tables](#tables) for these.',
    'Formats with the options `--context` and `--evidence` put the context and the evidence of an item into the prompt, as annotators saw them.',
    ...families.flatMap((family) => [
      `### ${familyTexts[family][0]}`,
      familyTexts[family][1],
      ...exportFormats
        .filter((format) => format.family === family)
        .map((format) => entry(format, { rows: examples.get(format.name), limits: limits.get(format.name), flagOf })),
    ]),
    ...ownFormatsSection(source.rowKinds),
    '## Reasons for missing rows',
    'An export counts what gives no row, by reason. It prints the counts, and the manifest has them. **For** is what the entries above name.',
    reasonsList(limits, 'drop', dropReasons),
    '## Notes on rows',
    'An export counts rows that are fine for most trainers, but not for all.',
    reasonsList(limits, 'note', noteTexts),
    '## Dataset layouts',
    'A layout is a way in which a dataset holds prompts, responses and labels. Tiebreak finds it by looking at the fields of the records. `tiebreak inspect DATASET` names the layout of a file, and `--layout NAME` chooses another. `--map FIELD=PATH` names another path for a field. Labels become annotations with `tiebreak import`.',
    'Files with other fields are read by the names and contents of their fields, as `responses`, `paired-responses`, `preference-pairs` or `single-responses`.',
    'Each entry has the fields of the layout. A field that has another path in the records is written `field` = `path`. Not every field must be there.',
    ...layouts.map(layoutEntry),
    '## Rubric files',
    'Files of rubrics that `tiebreak rubrics` and the rubric editor read and write. On import the format is found by looking; on export `--form NAME` chooses it.',
    list(
      packFormats.map(
        ({ name, title, origin }) => `${code(name)}: ${plain(endStopped(title))} Source: ${plain(endStopped(origin))}`,
      ),
    ),
  );
}

const anchor = (heading) => heading.toLowerCase().replaceAll(' ', '-');

function entry(format, { rows, limits, flagOf }) {
  const { name, title, files, takes, trainers, media, promptOnly, defaults } = format;
  return page(
    `#### ${name}`,
    plain(endStopped(title)),
    rowNotes[name],
    list([
      `**Trainers**: ${trainers.map((trainer) => plain(trainer.name) + (trainer.files ? ` (${codes(trainer.files)})` : '')).join('; ')}`,
      `**Files**: ${codes(files)}`,
      ...(takes.length > 0 ? [`**Options**: ${codes(takes.map(flagOf))}`] : []),
      ...(defaults
        ? [
            `**Defaults**: ${Object.entries(defaults)
              .map(([option, value]) => code(`${flagOf(option)} ${value}`))
              .join(', ')}`,
          ]
        : []),
      ...(media ? [`**Images, audio, video**: ${mediaText(media)}`] : []),
      ...realsTexts(format),
      ...(promptOnly ? ['**Responses**: a row has none of the dataset'] : []),
      ...limitsTexts(limits, format),
    ]),
    ...rows.map(({ json: row }) => json(row)),
  ).trimEnd();
}

const mediaNames = { image: 'images', video: 'videos', audio: 'audio' };

function mediaText({ kinds, inResponses, addresses = [], roles }) {
  const also = [
    'files',
    ...(addresses.includes('web') ? ['web addresses'] : []),
    ...(addresses.includes('record') ? ['`data:` URLs'] : []),
  ];
  return [
    `${kinds.map((kind) => mediaNames[kind]).join(', ')} of ${inResponses ? 'the prompt and the responses' : 'the prompt'}`,
    `as ${also.join(', ')}`,
    ...(roles ? [`in turns by ${roles.join(', ')}`] : []),
  ].join('; ');
}

/** Columns that options make are those of formats which take the options. */
const optionColumns = { margin: 'margin', weight: 'weight', soft_label: 'softLabel' };

function realsTexts({ reals = [], takes }) {
  const columns = reals.filter((column) => !(column in optionColumns) || takes.includes(optionColumns[column]));
  if (columns.length === 0) return [];
  return [`**Real numbers**: ${columns.includes('*') ? 'all columns with numbers' : codes(columns)}`];
}

/** What a format holds beside prompt and responses, and what it does not hold of these. */
function limitsTexts({ held, lost, reasons, everything }, { keepsAll }) {
  const all = (from, isWanted) => [...new Set(from.filter(isWanted).map((each) => each.feature ?? each))];
  const dropped = all(reasons, ({ drop }) => drop !== undefined);
  const lines = {
    'Also in a row': all(held, (feature) => everything.includes(feature)),
    'No row for': dropped,
    'Not in a row': all(lost, (feature) => !everything.includes(feature) && !dropped.includes(feature)),
    'Note on': all(reasons, ({ note }) => note !== undefined && !placedNotes.includes(note)),
  };
  return [
    ...Object.entries(lines).flatMap(([head, features]) =>
      features.length > 0 ? [`**${head}**: ${features.join('; ')}`] : [],
    ),
    ...(keepsAll ? ['**Also in the table**: judgments of one turn, of repeated items, and skips'] : []),
  ];
}

/** Every reason, with the things that it was met for; `kind` is what limits call it. */
function reasonsList(limits, kind, texts) {
  const found = new Map(Object.keys(texts).map((key) => [key, new Set()]));
  for (const { reasons } of limits.values())
    for (const reason of reasons) if (reason[kind] !== undefined) found.get(reason[kind]).add(reason.feature);
  return list(
    [...found].map(
      ([key, features]) =>
        `${plain(sentence(texts[key]()))}${features.size > 0 ? ` **For**: ${[...features].join('; ')}.` : ''}`,
    ),
  );
}

const endStopped = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

function layoutEntry({ name, title, origin, fields, joins, labelsOnly, hasCodes }) {
  return page(
    `### Layout ${name}`,
    plain(endStopped(title)),
    layoutForms[name],
    list([
      `**Fields**: ${Object.entries(fields)
        .map(([field, where]) => (field === where ? code(field) : `${code(field)} = ${code(where)}`))
        .join(', ')}`,
      `**Source**: ${plain(origin)}`,
      ...(joins ? ['Several records become one item.'] : []),
      ...(labelsOnly ? ['It has no texts: the records are labels for the study that they were exported from.'] : []),
      ...(hasCodes ? ['`--values CODE=MEANING,…` says what the codes of a label mean.'] : []),
    ]),
  ).trimEnd();
}

/** Every value that a column of a study's own format can hold: those of all rows once, then those of each kind. */
function ownFormatsSection(rowKinds) {
  const kinds = Object.entries(rowKinds);
  const [, first] = kinds[0];
  const isShared = (name) => kinds.every(([, { values }]) => values[name]?.about === first.values[name]?.about);
  const valuesTable = (values, names) =>
    table(
      ['value', 'type', 'what it is'],
      names.map((name) => [code(name), values[name].rule.description ?? '', values[name].about]),
    );
  return [
    '## Formats of your own',
    'A study can declare formats in its project file, under `formats`: what a row is of (`of`), and for each column the name of its value. [Export and train](../export-and-train.md#formats-of-your-own) has examples. `NAME` in a value stands for a name of yours, such as `rating.helpfulness`. While models are hidden, the export view does not show values that name models or responses.',
    '### Values of all rows',
    valuesTable(first.values, Object.keys(first.values).filter(isShared)),
    ...kinds.flatMap(([of, { about, values }]) => [
      `### Values of ${code(of)}`,
      about,
      valuesTable(
        values,
        Object.keys(values).filter((name) => !isShared(name)),
      ),
    ]),
  ];
}
