// A small study from which the reference pages take their examples: an item or two for each kind of judgment, and
// lines of a journal that Tiebreak itself checks and exports.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A patch of one line of the function `now`. */
const patchTo = (value) =>
  `--- a/clock.py\n+++ b/clock.py\n@@ -1,2 +1,2 @@\n def now():\n-    return datetime.now()\n+    return ${value}\n`;

/** The first answer to each prompt is the best one. */
export const records = [
  {
    id: 'tides',
    prompt: 'Why are there two high tides a day?',
    responses: [
      {
        id: 'a',
        text: 'The Moon raises two bulges of water, and the Earth turns through both.',
        model: 'model-1',
        verifiers: [{ name: 'fact-check', passed: true }],
      },
      { id: 'b', text: 'The Moon pulls the water towards it.', model: 'model-2' },
      { id: 'c', text: 'The Sun rises and sets once a day.', model: 'model-3' },
    ],
    topic: 'science',
  },
  {
    id: 'sum',
    prompt: 'What is 2 + 3 × 4?',
    responses: [
      { id: 'a', text: '3 × 4 = 12\n2 + 12 = 14', model: 'model-1' },
      { id: 'b', text: '2 + 3 = 5\n5 × 4 = 20', model: 'model-2' },
    ],
    topic: 'math',
  },
  {
    id: 'pole',
    prompt: 'Who reached the South Pole first?',
    evidence: [
      {
        id: 'p1',
        title: 'South Pole',
        text: 'Amundsen reached the pole in December 1911. Scott came in January 1912.',
        sentences: ['South Pole', 'Amundsen reached the pole in December 1911.', 'Scott came in January 1912.'],
      },
    ],
    responses: [
      { id: 'a', text: 'Scott reached it first.', model: 'model-1' },
      { id: 'b', text: 'Amundsen, in December 1911.', model: 'model-2' },
      { id: 'c', text: 'Amundsen did.', model: 'model-3' },
      { id: 'd', text: 'Nobody knows.', model: 'model-4' },
    ],
    topic: 'history',
  },
  {
    id: 'letter',
    prompt: 'Write one line that says that I will be late.',
    responses: [
      { id: 'a', text: 'Dear Sir or Madam, it is with great regret that I must be late.', model: 'model-1' },
      { id: 'b', text: 'late', model: 'model-2' },
    ],
    topic: 'writing',
  },
  {
    id: 'order',
    prompt: 'Cancel order 17.',
    responses: [
      { id: 'a', text: 'It was sent yesterday. Shall I ask for a return?', model: 'model-1' },
      {
        id: 'b',
        messages: [
          {
            role: 'assistant',
            content: 'I look the order up.',
            tool_calls: [{ id: 'call-1', function: { name: 'get_order', arguments: '{"id": 71}' } }],
          },
          { role: 'tool', tool_call_id: 'call-1', content: 'not found' },
          { role: 'assistant', content: 'There is no such order.' },
        ],
        model: 'model-2',
      },
    ],
    topic: 'shop',
  },
  {
    id: 'acme__clock-7',
    prompt: '`now()` tells local time; it must tell UTC.',
    responses: [
      { id: 'a', text: patchTo('datetime.now(timezone.utc)'), model: 'model-1' },
      { id: 'b', text: patchTo('datetime.utcnow()'), model: 'model-2' },
    ],
    topic: 'code',
  },
];

export const aspects = ['helpfulness', 'correctness', 'coherence', 'complexity', 'verbosity'];

const rubrics = {
  version: 1,
  rubrics: [
    {
      id: 'explanations',
      title: 'Explanations',
      scope: { kind: 'slice', fields: { topic: 'science' } },
      versions: [
        {
          version: 1,
          criteria: [
            { id: 'cause', text: 'Names the cause.', weight: 3, tags: ['accuracy'] },
            { id: 'false', text: 'Says something false.', weight: -2, tags: ['accuracy'] },
            {
              id: 'clear',
              text: 'Is it clear?',
              kind: 'scale',
              min: 1,
              max: 5,
              levels: { 1: 'Not clear', 2: 'Hard to follow', 3: 'Can be followed', 4: 'Clear', 5: 'Clear to a child' },
              weight: 1,
            },
          ],
        },
      ],
    },
  ],
};

const rules = {
  version: 1,
  rules: [
    {
      id: 'be-brief',
      versions: [{ version: 1, feedback: 'Use at most eight words.', scope: 'when somebody asks for one line' }],
    },
  ],
};

/** Numbers of the alphabet of ULIDs, so that ids count up. */
const idOf = (n) => `01KAAA${String(n).padStart(20, '0')}`;
const minutes = (n) => `2026-03-02T09:${String(n).padStart(2, '0')}:00.000Z`;

/** What running two tests has shown; the digit tells the states of the code apart. */
const tested = (digit, statuses, tail) => ({
  command: '0123456789abcdef'.repeat(4),
  sandbox: 'podman',
  image: 'docker.io/library/python:3.12',
  tree: digit.repeat(64),
  ended: 'exit',
  exit: Object.values(statuses).every((status) => status === 'passed') ? 0 : 1,
  seconds: 1.25,
  statuses,
  tail,
});

/** The judgments, by name: on which item, by whom (Ana where nothing is said), and what. */
export function judgments() {
  return [
    {
      name: 'rubric',
      item: 'tides',
      mode: 'rank',
      rubrics: [{ id: 'explanations', version: 1 }],
      judgement: {
        ranking: { tiers: [['a'], ['b'], ['c']] },
        acceptable: { a: true, b: true, c: false },
        ratings: [
          ...['a', 'b', 'c'].flatMap((response, at) =>
            aspects.map((aspect, i) => ({
              response,
              aspect,
              value: aspect === 'verbosity' ? 1 : Math.max(0, 4 - at * 2 - (i > 2 ? 1 : 0)),
            })),
          ),
        ],
        verdicts: [
          { response: 'a', criterion: 'cause', value: true, note: 'Two bulges.' },
          { response: 'a', criterion: 'false', value: false },
          { response: 'a', criterion: 'clear', value: 5, note: 'Short and plain.' },
          { response: 'c', criterion: 'cause', value: false },
          { response: 'c', criterion: 'false', value: true },
          { response: 'c', criterion: 'clear', value: 3, note: 'Plain, but off the point.' },
        ],
        winners: [{ criterion: 'cause', responses: ['a'] }],
        critiques: [
          { response: 'a', text: 'Explains both tides.' },
          { response: 'b', text: 'Explains one tide only.' },
          { response: 'c', text: 'Confuses the Sun with the Moon.' },
        ],
        rationale: 'Only A explains why there are two.',
        because: ['cause'],
        rules: [{ rule: 'be-brief', version: 1, scope: 'out' }],
        demonstrations: [
          { turns: [{ role: 'assistant', content: 'The Earth turns through two bulges of water a day.' }] },
        ],
        flags: [{ flag: 'off-topic', response: 'c' }],
        confidence: 0.75,
        clarification: 'How old is the reader?',
      },
    },
    {
      name: 'pairs',
      item: 'sum',
      mode: 'pair',
      judgement: {
        comparisons: [{ a: 'a', b: 'b', outcome: 'a', strength: 3 }],
        critiques: [{ response: 'b', text: 'Adds before it multiplies.' }],
        rationale: 'B multiplies last.',
      },
    },
    {
      name: 'context',
      item: 'sum',
      mode: 'pair',
      context: 'Calculate from left to right.',
      judgement: { comparisons: [{ a: 'a', b: 'b', outcome: 'b', strength: 2 }] },
    },
    {
      name: 'steps',
      item: 'sum',
      mode: 'steps',
      annotator: 'ben',
      judgement: {
        steps: [
          {
            response: 'b',
            start: 0,
            end: 9,
            quote: '2 + 3 = 5',
            label: 'incorrect',
            type: 'wrong order',
            note: 'Multiply first.',
          },
          { response: 'b', start: 10, end: 20, quote: '5 × 4 = 20', label: 'correct' },
        ],
      },
    },
    {
      name: 'run-steps',
      item: 'order',
      mode: 'pair',
      judgement: {
        comparisons: [{ a: 'a', b: 'b', outcome: 'a', strength: 3 }],
        runSteps: [
          {
            response: 'b',
            step: '953fa2395207ab4c',
            at: 0,
            quote: 'get_order id: 71',
            label: -1,
            firstError: true,
            category: 'wrong argument',
            severity: 2,
            fault: 'agent',
            note: 'The order is 17.',
          },
          {
            response: 'b',
            step: '953fa2395207ab4c>1b8f0a55c3d2e790',
            at: 0,
            inner: 'helper',
            quote: 'search order of Mia',
            label: 1,
          },
        ],
        calls: [
          {
            response: 'b',
            step: '953fa2395207ab4c',
            at: 0,
            tool: 'get_order',
            path: '/id',
            verdict: 'wrong-value',
            corrected: 17,
          },
        ],
        diffComments: [
          {
            response: 'b',
            file: 'src/orders.py',
            side: 'patched',
            lines: [10, 12],
            type: 'correctness',
            severity: 2,
            note: 'An order without lines fails here.',
          },
        ],
        takeovers: [
          {
            response: 'b',
            patch:
              'diff --git a/src/orders.py b/src/orders.py\n--- a/src/orders.py\n+++ b/src/orders.py\n@@ -10 +10 @@\n-total = sum(lines) / len(lines)\n+total = sum(lines) / max(1, len(lines))\n',
            text: 'An order without lines has a mean of 0 now.',
          },
        ],
      },
      checks: {
        base: tested('0', { test_total: 'failed', test_empty: 'failed' }, '2 failed in 0.31s'),
        responses: [
          { response: 'a', ...tested('1', { test_total: 'passed', test_empty: 'passed' }, '2 passed in 0.29s') },
          {
            response: 'b',
            ...tested('2', { test_total: 'passed', test_empty: 'failed' }, '1 failed, 1 passed in 0.3s'),
            flaky: ['test_empty'],
          },
        ],
        verdictBefore: { comparisons: [{ a: 'a', b: 'b', outcome: 'b', strength: 1 }] },
      },
    },
    {
      name: 'passages',
      item: 'pole',
      mode: 'rank',
      judgement: {
        ranking: { tiers: [['b'], ['c'], ['a', 'd']] },
        critiques: [
          {
            response: 'a',
            text: 'The wrong man.',
            spans: [
              {
                start: 0,
                end: 5,
                quote: 'Scott',
                type: 'Wrong-Grounding',
                polarity: 'negative',
                severity: 3,
                note: 'It was Amundsen.',
                about: { start: 4, end: 13, quote: 'wrong man' },
              },
            ],
            missing: [{ type: 'Missing-Answer', note: 'The year.', evidence: 'p1', sentences: [1] }],
          },
        ],
        refinements: [{ response: 'a', text: 'Amundsen reached it first.' }],
        supports: [{ response: 'b', passage: 'p1' }],
      },
    },
    {
      name: 'refinements',
      item: 'letter',
      mode: 'pair',
      shown: ['a', 'b', 'a~1', 'a~2'],
      judgement: {
        comparisons: [
          { a: 'a~1', b: 'a~2', outcome: 'a', strength: 2 },
          { a: 'a~1', b: 'a', outcome: 'a', strength: 3 },
        ],
        critiques: [{ response: 'a', text: 'Far too long.' }],
        refinements: [
          {
            response: 'a',
            text: 'I will be ten minutes late.',
            round: 1,
            id: 'a~1',
            rule: { id: 'be-brief', version: 1 },
          },
          { response: 'a', text: 'I am sorry to say that I will be late.', round: 2, id: 'a~2' },
        ],
        rules: [{ rule: 'be-brief', version: 1, scope: 'in' }],
      },
    },
    {
      name: 'critiques',
      item: 'tides',
      annotator: 'ben',
      mode: 'rank',
      judgement: {
        metaCritiques: [
          {
            response: 'b',
            seed: 3,
            // `openedStudy` fills in the hash.
            critiques: [{ annotation: idOf(1), hash: '', accepted: true, soundness: 'sound', agrees: true }],
            texts: [{ of: [0], text: 'Explains one of the two tides only.' }],
          },
        ],
      },
    },
    { name: 'patches', item: 'acme__clock-7', mode: 'rank', judgement: { ranking: { tiers: [['a'], ['b']] } } },
  ];
}

/** Further lines that only the page of the journal shows. */
export const furtherJudgments = [
  { name: 'ranking', item: 'tides', mode: 'rank', judgement: { ranking: { tiers: [['a'], ['b', 'c']] } } },
  { name: 'best', item: 'tides', mode: 'best', judgement: { ranking: { tiers: [['a']] } } },
  {
    name: 'ratings',
    item: 'letter',
    mode: 'rate',
    judgement: {
      ratings: [
        { response: 'a', aspect: 'helpfulness', value: 2 },
        { response: 'b', aspect: 'helpfulness', value: null },
      ],
    },
  },
  { name: 'thumbs', item: 'letter', mode: 'thumbs', judgement: { acceptable: { a: true, b: false } } },
  { name: 'skip', item: 'pole', mode: 'rank', judgement: { skip: { reason: 'I lack the knowledge to judge this' } } },
  {
    name: 'repeat',
    item: 'tides',
    mode: 'rank',
    repeat: 1,
    judgement: { ranking: { tiers: [['a'], ['b'], ['c']] } },
  },
  { name: 'turn', item: 'letter', mode: 'thumbs', turn: 0, judgement: { acceptable: { a: true } } },
  {
    name: 'imported',
    item: 'tides',
    annotator: 'data',
    origin: { kind: 'imported', from: 'responses', by: 'gpt-4o' },
    duration: null,
    seed: null,
    judgement: { ranking: { tiers: [['a'], ['b'], ['c']] } },
  },
];

/**
 * An annotation as a journal has it.
 * @param number counts up; it makes the id and the time
 */
export function lineOf({ item, judgement, shown, annotator = 'ana', ...more }, number, items) {
  const { hash, responses } = items.get(item);
  const { mode, group, context, repeat, turn, checks, rubrics: versions = [] } = more;
  const { origin = { kind: 'human' }, duration = 42000, seed = 5 } = more;
  const isPassages = [judgement.steps, ...(judgement.critiques ?? []).map(({ spans }) => spans)].some(Boolean);
  return {
    v: 1,
    type: 'annotation',
    id: idOf(number),
    item,
    hash,
    ...(context !== undefined && { context }),
    ...(repeat !== undefined && { repeat }),
    ...(turn !== undefined && { turn }),
    annotator,
    ...(group !== undefined && { group }),
    time: minutes(number),
    ...(mode !== undefined && { mode }),
    duration,
    origin,
    round: 1,
    question: { version: 1 },
    rubrics: versions,
    shown: shown ?? responses.map(({ id }) => id),
    seed,
    ...(isPassages && { offsets: 'code-points' }),
    ...(checks && { checks }),
    judgement,
  };
}

/**
 * A study over some records, written to a folder and opened.
 * @param judged the judgments in it, in the form of `judgments`
 */
export async function openedStudy({ source, folder, name, dataset = records, judged = judgments() }) {
  const { createStudy, critiquesIn, scan, Study } = source;
  const home = path.join(folder, name);
  await mkdir(path.join(home, 'study.tiebreak.d'), { recursive: true });
  await writeFile(path.join(home, 'data.jsonl'), dataset.map((each) => `${JSON.stringify(each)}\n`).join(''));
  await writeFile(path.join(home, 'study.tiebreak.d', 'rubrics.json'), JSON.stringify(rubrics));
  await writeFile(path.join(home, 'study.tiebreak.d', 'rules.json'), JSON.stringify(rules));
  const projectFile = path.join(home, 'study.tiebreak');
  const project = await createStudy({ projectFile, datasets: [path.join(home, 'data.jsonl')], layout: 'responses' });
  const task = { ...project.task, aspects: aspects.map((aspect) => ({ name: aspect, min: 0, max: 4 })) };
  await writeFile(projectFile, JSON.stringify({ ...project, task, seed: 7 }));
  const study = await Study.open(projectFile);
  const items = new Map();
  for await (const batch of scan(study.sources, study.reading))
    for (const { item, problem } of batch) {
      if (problem) throw new Error(problem.message);
      items.set(item.id, item);
    }
  const lines = judged.map((each, at) => lineOf(each, at + 1, items));
  for (const line of lines)
    for (const meta of line.judgement.metaCritiques ?? [])
      for (const each of meta.critiques) {
        const written = lines.find(({ id }) => id === each.annotation);
        each.hash = critiquesIn(written, items.get(line.item)).find(({ response }) => response === meta.response).hash;
      }
  for (const annotator of new Set(lines.map((line) => line.annotator)))
    await study.append(lines.filter((line) => line.annotator === annotator));
  await study.refresh();
  return { study, items, lines };
}
