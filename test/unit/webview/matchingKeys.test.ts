import { expect, it } from 'vitest';
import type { KeyGroup, KeyRow } from '../../../src/protocol/keyList';
import { matchingKeys } from '../../../webview/annotate/keys/matchingKeys';

const row = (title: string, more: Partial<KeyRow> = {}): KeyRow => ({
  command: title,
  title,
  keys: ['X'],
  words: '',
  isChanged: false,
  isRun: true,
  isNow: false,
  ...more,
});

const groups: readonly KeyGroup[] = [
  {
    title: 'Judge',
    rows: [row('Rank', { isNow: true, words: 'tie, equal' }), row('Set Confidence', { keys: ['Alt+1'] })],
  },
  { title: 'Read', rows: [row('Find in This Item')] },
];

it.each([
  ['', ['Rank']],
  ['  ', ['Rank']],
  ['TIE', ['Rank']],
  ['alt+1', ['Set Confidence']],
  ['item find', ['Find in This Item']],
  ['judge', ['Rank', 'Set Confidence']],
  ['find nothing', []],
])('a search for "%s" finds %j', (query, titles) => {
  const found = matchingKeys(groups, query);
  expect(found.flatMap(({ rows }) => rows.map(({ title }) => title))).toEqual(titles);
  expect(found.every(({ rows }) => rows.length > 0)).toBe(true);
});
