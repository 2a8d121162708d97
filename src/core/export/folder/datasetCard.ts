import { createHash } from 'node:crypto';
import { formatCount, formatNumber } from '../../model/text/formatCount';
import { manifestName, provenanceName } from './exportTarget';
import { dataSplits, type DataSplit } from './dataFiles';
import type { TrainingCommand } from '../commands/trainingCommand';
import type { Feature } from '../rows/columnShapes';
import type { Manifest, ManifestFile } from './manifest';
import { counted } from '../../model/problems/counts';
import { inEnglish } from '../../model/problems/translation';
import { rowsFrom } from '../summary';
import type { TrainerCommand } from '../trainers';
import type { FileKind } from '../../model/study/recipe';

/** How far the judgements can be relied on, by one measure. */
export interface ReliabilityFigure {
  /** As in "Krippendorff's alpha of preferences (nominal)". */
  readonly measure: string;
  readonly value: number;
  /** Of 95 %. */
  readonly interval?: readonly [number, number];
  /** What it was worked out from, as in "412 pairs that two or more people judged". */
  readonly over: string;
}

/** What the quality report knows of the judgements. */
export interface Reliability {
  readonly figures: readonly ReliabilityFigure[];
  /** The share of the dataset that they are of, where that is a sample. */
  readonly sampled: number | null;
}

/** Who stands behind the rows. */
export interface CardAnnotators {
  readonly annotators: number;
  /** Only where they are not to be hidden. */
  readonly names?: readonly string[];
  readonly groups?: readonly { readonly name: string; readonly annotators: number }[];
  /** Where the judgements come from, as in "people, at the desk", with how many annotations. */
  readonly origins: readonly { readonly name: string; readonly annotations: number }[];
}

/** Everything that a card says; nothing else is looked up, so that the same facts give the same bytes. */
export interface CardFacts {
  readonly title: string;
  readonly file: FileKind;
  readonly manifest: Pick<
    Manifest,
    | 'format'
    | 'trainers'
    | 'dataset'
    | 'options'
    | 'defaults'
    | 'questions'
    | 'guidelines'
    | 'rubrics'
    | 'annotations'
    | 'rows'
    | 'dropped'
    | 'notes'
    | 'unreadable'
  >;
  /** What a row is, in words. */
  readonly format: string;
  readonly judges: CardAnnotators;
  readonly reliability?: Reliability;
  readonly commands?: readonly TrainerCommand[];
  readonly limits?: readonly string[];
  /** The types of the columns, so that HF datasets need not go by the first 10 MB. */
  readonly features?: readonly Feature[];
  /** Of the bytes of the data files (`digestOf`). */
  readonly digest: string;
  /** Codes as in ISO 639. */
  readonly languages?: readonly string[];
  /** A hub's name of it, such as "cc-by-4.0". */
  readonly license?: string;
  /** Of hubs, such as "text-generation". */
  readonly taskCategories?: readonly string[];
  readonly tags?: readonly string[];
}

/**
 * `README.md`: the head that hubs read (huggingface/hub-docs `datasetcard.md`; `configs:` says which file is which
 * split, so that `load_dataset` looks no further), and what a person needs to know who trains on the data: what was
 * asked, who judged, how reliable that is, what became of the judgements and what was left out (after the sections of
 * huggingface_hub `templates/datasetcard_template.md`, and data statements as in Gebru et al., Datasheets for Datasets,
 * 2021).
 */
export async function cardText(facts: CardFacts): Promise<string> {
  const { stringify } = await import('../../rubric/libraries/yaml');
  const sections = [
    `# ${inline(facts.title)}`,
    summaryOf(facts),
    askedOf(facts),
    judgesOf(facts),
    reliabilityOf(facts),
    madeOf(facts),
    droppedOf(facts),
    limitsOf(facts),
  ];
  return `---\n${stringify(headOf(facts), { lineWidth: 0 })}---\n\n${sections.join('\n\n')}\n`;
}

/** The number of rows as hubs write it (huggingface_hub `DatasetCardData.size_categories`). */
export function sizeCategory(rows: number): string {
  const steps: readonly (readonly [number, string])[] = [
    [1e3, '1K'],
    [1e4, '10K'],
    [1e5, '100K'],
    [1e6, '1M'],
    [1e7, '10M'],
    [1e8, '100M'],
    [1e9, '1B'],
  ];
  const at = steps.findIndex(([most]) => rows < most);
  const [above, below] = [steps[at - 1]?.[1], steps[at]?.[1]];
  if (below === undefined) return 'n>1B';
  return above === undefined ? `n<${below}` : `${above}<n<${below}`;
}

const totalOf = (rows: Readonly<Record<string, number>>): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0);

/** One SHA-256 for the data files together, which tells whether any byte of them changed. */
export function digestOf(files: readonly Pick<ManifestFile, 'name' | 'sha256'>[]): string {
  return createHash('sha256')
    .update(files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''))
    .digest('hex');
}

/** Splits that have a file, in the order of their use. */
const splitsOf = ({ rows }: CardFacts['manifest']): DataSplit[] =>
  dataSplits.filter((split) => rows[split] !== undefined);

function headOf({
  title,
  file,
  manifest,
  digest,
  features,
  languages = [],
  license,
  taskCategories = ['text-generation'],
  tags = [],
}: CardFacts): Readonly<Record<string, unknown>> {
  return {
    pretty_name: title,
    ...(license !== undefined && { license }),
    ...(languages.length > 0 && { language: languages }),
    size_categories: [sizeCategory(totalOf(manifest.rows))],
    task_categories: taskCategories,
    tags: [...new Set(['preference-data', manifest.format, ...tags])],
    // HF datasets keys its cache by the folder's name and this head, not by the data (`load.py
    // LocalDatasetModuleFactory`, 4.8.5 to 5.0.2): where nothing here changed with the bytes, `load_dataset` would
    // return the rows of an earlier export.
    configs: [
      {
        config_name: 'default',
        description: `SHA-256 ${digest}`,
        data_files: splitsOf(manifest).map((split) => ({ split, path: `${split}.${file}` })),
      },
    ],
    ...(features && { dataset_info: { features } }),
  };
}

function summaryOf({ manifest, file, format }: CardFacts): string {
  const { rows } = manifest;
  const splits = splitsOf(manifest).map((split) => `| \`${split}.${file}\` | ${formatNumber(rows[split] ?? 0)} |`);
  return [
    `${inline(format)} (\`${manifest.format}\`): ${inEnglish(() => rowsFrom(counted(totalOf(rows), 'row'), totalOf(rows), manifest.annotations, manifest.notes.unjudged?.count))}, written by Tiebreak.`,
    ['| file | rows |', '| --- | ---: |', ...splits].join('\n'),
    `The file \`${provenanceName}\` lists the annotations behind each row. The file \`${manifestName}\` lists sources, options and counts.`,
  ].join('\n\n');
}

function askedOf({ manifest: { questions, guidelines = [], rubrics = [], notes } }: CardFacts): string {
  const asked = questions.flatMap(({ version, text }) => [
    `Question, version ${version}:`,
    text
      .split(/\r?\n/)
      .map((line) => `> ${inline(line)}`.trimEnd())
      .join('\n'),
  ]);
  const under = [
    ...guidelines.map((version) => `- guidelines, version \`${version.slice(0, 12)}\``),
    ...rubrics.map(({ id, title, version }) => `- rubric ${inline(title ?? id)}, version ${version}`),
  ];
  return [
    '## What was asked',
    ...(asked.length > 0 ? asked : ['No row was judged in the annotation editor of this study.']),
    ...(under.length > 0
      ? [notes.unjudged ? 'Judged under, or used for items without judgments:' : 'Judged under:', under.join('\n')]
      : []),
  ].join('\n\n');
}

function judgesOf({ judges: { annotators, names, groups = [], origins } }: CardFacts): string {
  const lines = [
    `- ${formatCount(annotators, 'annotator')}${names && names.length > 0 ? `: ${names.map(inline).join(', ')}` : ''}`,
    ...groups.map((group) => `- group ${inline(group.name)}: ${formatCount(group.annotators, 'annotator')}`),
    ...origins.map(({ name, annotations }) => `- ${inline(name)}: ${formatCount(annotations, 'annotation')}`),
  ];
  return `## Who judged\n\n${lines.join('\n')}`;
}

function reliabilityOf({
  reliability: { figures: all, sampled } = { figures: [], sampled: null },
  judges,
}: CardFacts): string {
  const alone = judges.annotators === 1 ? ['Only one annotator judged, so agreement with others is unknown.'] : [];
  const figures = all.map(
    ({ measure, value, interval, over }) =>
      `| ${inline(measure)} | ${figure(value)}${interval ? ` (${figure(interval[0])} to ${figure(interval[1])})` : ''} | ${inline(over)} |`,
  );
  return [
    '## How reliable the judgments are',
    ...alone,
    ...(figures.length > 0
      ? [
          `Figures of the study's quality report. They are of all its judgments by the annotators of this export, before other filters. Figures of fewer than 10 items are left out.${
            sampled === null
              ? ''
              : ` The dataset is large: they are of a sample, about ${(sampled * 100).toPrecision(1)}% of its items.`
          }`,
          ['| measure | value (95 % interval) | over |', '| --- | --- | --- |', ...figures].join('\n'),
        ]
      : alone.length > 0
        ? []
        : ['Too few items were judged to say.']),
  ].join('\n\n');
}

function madeOf({ manifest: { trainers, options, defaults = {}, dataset }, commands = [] }: CardFacts): string {
  const blocks = commands.map(({ trainer, ...command }) => `${inline(trainer)}:\n\n${fenced(command)}`);
  return [
    '## How rows were made',
    ...(trainers.length > 0
      ? ['Can be read without changes by:', trainers.map((trainer) => `- ${inline(trainer)}`).join('\n')]
      : []),
    ...(blocks.length > 0 ? ['Run in this folder:'] : []),
    ...blocks,
    ...optionsIn('Options:', options),
    ...optionsIn('Default options:', defaults),
    `Sources (layout ${inline(dataset.layout)}):`,
    dataset.sources.map(({ path, sha256 }) => `- ${inline(path)}, SHA-256 \`${sha256}\``).join('\n'),
  ].join('\n\n');
}

/** Options as a list under a heading; nothing where there are none. */
function optionsIn(heading: string, options: Readonly<Record<string, unknown>>): string[] {
  const said = Object.entries(options).filter(([, value]) => value !== null && value !== undefined);
  return said.length === 0
    ? []
    : [
        heading,
        said
          .map(
            ([name, value]) =>
              `- ${inline(name)}: ${inline(typeof value === 'string' ? value : JSON.stringify(value))}`,
          )
          .join('\n'),
      ];
}

function droppedOf({ manifest: { dropped, unreadable } }: CardFacts): string {
  const lines = [
    ...Object.values(dropped),
    ...(unreadable > 0 ? [{ count: unreadable, reason: 'records of the sources that could not be read' }] : []),
  ].map(({ count, reason }) => `- ${formatNumber(count)}: ${inline(reason)}`);
  return `## What was left out\n\n${lines.length > 0 ? lines.join('\n') : 'Nothing.'}`;
}

function limitsOf({ manifest: { notes }, limits = [] }: CardFacts): string {
  const lines = [
    ...Object.values(notes).map(({ count, reason }) => `- ${formatCount(count, 'row')}: ${inline(reason)}`),
    ...limits.map((limit) => `- ${inline(limit)}`),
  ];
  return [
    '## Limits',
    'A row shows which text the annotators above preferred for the question above. It does not show that a text is true, safe or good.',
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ].join('\n\n');
}

/** Text as one line of Markdown that shows it as it is. */
const inline = (text: string): string =>
  text
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>#|~&]/g, '\\$&')
    .replace(/^(\d*)([-+=.)])/, '$1\\$2');

/** A command as it is, whatever backticks it has. */
function fenced({ language, text }: TrainingCommand): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

const figure = (value: number): string => value.toFixed(2);
