import { describe, expect, it } from 'vitest';
import { readFixture, readRecord } from '../../made/fixtures';
import { asked, system, user } from '../../made/expectedItems';

const tiers = (...list: string[]): unknown => ({ tiers: list.map((id) => [id]) });
const comparison = (a: string, b: string, outcome: string): { comparisons: unknown[] } => ({
  comparisons: [{ a, b, outcome }],
});

describe("Argilla's records", () => {
  it('of version 2 give a label per user and per agent, each answer where it belongs', async () => {
    expect(await readFixture('argilla.json')).toEqual({
      layout: 'argilla',
      problems: [],
      items: [
        {
          id: 'rec-1',
          ...asked('Describe 🙂 rain.'),
          responses: [
            { id: 'response_1', text: 'Wet 💧 drops.' },
            { id: 'response_2', text: 'Rain is wet.' },
          ],
          metadata: {
            metadata: { source: 'web' },
            vectors: {},
            _server_id: 'srv-1',
            answers: { 'rating-response_1': [{ value: 3, agent: 'gpt-4', score: 0.8 }] },
          },
          labels: [
            {
              annotator: 'u-1',
              judgement: {
                ranking: tiers('response_1', 'response_2'),
                ratings: [{ response: 'response_1', aspect: 'rating', value: 5 }],
                rationale: 'It is vivid.',
              },
            },
            {
              annotator: 'u-2',
              judgement: {
                ranking: tiers('response_2', 'response_1'),
                flags: [{ flag: 'tags: short' }, { flag: 'tags: plain' }],
              },
            },
            {
              judge: 'gpt-4',
              judgement: {
                ranking: tiers('response_2', 'response_1'),
                ratings: [{ response: 'response_1', aspect: 'rating', value: 3 }],
              },
            },
          ],
        },
        {
          id: 'rec-2',
          prompt: [system('Be brief'), user('Which?')],
          context: 'A list.',
          responses: [
            { id: 'answer-a', text: 'One' },
            { id: 'answer-b', text: 'Two' },
          ],
          metadata: {
            metadata: {},
            vectors: {},
            _server_id: 'srv-2',
            note: 'internal',
            answers: {
              preference: [{ value: 'answer-a', user: 'u-3', status: 'draft' }],
              quality: [{ value: 2, user: 'u-2' }],
            },
          },
          labels: [
            { annotator: 'u-1', judgement: comparison('answer-a', 'answer-b', 'tie') },
            { annotator: 'u-2', judgement: comparison('answer-a', 'answer-b', 'b') },
          ],
        },
        {
          id: 'rec-3',
          prompt: [user('Hi')],
          responses: [{ id: 'response', text: 'Hello 💧 you' }],
          metadata: { metadata: {}, vectors: {}, _server_id: null },
          labels: [
            {
              annotator: 'u-1',
              judgement: {
                verdicts: [{ response: 'response', criterion: 'helpful', value: 'no' }],
                refinements: [{ response: 'response', text: 'Hello!' }],
                ratings: [{ response: 'response', aspect: 'stars', value: 4 }],
                critiques: [
                  { response: 'response', text: '', spans: [{ start: 8, end: 11, quote: 'you', type: 'familiar' }] },
                ],
              },
            },
            {
              judge: 'suggestion',
              judgement: { verdicts: [{ response: 'response', criterion: 'helpful', value: 'yes' }] },
            },
          ],
        },
      ],
    });
  });

  it('as a flat table are read the same; a discarded record is a skip', async () => {
    expect(await readFixture('argilla-table.jsonl')).toEqual({
      layout: 'argilla-table',
      problems: [],
      items: [
        {
          id: 'rec-1',
          ...asked('Hi'),
          responses: [
            { id: 'response-1', text: 'Hello' },
            { id: 'response-2', text: 'No' },
          ],
          metadata: {
            status: 'completed',
            _server_id: 'srv-1',
            source: 'web',
            answers: { preference: [{ value: 'response-1', agent: 'judge', score: 0.9 }] },
          },
          labels: [
            { annotator: 'u-1', judgement: { ...comparison('response-1', 'response-2', 'a'), rationale: 'Polite.' } },
            { annotator: 'u-2', judgement: comparison('response-1', 'response-2', 'b') },
            { judge: 'judge', judgement: comparison('response-1', 'response-2', 'a') },
          ],
        },
        {
          id: 'rec-2',
          ...asked('Bye'),
          responses: [
            { id: 'response-1', text: 'So long' },
            { id: 'response-2', text: 'Go' },
          ],
          metadata: {
            status: 'pending',
            _server_id: 'srv-2',
            answers: { preference: [{ value: 'response-2', user: 'u-1', status: 'discarded' }] },
          },
          labels: [
            { annotator: 'u-1', judgement: { skip: { reason: 'discarded' } } },
            { annotator: 'u-2', judgement: { skip: { reason: 'discarded' } } },
          ],
        },
      ],
    });
  });

  it('of version 1 keep ties in ranks, spans by their text, and drafts apart', async () => {
    expect(await readFixture('argilla-v1.jsonl')).toEqual({
      layout: 'argilla-v1',
      problems: [],
      items: [
        {
          id: 'ext-1',
          ...asked('Explain tides.'),
          responses: [
            { id: 'response-1', text: 'The moon 🌙 pulls.' },
            { id: 'response-2', text: 'Fish do it.' },
          ],
          metadata: {
            metadata: '{"topic": "sea"}',
            answers: {
              'rating-response-2': [
                { value: 2, user: 'u-3', status: 'draft' },
                { value: 4, agent: 'judge', score: 0.5 },
              ],
            },
          },
          labels: [
            {
              annotator: 'u-1',
              judgement: {
                ranking: tiers('response-1', 'response-2'),
                ratings: [{ response: 'response-2', aspect: 'rating', value: 1 }],
                critiques: [
                  { response: 'response-1', text: '', spans: [{ start: 11, end: 16, quote: 'pulls', type: 'verb' }] },
                ],
              },
            },
            { annotator: 'u-2', judgement: { ranking: { tiers: [['response-1', 'response-2']] } } },
            { judge: 'judge', judgement: { ratings: [{ response: 'response-2', aspect: 'rating', value: 4 }] } },
          ],
        },
        {
          id: '(hash)',
          ...asked('Explain rain.'),
          responses: [
            { id: 'response-1', text: 'Clouds.' },
            { id: 'response-2', text: 'Taps.' },
          ],
          metadata: { metadata: '{}' },
          labels: [
            { annotator: 'u-1', judgement: { ranking: tiers('response-2', 'response-1') } },
            { annotator: 'u-2', judgement: { skip: { reason: 'discarded' } } },
            { judge: 'suggestion', judgement: { ranking: tiers('response-1', 'response-2') } },
          ],
        },
      ],
    });
  });

  it('of version 1 as it was before 1.9, with an object of lists, are read too; who has no id is one person', async () => {
    expect(await readFixture('argilla-v1-early.jsonl')).toEqual({
      layout: 'argilla-v1',
      problems: [],
      items: [
        {
          id: 'e-1',
          ...asked('Hi'),
          responses: [
            { id: 'response-1', text: 'Hello' },
            { id: 'response-2', text: 'No' },
          ],
          metadata: { answers: { preference: [{ value: 'response-2', user: 'u-2', status: 'discarded' }] } },
          labels: [
            { annotator: 'u-1', judgement: comparison('response-1', 'response-2', 'a') },
            { annotator: 'u-2', judgement: { skip: { reason: 'discarded' } } },
          ],
        },
        {
          id: '(hash)',
          ...asked('Bye'),
          responses: [
            { id: 'response-1', text: 'So long' },
            { id: 'response-2', text: 'Go' },
          ],
          labels: [
            { judgement: comparison('response-1', 'response-2', 'b') },
            { annotator: 'u-1', judgement: { rationale: 'Short.' } },
          ],
        },
      ],
    });
  });

  it('of version 1 by themselves keep who answered what, and what was suggested', async () => {
    expect(await readFixture('argilla-v1-records.json')).toEqual({
      layout: 'argilla-v1',
      problems: [],
      items: [
        {
          id: 'e-1',
          ...asked('Hi'),
          responses: [
            { id: 'response-1', text: 'Hello' },
            { id: 'response-2', text: 'No' },
          ],
          metadata: { metadata: { topic: 'greeting' }, vectors: {} },
          labels: [
            {
              annotator: 'u-1',
              judgement: {
                ranking: tiers('response-1', 'response-2'),
                ratings: [{ response: 'response-2', aspect: 'rating', value: 2 }],
              },
            },
            { annotator: 'u-2', judgement: { skip: { reason: 'discarded' } } },
            { judge: 'judge', judgement: { ranking: tiers('response-2', 'response-1') } },
          ],
        },
        {
          id: '7d4f',
          ...asked('Bye'),
          responses: [
            { id: 'response-1', text: 'So long' },
            { id: 'response-2', text: 'Go' },
          ],
          metadata: { external_id: null, metadata: {} },
        },
      ],
    });
  });

  it.each<[fields: Record<string, string>, prompt: string, responses: string[]]>([
    [{ frage: 'Hi', antwort_a: 'Hallo', antwort_b: 'Nein' }, 'Hi', ['Hallo', 'Nein']],
    [{ prompt_id: 'p-1', user_prompt: 'Hi', response_text: 'Hello', response_model: 'm' }, 'Hi', ['Hello']],
    [{ question_context: 'A wave.', question: 'Hi', solution_1: 'Hello', solution_2: 'No' }, 'Hi', ['Hello', 'No']],
  ])('find prompt and responses by the words that all datasets are read by: %j', (fields, prompt, responses) => {
    expect(readRecord('argilla', { id: 'x', fields, responses: {} })).toEqual([
      expect.objectContaining({
        ...asked(prompt),
        responses: responses.map((text): unknown => expect.objectContaining({ text })),
      }),
    ]);
  });

  it('with fields of unusual names are read where a person names them', () => {
    const record = {
      id: 'x',
      fields: { frage: 'Hi', links: 'Hallo', rechts: 'Nein' },
      responses: { besser: [{ value: 'links', user_id: 'u' }] },
    };
    expect(readRecord('argilla', record)).toEqual([
      'There is no response among the fields frage, links, rechts. Choose the responses and the prompt with --map answers=FIELD,FIELD --map prompt=FIELD',
    ]);
    expect(readRecord('argilla', record, { prompt: 'frage', answers: 'links, rechts' })).toEqual([
      {
        id: 'x',
        ...asked('Hi'),
        responses: [
          { id: 'links', text: 'Hallo' },
          { id: 'rechts', text: 'Nein' },
        ],
        labels: [{ annotator: 'u', judgement: comparison('links', 'rechts', 'a') }],
      },
    ]);
  });

  it.each<[string, unknown, unknown]>([
    ['"Reply 2" for response_2', 'Reply 2', { comparisons: [{ a: 'response_1', b: 'response_2', outcome: 'b' }] }],
    ['both good', 'Both are good', { comparisons: [{ a: 'response_1', b: 'response_2', outcome: 'both-good' }] }],
    ['neither', 'neither', { comparisons: [{ a: 'response_1', b: 'response_2', outcome: 'both-bad' }] }],
    ['an option that is no response', 'skip it', { flags: [{ flag: 'choice: skip it' }] }],
    ['a list that ranks all', ['Reply 2', 'Reply 1'], { ranking: { tiers: [['response_2'], ['response_1']] } }],
    ['a list that names one', ['Reply 2'], { flags: [{ flag: 'choice: Reply 2' }] }],
  ])('have options understood: %s', (_, value, judgement) => {
    expect(
      readRecord('argilla', {
        id: 'x',
        fields: { prompt: 'Hi', response_1: 'a', response_2: 'b' },
        responses: { choice: [{ value, user_id: 'u' }] },
      }),
    ).toMatchObject([{ labels: [{ annotator: 'u', judgement }] }]);
  });
});

describe("Label Studio's tasks", () => {
  const items = [
    { id: 'm1', text: 'First 🙂 text', metadata: { title: 'One' } },
    { id: 'm2', text: 'Second text' },
    { id: 'm3', text: '<b>Third</b>' },
  ];
  const search = (id: string, judgements: Record<string, unknown>, metadata?: unknown): unknown => ({
    id,
    ...asked('Search'),
    responses: items,
    ...(metadata !== undefined && { metadata }),
    labels: Object.entries(judgements).map(([annotator, judgement]) => ({ annotator, judgement })),
  });

  it.each([
    ['winner', 'b_winner', 'b'],
    ['winner', 'response_a', 'a'],
    ['which is better', 'A is better', 'a'],
    ['preference', 'tie', 'tie'],
  ] as const)('with a choice that names the better one prefer it: %s is %s', (control, choice, outcome) => {
    const task = {
      id: 1,
      data: { prompt: 'Hi', response_a: 'Hello', response_b: 'No' },
      annotations: [
        {
          id: 2,
          completed_by: 1,
          result: [{ from_name: control, to_name: 'response_a', type: 'choices', value: { choices: [choice] } }],
        },
      ],
    };
    expect(readRecord('label-studio', task)).toMatchObject([
      { labels: [{ annotator: '1', judgement: comparison('response_a', 'response_b', outcome) }] },
    ]);
  });

  it('with pairwise choices give a label per person and model; a second one by the same person is kept aside', async () => {
    expect(await readFixture('label-studio-pairwise.json')).toEqual({
      layout: 'label-studio',
      problems: [],
      items: [
        {
          id: '1',
          ...asked('Hi'),
          responses: [
            { id: 'answer1', text: 'Hello 💧 you' },
            { id: 'answer2', text: 'No' },
          ],
          metadata: {
            project: 83,
            annotations: [
              { id: 11 },
              { id: 12 },
              { id: 13 },
              {
                id: 14,
                completed_by: 1,
                was_cancelled: false,
                result: [
                  {
                    id: 'x1',
                    from_name: 'comparison',
                    to_name: 'answer1,answer2',
                    type: 'pairwise',
                    value: { selected: 'right' },
                  },
                ],
              },
            ],
            predictions: [{ score: 0.7 }],
          },
          labels: [
            {
              annotator: '1',
              duration: 4288,
              judgement: {
                ...comparison('answer1', 'answer2', 'a'),
                ratings: [{ response: 'answer1', aspect: 'quality', value: 4 }],
                verdicts: [{ response: 'answer1', criterion: 'tone', value: 'warm' }],
                critiques: [
                  { response: 'answer2', text: '', spans: [{ start: 0, end: 2, quote: 'No', type: 'Rude' }] },
                ],
                rationale: 'Kinder.',
              },
            },
            { annotator: 'bo@example.org', judgement: comparison('answer1', 'answer2', 'b') },
            { annotator: '3', duration: 1000, judgement: { skip: { reason: 'cancelled' } } },
            { judge: 'rm-1', judgement: comparison('answer1', 'answer2', 'a') },
          ],
        },
        {
          id: '2',
          ...asked('Bye'),
          responses: [
            { id: 'answer1', text: 'So long' },
            { id: 'answer2', text: 'Ciao' },
          ],
        },
      ],
    });
  });

  it('with a ranker are read in every form of its value', async () => {
    const buckets = {
      id: 'x2',
      from_name: 'rank',
      to_name: 'results',
      type: 'ranker',
      value: { ranker: { _: [], good: ['m2'], biased: ['m1', 'm3'] } },
    };
    expect(await readFixture('label-studio-ranker.json')).toEqual({
      layout: 'label-studio',
      problems: [],
      items: [
        search('5', { 1: { ranking: tiers('m2', 'm1', 'm3') } }),
        search('6', { 1: { ranking: tiers('m3', 'm1', 'm2') } }),
        search('7', { 1: { ranking: tiers('m2', 'm3') }, 2: { ranking: tiers('m2', 'm3', 'm1') } }),
        search(
          '8',
          {
            1: {
              verdicts: [
                ['m2', 'good'],
                ['m1', 'biased'],
                ['m3', 'biased'],
              ].map(([response, value]) => ({ response, criterion: 'rank', value })),
            },
          },
          { annotations: [{ result: [buckets] }] },
        ),
      ],
    });
  });

  it.each<[string, unknown, string]>([
    ['data', { id: 1, data: 'x', annotations: [] }, '“data” must be an object. Found: text'],
    [
      'answers',
      { id: 1, data: { prompt: 'Hi' }, annotations: [] },
      'There is no response among the fields prompt. Choose the responses and the prompt with --map answers=FIELD,FIELD --map prompt=FIELD',
    ],
    [
      'text in a list',
      { id: 1, data: { prompt: 'Hi', items: [{ id: 'a' }] }, annotations: [] },
      '“data.items[0]” has no text. It must have “body”, “html” or “title”',
    ],
    [
      'a value',
      { id: 1, data: { prompt: 'Hi', answer1: 'a', answer2: 'b' }, annotations: [{ result: [{ type: 'pairwise' }] }] },
      '“annotations[0].result[0].value” must be an object. Found: no value',
    ],
  ])('are refused without %s, and the field is named', (_, record, message) => {
    expect(readRecord('label-studio', record)).toEqual([message]);
  });
});

describe("Potato's preference pairs", () => {
  it('are read once the responses stand beside them', async () => {
    expect(await readFixture('potato.jsonl')).toEqual({
      layout: 'potato',
      problems: [],
      items: [
        {
          id: 'i-1',
          ...asked('Fix the bug.'),
          responses: [
            { id: 'A', text: 'git revert' },
            { id: 'B', text: 'delete the test' },
          ],
          labels: [{ annotator: 'ana', judgement: comparison('A', 'B', 'a') }],
        },
        {
          id: 'i-2',
          ...asked('Name the file.'),
          responses: [
            { id: 'A', text: 'x' },
            { id: 'B', text: 'invoice.ts' },
          ],
          labels: [{ judgement: comparison('A', 'B', 'b') }],
        },
      ],
    });
  });

  it('keep who judged in the metadata where what they chose is no label', () => {
    const record = { instance_id: 'i-1', prompt: 'Hi', A: 'Hello', B: 'No', chosen: 'C', annotator: 'ana' };
    expect(readRecord('potato', record)).toMatchObject([{ metadata: { chosen: 'C', annotator: 'ana' } }]);
  });

  it('as Potato writes them name a winner that nobody can see, and the person is told what to do', () => {
    expect(readRecord('potato', { instance_id: 'i-1', prompt: 'Fix the bug.', chosen: 'A', annotator: 'ana' })).toEqual(
      [
        'The record names the winner, but has no responses: Potato exports them separately. Add the two texts to each row as “A” and “B”, or choose their fields with --map a=FIELD --map b=FIELD',
      ],
    );
  });
});
