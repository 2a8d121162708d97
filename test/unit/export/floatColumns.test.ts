import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { exportFormatNamed, exportFormats } from '../../../src/core/export';
import type { ExportFormat, ExportOptions } from '../../../src/core/export/format';
import { indentedJson } from '../../../src/core/export/rows/floatColumns';
import { validateExport } from '../../../src/core/export/validate';
import { writtenFloats } from '../../../src/core/export/validation/writtenFloats';
import { previewExport, writeExport } from '../../../src/core/export/write';
import { scaleNames, scales, valuesOf } from '../../../src/core/model/annotation/fields/scales';
import type { Study } from '../../../src/core/study/study';
import { shownRow } from '../../../src/host/export/exportDraft';
import { root } from '../made/bundle';
import { temporaryFolder } from '../made/temporaryFolder';
import { opened } from '../made/study';

const pair = ['margin', 'weight', 'soft_label'];
const [wholeScales, realScales] = [true, false].map((isWhole) =>
  scaleNames.filter((name) => valuesOf(scales[name]).every(Number.isInteger) === isWhole),
) as [string[], string[]];

/**
 * Every place of a row at which the rules of its format let a number stand: real, and so written with a fraction, or
 * whole. Not real either is what a reader puts into words as it stands: HealthBench's grader is shown "[5] …"
 * (healthbench_eval.py, RubricItem.__str__), and Trinity-RFT's judge "(weight: 5)" (rubric_judge_workflow).
 */
const numbers: Readonly<
  Record<
    string,
    { readonly real?: readonly string[]; readonly whole?: readonly string[]; readonly inWords?: readonly string[] }
  >
> = {
  'trl-dpo': { real: pair },
  'trl-dpo-text': { real: pair },
  'full-conversations': { real: pair },
  'openai-preference': {
    whole: ['input.messages[].weight', 'preferred_output[].weight', 'non_preferred_output[].weight'],
  },
  'together-preference': {
    whole: ['input.messages[].weight', 'preferred_output[].weight', 'non_preferred_output[].weight'],
  },
  'ms-swift': { real: ['margin'] },
  'ms-swift-conversations': { real: ['margin'] },
  'nemo-rl': { whole: ['completions[].rank'] },
  'nemo-aligner-dpo': { real: ['chosen_reward', 'rejected_reward'] },
  halos: { real: ['reward_A', 'reward_B'], whole: ['prompt_id', 'label'] },
  'trl-reward': { real: pair },
  'trl-reward-text': { real: pair },
  'halos-kto': { real: ['reward'], whole: ['prompt_id', 'label'] },
  nectar: { whole: ['answers[].rank', 'turns', 'num_responses'] },
  rrhf: { real: ['scores[]'] },
  lipo: { real: ['overall_scores[]'] },
  pro: { real: ['reward[]'], whole: ['sft_index'] },
  rewardbench2: { whole: ['num_correct', 'total_completions'] },
  'halos-grpo': { real: ['reward'], whole: ['prompt_id', 'label'] },
  'nemo-gym-rollouts': {
    real: ['reward'],
    whole: ['response.created_at', '_ng_task_index', '_ng_rollout_index'],
  },
  // True or false, as they are written; others' files have 0 and 1.
  'trl-kto': { whole: ['label'] },
  'trl-kto-text': { whole: ['label'] },
  'trl-prm': { whole: ['labels[]'] },
  helpsteer2: { whole: ['helpfulness', 'correctness', 'coherence', 'complexity', 'verbosity'] },
  'nemo-aligner-regression': { real: ['label[]'] },
  armorm: { real: ['*'] },
  ultrafeedback: { real: ['completions[].overall_score', 'completions[].fine-grained_score'] },
  'ms-swift-regression': { real: ['label[]'] },
  refinements: { real: ['score'] },
  'refinement-pairs': { real: pair },
  'call-pairs': { real: pair },
  'fg-rlhf': {
    whole: [
      'feedback.errors[].start',
      'feedback.errors[].end',
      'feedback.missing-info[].passage_id',
      'feedback.missing-info[].sentence_id[]',
      'preference[]',
    ],
  },
  spans: { real: ['severity'], whole: ['start', 'end'] },
  arena: { real: ['tstamp'], whole: ['turn'] },
  annotators: { real: ['strength', 'duration', ...realScales], whole: ['repeat', 'turn', 'round', ...wholeScales] },
  'annotators-judgements': {
    real: ['duration', 'served_value', ...realScales],
    whole: ['repeat', 'turn', 'round', 'question_version', 'rubrics[].version', 'seed', ...wholeScales],
  },
  'annotators-responses': { whole: ['repeat', 'turn', 'round', 'place', 'rank'] },
  'annotators-ratings': { real: ['value'], whole: ['repeat', 'turn', 'round'] },
  'annotators-verdicts': { whole: ['repeat', 'turn', 'round'] },
  'annotators-steps': { whole: ['repeat', 'turn', 'round', 'step', 'start', 'end'] },
  'annotators-run-steps': { real: ['severity'], whole: ['repeat', 'turn', 'round', 'at', 'label'] },
  'annotators-calls': { whole: ['repeat', 'turn', 'round', 'at'] },
  'annotators-diff-comments': { real: ['severity'], whole: ['repeat', 'turn', 'round', 'first', 'last'] },
  'annotators-takeovers': { whole: ['repeat', 'turn', 'round', 'at', 'files'] },
  'annotators-critiques': { whole: ['repeat', 'turn', 'round', 'made_of[]'] },
  'annotators-spans': {
    real: ['severity'],
    whole: ['repeat', 'turn', 'round', 'start', 'end', 'about_start', 'about_end'],
  },
  'annotators-missing': { whole: ['repeat', 'turn', 'round', 'sentences[]'] },
  'annotators-meta-critiques': { whole: ['repeat', 'turn', 'round', 'seed', 'number', 'rank'] },
  'annotators-refinements': { whole: ['repeat', 'turn', 'round', 'edit', 'of_edit', 'rule_version'] },
  'annotators-demonstrations': { whole: ['repeat', 'turn', 'round', 'demonstration', 'media[].at', 'message'] },
  'annotators-rules': { whole: ['repeat', 'turn', 'round', 'rule_version'] },
  'annotators-flags': { whole: ['repeat', 'turn', 'round'] },
  'annotators-evidence': { whole: ['repeat', 'turn', 'round'] },
  'annotators-checks': {
    real: ['seconds'],
    whole: ['repeat', 'turn', 'round', 'exit', 'passed', 'failed', 'error', 'skipped'],
  },
  'annotators-verifiers': { real: ['score'], whole: ['repeat', 'turn', 'round'] },
  'helpsteer2-preference': {
    whole: [
      'preference_strength',
      'three_most_similar_preferences[].strength',
      'all_preferences_unprocessed[].strength',
    ],
  },
  'helpsteer3-preference': { whole: ['overall_preference', 'individual_preference[].score'] },
  'context-pairs': { real: pair },
  'rule-pairs': { whole: ['version'] },
  'rule-keep': { whole: ['version'] },
  'oumi-rubrics': { real: ['rubrics[].weight'] },
  healthbench: { inWords: ['rubrics[].points'] },
  rar: { whole: ['rubric_count'], inWords: ['rubric[].weight'] },
  verifiers: { real: ['rubric[].weight'] },
  'nemo-gym': { real: ['rubric[].weight'] },
  grpo: { real: ['rubric[].weight'] },
  'auto-j': { whole: ['label'] },
  verdicts: { real: ['worth', 'weight'], whole: ['rubric_version'] },
};

/** What of a JSON schema says where numbers may stand. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

function placesIn(
  { type, anyOf = [], allOf = [], items, prefixItems = [], properties = {}, additionalProperties }: Schema,
  path = '',
): string[] {
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const others = typeof additionalProperties === 'object' ? placesIn(additionalProperties, below('*')) : [];
  const elements = [...(items ? [items] : []), ...prefixItems].flatMap((each) => placesIn(each, `${path}[]`));
  const own = [type].flat().some((each) => each === 'number' || each === 'integer') ? [path] : [];
  return [
    ...own,
    ...[...anyOf, ...allOf].flatMap((each) => placesIn(each, path)),
    ...elements,
    ...Object.entries(properties).flatMap(([name, each]) => placesIn(each, below(name))),
    ...others,
  ];
}

describe('numbers of every format', () => {
  it.each(exportFormats.map((format) => [format.name, format] as const))(
    'of %s are real or whole, each by its name',
    (name, { rules, reals = [] }) => {
      const { real = [], whole = [], inWords = [] } = numbers[name] ?? {};
      const places = new Set(placesIn(z.toJSONSchema(rules.row, { unrepresentable: 'any', io: 'input' }) as Schema));
      expect([...places].sort()).toEqual([...real, ...whole, ...inWords].sort());
      expect(reals.filter((place) => places.has(place)).sort()).toEqual([...real].sort());
    },
  );

  it('are those of formats that there are', () => {
    expect(Object.keys(numbers).filter((name) => !exportFormatNamed(name))).toEqual([]);
  });
});

const studies: Study[] = [];
const home = mkdtempSync(join(tmpdir(), 'tiebreak-test-'));
beforeAll(async () => {
  for (const name of ['rubrics', 'ratings', 'conversations', 'tables']) {
    const folder = join(home, name);
    cpSync(join(root, 'test/golden', name), folder, { recursive: true });
    studies.push(await opened(join(folder, 'study.tiebreak')));
  }
});
afterAll(async () => {
  for (const study of studies) await study.close();
  rmSync(home, { recursive: true, force: true });
});

/** With all columns that pairs may have beside their texts. */
const asked = ({ takes }: ExportFormat): Partial<ExportOptions> => ({
  ...(takes.includes('margin') && { margin: 'rank-or-strength' as const }),
  ...(takes.includes('weight') && { weight: 'list' as const }),
  ...(takes.includes('softLabel') && { softLabel: true as const }),
  ...(takes.includes('listSize') && { listSize: 4 }),
});

/** The places of whole numbers in a row. */
function wholeIn(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isInteger(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((each) => wholeIn(each, `${path}[]`));
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) => wholeIn(each, path === '' ? name : `${path}.${name}`))
    : [];
}

it('whole numbers are written with a fraction where they are real, and nowhere else, in the rows of every format and in what is shown of them', async () => {
  const written = new Set<string>();
  for (const format of exportFormats) {
    const { real = [] } = numbers[format.name] ?? {};
    const isReal = (place: string): boolean => real.includes(place) || (real.includes('*') && !/[.[]/.test(place));
    for (const study of studies) {
      const { rows } = await previewExport(study, { format, ...asked(format) }, Infinity);
      for (const { json } of rows) {
        const expected = [...new Set(wholeIn(JSON.parse(json)).filter(isReal))].sort();
        for (const text of [json, shownRow(json, [], format.reals)])
          expect([...writtenFloats(text)].sort(), format.name).toEqual(expected);
        if (expected.length > 0) written.add(format.name);
      }
    }
  }
  expect([...written].sort()).toEqual(
    Object.keys(numbers)
      .filter((name) => numbers[name]?.real && name !== 'refinements')
      .sort(),
  );
});

/** The types of a Parquet file's numbers by column, or by the field within one. */
async function typesOf(path: string): Promise<Readonly<Record<string, string | undefined>>> {
  const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  return Object.fromEntries(
    schema.flatMap(({ name, type }) =>
      type === 'DOUBLE' || type === 'INT64' || type === 'BYTE_ARRAY' ? [[name, type]] : [],
    ),
  );
}

const [rubrics, ratings, conversations] = [0, 1, 2];

it.each<[number, string, Partial<ExportOptions>, Readonly<Record<string, string>>, string]>([
  [
    conversations,
    'trl-dpo',
    { margin: 'rank-or-strength', weight: 'list' },
    { margin: 'DOUBLE', weight: 'DOUBLE', role: 'BYTE_ARRAY' },
    '    - name: margin\n      dtype: float64\n    - name: weight\n      dtype: float64\n',
  ],
  [rubrics, 'grpo', {}, { weight: 'DOUBLE' }, '        - name: weight\n          dtype: float64\n'],
  [
    rubrics,
    'rar',
    {},
    { weight: 'INT64', rubric_count: 'INT64' },
    '        - name: weight\n          dtype: int64\n    - name: rubric_count\n      dtype: int64\n',
  ],
  [
    rubrics,
    'verdicts',
    {},
    { worth: 'DOUBLE', weight: 'DOUBLE', rubric_version: 'INT64' },
    '    - name: rubric_version\n      dtype: int64\n',
  ],
  [rubrics, 'refinements', {}, { score: 'DOUBLE' }, '    - name: score\n      dtype: float64\n'],
  [
    rubrics,
    'annotators',
    {},
    { strength: 'DOUBLE', duration: 'DOUBLE', confidence: 'DOUBLE', round: 'INT64' },
    '    - name: confidence\n      dtype: float64\n',
  ],
  [
    ratings,
    'helpsteer2',
    {},
    { helpfulness: 'INT64', verbosity: 'INT64' },
    '    - name: helpfulness\n      dtype: int64\n',
  ],
  // Of HelpSteer's nineteen in ArmoRM most were rated in no row.
  [
    ratings,
    'armorm',
    {},
    { 'helpsteer-helpfulness': 'DOUBLE', 'beavertails-is_safe': 'DOUBLE' },
    '    - name: beavertails-is_safe\n      dtype: float64\n',
  ],
])(
  'study %i in %s says the types of its columns, whatever values they hold: in Parquet, and in the card',
  async (study, name, options, types, features) => {
    const format = exportFormatNamed(name)!;
    const given = name === 'armorm' ? { ...options, attributes: { 'helpsteer-helpfulness': 'helpfulness' } } : options;
    const parquet = await writeExport(
      studies[study]!,
      { format, ...given, file: 'parquet' },
      join(temporaryFolder(), 'parquet'),
    );
    expect(await typesOf(parquet.files[0]!)).toMatchObject(types);
    const out = join(temporaryFolder(), 'jsonl');
    await writeExport(studies[study]!, { format, ...given }, out);
    expect(readFileSync(join(out, 'README.md'), 'utf8')).toContain(features);
  },
);

it('a file whose first 10 MB hold margins that are whole, and fractions behind them, is what HF datasets takes, unless these are written without a fraction', async () => {
  const row = (margin: string): string =>
    `{"prompt":"${'x'.repeat(1 << 20)}","chosen":"a","rejected":"b","margin":${margin}}\n`;
  const told = async (whole: string): Promise<string[]> => {
    const path = join(temporaryFolder(), 'train.jsonl');
    writeFileSync(path, `${row(whole).repeat(11)}${row('0.5')}`);
    return (await validateExport(path, 'trl-reward-text')).problems.map(({ message }) => message);
  };
  expect(await told('1.0')).toEqual([]);
  expect(await told('1')).toEqual([
    expect.stringContaining('“margin” is not a whole number here, but is in the first 10 MB') as string,
  ]);
});

it('what is shown of a row is laid out as JSON.stringify does it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      expect(indentedJson(value, undefined)).toBe(JSON.stringify(value, undefined, 2));
    }),
  );
});
