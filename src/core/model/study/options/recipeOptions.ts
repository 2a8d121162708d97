import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import type { judgeKinds } from '../../annotation/judgeKind';
import { enumOf, type CheckControl, type Meanings, type Option, type Words } from './option';

/**
 * All options of an export: how a recipe holds each, what it is called, what it does, how it is typed in a terminal and
 * how it is filled in. The rows are in the order in which projects and manifests hold them, and so are those of a group
 * in the export view and in the help of the command line.
 */

/** How an option is filled in. Lists are typed with commas between their entries. */
export type RecipeControl =
  /** @param known what there is to choose from in a study; `unset` is said of no choice */
  | { readonly kind: 'text'; readonly example: string; readonly known?: 'criteria'; readonly unset?: Words }
  | { readonly kind: 'number' | 'whole'; readonly example: string }
  | { readonly kind: 'list'; readonly example: string; readonly known?: 'annotators' | 'flags' }
  /** Any of a few values. */
  | { readonly kind: 'some'; readonly meanings: Meanings }
  /** One of a few values; `unset` is what holds where none is chosen. */
  | { readonly kind: 'choice'; readonly meanings: Meanings; readonly unset?: Words }
  | CheckControl
  | {
      readonly kind:
        | 'numbers'
        /** `id=2`: a version of each. */
        | 'versions'
        /** `name=other`: one name for each. */
        | 'names'
        /** `path=value`, several of them for several values. */
        | 'where'
        /** `train=0.9,test=0.1`. */
        | 'shares';
      readonly example: string;
    };

type Row = Extract<Option, { readonly label: Words }> & {
  readonly control: RecipeControl;
  readonly group: RecipeGroup;
  /** As it is typed in a terminal, with its argument. */
  readonly flag: `--${string}`;
  /** Where the recipe holds it, if not under its own name. */
  readonly at?: readonly [string, string];
  /** Some formats only take it (`ExportFormat.takes`). */
  readonly byFormat?: true;
  /** What a format goes by that takes it, where neither a person nor the format says anything else. */
  readonly default?: string;
  /** Says nothing without this one. */
  readonly needs?: 'split' | 'contamination';
  /** Asks items for judgements, so that none without any can meet it. */
  readonly asksForJudgements?: true;
};

/** The headings under which the options are shown, in their order. */
export const recipeGroups = {
  format: () => l10n.t('Format'),
  pairs: () => l10n.t('Pairs'),
  rows: () => l10n.t('Rows'),
  judgements: () => l10n.t('Judgments to export'),
  items: () => l10n.t('Items to export'),
  several: () => l10n.t('Multiple annotators'),
  split: () => l10n.t('Split'),
} as const satisfies Readonly<Record<string, Words>>;
export type RecipeGroup = keyof typeof recipeGroups;

const name = z.string().min(1);
const names = z.array(name).min(1);
const share = z.number().gt(0).max(1);

const choice = <const Value extends string>(meanings: Meanings<Value>, unset?: Words) => ({
  schema: enumOf(meanings),
  control: { kind: 'choice' as const, meanings, ...(unset && { unset }) },
});

/** One that is ticked, and then says this. */
const check = <const On extends string>(on: On) => ({
  schema: z.literal(on),
  control: { kind: 'check' as const, on, choices: [on] },
});
const yes = { schema: z.literal(true), control: { kind: 'check', on: true } } as const;

/** Where in a prompt stands what annotators saw beside it. */
const places = choice({
  user: () => l10n.t('In the user turn'),
  system: () => l10n.t('In the system message, or before the prompt in text formats'),
  none: () => l10n.t('Not exported'),
});

/** What a step counts as in a file that knows right and wrong only. */
const stepMeanings = choice({
  wrong: () => l10n.t('Count as wrong'),
  right: () => l10n.t('Count as right'),
  out: () => l10n.t('Not exported'),
});

const origins = {
  human: () => l10n.t('People in Tiebreak'),
  imported: () => l10n.t('People (labels imported with the data)'),
  model: () => l10n.t('Models'),
} satisfies Meanings<(typeof judgeKinds)[number]>;

export const recipeOptions = {
  format: {
    schema: name,
    required: true,
    label: () => l10n.t('Format'),
    help: () => l10n.t('Name of the export format. The command `tiebreak formats` lists them all.'),
    control: { kind: 'text', example: 'trl-dpo' },
    group: 'format',
    flag: '--format <name>',
  },
  file: {
    ...choice({ jsonl: () => 'JSONL', json: () => 'JSON', parquet: () => 'Parquet' }),
    label: () => l10n.t('File'),
    help: () => l10n.t('Type of the data file. Default: the first type that the format supports.'),
    group: 'format',
    flag: '--file <kind>',
  },
  annotators: {
    schema: names,
    label: () => l10n.t('Annotators'),
    help: () => l10n.t('Only judgments by these annotators.'),
    control: { kind: 'list', example: 'ana, ben', known: 'annotators' },
    group: 'judgements',
    flag: '--annotators <names>',
  },
  groups: {
    schema: names,
    label: () => l10n.t('Groups'),
    help: () => l10n.t('Only judgments by members of these groups.'),
    control: { kind: 'list', example: 'medicine, law' },
    group: 'judgements',
    flag: '--groups <names>',
  },
  origins: {
    schema: z.array(enumOf(origins)).min(1),
    label: () => l10n.t('Judged by'),
    help: () =>
      l10n.t(
        'Only judgments of these origins. Default: people. Models are exported only if no person judged anything, or if annotators are chosen.',
      ),
    control: { kind: 'some', meanings: origins },
    group: 'judgements',
    flag: '--origins <kinds>',
  },
  rounds: {
    schema: z.array(z.int().nonnegative()).min(1),
    label: () => l10n.t('Rounds'),
    help: () => l10n.t('Only judgments of these rounds.'),
    control: { kind: 'numbers', example: '1, 2' },
    group: 'judgements',
    flag: '--rounds <numbers>',
  },
  rubrics: {
    schema: z.record(name, z.int().positive()),
    label: () => l10n.t('Rubric versions'),
    help: () => l10n.t('Only judgments made under these rubric versions, by rubric id.'),
    control: { kind: 'versions', example: 'helpfulness=2' },
    group: 'judgements',
    flag: '--rubrics <versions>',
  },
  guidelines: {
    schema: names,
    label: () => l10n.t('Guideline versions'),
    help: () => l10n.t('Only judgments made under these versions of the guidelines.'),
    control: { kind: 'list', example: '' },
    group: 'judgements',
    flag: '--guidelines <versions>',
  },
  withFlags: {
    schema: names,
    label: () => l10n.t('Flagged as'),
    help: () => l10n.t('Only judgments with one of these flags, on the item or on a response.'),
    control: { kind: 'list', example: 'refusal', known: 'flags' },
    group: 'items',
    flag: '--flags <names>',
    asksForJudgements: true,
  },
  withoutFlags: {
    schema: names,
    label: () => l10n.t('Not flagged as'),
    help: () => l10n.t('Leaves out judgments with one of these flags. Judgments of the same item by others are kept.'),
    control: { kind: 'list', example: 'unsafe', known: 'flags' },
    group: 'items',
    flag: '--without-flags <names>',
  },
  minStrength: {
    schema: z.number().min(1).max(3),
    label: () => l10n.t('Min strength'),
    help: () =>
      l10n.t(
        'Minimum strength of a preference, from 1 (slightly better) to 3 (much better). Rankings have no strength.',
      ),
    control: { kind: 'number', example: '2' },
    group: 'judgements',
    flag: '--min-strength <1-3>',
    byFormat: true,
  },
  minConfidence: {
    schema: z.number().min(0).max(1),
    label: () => l10n.t('Min confidence'),
    help: () => l10n.t('Minimum confidence of a judgment, from 0 to 1.'),
    control: { kind: 'number', example: '0.5' },
    group: 'judgements',
    flag: '--min-confidence <0-1>',
  },
  where: {
    schema: z.record(name, z.array(z.string()).min(1)),
    label: () => l10n.t('Metadata values'),
    help: () => l10n.t('Only items with one of these values in their metadata, by dotted paths.'),
    control: { kind: 'where', example: 'domain=law, domain=tax' },
    group: 'items',
    flag: '--where <path=value>',
  },
  languages: {
    schema: names,
    label: () => l10n.t('Languages'),
    help: () => l10n.t('Only items in these languages.'),
    control: { kind: 'list', example: 'en, de' },
    group: 'items',
    flag: '--languages <codes>',
  },
  items: {
    schema: z.enum(['judged', 'all']),
    label: () => l10n.t('Include items without judgments'),
    help: () => l10n.t('Their rows are made from the criteria that are active for them.'),
    control: { kind: 'check', on: 'all', choices: ['judged', 'all'] },
    group: 'rows',
    flag: '--items <which>',
    byFormat: true,
  },
  stale: {
    ...check('keep'),
    label: () => l10n.t('Include judgments of items that changed later'),
    help: () => l10n.t('The responses must still exist.'),
    group: 'judgements',
    flag: '--stale <what>',
  },
  controls: {
    ...check('keep'),
    label: () => l10n.t('Include judgments of control items'),
    group: 'judgements',
    flag: '--controls <what>',
  },
  adjudicated: {
    ...choice({ use: () => l10n.t('In place of those of annotators'), only: () => l10n.t('Only these') }, () =>
      l10n.t('Left out'),
    ),
    label: () => l10n.t('Judgments of adjudicators'),
    help: () => l10n.t('Whether judgments of adjudicators are exported. By default, they are left out.'),
    group: 'judgements',
    flag: '--adjudicated <how>',
  },
  context: {
    ...places,
    label: () => l10n.t('Context'),
    help: () =>
      l10n.t(
        'The context of the item and the context that it was judged under. If it is not exported, judgments under a context are not exported either.',
      ),
    group: 'rows',
    flag: '--context <where>',
    byFormat: true,
    default: 'user',
  },
  evidence: {
    ...places,
    label: () => l10n.t('Evidence'),
    help: () => l10n.t('The passages that annotators saw with the prompt.'),
    group: 'rows',
    flag: '--evidence <where>',
    byFormat: true,
    default: 'user',
  },
  media: {
    ...choice(
      {
        path: () => l10n.t('Original paths'),
        copy: () => l10n.t('Copied to the export folder'),
        link: () => l10n.t('Links in the export folder'),
        none: () => l10n.t('Not exported'),
      },
      () => l10n.t('Original paths (copied if you use pseudonyms)'),
    ),
    label: () => l10n.t('Images, audio and video'),
    help: () =>
      l10n.t(
        'How rows refer to images, audio and video. Items with media that the format does not support are dropped, unless media are not exported.',
      ),
    group: 'rows',
    flag: '--media <how>',
    byFormat: true,
  },
  tools: {
    ...choice({ system: () => l10n.t('In the system message'), none: () => l10n.t('Not exported') }, () =>
      l10n.t('In their own column, or in the system message if the format has no such column'),
    ),
    label: () => l10n.t('List of available tools'),
    help: () =>
      l10n.t(
        'Where a row says which tools could be called. Some trainers do not read the column “tools”; all of them read the system message.',
      ),
    group: 'rows',
    flag: '--tools <where>',
    byFormat: true,
  },
  runs: {
    ...choice(
      {
        'first-error': () =>
          l10n.t('As steps, only where the first wrong step of the worse run is the one that differs'),
        whole: () => l10n.t('Whole'),
      },
      () => l10n.t('As the first steps that differ'),
    ),
    label: () => l10n.t('Runs of agents'),
    help: () =>
      l10n.t(
        'By default, what two runs share is the prompt, and each side is the next step of the agent. Most trainers also train on what tools and users say in whole runs.',
      ),
    group: 'pairs',
    flag: '--runs <which>',
    byFormat: true,
  },
  steps: {
    ...check('first-error'),
    label: () => l10n.t('Only steps up to the first wrong one'),
    help: () => l10n.t('As in PRM800K.'),
    group: 'rows',
    flag: '--steps <which>',
    byFormat: true,
  },
  neutral: {
    ...stepMeanings,
    label: () => l10n.t('Neutral steps'),
    help: () => l10n.t('How neutral steps are counted. In its version of PRM800K, TRL counts them as wrong.'),
    group: 'rows',
    flag: '--neutral <as>',
    byFormat: true,
    default: 'out',
  },
  unnecessary: {
    ...stepMeanings,
    label: () => l10n.t('Correct but unnecessary steps'),
    help: () => l10n.t('How correct but unnecessary steps are counted.'),
    group: 'rows',
    flag: '--unnecessary <as>',
    byFormat: true,
    default: 'right',
  },
  attributes: {
    schema: z.record(name, name),
    label: () => l10n.t('Attributes and their aspects'),
    help: () =>
      l10n.t('Which aspect is used for which attribute of the format. Default: the aspect with the same name.'),
    control: { kind: 'names', example: 'helpfulness=useful' },
    group: 'rows',
    flag: '--attributes <aspects>',
    byFormat: true,
  },
  ties: {
    ...check('all'),
    label: () => l10n.t('Include all responses tied for best'),
    help: () => l10n.t('By default, only the one that was shown first is exported.'),
    group: 'rows',
    flag: '--ties <which>',
    byFormat: true,
  },
  criterion: {
    schema: name,
    label: () => l10n.t('Preference'),
    help: () => l10n.t('Only preferences by this criterion. Default: overall judgments.'),
    control: { kind: 'text', example: 'safer', known: 'criteria', unset: () => l10n.t('Overall judgment') },
    group: 'pairs',
    flag: '--criterion <name>',
    byFormat: true,
  },
  pairs: {
    ...choice({
      all: () => l10n.t('All pairs except ties'),
      neighbours: () => l10n.t('Adjacent ranks'),
      'best-rest': () => l10n.t('Best against all others'),
      'best-worst': () => l10n.t('Best against worst'),
      acceptable: () => l10n.t('Acceptable against not acceptable'),
    }),
    label: () => l10n.t('Pairs from a ranking'),
    help: () => l10n.t('Which pairs of a ranking are exported.'),
    group: 'pairs',
    flag: '--pairs <which>',
    byFormat: true,
    default: 'all',
  },
  margin: {
    ...choice({
      'rank-gap': () => l10n.t('Rank difference'),
      strength: () => l10n.t('Preference strength'),
      'rank-or-strength': () => l10n.t('Rank difference, otherwise strength'),
      rating: () => l10n.t('Rating difference'),
      votes: () => l10n.t('Vote difference'),
    }),
    label: () => l10n.t('Margin'),
    help: () => l10n.t('Adds the column “margin” with this value. Formats that need a margin always have one.'),
    group: 'pairs',
    flag: '--margin <of>',
    byFormat: true,
  },
  weight: {
    ...check('list'),
    label: () => l10n.t('Pair weights'),
    help: () =>
      l10n.t('Adds the column “weight”. The weights of all pairs of one ranking sum to 1. No listed trainer reads it.'),
    group: 'pairs',
    flag: '--weight <how>',
    byFormat: true,
  },
  softLabel: {
    ...yes,
    label: () => l10n.t('Soft labels'),
    help: () =>
      l10n.t(
        'Adds the column “soft_label” with the share of votes for the chosen response. No listed trainer reads it.',
      ),
    group: 'pairs',
    flag: '--soft-label',
    byFormat: true,
  },
  listSize: {
    schema: z.int().min(2),
    label: () => l10n.t('Responses per list'),
    help: () => l10n.t('Only lists with this number of responses. Default: the number that most items have.'),
    control: { kind: 'whole', example: '4' },
    group: 'rows',
    flag: '--list-size <number>',
    byFormat: true,
  },
  aggregate: {
    ...choice(
      {
        majority: () => l10n.t('Majority vote per pair'),
        borda: () => 'Borda',
        'bradley-terry': () => 'Bradley-Terry',
        'plackett-luce': () => 'Plackett-Luce',
        'ranked-pairs': () => l10n.t('Ranked pairs (Tideman)'),
        'dawid-skene': () => 'Dawid-Skene',
      },
      () => l10n.t('None (annotators are kept separate)'),
    ),
    label: () => l10n.t('Aggregation method'),
    help: () => l10n.t('Combines the preferences of several annotators into one. By default, each is exported.'),
    group: 'several',
    flag: '--aggregate <rule>',
    byFormat: true,
  },
  minAnnotators: {
    schema: z.int().positive(),
    label: () => l10n.t('Min annotators'),
    help: () => l10n.t('Only items judged by at least this many annotators.'),
    control: { kind: 'whole', example: '2' },
    group: 'several',
    flag: '--min-annotators <number>',
    asksForJudgements: true,
  },
  minAgreement: {
    schema: share,
    label: () => l10n.t('Min agreement'),
    help: () =>
      l10n.t(
        'Minimum share of votes that agree with the majority, from 0 to 1. Votes are preferences, or the ratings, labels, verdicts or steps that the format uses.',
      ),
    control: { kind: 'number', example: '0.7' },
    group: 'several',
    flag: '--min-agreement <0-1>',
    asksForJudgements: true,
  },
  pseudonyms: {
    schema: name,
    label: () => l10n.t('Pseudonyms for annotators, with this salt'),
    help: () => l10n.t('Replaces the names of annotators. The same salt gives the same pseudonyms.'),
    control: { kind: 'text', example: '' },
    group: 'judgements',
    flag: '--pseudonyms <salt>',
  },
  nearDuplicates: {
    schema: share,
    label: () => l10n.t('Max prompt similarity'),
    help: () =>
      l10n.t(
        'If prompts are this similar or more (Jaccard similarity of word shingles), only the first one is exported. Identical prompts with other responses are kept.',
      ),
    control: { kind: 'number', example: '0.8' },
    group: 'items',
    flag: '--near-duplicates <0-1>',
  },
  maxSimilarity: {
    schema: share,
    label: () => l10n.t('Max similarity'),
    help: () => l10n.t('Leaves out pairs whose responses are more similar than this, from 0 to 1.'),
    control: { kind: 'number', example: '0.9' },
    group: 'pairs',
    flag: '--max-similarity <0-1>',
    byFormat: true,
  },
  contamination: {
    schema: names,
    at: ['contamination', 'files'],
    required: true,
    label: () => l10n.t('Benchmark files'),
    help: () => l10n.t('Items whose prompts overlap with these files are dropped.'),
    control: { kind: 'list', example: 'benchmark.jsonl' },
    group: 'items',
    flag: '--decontaminate <file...>',
  },
  overlap: {
    schema: z.number().min(0).max(1),
    at: ['contamination', 'share'],
    label: () => l10n.t('Max overlap (share of words)'),
    help: () => l10n.t('How much of the words of a benchmark item a prompt may contain. Default: 0.5.'),
    control: { kind: 'number', example: '0.5' },
    group: 'items',
    flag: '--overlap <0-1>',
    needs: 'contamination',
  },
  gram: {
    schema: z.int().min(1).max(100),
    at: ['contamination', 'gram'],
    label: () => l10n.t('N-gram size (words)'),
    help: () => l10n.t('Number of consecutive words that must match. Default: 8. GPT-3 uses 13 with an overlap of 0.'),
    control: { kind: 'whole', example: '8' },
    group: 'items',
    flag: '--gram <words>',
    needs: 'contamination',
  },
  maxLengthRatio: {
    schema: z.number().min(1),
    label: () => l10n.t('Max length ratio'),
    help: () => l10n.t('Leaves out pairs in which one response is more than this many times as long as the other.'),
    control: { kind: 'number', example: '3' },
    group: 'pairs',
    flag: '--max-length-ratio <number>',
    byFormat: true,
  },
  noise: {
    ...choice(
      {
        filter: () => l10n.t('Dropped (noted in dataset card)'),
        flip: () => l10n.t('Swapped (noted in dataset card)'),
        smooth: () => l10n.t('Soft labels (noted in dataset card)'),
      },
      () => l10n.t('Not changed'),
    ),
    label: () => l10n.t('Likely wrong pairs'),
    help: () => l10n.t('Makes a variant of the data for label noise.'),
    group: 'pairs',
    flag: '--noise <variant>',
    byFormat: true,
  },
  negative: {
    ...choice({
      fault: () => l10n.t('The text describes the fault'),
      avoidance: () => l10n.t('The text describes a response without the fault'),
    }),
    label: () => l10n.t('Negative weights'),
    help: () => l10n.t('What the text of a criterion with a negative weight describes.'),
    group: 'rows',
    flag: '--negative <meaning>',
    byFormat: true,
    default: 'fault',
  },
  bare: {
    ...yes,
    label: () => l10n.t('Include judgments without a context'),
    help: () => l10n.t('Their context is empty.'),
    group: 'rows',
    flag: '--bare',
    byFormat: true,
  },
  split: {
    schema: z.strictObject({ train: share.optional(), validation: share.optional(), test: share.optional() }),
    label: () => l10n.t('Split sizes'),
    help: () =>
      l10n.t(
        'Share of the prompts in each split. The shares must sum to 1. The same prompt is always in the same split.',
      ),
    control: { kind: 'shares', example: 'train=0.9, test=0.1' },
    group: 'split',
    flag: '--split <shares>',
  },
  seed: {
    schema: z.int().nonnegative(),
    label: () => l10n.t('Seed'),
    help: () => l10n.t('Seed for the random split.'),
    control: { kind: 'whole', example: '0' },
    group: 'split',
    flag: '--seed <number>',
    needs: 'split',
  },
  groupBy: {
    ...check('near-duplicates'),
    label: () => l10n.t('Keep similar prompts in one split'),
    group: 'split',
    flag: '--group-by <what>',
    needs: 'split',
  },
  stratify: {
    schema: name,
    label: () => l10n.t('Stratify by field'),
    help: () => l10n.t('Each value of this metadata field has the same proportion in every split.'),
    control: { kind: 'text', example: 'domain' },
    group: 'split',
    flag: '--stratify <path>',
    needs: 'split',
  },
} as const satisfies Readonly<Record<string, Row>>;

type Table = typeof recipeOptions;
export type RecipeField = keyof Table;
export const recipeFields = Object.keys(recipeOptions) as RecipeField[];
export const recipeRow = (field: RecipeField): Row => recipeOptions[field];

/** An option as it is typed, without its argument. */
export const flagOf = (field: RecipeField): string => recipeRow(field).flag.replace(/ .*/, '');

/** The options of whose rows this is true. */
type FieldWith<Facts> = { [Field in RecipeField]: Table[Field] extends Facts ? Field : never }[RecipeField];
const fieldsWith = <const Key extends keyof Row, const Value>(key: Key, value: Value) =>
  recipeFields.filter(
    (field): field is FieldWith<Readonly<Record<Key, Value>>> => (recipeRow(field)[key] as unknown) === value,
  );

/** Options that make sense for some formats only. */
export const formatOptions = fieldsWith('byFormat', true);
export type FormatOption = (typeof formatOptions)[number];
/** Options that say how a split is drawn. */
export const splitOptions = fieldsWith('needs', 'split');
/** Options that are not to be said where all items have a row. */
export const judgementFilters = fieldsWith('asksForJudgements', true);
