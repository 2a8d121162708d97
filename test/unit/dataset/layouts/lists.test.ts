import { describe, expect, it } from 'vitest';
import { grouped, groupingsOf } from '../../../../src/core/dataset/grouping/grouping';
import { layoutNamed } from '../../../../src/core/dataset/layouts';
import { parseRecord } from '../../../../src/core/dataset/items/parse';
import { readFixture, readRecord } from '../../made/fixtures';
import { asked, assistant, better, system, user } from '../../made/expectedItems';

const hash = { id: '(hash)' };
const scored = (...texts: readonly (readonly [text: string, score: number])[]): { responses: unknown[] } => ({
  responses: texts.map(([text, score], i) => ({ id: `r${i + 1}`, text, metadata: { score } })),
});
const ranked = (...tiers: string[][]): { labels: unknown[] } => ({ labels: [{ judgement: { ranking: { tiers } } }] });
const talk = [user('Hi'), assistant('Hello'), user('More')];

describe('rows of trainers on whole orders', () => {
  it.each<[string, string, unknown[]]>([
    [
      'rrhf.jsonl',
      'rrhf',
      [
        {
          ...hash,
          ...asked('Name a fruit'),
          ...scored(['Pear 🍐', 3.5], ['Fig', 3.5], ['Stone', -1]),
          ...ranked(['r1', 'r2'], ['r3']),
        },
        {
          ...hash,
          prompt: talk,
          promptText: '\n\nHuman: Hi\n\nAssistant: Hello\n\nHuman: More\n\nAssistant:',
          responses: [
            { id: 'r1', text: ' Gladly', turns: [assistant('Gladly')], metadata: { score: 1 } },
            { id: 'r2', text: ' No', turns: [assistant('No')], metadata: { score: 0 } },
          ],
          metadata: { task: 'chat' },
          ...ranked(['r1'], ['r2']),
        },
      ],
    ],
    [
      'lipo.jsonl',
      'lipo',
      [
        {
          ...hash,
          ...asked('Name a fruit'),
          ...scored(['Pear', 3], ['Fig', 2], ['Plum', 1], ['Stone', 0]),
          ...ranked(['r1'], ['r2'], ['r3'], ['r4']),
        },
        { ...hash, ...asked('Name a stone'), ...scored(['Opal', 1], ['Pear', 0]), ...ranked(['r1'], ['r2']) },
      ],
    ],
    [
      'pro.jsonl',
      'pro',
      [
        {
          ...hash,
          prompt: [user('Name a fruit')],
          ...scored(['Pear', 2], ['Fig', 1], ['Stone', 0]),
          ...ranked(['r1'], ['r2'], ['r3']),
        },
        {
          ...hash,
          prompt: [system('Be kind'), ...talk],
          ...scored(['Gladly 🙂', 0.5], ['', 0.5]),
          ...ranked(['r1', 'r2']),
        },
      ],
    ],
    [
      'ms-swift-reranker.jsonl',
      'ms-swift-reranker',
      [
        {
          ...hash,
          prompt: [user('Name a fruit')],
          responses: [
            { id: 'positive-1', text: 'Pear' },
            { id: 'negative-1', text: 'Stone' },
            { id: 'negative-2', text: 'Wood' },
          ],
          labels: [{ judgement: { acceptable: { 'positive-1': true, 'negative-1': false, 'negative-2': false } } }],
        },
        {
          ...hash,
          prompt: [system('Be kind'), user('Hi')],
          responses: [
            { id: 'positive-1', text: 'Hello' },
            { id: 'positive-2', text: 'Hey' },
            { id: 'negative-1', text: 'Go away' },
          ],
          metadata: { source: 'forum' },
          labels: [{ judgement: { acceptable: { 'positive-1': true, 'positive-2': true, 'negative-1': false } } }],
        },
      ],
    ],
    [
      'nemo-aligner-rm.jsonl',
      'nemo-aligner-rm',
      [
        {
          ...hash,
          prompt: [user('Name a fruit')],
          promptText: '<extra_id_0>System\n\n<extra_id_1>User\nName a fruit\n<extra_id_1>Assistant\n',
          ...both('Pear 🍐', 'Stone'),
          ...better('chosen', 'rejected'),
        },
        {
          ...hash,
          prompt: [user('Name a fruit')],
          promptText: '<extra_id_0>System\n\n<extra_id_1>User\nName a fruit\n<extra_id_1>Assistant\n',
          ...both('Fig', 'Wood'),
          ...better('chosen', 'rejected'),
        },
        {
          ...hash,
          prompt: [system('Be kind'), ...talk],
          promptText:
            '<extra_id_0>System\nBe kind\n<extra_id_1>User\nHi\n<extra_id_1>Assistant\nHello\n<extra_id_1>User\nMore\n<extra_id_1>Assistant\n',
          responses: [
            { id: 'chosen', text: 'Gladly' },
            { id: 'rejected', text: 'No' },
          ],
          ...better('chosen', 'rejected'),
        },
      ],
    ],
  ])('are read: %s as %s', async (fixture, layout, items) => {
    expect(await readFixture(fixture)).toEqual({ layout, items, problems: [] });
  });

  it.each<[string, unknown, string]>([
    [
      'rrhf',
      { query: 'Hi', responses: ['a', 'b'], scores: [1] },
      '“scores” must have one score for each response. Number of scores: 1. Number of responses: 2',
    ],
    ['rrhf', { query: 'Hi', responses: ['a', 'b'], scores: [1, null] }, '“scores[1]” must be a number. Found: null'],
    ['rrhf', { query: 'Hi', responses: ['a', 4], scores: [1, 2] }, '“responses[1]” must be text. Found: a number'],
    [
      'lipo',
      { prompt: 'Hi', all_responses: [], overall_scores: [] },
      '“all_responses” must be a list of texts. Found: an empty list',
    ],
    [
      'pro',
      { prefix: [['<|prompter|>a', '<|assistant|>']], suffix: ['a', 'b'], reward: [1, 0] },
      '“prefix” must have one conversation for each response. Number of conversations: 1. Number of responses: 2',
    ],
    [
      'pro',
      {
        prefix: [
          ['<|prompter|>a', '<|assistant|>'],
          ['<|prompter|>b', '<|assistant|>'],
        ],
        suffix: ['a', 'b'],
        reward: [1, 0],
      },
      'All responses of a record must answer the same conversation, but “prefix[1]” is different from the first one',
    ],
    [
      'pro',
      { prefix: [['<|assistant|>'], ['<|assistant|>']], suffix: ['a', 'b'], reward: [1, 0] },
      'There is no prompt: “prefix[0]” has no turn before the answer',
    ],
    ['pro', { prefix: [4], suffix: ['a'], reward: [1] }, '“prefix[0]” must be a list of texts. Found: a number'],
    [
      'ms-swift-reranker',
      { messages: [user('Hi')], positive_messages: [['a']], negative_messages: [] },
      '“positive_messages[0]” must be a list of messages. Found: a list',
    ],
    [
      'ms-swift-reranker',
      { messages: [user('Hi')], positive_messages: [], negative_messages: [] },
      '“positive_messages” must be a list of conversations. Found: an empty list',
    ],
    [
      'nemo-aligner-rm',
      { text: 'User: Hi' },
      '“text” is not a conversation in the template of NeMo models: <extra_id_0>System, then turns that begin with <extra_id_1>User or <extra_id_1>Assistant',
    ],
  ])('that are no %s are left out: %o', (layout, record, reason) =>
    expect(readRecord(layout, record)).toEqual([reason]),
  );

  it('of NeMo-Aligner are pairs of lines that follow each other; a line without its other half is told', () => {
    const reading = { layout: layoutNamed('nemo-aligner-rm')!, mapping: {} };
    const text = (prompt: string, answer: string): string =>
      JSON.stringify({
        text: `<extra_id_0>System\n\n<extra_id_1>User\n${prompt}\n<extra_id_1>Assistant\n${answer}\n<extra_id_1>`,
      });
    const lines = [text('a', '1'), text('a', '2'), text('b', '3'), text('a', '4'), text('a', '5'), text('b', '6')];
    const read = grouped(
      lines.flatMap((line, i) => parseRecord({ line: i + 1, text: line }, '/data/file.jsonl', reading)),
      groupingsOf(reading),
    );
    expect(
      read.map((each) =>
        'item' in each
          ? [each.line, each.item.responses.map(({ turns }) => turns?.[0]?.content)]
          : [each.problem.line, each.problem.message],
      ),
    ).toEqual([
      [1, ['1', '2']],
      [4, ['4', '5']],
      [
        3,
        'There is no line after it with the same prompt and a rejected answer: of every two lines, the first has the chosen answer. The line was left out. Add the missing line',
      ],
      [
        6,
        'There is no line after it with the same prompt and a rejected answer: of every two lines, the first has the chosen answer. The line was left out. Add the missing line',
      ],
    ]);
  });
});

/** Two answers with the marker of the next turn behind each. */
function both(chosen: string, rejected: string): { responses: unknown[] } {
  return {
    responses: [
      ['chosen', chosen],
      ['rejected', rejected],
    ].map(([id, text]) => ({ id, text: `${text ?? ''}\n<extra_id_1>`, turns: [assistant(text ?? '')] })),
  };
}
