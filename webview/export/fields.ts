import * as l10n from '@vscode/l10n';
import type { KnownNames, RecipeField, RecipeTexts } from '../../src/protocol/export';

/** How a field is filled in. */
export type Control =
  | { readonly kind: 'text'; readonly example?: string; readonly isNumber?: true }
  /** One of a few values; the first is what holds where nothing is said. */
  | { readonly kind: 'choice'; readonly options: readonly (readonly [value: string, text: string])[] }
  | { readonly kind: 'check'; readonly value: string }
  /** Any of a few names; a text where there are none. */
  | {
      readonly kind: 'names';
      readonly options: readonly (readonly [value: string, text: string])[];
      readonly example: string;
    };

export interface Field {
  readonly field: RecipeField;
  readonly label: string;
  /** What it does, where the label does not say it all. */
  readonly about?: string;
  readonly control: Control;
  /** Shown only where this one says something. */
  readonly under?: RecipeField;
}

export interface FieldGroup {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly Field[];
}

const text = (example?: string): Control => ({ kind: 'text', ...(example !== undefined && { example }) });
const number = (example: string): Control => ({ kind: 'text', isNumber: true, example });
const same = (names: readonly string[]): (readonly [string, string])[] => names.map((name) => [name, name]);

/** A choice that is the format's where nobody makes it, which then says what that is. */
function byFormat(own: string | undefined, options: readonly (readonly [string, string])[]): Control {
  const name = options.find(([value]) => value === own)?.[1] ?? l10n.t('None');
  return { kind: 'choice', options: [['', l10n.t('{0} (default)', name)], ...options] };
}

/**
 * All options that can be filled in, in groups as they are shown; `format` is chosen apart, and `own` is what it has
 * where nobody chooses.
 */
export function fieldGroups(
  known: KnownNames,
  criterion: string,
  {
    isText,
    isSoft,
    own,
  }: {
    readonly isText: boolean;
    /** Whether rows have a place for soft labels. */ readonly isSoft: boolean;
    readonly own: RecipeTexts;
  },
): readonly FieldGroup[] {
  const stepMeanings = [
    ['wrong', l10n.t('Count as wrong')],
    ['right', l10n.t('Count as right')],
    ['out', l10n.t('Not exported')],
  ] as const;
  const places = [
    ['user', l10n.t('In the user turn')],
    ['system', isText ? l10n.t('Before the prompt') : l10n.t('In the system message')],
    ['none', l10n.t('Not exported')],
  ] as const;
  const criteria = [...new Set([...known.criteria, ...(criterion === '' ? [] : [criterion])])];
  return [
    {
      id: 'pairs',
      title: l10n.t('Rows'),
      fields: [
        {
          field: 'criterion',
          label: l10n.t('Preference'),
          control: {
            kind: 'choice',
            options: [
              ['', l10n.t('Overall judgment')],
              ...criteria.map((name) => [name, l10n.t('Criterion: {0}', name)] as const),
            ],
          },
        },
        {
          field: 'pairs',
          label: l10n.t('Pairs from a ranking'),
          control: byFormat(own.pairs, [
            ['all', l10n.t('All pairs except ties')],
            ['neighbours', l10n.t('Adjacent ranks')],
            ['best-rest', l10n.t('Best against all others')],
            ['best-worst', l10n.t('Best against worst')],
            ['acceptable', l10n.t('Acceptable against not acceptable')],
          ]),
        },
        {
          field: 'margin',
          label: l10n.t('Margin'),
          control: byFormat(own.margin, [
            ['rank-gap', l10n.t('Rank difference')],
            ['strength', l10n.t('Preference strength')],
            ['rank-or-strength', l10n.t('Rank difference, otherwise strength')],
            ['rating', l10n.t('Rating difference')],
            ['votes', l10n.t('Vote difference')],
          ]),
        },
        {
          field: 'weight',
          label: l10n.t('Pair weights'),
          about: l10n.t(
            'Adds a weight column. The weights of all pairs of one ranking sum to 1. No listed trainer reads it.',
          ),
          control: { kind: 'check', value: 'list' },
        },
        {
          field: 'softLabel',
          label: l10n.t('Soft labels'),
          about: l10n.t('Adds a column with the share of votes for the chosen response. No listed trainer reads it.'),
          control: { kind: 'check', value: 'yes' },
        },
        {
          field: 'minStrength',
          label: l10n.t('Min strength'),
          control: number(l10n.t('1 (slightly better) to 3 (much better)')),
        },
        { field: 'maxSimilarity', label: l10n.t('Max similarity'), control: number('0.9') },
        { field: 'maxLengthRatio', label: l10n.t('Max length ratio'), control: number('3') },
        {
          field: 'listSize',
          label: l10n.t('Responses per list'),
          about:
            own.listSize === undefined
              ? l10n.t('If empty, the number that most items have.')
              : l10n.t('Default: {0}.', own.listSize),
          control: number('4'),
        },
        {
          field: 'ties',
          label: l10n.t('Include all responses tied for best'),
          control: { kind: 'check', value: 'all' },
        },
        {
          field: 'context',
          label: l10n.t('Context'),
          about: l10n.t(
            'The context of the item and the context that it was judged under. If it is not exported, judgments under a context are not exported either.',
          ),
          control: byFormat(own.context, places),
        },
        {
          field: 'evidence',
          label: l10n.t('Evidence'),
          about: l10n.t('The passages that annotators saw with the prompt.'),
          control: byFormat(own.evidence, places),
        },
        {
          field: 'media',
          label: l10n.t('Images, audio and video'),
          about: l10n.t('Items with media that the format does not support are dropped.'),
          control: {
            kind: 'choice',
            options: [
              ['', l10n.t('Original paths (copied if you use pseudonyms)')],
              ['path', l10n.t('Original paths')],
              ['copy', l10n.t('Copied to the export folder')],
              ['link', l10n.t('Links in the export folder')],
              ['none', l10n.t('Not exported')],
            ],
          },
        },
        {
          field: 'steps',
          label: l10n.t('Only steps up to the first wrong one'),
          control: { kind: 'check', value: 'first-error' },
        },
        { field: 'neutral', label: l10n.t('Neutral steps'), control: byFormat(own.neutral, stepMeanings) },
        {
          field: 'unnecessary',
          label: l10n.t('Correct but unnecessary steps'),
          control: byFormat(own.unnecessary, stepMeanings),
        },
        {
          field: 'attributes',
          label: l10n.t('Attributes and their aspects'),
          about: l10n.t('If empty, each attribute uses the aspect with the same name.'),
          control: text('helpfulness=useful'),
        },
        {
          field: 'negative',
          label: l10n.t('Negative weights'),
          control: byFormat(own.negative, [
            ['fault', l10n.t('The text describes the fault')],
            ['avoidance', l10n.t('The text describes a response without the fault')],
          ]),
        },
        {
          field: 'items',
          label: l10n.t('Include items without judgments'),
          about: l10n.t('Their rows are made from the criteria that are active for them.'),
          control: { kind: 'check', value: 'all' },
        },
        {
          field: 'bare',
          label: l10n.t('Include judgments without a context'),
          control: { kind: 'check', value: 'yes' },
        },
        {
          field: 'noise',
          label: l10n.t('Likely wrong pairs'),
          control: {
            kind: 'choice',
            options: [
              ['', l10n.t('Not changed')],
              ['filter', l10n.t('Dropped (noted in dataset card)')],
              ['flip', l10n.t('Swapped (noted in dataset card)')],
              ...(isSoft ? [['smooth', l10n.t('Soft labels (noted in dataset card)')] as const] : []),
            ],
          },
        },
      ],
    },
    {
      id: 'judgements',
      title: l10n.t('Judgments to export'),
      fields: [
        {
          field: 'annotators',
          label: l10n.t('Annotators'),
          about: l10n.t('If none is selected, all are exported.'),
          control: { kind: 'names', options: same(known.annotators), example: 'ana, ben' },
        },
        { field: 'groups', label: l10n.t('Groups'), control: text(l10n.t('medicine, law')) },
        {
          field: 'origins',
          label: l10n.t('Judged by'),
          about: l10n.t(
            'If none is selected, judgments by people are exported. Judgments by models are exported only if no person judged anything, or if you select annotators above.',
          ),
          control: {
            kind: 'names',
            options: [
              ['human', l10n.t('People in Tiebreak')],
              ['imported', l10n.t('People (labels imported with the data)')],
              ['model', l10n.t('Models')],
            ],
            example: '',
          },
        },
        { field: 'minConfidence', label: l10n.t('Min confidence'), control: number(l10n.t('0 to 1')) },
        { field: 'rounds', label: l10n.t('Rounds'), control: text('1, 2') },
        { field: 'rubrics', label: l10n.t('Rubric versions'), control: text('helpfulness=2') },
        { field: 'guidelines', label: l10n.t('Guideline versions'), control: text() },
        {
          field: 'adjudicated',
          label: l10n.t('Judgments of adjudicators'),
          control: {
            kind: 'choice',
            options: [
              ['', l10n.t('Left out')],
              ['use', l10n.t('In place of those of annotators')],
              ['only', l10n.t('Only these')],
            ],
          },
        },
        {
          field: 'controls',
          label: l10n.t('Include judgments of control items'),
          control: { kind: 'check', value: 'keep' },
        },
        {
          field: 'stale',
          label: l10n.t('Include judgments of items that changed later'),
          control: { kind: 'check', value: 'keep' },
        },
        { field: 'pseudonyms', label: l10n.t('Pseudonyms for annotators, with this salt'), control: text() },
      ],
    },
    {
      id: 'items',
      title: l10n.t('Items to export'),
      fields: [
        {
          field: 'withFlags',
          label: l10n.t('Flagged as'),
          control: { kind: 'names', options: same(known.flags), example: 'refusal' },
        },
        {
          field: 'withoutFlags',
          label: l10n.t('Not flagged as'),
          control: { kind: 'names', options: same(known.flags), example: 'unsafe' },
        },
        { field: 'where', label: l10n.t('Metadata values'), control: text('domain=law, domain=tax') },
        { field: 'languages', label: l10n.t('Languages'), control: text('en, de') },
        {
          field: 'nearDuplicates',
          label: l10n.t('Max prompt similarity'),
          about: l10n.t('If prompts are this similar or more, only the first one is exported.'),
          control: number('0.8'),
        },
        {
          field: 'contamination',
          label: l10n.t('Benchmark files'),
          about: l10n.t('Items whose prompts overlap with these files are dropped.'),
          control: text('benchmark.jsonl'),
        },
        {
          field: 'overlap',
          label: l10n.t('Max overlap (share of words)'),
          control: number('0.5'),
          under: 'contamination',
        },
        { field: 'gram', label: l10n.t('N-gram size (words)'), control: number('8'), under: 'contamination' },
      ],
    },
    {
      id: 'several',
      title: l10n.t('Multiple annotators'),
      fields: [
        {
          field: 'aggregate',
          label: l10n.t('Aggregation method'),
          control: {
            kind: 'choice',
            options: [
              ['', l10n.t('None (annotators are kept separate)')],
              ['majority', l10n.t('Majority vote per pair')],
              ['borda', 'Borda'],
              ['bradley-terry', 'Bradley-Terry'],
              ['plackett-luce', 'Plackett-Luce'],
              ['ranked-pairs', l10n.t('Ranked pairs (Tideman)')],
              ['dawid-skene', 'Dawid-Skene'],
            ],
          },
        },
        { field: 'minAnnotators', label: l10n.t('Min annotators'), control: number('2') },
        {
          field: 'minAgreement',
          label: l10n.t('Min agreement'),
          about: l10n.t('The share of votes that agree with the majority.'),
          control: number('0.7'),
        },
      ],
    },
    {
      id: 'split',
      title: l10n.t('Split'),
      fields: [
        {
          field: 'split',
          label: l10n.t('Split sizes'),
          about: l10n.t('The same prompt is always in the same split.'),
          control: text('train=0.9, test=0.1'),
        },
        { field: 'seed', label: l10n.t('Seed'), control: number('0'), under: 'split' },
        { field: 'stratify', label: l10n.t('Stratify by field'), control: text('domain'), under: 'split' },
        {
          field: 'groupBy',
          label: l10n.t('Keep similar prompts in one split'),
          control: { kind: 'check', value: 'near-duplicates' },
          under: 'split',
        },
      ],
    },
  ];
}

/** The kinds of data files as they are chosen; none for the format's own. */
export function fileField(files: readonly string[]): Field {
  const names: Readonly<Record<string, string>> = { jsonl: 'JSONL', json: 'JSON', parquet: 'Parquet' };
  const [own = '', ...others] = files;
  return {
    field: 'file',
    label: l10n.t('File'),
    control: {
      kind: 'choice',
      options: [['', names[own] ?? own], ...others.map((each) => [each, names[each] ?? each] as const)],
    },
  };
}

/** What formats of a family are for. */
export function familyName(family: string): string {
  const names: Readonly<Record<string, string>> = {
    pairs: l10n.t('Pairs (DPO and similar)'),
    reward: l10n.t('Reward models'),
    labels: l10n.t('Good/bad labels (KTO)'),
    lists: l10n.t('Lists'),
    steps: l10n.t('Steps'),
    rubrics: l10n.t('Rubrics'),
    attributes: l10n.t('Attributes'),
    judges: l10n.t('Judges and critiques'),
    texts: l10n.t('Supervised fine-tuning (SFT)'),
    spans: l10n.t('Spans'),
    votes: l10n.t('Votes'),
    tables: l10n.t('Judgment tables'),
  };
  return names[family] ?? family;
}
