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
    ['out', l10n.t('Left out')],
  ] as const;
  const places = [
    ['user', l10n.t("In the user's turn")],
    ['system', isText ? l10n.t('Before the prompt') : l10n.t('In the system message')],
    ['none', l10n.t('Left out')],
  ] as const;
  const criteria = [...new Set([...known.criteria, ...(criterion === '' ? [] : [criterion])])];
  return [
    {
      id: 'pairs',
      title: l10n.t('Rows'),
      fields: [
        {
          field: 'criterion',
          label: l10n.t('Preferred by'),
          control: {
            kind: 'choice',
            options: [
              ['', l10n.t('The judgement as a whole')],
              ...criteria.map((name) => [name, l10n.t('Criterion: {0}', name)] as const),
            ],
          },
        },
        {
          field: 'pairs',
          label: l10n.t('Of a ranking'),
          control: byFormat(own.pairs, [
            ['all', l10n.t('All strict pairs')],
            ['neighbours', l10n.t('Neighbours')],
            ['best-rest', l10n.t('Best against the rest')],
            ['best-worst', l10n.t('Best against worst')],
            ['acceptable', l10n.t('Across the acceptability line')],
          ]),
        },
        {
          field: 'margin',
          label: l10n.t('Margin'),
          control: byFormat(own.margin, [
            ['rank-gap', l10n.t('From the gap in ranks')],
            ['strength', l10n.t('From the strength')],
            ['rank-or-strength', l10n.t('From ranks, else the strength')],
            ['rating', l10n.t('From ratings')],
            ['votes', l10n.t('From votes')],
          ]),
        },
        {
          field: 'weight',
          label: l10n.t('Weights'),
          about: l10n.t('The pairs of one ranking share a weight of 1.'),
          control: { kind: 'check', value: 'list' },
        },
        {
          field: 'softLabel',
          label: l10n.t('Soft labels'),
          about: l10n.t('The share of the votes that chose the chosen one.'),
          control: { kind: 'check', value: 'yes' },
        },
        {
          field: 'minStrength',
          label: l10n.t('Strength, at least'),
          control: number(l10n.t('1 (slightly) to 3 (much)')),
        },
        { field: 'maxSimilarity', label: l10n.t('Similarity of the two, at most'), control: number('0.9') },
        { field: 'maxLengthRatio', label: l10n.t('Times as long, at most'), control: number('3') },
        {
          field: 'listSize',
          label: l10n.t('Responses in a list'),
          about:
            own.listSize === undefined
              ? l10n.t('That of most items where nothing is said.')
              : l10n.t('{0} where nothing is said.', own.listSize),
          control: number('4'),
        },
        { field: 'ties', label: l10n.t('All that are tied for the best'), control: { kind: 'check', value: 'all' } },
        {
          field: 'context',
          label: l10n.t('Context'),
          about: l10n.t(
            'That of the item, and that which it was judged under. Left out, judgements under a context are left out too.',
          ),
          control: byFormat(own.context, places),
        },
        {
          field: 'evidence',
          label: l10n.t('Evidence'),
          about: l10n.t('The passages that annotators saw beside the prompt.'),
          control: byFormat(own.evidence, places),
        },
        {
          field: 'media',
          label: l10n.t('Images, audio and video'),
          about: l10n.t('Items whose media the format cannot carry are left out.'),
          control: {
            kind: 'choice',
            options: [
              ['', l10n.t('Named where they are; under pseudonyms, copied')],
              ['path', l10n.t('Named where they are')],
              ['copy', l10n.t('Copied into the export')],
              ['link', l10n.t('Linked into the export')],
              ['none', l10n.t('Left out')],
            ],
          },
        },
        {
          field: 'steps',
          label: l10n.t('Steps up to the first wrong one'),
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
          label: l10n.t('Aspects for attributes'),
          about: l10n.t('Those of the same name where nothing is said.'),
          control: text('helpfulness=useful'),
        },
        {
          field: 'negative',
          label: l10n.t('Negative weights'),
          control: byFormat(own.negative, [
            ['fault', l10n.t('Describe the fault')],
            ['avoidance', l10n.t('Describe its avoidance')],
          ]),
        },
        {
          field: 'items',
          label: l10n.t('Items that nobody judged too'),
          about: l10n.t('Their rows are made of the criteria in force for them.'),
          control: { kind: 'check', value: 'all' },
        },
        { field: 'bare', label: l10n.t('Under no context too'), control: { kind: 'check', value: 'yes' } },
        {
          field: 'noise',
          label: l10n.t('Likely wrong pairs'),
          control: {
            kind: 'choice',
            options: [
              ['', l10n.t('Written as they are')],
              ['filter', l10n.t('Left out (marked as a variant)')],
              ['flip', l10n.t('Turned round (marked as a variant)')],
              ...(isSoft ? [['smooth', l10n.t('Labelled softly (marked as a variant)')] as const] : []),
            ],
          },
        },
      ],
    },
    {
      id: 'judgements',
      title: l10n.t('Whose judgements'),
      fields: [
        {
          field: 'annotators',
          label: l10n.t('Annotators'),
          about: l10n.t('All where none is ticked.'),
          control: { kind: 'names', options: same(known.annotators), example: 'ana, ben' },
        },
        { field: 'groups', label: l10n.t('Groups'), control: text(l10n.t('medicine, law')) },
        {
          field: 'origins',
          label: l10n.t('Made by'),
          about: l10n.t(
            'People where none is ticked. Models only where no person judged anything, or where they are named.',
          ),
          control: {
            kind: 'names',
            options: [
              ['human', l10n.t('People at the desk')],
              ['imported', l10n.t('People whose labels came with the data')],
              ['model', l10n.t('Models')],
            ],
            example: '',
          },
        },
        { field: 'minConfidence', label: l10n.t('Confidence, at least'), control: number(l10n.t('0 to 1')) },
        { field: 'rounds', label: l10n.t('Rounds'), control: text('1, 2') },
        { field: 'rubrics', label: l10n.t('Versions of rubrics'), control: text('helpfulness=2') },
        { field: 'guidelines', label: l10n.t('Versions of the guidelines'), control: text() },
        { field: 'controls', label: l10n.t('Of control items too'), control: { kind: 'check', value: 'keep' } },
        { field: 'stale', label: l10n.t('Of items that changed since too'), control: { kind: 'check', value: 'keep' } },
        { field: 'pseudonyms', label: l10n.t('Pseudonyms, drawn with this salt'), control: text() },
      ],
    },
    {
      id: 'items',
      title: l10n.t('Which items'),
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
        { field: 'where', label: l10n.t('Values in the metadata'), control: text('domain=law, domain=tax') },
        { field: 'languages', label: l10n.t('Languages'), control: text('en, de') },
        {
          field: 'nearDuplicates',
          label: l10n.t('Prompts alike, left out from'),
          about: l10n.t('Of prompts that are so much alike only the first is written.'),
          control: number('0.8'),
        },
        {
          field: 'contamination',
          label: l10n.t('Benchmark files'),
          about: l10n.t('Items whose prompts overlap with them are left out.'),
          control: text('benchmark.jsonl'),
        },
        {
          field: 'overlap',
          label: l10n.t('Share of its words, above'),
          control: number('0.5'),
          under: 'contamination',
        },
        { field: 'gram', label: l10n.t('Words in a run'), control: number('8'), under: 'contamination' },
      ],
    },
    {
      id: 'several',
      title: l10n.t('Several annotators'),
      fields: [
        {
          field: 'aggregate',
          label: l10n.t('Made one by'),
          control: {
            kind: 'choice',
            options: [
              ['', l10n.t("Nothing: each annotator's own")],
              ['majority', l10n.t('Majority of pairs')],
              ['borda', 'Borda'],
              ['bradley-terry', 'Bradley-Terry'],
              ['plackett-luce', 'Plackett-Luce'],
              ['ranked-pairs', l10n.t('Ranked pairs (Tideman)')],
              ['dawid-skene', 'Dawid-Skene'],
            ],
          },
        },
        { field: 'minAnnotators', label: l10n.t('Annotators, at least'), control: number('2') },
        {
          field: 'minAgreement',
          label: l10n.t('Agreement, at least'),
          about: l10n.t('The share of the votes that goes with the majority.'),
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
          label: l10n.t('Shares'),
          about: l10n.t('The same prompt is always in the same split.'),
          control: text('train=0.9, test=0.1'),
        },
        { field: 'seed', label: l10n.t('Seed'), control: number('0'), under: 'split' },
        { field: 'stratify', label: l10n.t('Alike in all by the field'), control: text('domain'), under: 'split' },
        {
          field: 'groupBy',
          label: l10n.t('Prompts that are alike together'),
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
    pairs: l10n.t('Pairs (DPO and its kin)'),
    reward: l10n.t('Reward models'),
    labels: l10n.t('Good or bad (KTO)'),
    lists: l10n.t('Lists'),
    steps: l10n.t('Steps'),
    rubrics: l10n.t('Rubrics'),
    attributes: l10n.t('Attributes'),
    judges: l10n.t('Judges and critiques'),
    texts: l10n.t('Texts to imitate (SFT)'),
    spans: l10n.t('Spans'),
    votes: l10n.t('Votes'),
    tables: l10n.t('Tables of judgements'),
  };
  return names[family] ?? family;
}
