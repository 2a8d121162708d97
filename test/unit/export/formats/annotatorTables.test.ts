import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { critiquesIn } from '../../../../src/core/desk/othersCritiques/critique';
import { exportFormats } from '../../../../src/core/export';
import { annotatorTables } from '../../../../src/core/export/formats/tables';
import { previewExport } from '../../../../src/core/export/write';
import { annotationSchema, type Annotation, type Judgement } from '../../../../src/core/model/annotation/annotation';
import type { CheckEvidence } from '../../../../src/core/model/annotation/checkEvidence';
import { importLabels } from '../../../../src/core/import/importLabels';
import type { Study } from '../../../../src/core/study/study';
import { temporaryFile, temporaryFolder } from '../../made/temporaryFolder';
import { annotation, idOf } from '../../made/journalLines';
import { scaleValues } from '../../made/scaleValues';
import { itemsOf, judge, studyOf } from '../../made/study';
import { exported, faults, itemOf, readAgain, takenFor } from './formatFixtures';

/**
 * The tables of judgements hold everything that a line of a journal says. The schema of lines is walked, so that a
 * field that is added leaves in a table too.
 */

/** What no table holds, and why. */
const constants: Readonly<Record<string, string>> = {
  v: 'the version of the form of lines',
  type: 'tells annotations from retractions, which are not exported',
  offsets: 'offsets are exported in code points, whatever the line counts',
  'judgement.critiques.[].spans.[].lost': 'told by the text as it is now',
  'judgement.steps.[].lost': 'told by the text as it is now',
  'judgement.runSteps.[].lost': 'told by the run as it is now',
  'judgement.calls.[].lost': 'told by the run as it is now',
};

type Path = readonly string[];
type Schema = z.core.$ZodType;

/**
 * The paths of all values that a schema holds: `[]` stands for the elements of a list, `{key}` and `{}` for the keys
 * and values of a record.
 */
function leaves(schema: Schema, path: Path = []): Path[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, field]) => leaves(field, [...path, name]));
  if (def.type === 'array') return leaves(def.element, [...path, '[]']);
  if (def.type === 'tuple') return def.items.flatMap((item) => leaves(item, [...path, '[]']));
  if (def.type === 'optional' || def.type === 'nullable') return leaves(def.innerType, path);
  if (def.type === 'union') return def.options.flatMap((option) => leaves(option, path));
  if (def.type === 'record') return [[...path, '{key}'], ...leaves(def.valueType, [...path, '{}'])];
  if (['string', 'number', 'boolean', 'enum', 'literal', 'null', 'unknown'].includes(def.type)) return [path];
  throw new Error(`how a schema of type "${def.type}" is walked is not said here: ${path.join('.')}`);
}

const paths = [...new Map(leaves(annotationSchema).map((path) => [path.join('.'), path])).values()].filter(
  (path) => !(path.join('.') in constants),
);

interface Found {
  readonly value: unknown;
  /** The whole with another value in its place. */
  readonly altered: unknown;
}

/** The values at a path, each with the whole in which another stands there. */
function valuesAt(holder: unknown, [step, ...rest]: Path): Found[] {
  if (step === undefined)
    return holder === null || typeof holder === 'object' ? [] : [{ value: holder, altered: another(holder) }];
  if (typeof holder !== 'object' || holder === null) return [];
  if (step === '{key}')
    return Object.keys(holder).map((key) => ({
      value: key,
      altered: Object.fromEntries(
        Object.entries(holder).map(([name, value]) => [name === key ? `${name}?` : name, value]),
      ),
    }));
  const entries = Array.isArray(holder)
    ? step === '[]'
      ? Object.entries(holder)
      : []
    : step === '{}'
      ? Object.entries(holder)
      : Object.entries(holder).filter(([name]) => name === step);
  return entries.flatMap(([name, value]) =>
    valuesAt(value, rest).map((found) => ({
      value: found.value,
      altered: Array.isArray(holder) ? holder.with(Number(name), found.altered) : { ...holder, [name]: found.altered },
    })),
  );
}

const another = (value: unknown): unknown =>
  typeof value === 'string' ? `${value}?` : typeof value === 'number' ? value + 1 : value !== true;

/** A value as a cell of a table may hold it: itself, or within JSON. */
const cellsIn = (value: unknown): unknown[] =>
  Array.isArray(value)
    ? value.flatMap(cellsIn)
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(cellsIn)
      : [value];

const item = itemOf(['First one.', 'Second one.'], { evidence: [{ id: 'passage-1', text: 'A passage.' }] });
const shown = ['a', 'b', 'edit-1'];

const said: Judgement = {
  acceptable: { a: true, b: false },
  ratings: [{ response: 'a', aspect: 'aspect-1', value: 71, note: 'note of a rating' }],
  verdicts: [
    { response: 'a', criterion: 'criterion-1', value: true, note: 'note of a verdict' },
    { response: 'b', criterion: 'criterion-1', value: 72 },
    { response: 'a', criterion: 'criterion-2', value: 'category-1' },
  ],
  winners: [
    { criterion: 'criterion-3', responses: ['b'] },
    { criterion: 'criterion-2', responses: ['a'] },
  ],
  critiques: [
    {
      response: 'a',
      text: 'text of a critique',
      strengths: 'its strengths',
      weaknesses: 'its weaknesses',
      suggestion: 'its suggestion',
      step: 'key of its step',
      spans: [
        {
          start: 101,
          end: 102,
          quote: 'Third',
          type: 'type of a span',
          polarity: 'negative',
          severity: 73,
          note: 'note of a span',
          about: { start: 103, end: 104, quote: 'a quote about it' },
          lost: true,
        },
      ],
      missing: [
        {
          type: 'type of what is missing',
          note: 'note of what is missing',
          evidence: 'passage-2',
          sentences: [105, 106],
        },
        { note: 'missing without a passage' },
      ],
    },
  ],
};
const ranking = { tiers: [['edit-1'], ['a', 'b']] };
const critiqueHash = critiquesIn(annotation(1, { judgement: { ...said, ranking } }), item)[0]?.hash ?? '';

const common: Judgement = {
  ...said,
  metaCritiques: [
    {
      response: 'a',
      seed: 107,
      critiques: [
        {
          annotation: idOf(91),
          hash: critiqueHash,
          accepted: true,
          soundness: 'flawed',
          agrees: false,
          lost: true,
        },
        { annotation: idOf(92), hash: 'another hash' },
      ],
      ranking: { tiers: [[1], [0]] },
      texts: [
        {
          of: [1],
          text: 'a merged text',
          strengths: 'merged strengths',
          weaknesses: 'merged weaknesses',
          suggestion: 'merged suggestion',
        },
      ],
    },
  ],
  steps: [
    {
      response: 'a',
      start: 109,
      end: 110,
      quote: 'Third',
      label: 'unnecessary',
      type: 'type of a step',
      note: 'note of a step',
      lost: true,
    },
  ],
  runSteps: [
    {
      response: 'a',
      step: 'key of a step',
      at: 127,
      inner: 'helper',
      quote: 'line of a step',
      label: -1,
      firstError: true,
      category: 'category of a step',
      severity: 2.75,
      fault: 'environment',
      note: 'note of a step of a run',
      lost: true,
    },
  ],
  calls: [
    {
      response: 'a',
      step: 'key of a call',
      at: 128,
      tool: 'tool of a call',
      path: '/argument',
      verdict: 'wrong-value',
      corrected: 129,
      lost: true,
    },
  ],
  diffComments: [
    {
      response: 'b',
      file: 'file of a comment',
      side: 'patched',
      lines: [130, 131],
      type: 'type of a comment',
      severity: 132,
      note: 'a comment on code',
    },
  ],
  takeovers: [
    {
      response: 'b',
      step: 'step of a takeover',
      at: 133,
      patch: 'diff --git a/x b/x\n',
      leftOut: ['a file left out'],
      text: 'a final answer',
    },
  ],
  rationale: 'a rationale',
  because: ['criterion-4'],
  refinements: [
    {
      response: 'a',
      text: 'an edited text',
      round: 111,
      of: 112,
      ofHash: 'a1b2c3d4e5f60718',
      id: 'edit-1',
      rule: { id: 'rule-1', version: 113 },
    },
  ],
  rules: [{ rule: 'rule-2', version: 114, scope: 'near' }],
  demonstrations: [
    {
      turns: [
        {
          role: 'assistant',
          content: 'a written answer',
          media: [{ kind: 'image', source: 'image-1.png', at: 9, marker: '<image>' }],
          toolCalls: [
            { id: 'call-1', name: 'tool-1', arguments: { size: 115 } },
            { id: 'call-2', name: 'tool-2', arguments: 'no JSON' },
          ],
        },
        { role: 'tool', content: 'an answer of a tool', toolName: 'tool-3', toolCallId: 'call-3' },
      ],
    },
  ],
  flags: [{ flag: 'flag-1', response: 'b' }, { flag: 'flag-2' }],
  supports: [{ response: 'a', passage: 'passage-1' }],
  skip: { reason: 'a reason to skip' },
  ...scaleValues,
  clarification: 'a clarifying question',
};

const tested = (of: string, changes: Partial<CheckEvidence> = {}): CheckEvidence => ({
  command: createHash('sha256').update(`command on ${of}`).digest('hex'),
  sandbox: 'podman',
  image: `image for ${of}`,
  tree: createHash('sha256').update(of).digest('hex'),
  ended: 'exit',
  exit: 133,
  seconds: 134.5,
  statuses: { [`test on ${of}`]: 'passed', [`another test on ${of}`]: 'error' },
  tail: `output on ${of}`,
  ...changes,
});

const line = (n: number, changes: Partial<Annotation>): Annotation => ({
  v: 1,
  type: 'annotation',
  id: idOf(n),
  annotator: `annotator-${n}`,
  group: `group-${n}`,
  time: '2026-11-21T08:00:00.000Z',
  item: item.id,
  hash: 'hash of the item',
  context: 'a context',
  repeat: 116,
  role: 'adjudicator',
  turn: 117,
  mode: 'steps',
  duration: 118,
  origin: { kind: 'imported', from: 'a layout', by: 'a judge' },
  round: 119,
  served: { why: 'thin', value: 126.5 },
  question: { version: 120 },
  guidelines: { version: 'guidelines-1' },
  rubrics: [{ id: 'rubric-1', version: 121 }],
  texts: { rubrics: { 'rubric-1@121': 'hash of a rubric' }, rules: { 'rule-1@113': 'hash of a rule' } },
  shown,
  seed: 122,
  views: { b: 'source' },
  offsets: 'code-points',
  suggestion: {
    by: 'a suggesting model',
    judgement: {
      ranking: { tiers: [['b'], ['a']] },
      comparisons: [{ a: 'a', b: 'b', outcome: 'b', strength: 1.25, criterion: 'criterion-6' }],
      acceptable: { a: false },
      ratings: [{ response: 'a', aspect: 'aspect-6', value: 126, note: 'note of a label' }],
    },
  },
  checks: {
    base: tested('base', { flaky: ['test of the base'], settings: ['settings of the base'], unapplied: ['no patch'] }),
    responses: [
      {
        response: 'a',
        ...tested('first response', {
          sandbox: 'none',
          flaky: ['a flaky test'],
          settings: ['a file'],
          unapplied: ['another file'],
        }),
      },
      { response: 'b', ...tested('second response', { ended: 'timeout' }) },
    ],
    verdictBefore: {
      ranking: { tiers: [['edit-1'], ['b']] },
      comparisons: [{ a: 'b', b: 'a', outcome: 'tie', strength: 2.25, criterion: 'criterion-7' }],
      acceptable: { b: true },
      ratings: [{ response: 'b', aspect: 'aspect-7', value: 136, note: 'note before the tests' }],
    },
  },
  judgement: { ...common, ranking },
  ...changes,
});

/** All that a line can say; a ranking and comparisons never stand in one. */
const lines = [
  line(1, {}),
  line(2, {
    origin: { kind: 'model', name: 'a model' },
    judgement: {
      ...common,
      comparisons: [{ a: 'a', b: 'b', outcome: 'too-close', strength: 2.5, criterion: 'criterion-5' }],
    },
  }),
];

const rowsOf = (annotations: readonly Annotation[]): Record<string, readonly unknown[]> =>
  Object.fromEntries(annotatorTables.map(({ name }) => [name, exported(name, item, annotations).rows]));

describe('the tables of judgements', () => {
  const rows = rowsOf(lines);
  const cells = new Set(Object.values(rows).flatMap(cellsIn));
  const before = JSON.stringify(rows);

  it('are of lines as journals have them', () => {
    for (const each of lines) expect(annotationSchema.safeParse(each).error?.issues).toBeUndefined();
  });

  it.each(paths.map((path) => [path.join('.'), path] as const))('hold %s', (_, path) => {
    const found = lines.flatMap((each, i) =>
      valuesAt(each, path).map(({ value, altered }) => ({ value, lines: lines.with(i, altered as Annotation) })),
    );
    expect(found, 'no value of it stands in the lines above').not.toEqual([]);
    for (const { value, lines: altered } of found) {
      if (typeof value !== 'boolean' && !['origin.kind'].includes(path.join('.')))
        expect(JSON.stringify([...cells])).toContain(JSON.stringify(value).replaceAll('"', ''));
      expect(JSON.stringify(rowsOf(altered)), `another value than ${JSON.stringify(value)} changes no row`).not.toBe(
        before,
      );
    }
  });

  it.each(annotatorTables.map(({ name }) => name).filter((name) => name !== 'annotators-verifiers'))(
    '%s is known by its columns, and nothing is wrong with it',
    async (name) => {
      const own = rows[name] ?? [];
      expect(own).not.toEqual([]);
      expect(await faults(name, ...own)).toEqual([]);
      expect(await takenFor(...own)).toBe(name);
    },
  );

  it('hold verifier results of the responses that were shown', () => {
    const tested = {
      ...item,
      responses: item.responses.map((response) => ({
        ...response,
        verifiers: [{ name: 'tests', passed: response.id === 'a', score: 0.5, detail: `of ${response.id}` }],
      })),
    };
    const one = line(1, { shown: ['a'], judgement: { rationale: 'Hm.' } });
    expect(exported('annotators-verifiers', tested, [one]).rows).toMatchObject([
      { response: 'a', verifier: 'tests', passed: true, score: 0.5, detail: 'of a' },
    ]);
  });

  it('hold results of tests on the base and on responses, with how many tests have each status', () => {
    const one = line(1, {
      checks: {
        base: tested('base', { statuses: { one: 'passed', two: 'failed', three: 'skipped' }, exit: 1, seconds: 2 }),
        responses: [{ response: 'b', ...tested('b', { ended: 'memory', exit: undefined, statuses: {}, flaky: [] }) }],
      },
      judgement: { rationale: 'Hm.' },
    });
    expect(exported('annotators-checks', item, [one, line(2, { checks: undefined })])).toMatchObject({
      rows: [
        {
          response: null,
          exit: 1,
          passed: 1,
          failed: 1,
          error: 0,
          skipped: 1,
          flaky: null,
          settings: [],
          statuses: [
            { test: 'one', status: 'passed' },
            { test: 'two', status: 'failed' },
            { test: 'three', status: 'skipped' },
          ],
        },
        { response: 'b', ended: 'memory', exit: null, passed: 0, flaky: [], statuses: [] },
      ],
      dropped: { 'nothing-of-it': 1 },
    });
  });

  it('have the text of a step, cut in code points', () => {
    const own = itemOf(['🙂 So.\nYes.']);
    const one = line(1, {
      hash: own.hash,
      shown: ['a'],
      judgement: {
        steps: [
          { response: 'a', start: 0, end: 5, label: 'neutral' },
          { response: 'a', start: 6, end: 10, label: null },
          { response: 'a', start: 6, end: 99, label: 'correct' },
        ],
      },
    });
    expect(exported('annotators-steps', own, [one]).rows).toMatchObject([
      { step: 1, text: '🙂 So.', label: 'neutral' },
      { step: 2, text: 'Yes.', label: null },
      { step: 3, text: null, label: 'correct', lost: true },
    ]);
  });

  it('give marked passages back, lost ones and what speaks of them too', async () => {
    const { layout, read } = await readAgain(rows['annotators-spans'] ?? []);
    expect(layout).toBe('spans');
    expect(read[0]?.labels[0]?.judgement.critiques).toEqual([
      { response: 'a', text: '', spans: common.critiques?.[0]?.spans },
    ]);
  });

  it('count an annotation that says nothing of the kind', () => {
    expect(exported('annotators-flags', item, [line(1, { judgement: { rationale: 'Hm.' } })])).toMatchObject({
      rows: [],
      dropped: { 'nothing-of-it': 1 },
    });
  });

  it('stand together in a family of their own', () => {
    const tables = exportFormats.filter(({ name }) => name.startsWith('annotators'));
    expect(tables.map(({ name }) => name)).toEqual(annotatorTables.map(({ name }) => name));
    expect(new Set(tables.map(({ family }) => family))).toEqual(new Set(['tables']));
  });
});

/**
 * A study of one item, judged as a whole, when it came again, by its second turn and under a context; skipped by
 * somebody else.
 */
async function judgedApart(): Promise<Study> {
  const turns = (content: string): object[] => [
    { role: 'assistant', content },
    { role: 'user', content: 'And?' },
    { role: 'assistant', content: `${content} again` },
  ];
  const study = await studyOf(temporaryFolder(), [
    {
      id: 'q0',
      prompt: 'Why?',
      responses: [
        { id: 'r1', messages: turns('So') },
        { id: 'r2', messages: turns('No') },
      ],
    },
  ]);
  const tiers = { ranking: { tiers: [['r1'], ['r2']] } };
  await judge(study, 0, tiers, { annotator: 'ana' });
  await judge(study, 0, tiers, { annotator: 'ana', repeat: 1 });
  await judge(study, 0, tiers, { annotator: 'ana', turn: 1 });
  await judge(study, 0, tiers, { annotator: 'ana', context: 'In winter.' });
  await judge(study, 0, tiers, { annotator: 'ana', role: 'adjudicator' });
  await judge(study, 0, { skip: { reason: 'harmful' } }, { annotator: 'ben' });
  return study;
}

it('turns, repeats, skips and contexts of a study are in the tables, and the annotators have their pseudonyms', async () => {
  const study = await judgedApart();
  for (const [name, count] of [
    ['annotators', 5],
    ['annotators-judgements', 6],
    ['annotators-responses', 12],
  ] as const) {
    const format = exportFormats.find((each) => each.name === name)!;
    const { rows, tally } = await previewExport(study, { format, pseudonyms: 'salt' }, Infinity);
    const values = rows.map(({ json }) => JSON.parse(json) as Record<string, unknown>);
    expect(values).toHaveLength(count);
    expect(
      new Set(
        values.map(({ repeat, turn, context, annotator_role: role }) => JSON.stringify([repeat, turn, context, role])),
      ),
    ).toEqual(
      new Set([
        '[null,null,null,null]',
        '[1,null,null,null]',
        '[null,1,null,null]',
        '[null,null,"In winter.",null]',
        '[null,null,null,"adjudicator"]',
      ]),
    );
    for (const { annotator } of values) expect(annotator).toMatch(/^annotator-[0-9a-f]{12}$/);
    expect(tally.dropped).toEqual(name === 'annotators' ? { skipped: 1 } : {});
  }
  await study.close();
});

it('judgements of turns, of items that came again and under contexts come back from the table of comparisons, each in its seat', async () => {
  const study = await judgedApart();
  const { rows } = await previewExport(study, { format: annotatorTables[0]! }, Infinity);
  const table = temporaryFile('train.jsonl', rows.map(({ json }) => `${json}\n`).join(''));
  expect(await importLabels(study, { annotator: 'again', file: table })).toMatchObject({
    labels: 5,
    written: 5,
    repeated: 0,
    problems: [],
  });
  const {
    items: [only],
  } = await itemsOf(study);
  const judgementKeys = [{}, { repeat: 1 }, { turn: 1 }, { context: 'In winter.' }, { role: 'adjudicator' as const }];
  expect(judgementKeys.map((judgementKey) => study.replay.on('again:ana', only!, judgementKey) !== undefined)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(await importLabels(study, { annotator: 'again', file: table })).toMatchObject({ written: 0, unchanged: 5 });
  await study.close();
});
