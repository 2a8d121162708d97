import { describe, expect, it } from 'vitest';
import type { DeskItem } from '../../../src/core/model/desk';
import { emptyDraft } from '../../../src/core/model/draft';
import { modes, type Mode } from '../../../src/core/model/mode';
import { isFolded, shapeOf } from '../../../webview/annotate/rows';

const itemOf = (mode: Mode, count: number, selected: number): DeskItem => ({ key: 'k', draft: emptyDraft(count, mode), status: 'empty', served: { kind: 'file' }, hidesPlace: false, judgedUnder: [], turn: null, turnsJudged: [], stale: false, selected, part: 0, buckets: false });

describe('which responses are folded to their beginnings', () => {
  it.each(modes.map((mode): [Mode, number[], number[]] => (mode === 'steps' ? [mode, [1, 2, 3, 4, 5, 6, 7], [0, 1, 3, 4, 5, 6, 7, 8]] : mode === 'pair' ? [mode, [], []] : [mode, [], [0, 1, 3, 4, 5, 6, 7, 8]])))('%s: of eight and of nine', (mode, ofEight, ofNine) => {
    const foldedOf = (count: number, selected: number): number[] => [...Array(count).keys()].filter((index) => isFolded(itemOf(mode, count, selected), index));
    expect(foldedOf(8, 0)).toEqual(ofEight);
    expect(foldedOf(9, 2)).toEqual(ofNine);
  });

  it.each<[Mode, string, string]>([['rank', 'cards', 'list'], ['best', 'cards', 'list'], ['rate', 'cards', 'list'], ['thumbs', 'cards', 'list'], ['pair', 'cards', 'cards'], ['steps', 'stack', 'stack']])('%s: a long list stands one below the other unless columns are asked for', (mode, few, many) => {
    expect([shapeOf(itemOf(mode, 8, 0)), shapeOf(itemOf(mode, 9, 0))]).toEqual([few, many]);
  });
});
