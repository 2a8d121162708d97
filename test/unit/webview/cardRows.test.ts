import { describe, expect, it } from 'vitest';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { emptyDraft } from '../../../src/core/model/annotation/draft';
import { modeNames, type ModeName } from '../../../src/core/model/annotation/mode';
import { twoInFocus } from '../../../webview/annotate/twoInFocus';
import { isFolded, rowsOf, shapeOf } from '../../../webview/annotate/cards/cardRows';

const itemOf = (mode: ModeName, count: number, selected: number): DeskItem => ({
  key: 'k',
  draft: emptyDraft(count, mode),
  status: 'empty',
  queuePosition: { kind: 'file' },
  hidesPlace: false,
  judgedUnder: [],
  turn: null,
  turnsJudged: [],
  stale: false,
  selected,
  part: 0,
  buckets: false,
});

describe('which responses are folded to their beginnings', () => {
  it.each(
    modeNames.map((mode): [ModeName, number[], number[]] =>
      mode === 'steps'
        ? [mode, [1, 2, 3, 4, 5, 6, 7], [0, 1, 3, 4, 5, 6, 7, 8]]
        : mode === 'pair'
          ? [mode, [], []]
          : [mode, [], [0, 1, 3, 4, 5, 6, 7, 8]],
    ),
  )('%s: of eight and of nine', (mode, ofEight, ofNine) => {
    const foldedOf = (count: number, selected: number): number[] =>
      [...Array(count).keys()].filter((index) => isFolded(itemOf(mode, count, selected), index));
    expect(foldedOf(8, 0)).toEqual(ofEight);
    expect(foldedOf(9, 2)).toEqual(ofNine);
  });

  it.each<[ModeName, string, string]>([
    ['rank', 'cards', 'list'],
    ['best', 'cards', 'list'],
    ['rate', 'cards', 'list'],
    ['thumbs', 'cards', 'list'],
    ['pair', 'cards', 'cards'],
    ['steps', 'stack', 'stack'],
  ])('%s: a long list stands one below the other unless columns are asked for', (mode, few, many) => {
    expect([shapeOf(itemOf(mode, 8, 0)), shapeOf(itemOf(mode, 9, 0))]).toEqual([few, many]);
  });
});

describe('two in focus', () => {
  it('are the selected response and its neighbour at first, and what is selected next takes the place of the one that was not', () => {
    const order = [4, 2, 0, 1, 3];
    const visited = [4, 2, 0, 1, 0, 3];
    const seen: (readonly [number, number] | undefined)[] = [];
    let before: Parameters<typeof twoInFocus>[0];
    for (const selected of visited) {
      const two = twoInFocus(before, selected, order);
      seen.push(two);
      before = two && { two, selected };
    }
    expect(seen).toEqual([
      [4, 2],
      [4, 2],
      [0, 2],
      [0, 1],
      [0, 1],
      [0, 3],
    ]);
    expect(twoInFocus(undefined, 3, order)).toEqual([1, 3]);
    expect(twoInFocus(undefined, 3, [3])).toBeUndefined();
  });

  it('stand first, and all others are folded below them in their order, with the line where it is', () => {
    const item = itemOf('rank', 5, 0);
    const ranked: DeskItem = {
      ...item,
      draft: { ...item.draft, places: [2, 1, 3, 4, 5], acceptable: [true, true, true, false, false] },
    };
    const two = [0, 3];
    expect(rowsOf(ranked, 2, two)).toEqual([
      { kind: 'response', index: 0, isAfterLine: false },
      { kind: 'response', index: 3, isAfterLine: false },
      { kind: 'response', index: 1, isAfterLine: false, rests: true },
      { kind: 'response', index: 2, isAfterLine: false, rests: true },
      { kind: 'line', text: 'acceptable above, not below' },
      { kind: 'response', index: 4, isAfterLine: false, rests: true },
    ]);
    expect([0, 1, 2, 3, 4].filter((index) => isFolded(ranked, index, two))).toEqual([1, 2, 4]);
  });
});
