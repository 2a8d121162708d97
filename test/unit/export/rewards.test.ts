import { describe, expect, it } from 'vitest';
import { nemoGymRollouts } from '../../../src/core/export/formats/lists/nemoGymRollouts';
import { halosGrpo } from '../../../src/core/export/formats/pairs/halos';
import type { FileContext, ExportOptions } from '../../../src/core/export/format';
import { exportOptionsOf } from '../../../src/core/export/options';
import { previewExport } from '../../../src/core/export/write';
import type { Judgement } from '../../../src/core/model/annotation/annotation';
import { turnsOf } from '../../../src/core/model/item/item';
import { airlineRun, spokenRun } from '../made/airlineRuns';
import {
  answered,
  assistant,
  called,
  compared,
  exported,
  itemOf,
  judgedBy,
  ranked,
  said,
  user,
  weather,
} from '../made/formatRows';
import { judgedRuns } from '../made/judgedRuns';
import { itemsOf } from '../made/study';
import { readRuns } from '../made/readRuns';
import { jsonl, temporaryFile, temporaryFolder } from '../made/temporaryFolder';

const item = itemOf('Hi', ['A', 'B', 'C']);
const criteria = [
  { id: 'right', text: 'It is right.', weight: 4 },
  { id: 'short', text: 'It is short.', weight: 1 },
  { id: 'rude', text: 'It is rude.', weight: -2 },
];
const rated = (aspect: string, values: Readonly<Record<string, number | null>>): Judgement => ({
  ratings: Object.entries(values).map(([response, value]) => ({ response, aspect, value })),
});
const verdicts = (
  ...met: readonly (readonly [response: string, criterion: string, value: boolean | null])[]
): Judgement => ({
  verdicts: met.map(([response, criterion, value]) => ({ response, criterion, value })),
});
const scaled: FileContext = {
  tools: false,
  aspects: [{ name: 'overall', scale: { name: 'overall', min: 1, max: 5 } }, { name: 'style' }],
};

const groups = (
  judgements: readonly Judgement[],
  options: Partial<ExportOptions> = {},
  file: FileContext = scaled,
): object => {
  const { rows, dropped, notes, from } = exported(
    halosGrpo,
    [[{ ...item, criteria }, judgedBy(item, ...judgements)]],
    options,
    undefined,
    file,
  );
  return {
    rewards: rows.map(({ output, reward }) => [(output as { content: string }[])[0]?.content, reward]),
    labels: rows.map(({ label }) => label),
    of: [...new Set(from.map(({ reward }) => reward))],
    dropped,
    notes,
  };
};

describe('the rewards of a group', () => {
  it.each<[string, Judgement, (readonly [string, number])[], string, number[]]>([
    [
      'places in a ranking, the same for a tie',
      ranked('b', 'a c'),
      [
        ['A', 0],
        ['B', 1],
        ['C', 0],
      ],
      'order',
      [0, 1, 0],
    ],
    [
      'places of three',
      ranked('c', 'a', 'b'),
      [
        ['A', 0.5],
        ['B', 0],
        ['C', 1],
      ],
      'order',
      [0, 0, 1],
    ],
    [
      'places in a comparison',
      compared('a', 'c'),
      [
        ['A', 1],
        ['C', 0],
      ],
      'order',
      [1, 0],
    ],
    [
      'ratings, from 0 to 1 on a known scale',
      rated('overall', { a: 2, b: 5, c: 1 }),
      [
        ['A', 0.25],
        ['B', 1],
        ['C', 0],
      ],
      'rating',
      [0, 1, 0],
    ],
    [
      'labels',
      { acceptable: { a: true, c: false } },
      [
        ['A', 1],
        ['C', 0],
      ],
      'label',
      [1, 0],
    ],
    [
      'the score by criteria, below 0 where faults weigh more',
      verdicts(['a', 'right', true], ['a', 'rude', true], ['b', 'right', false], ['b', 'rude', true]),
      [
        ['A', 0.5],
        ['B', -0.5],
      ],
      'rubric',
      [1, 0],
    ],
    [
      'the score by those criteria on which all have a verdict',
      verdicts(['a', 'right', true], ['a', 'short', false], ['b', 'right', false], ['b', 'short', null]),
      [
        ['A', 1],
        ['B', 0],
      ],
      'rubric',
      [1, 0],
    ],
    [
      'an order before labels and verdicts',
      { ...ranked('a', 'b', 'c'), acceptable: { a: false, b: true } },
      [
        ['A', 1],
        ['B', 0.5],
        ['C', 0],
      ],
      'order',
      [1, 0, 0],
    ],
  ])('are %s', (_, judgement, rewards, of, labels) => {
    expect(groups([judgement])).toEqual({
      rewards,
      labels,
      of: [of],
      dropped: {},
      notes: { [`reward-of-${of}`]: rewards.length },
    });
  });

  it('are ratings as they are where nobody knows their scale, and those of the aspect that is called reward', () => {
    const both = { ...rated('style', { a: 7, b: 3 }), ...ranked('b', 'a', 'c') };
    expect(groups([both], { attributes: { reward: 'style' } })).toMatchObject({
      rewards: [
        ['A', 7],
        ['B', 3],
      ],
    });
    expect(groups([both])).toMatchObject({
      rewards: [
        ['A', 0.5],
        ['B', 1],
        ['C', 0],
      ],
    });
    expect(groups([ranked('b', 'a', 'c')], { attributes: { reward: 'style' } })).toMatchObject({
      rewards: [],
      dropped: { 'no-ratings': 1 },
    });
    expect(() => groups([both], { attributes: { quality: 'style' } })).toThrow(
      'The format “halos-grpo” has no attribute “quality”. Its attributes are: reward',
    );
  });

  it('of several annotators are each their own, or those of all together', () => {
    const two = [ranked('a', 'b', 'c'), ranked('a', 'c', 'b')];
    expect(groups(two)).toMatchObject({
      rewards: [
        ['A', 1],
        ['B', 0.5],
        ['C', 0],
        ['A', 1],
        ['B', 0],
        ['C', 0.5],
      ],
    });
    expect(groups(two, { aggregate: 'borda' })).toMatchObject({
      rewards: [
        ['A', 1],
        ['B', 0],
        ['C', 0],
      ],
    });
    expect(
      groups([rated('overall', { a: 5, b: 1 }), rated('overall', { a: 3, b: 1 })], { aggregate: 'majority' }),
    ).toMatchObject({
      rewards: [
        ['A', 0.75],
        ['B', 0],
      ],
    });
    const thumbs = [true, true, false].map((good) => ({ acceptable: { a: good, b: false } }));
    expect(groups(thumbs, { aggregate: 'majority' })).toMatchObject({
      rewards: [
        ['A', 0.666667],
        ['B', 0],
      ],
    });
    const scores = [
      verdicts(['a', 'right', true], ['b', 'right', false]),
      verdicts(['a', 'right', false], ['b', 'right', false]),
    ];
    expect(groups(scores, { aggregate: 'majority' })).toMatchObject({
      rewards: [
        ['A', 0.5],
        ['B', 0],
      ],
    });
    const circle = [ranked('a', 'b', 'c'), ranked('b', 'c', 'a'), ranked('c', 'a', 'b')];
    expect(groups(circle, { aggregate: 'majority' })).toMatchObject({ rewards: [], dropped: { 'no-order': 3 } });
  });

  it('by a criterion are orders by it alone', () => {
    const byCriterion: Judgement = { comparisons: [{ a: 'a', b: 'b', outcome: 'b', criterion: 'tone' }] };
    expect(groups([byCriterion], { criterion: 'tone' })).toMatchObject({
      rewards: [
        ['A', 0],
        ['B', 1],
      ],
    });
    expect(groups([byCriterion])).toMatchObject({ rewards: [], dropped: { 'one-criterion': 1 } });
    expect(groups([ranked('a', 'b', 'c')], { criterion: 'tone' })).toMatchObject({ dropped: { 'other-criterion': 1 } });
  });

  it.each<[string, Judgement, string]>([
    ['all of which are the same', ranked('a b c'), 'same-reward'],
    ['of one response', { acceptable: { a: true } }, 'one-rewarded'],
    ['of a note', { rationale: 'Hm.' }, 'no-reward'],
    ['of faults alone, by which no point can be had', verdicts(['a', 'rude', true], ['b', 'rude', false]), 'no-reward'],
    ['of comparisons that leave it open', compared('a', 'b', 'unsure'), 'no-order'],
    ['of a response that is gone', ranked('a', 'z', 'b'), 'stale'],
  ])('%s are left out, and counted', (_, judgement, reason) => {
    expect(groups([judgement])).toMatchObject({ rewards: [], dropped: { [reason]: 1 } });
  });
});

describe('rollouts of NeMo Gym', () => {
  const asked = itemOf([user('Snow?')], [[called, answered, assistant('Yes.')], 'No.'], { tools: [weather] });
  const file = { ...scaled, tools: true };
  const { rows } = exported(
    nemoGymRollouts,
    [[asked, judgedBy(asked, ranked('a', 'b'), ranked('b', 'a'))]],
    {},
    undefined,
    file,
  );

  it('have calls and answers as items, and tools as functions', () => {
    const tools = [
      { type: 'function', name: 'get_weather', description: '', parameters: { type: 'object' }, strict: false },
    ];
    expect(rows[0]).toMatchObject({
      responses_create_params: { input: [{ type: 'message', role: 'user', content: 'Snow?' }], tools },
      response: {
        output: [
          { type: 'function_call', call_id: 'call_0', name: 'get_weather', arguments: '{"city":"Oslo"}' },
          { type: 'function_call_output', call_id: 'call_0', output: 'snow' },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] },
        ],
        tools,
      },
      reward: 1,
      agent_ref: { name: 'simple_agent' },
    });
  });

  it('have an index for each group, and a number in it', () => {
    const [first, second, third] = rows;
    expect(rows.map(({ _ng_rollout_index: place, reward }) => [place, reward])).toEqual([
      [0, 1],
      [1, 0],
      [0, 0],
      [1, 1],
    ]);
    expect(first?._ng_task_index).toBe(second?._ng_task_index);
    expect(first?._ng_task_index).not.toBe(third?._ng_task_index);
    expect(Number.isSafeInteger(first?._ng_task_index)).toBe(true);
  });

  it('are checked as they are written, group by group', async () => {
    expect(await said(nemoGymRollouts, rows)).toEqual([]);
    const other = {
      ...rows[1],
      responses_create_params: { input: [{ type: 'message', role: 'user', content: 'Ho' }], tools: [] },
    };
    expect(await said(nemoGymRollouts, [rows[0], other])).toEqual([expect.stringContaining('has another prompt')]);
    expect(await said(nemoGymRollouts, [rows[0], rows[0]])).toEqual([
      expect.stringContaining('Duplicate … row for rollout key'),
    ]);
  });

  it('leave out answers of tools without a call, and say of tools that are no functions', () => {
    const lost = itemOf('Hi', [[{ role: 'tool', content: 'snow' }, assistant('Yes.')], 'No.']);
    expect(exported(nemoGymRollouts, [[lost, judgedBy(lost, ranked('a', 'b'))]], {}, undefined, scaled)).toMatchObject({
      rows: [],
      dropped: { 'call-unanswered': 1 },
    });
    const hosted = itemOf('Hi', ['A', 'B'], { tools: [{ type: 'web_search' }] });
    expect(
      exported(nemoGymRollouts, [[hosted, judgedBy(hosted, ranked('a', 'b'))]], {}, undefined, file),
    ).toMatchObject({
      rows: [{ responses_create_params: { tools: [] } }, {}],
      notes: { 'tools-left-out': 2 },
    });
  });
});

describe('groups of runs', () => {
  const runs = [
    airlineRun(1, 0, [['find', { to: 'LIS', seats: [1, 2] }, 'TP1']], 'Booked.'),
    airlineRun(1, 1, [], 'No.'),
    spokenRun(2, 0, ['Which day?', 'Monday.', 'Booked.']),
    spokenRun(2, 1, ['No.']),
  ];

  it('come back from rollouts as runs, whole, with their rewards', async () => {
    const study = await judgedRuns(temporaryFolder(), runs);
    const { rows } = await previewExport(study, exportOptionsOf({ format: 'nemo-gym-rollouts' }), Infinity);
    const { items } = await itemsOf(study);
    await study.close();
    const { items: back } = await readRuns(
      temporaryFile('rollouts.jsonl', jsonl(rows.map(({ json }) => JSON.parse(json) as object))),
    );
    const plain = (each: (typeof items)[number]): unknown =>
      each.responses.map((response) =>
        [...each.prompt, ...turnsOf(response)].map(({ role, content, toolCalls }) => [
          role,
          content,
          toolCalls?.map(({ name, arguments: given }) => [name, given]) ?? [],
        ]),
      );
    expect(back.map(plain)).toEqual(items.map(plain));
    expect(back.map(({ responses }) => responses.map(({ verifiers }) => verifiers?.[0]?.score))).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  it('that users began differently have no prompt in common', async () => {
    const begun = [0, 1].map((trial) => {
      const run = airlineRun(1, trial, [], 'No.') as { traj: { role: string; content: string }[] };
      return {
        ...run,
        traj: run.traj.map((turn) => (turn.role === 'user' ? { ...turn, content: `Hello ${trial}.` } : turn)),
      };
    });
    const study = await judgedRuns(temporaryFolder(), begun);
    for (const format of ['halos-grpo', 'nemo-gym-rollouts']) {
      const { rows, tally } = await previewExport(study, exportOptionsOf({ format }), Infinity);
      expect([rows.length, tally.dropped], format).toEqual([0, { 'runs-told-apart': 1 }]);
    }
    await study.close();
  });

  it('for GRPO say that what users and tools said is trained on', async () => {
    const study = await judgedRuns(temporaryFolder(), runs);
    const { rows, tally } = await previewExport(study, exportOptionsOf({ format: 'halos-grpo' }), Infinity);
    await study.close();
    const read = rows.map(({ json }) => JSON.parse(json) as { prompt_id: string; reward: number; prompt: object[] });
    expect(read.map(({ reward }) => reward)).toEqual([1, 0, 1, 0]);
    expect(read[0]?.prompt_id).toBe(read[1]?.prompt_id);
    expect(read[0]?.prompt.at(-1)).toEqual({ role: 'user', content: 'Hello.' });
    expect(tally.notes).toMatchObject({ 'observations-in-completion': 2, 'reward-of-order': 4 });
  });
});
