import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateOf } from '../../../src/core/model/report/proportion';
import type { RuleFigures } from '../../../src/core/model/report/ruleCoverage';
import type { ReportFigures } from '../../../src/protocol/report';
import { ticksOf } from '../../../webview/report/charts/axis';
import { coverageFindings } from '../../../src/core/model/report/document/coverage/findings';
import { csvOf } from '../../../webview/report/charts/bars';
import { heatCellAt, heatCsv, heatShapes, type HeatLayout } from '../../../webview/report/charts/heatCells';
import { emptyCell, matching, sorted, type Table } from '../../../webview/report/tables/table';

describe('the tables of the coverage view', () => {
  it('are sorted by any figure, rows without one last whichever the way', () => {
    const values = [3, null, 1, 3, null, 2];
    expect(sorted(6, (at) => values[at] ?? null, true)).toEqual([0, 3, 5, 2, 1, 4]);
    expect(sorted(6, (at) => values[at] ?? null, false)).toEqual([2, 5, 0, 3, 1, 4]);
  });

  it('are searched by words, each of which may stand in another text of the row', () => {
    const rows = [
      ['right', 'Is it right?', 'answers'],
      ['cited', 'Does it cite?', 'answers', 'sources'],
      ['short', 'Is it short?', 'style'],
    ];
    expect(matching(rows, '')).toEqual([0, 1, 2]);
    expect(matching(rows, '  ANSWERS sourc')).toEqual([1]);
    expect(matching(rows, 'nothing')).toEqual([]);
  });
});

describe('the axis of a chart', () => {
  it('has a few round values, all of them on it', () => {
    expect(ticksOf(0, 1)).toEqual([0, 0.5, 1]);
    fc.assert(
      fc.property(
        fc.double({ min: -1e4, max: 1e4, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e5, noNaN: true }),
        (from, span) => {
          const ticks = ticksOf(from, from + span);
          expect(ticks.length).toBeGreaterThanOrEqual(1);
          expect(ticks.length).toBeLessThanOrEqual(5);
          for (const tick of ticks) expect(tick > from - span * 1e-6 && tick < from + span * (1 + 1e-6)).toBe(true);
        },
      ),
    );
  });
});

describe('what a chart writes as its table', () => {
  it('quotes what needs it, and leaves out what there is not', () => {
    const bars = [
      { label: 'a, "b"', value: 0.5, low: 0.25, high: 2 / 3, note: 'n 8' },
      { label: 'c', value: null, note: '' },
    ];
    expect(csvOf({ bars, names: { value: 'yes' } })).toBe(
      'what,yes,low,high,rests on\n"a, ""b""",0.5,0.25,0.666667,n 8\nc,,,,\n',
    );
    expect(
      csvOf({ bars: [{ label: 'w', value: 1, mark: 2, note: '' }], names: { value: 'implied', mark: 'stated' } }),
    ).toBe('what,implied,low,high,stated,rests on\nw,1,,,2,\n');
  });
});

describe('a heat map', () => {
  const layout: HeatLayout = { left: 100, top: 30, cellWidth: 20.5, cellHeight: 20, columns: 3, rows: 2 };
  const shades = [
    [1, 0.5, null],
    [0, 0.501, 0.02],
  ];

  it('is one shape for all cells of a shade, a bar as long as the share in each, and nothing where there is nothing to tell of', () => {
    const { fills, bars, outlines } = heatShapes(layout, (row, column) => shades[row]?.[column] ?? null);
    const boxes = (path: string): number => path.split('M').length - 1;
    expect(fills.map(({ share, path }) => [share, boxes(path)])).toEqual([
      [0.5, 2],
      [1, 1],
    ]);
    expect([boxes(outlines), boxes(bars)]).toEqual([5, 4]);
    expect(fills[1]?.path).toBe('M100 30h19.5v19h-19.5z');
    expect(bars).toContain('M120.5 46h9.75v3h-9.75z');
  });

  it('knows the cell under each point of it', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 1 }),
        fc.nat({ max: 2 }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (row, column, share) => {
          expect(heatCellAt(layout, 100 + (column + share) * 20.5, 30 + (row + share) * 20)).toEqual({ row, column });
        },
      ),
    );
    for (const [x, y] of [
      [99, 40],
      [162, 40],
      [110, 29],
      [110, 71],
    ] as const)
      expect(heatCellAt(layout, x, y)).toBeUndefined();
  });

  it('writes all rows of its table by their names', () => {
    const columns = ['All', 'gamma, large', 'delta'].map((title, at) => ({ id: String(at), title, hint: '' }));
    const table: Table = {
      label: '',
      rowTitle: 'Criterion',
      columns,
      count: 2,
      row: (at) => ({ id: `c${at}`, title: `Is it ${at}?`, note: '' }),
      cell: (at, { id }) => ({ ...emptyCell, shade: shades[at]?.[Number(id)] ?? null }),
    };
    expect(heatCsv(table)).toBe('Criterion,All,"gamma, large",delta\nIs it 0?,1,0.5,\nIs it 1?,0,0.501,0.02\n');
  });
});

describe('what to look at', () => {
  const none = { rate: null, count: 0, first: [] };
  const empty: ReportFigures = {
    serial: 1,
    time: 0,
    blind: false,
    slices: [],
    criteria: [],
    study: {
      items: { count: 2, judged: 1, unjudged: { count: 0, first: [] }, withoutRubric: none },
      annotations: { count: 1, skipped: 0, annotators: 1, orphans: 0, repeats: 0, byModels: 0 },
      origins: { criteria: [], annotations: [] },
      unfilled: null,
      unfilledSlices: [],
      varyingBy: [],
      lowAgreement: [],
      alwaysYes: [],
      alwaysNo: [],
      neverUsed: [],
      neverSeparating: [],
      wrongWay: [],
      redundant: [],
      differingAnnotators: [],
      unexplained: none,
      against: { ...none, equal: 0 },
      preferences: 0,
      withoutReason: none,
      underOldVersions: { ...none, versions: [] },
      unknownCriteria: { verdicts: 0, ids: [] },
    },
    spans: { spans: 0, missing: 0, lost: 0, critiqued: 0, slices: [], types: [], withoutCritique: null, neverUsed: [] },
    critiques: {
      judged: 0,
      flawed: null,
      unsure: 0,
      overturned: null,
      rightButFlawed: null,
      rejected: null,
      reworked: 0,
      lost: 0,
      origins: [],
    },
    rules: {
      annotations: 0,
      rules: [],
      neverMarked: [],
      without: { in: [], near: [], out: [] },
      unknown: { marks: 0, ids: [] },
    },
  };

  it('is nothing where nothing is wrong', () => {
    expect(coverageFindings(empty)).toEqual([]);
  });

  it('begins with what the rubric misses, and names each with its figure', () => {
    const pair = { item: 'q3', ordinal: 3, annotator: 'ana', annotation: '01', winner: 'r2', loser: 'r1' };
    const found = coverageFindings({
      ...empty,
      study: {
        ...empty.study,
        unfilled: rateOf(3, 12),
        neverUsed: ['kind'],
        unexplained: { rate: rateOf(1, 4), count: 1, first: [pair] },
      },
      spans: { ...empty.spans, withoutCritique: rateOf(2, 5) },
    });
    expect(found.map(({ code, count }) => [code, count])).toEqual([
      ['unexplained', 1],
      ['neverUsed', 1],
      ['unfilled', 3],
      ['spansWithoutCritique', 2],
    ]);
    expect(found[0]?.act).toMatchObject({ kind: 'newCriterion' });
    expect(found[0]?.names).toMatchObject({
      of: 'items',
      list: [{ title: 'q3', note: 'ana prefers r2 to r1' }],
    });
  });

  it('names rules that nobody marked, and those whose marks are one-sided, by their feedback', () => {
    const short: RuleFigures = {
      id: 'short',
      feedback: 'Be short',
      scope: 'always',
      version: 1,
      retired: false,
      marked: 0,
      in: 0,
      near: 0,
      out: 0,
      unmarked: 3,
      shares: { in: null, near: null, out: null },
      items: 0,
      refined: null,
      earlier: 0,
      agreement: { alpha: null, units: 0, values: 0, same: null },
    };
    const found = coverageFindings({
      ...empty,
      rules: {
        annotations: 3,
        rules: [short, { ...short, id: 'kind', feedback: 'Be kind', marked: 3, in: 3 }],
        neverMarked: ['short'],
        without: { in: [], near: ['kind'], out: ['kind'] },
        unknown: { marks: 2, ids: ['ghost'] },
      },
    });
    expect(found.map(({ code, count, names }) => [code, count, names.list.map(({ title }) => title)])).toEqual([
      ['rulesNeverMarked', 1, ['Be short']],
      ['rulesWithoutNear', 1, ['Be kind']],
      ['rulesWithoutOut', 1, ['Be kind']],
      ['unknownRules', 2, ['ghost']],
    ]);
  });

  it('tells nobody which response was preferred where that is not told', () => {
    const pair = { item: 'q3', ordinal: 3, annotator: 'ana', annotation: '01', winner: '', loser: '' };
    expect(
      coverageFindings({ ...empty, study: { ...empty.study, unexplained: { rate: null, count: 1, first: [pair] } } })[0]
        ?.names,
    ).toMatchObject({ list: [{ title: 'q3', note: 'ana' }] });
  });
});
