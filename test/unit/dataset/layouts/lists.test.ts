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
      '"scores" holds 1 score for 2 responses; it must hold one for each',
    ],
    ['rrhf', { query: 'Hi', responses: ['a', 'b'], scores: [1, null] }, '"scores[1]" is null; it must be a number'],
    ['rrhf', { query: 'Hi', responses: ['a', 4], scores: [1, 2] }, '"responses[1]" is a number; it must be text'],
    [
      'lipo',
      { prompt: 'Hi', all_responses: [], overall_scores: [] },
      '"all_responses" is an empty list; it must be a list of texts',
    ],
    [
      'pro',
      { prefix: [['<|prompter|>a', '<|assistant|>']], suffix: ['a', 'b'], reward: [1, 0] },
      '"prefix" holds 1 conversation for 2 responses; it must hold one for each',
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
      '"prefix[1]" is another conversation than the first one; the responses of a record must answer the same',
    ],
    [
      'pro',
      { prefix: [['<|assistant|>'], ['<|assistant|>']], suffix: ['a', 'b'], reward: [1, 0] },
      '"prefix[0]" has no turn before the answer, so it holds no prompt',
    ],
    ['pro', { prefix: [4], suffix: ['a'], reward: [1] }, '"prefix[0]" is a number; it must be a list of texts'],
    [
      'ms-swift-reranker',
      { messages: [user('Hi')], positive_messages: [['a']], negative_messages: [] },
      '"positive_messages[0]" is a list; it must be a list of messages',
    ],
    [
      'ms-swift-reranker',
      { messages: [user('Hi')], positive_messages: [], negative_messages: [] },
      '"positive_messages" is an empty list; it must be a list of conversations',
    ],
    [
      'nemo-aligner-rm',
      { text: 'User: Hi' },
      '"text" is no conversation in the template of NeMo\'s models: "<extra_id_0>System", and turns behind "<extra_id_1>User" and "<extra_id_1>Assistant"',
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
          : [each.problem.line, each.problem.message.split('.')[0]],
      ),
    ).toEqual([
      [1, ['1', '2']],
      [4, ['4', '5']],
      [
        3,
        '"text" has no line behind it with the same prompt and a rejected answer: of every two lines the first is the chosen one',
      ],
      [
        6,
        '"text" has no line behind it with the same prompt and a rejected answer: of every two lines the first is the chosen one',
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
