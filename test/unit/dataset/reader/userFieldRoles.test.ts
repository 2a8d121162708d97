import { describe, expect, it } from 'vitest';
import { demonstrations } from '../../../../src/core/dataset/layouts/edits/demonstrations';
import { pairedResponses } from '../../../../src/core/dataset/layouts/pairs/pairedResponses';
import { responseList } from '../../../../src/core/dataset/layouts/lists/responseList';
import {
  unreadRanking,
  unreadValues,
  responseFields,
  withBetter,
  withMeaning,
  withPrompt,
  withResponses,
} from '../../../../src/core/dataset/recognition/userFieldRoles';

const records = [
  {
    ask: 'Why?',
    one: 'Because.',
    other: 'Why not?',
    third: 'So.',
    list: ['a', 'b'],
    talk: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
    ],
    verdict: 'one',
    deep: { text: 'x', more: 'y' },
  },
];
const reading = {
  layout: responseList,
  mapping: { prompt: 'ask', responses: 'list', label: 'verdict', records: 'rows', text: 'body' },
};

describe('the fields that a person says hold the responses', () => {
  it.each([
    [['one', 'other'], 'paired-responses', { first: 'one', second: 'other' }],
    [['one', 'other', 'third'], 'responses', { responses: 'one,other,third', text: 'body' }],
    [['deep.text', 'deep.more'], 'responses', { responses: 'deep.text,deep.more', text: 'body' }],
    [['list'], 'responses', { responses: 'list', text: 'body' }],
    [['deep'], 'responses', { responses: 'deep', text: 'body' }],
    [['one'], 'single-responses', { completion: 'one' }],
    [['talk'], 'single-responses', { messages: 'talk' }],
  ] as const)('%s are read by %s, and what was said of the others stays', (paths, layout, responses) => {
    const made = withResponses(records, reading, paths);
    expect([made.layout.name, made.mapping]).toEqual([
      layout,
      { prompt: 'ask', label: 'verdict', records: 'rows', ...responses },
    ]);
    expect(responseFields(records, made)).toEqual(paths);
  });

  it('may be the better one in every record', () => {
    const { layout, mapping } = withBetter(
      { layout: pairedResponses, mapping: { prompt: 'ask', first: 'one', second: 'other', label: 'verdict' } },
      'other',
      'one',
    );
    expect([layout.name, mapping]).toEqual(['preference-pairs', { prompt: 'ask', chosen: 'other', rejected: 'one' }]);
    expect(responseFields(records, { layout: demonstrations, mapping: {} })).toEqual([]);
  });
});

describe('the field that a person says holds the prompt', () => {
  const several = { layout: responseList, mapping: { prompt: '', responses: 'ask,one,other' } };

  it('holds no response any more', () => {
    const { layout, mapping } = withPrompt(records, several, ['ask']);
    expect([layout.name, mapping]).toEqual(['paired-responses', { prompt: 'ask', first: 'one', second: 'other' }]);
  });

  it('leaves the responses as they are where it is none of them, or the only one', () => {
    expect(withPrompt(records, several, ['third']).mapping).toEqual({ prompt: 'third', responses: 'ask,one,other' });
    expect(withPrompt(records, { layout: responseList, mapping: { responses: 'list' } }, ['list']).mapping).toEqual({
      prompt: 'list',
      responses: 'list',
    });
  });
});

describe('a list with a number for each response, of which nobody can tell what they are', () => {
  const unread = (
    ...lists: readonly (readonly number[])[]
  ): { unread: { path: string; value: string; meanings: readonly string[]; isRanking: true } }[] =>
    lists.map((list) => ({ unread: { path: 'ranking', value: JSON.stringify(list), meanings: [], isRanking: true } }));

  it('is asked about by the first item for which ranks and an order differ', () => {
    expect(unreadRanking([{}, ...unread([1, 2, 3], [3, 1, 2])])).toEqual({
      path: 'ranking',
      at: 2,
      byRanks: [1, 2, 0],
      byOrder: [2, 0, 1],
      values: '1=first,2=second,3=third',
    });
  });

  it('may count from 0, and is asked about all the same where nothing differs', () => {
    expect(unreadRanking(unread([0, 2, 1]))).toEqual({
      path: 'ranking',
      at: 0,
      byRanks: [0, 2, 1],
      byOrder: [0, 2, 1],
      values: '0=first,1=second,2=third',
    });
    expect(unreadRanking([{}])).toBeUndefined();
  });
});

describe('a label whose values nobody can tell', () => {
  const unread = (
    ...values: readonly (string | number | boolean)[]
  ): { unread: { path: string; value: string | number | boolean; meanings: readonly string[] } }[] =>
    values.map((value) => ({ unread: { path: 'pick', value, meanings: ['first', 'second', 'tie'] } }));

  it('is asked about once for each value', () => {
    expect(unreadValues([{}, ...unread(2, 1, 2, 'a,b')]).map(({ path, value, at }) => [path, value, at])).toEqual([
      ['pick', '2', 1],
      ['pick', '1', 2],
    ]);
  });

  it.each<[readonly (string | number | boolean)[], string, string]>([
    [[1, 2], 'first', '1=first,2=second'],
    [[1, 0], 'second', '1=second,0=first'],
    [[true, false], 'good', 'true=good,false=bad'],
    // A tie says nothing of the other, and of three values each may mean anything.
    [[1, 0], 'tie', '1=tie'],
    [[1, 2, 0], 'first', '1=first'],
    [[1, 5], 'first', '1=first'],
    [['x'], 'first', 'x=first'],
  ])('of which there are %s: %s is said of the first', (values, meaning, wanted) => {
    const open = unreadValues(unread(...values));
    expect(withMeaning({ prompt: 'ask' }, open[0]!, meaning, open)).toEqual({
      prompt: 'ask',
      label: 'pick',
      values: wanted,
    });
  });

  it('keeps what was said before', () => {
    const open = unreadValues(unread(3));
    expect(withMeaning({ values: '1=first,2=second' }, open[0]!, 'tie', open).values).toBe('1=first,2=second,3=tie');
  });
});
