import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { reportHtml } from '../../../src/cli/report/html/reportHtml';
import { sectionText, summaryText } from '../../../src/cli/report/reportText';
import { count, dotsOf, evenScale, share, tableOf, text } from '../../../src/core/model/report/document/blocks';
import type { Block, ReportDocument, Section } from '../../../src/core/model/report/document/document';
import { reportDocument } from '../../../src/core/model/report/document/reportDocument';
import { timeText, valueText } from '../../../src/core/model/report/document/values';
import type { SectionId } from '../../../src/core/model/report/document/todo';
import { tableOfCells } from '../../../src/core/quality/coverage/cellTable';
import { coverageOf } from '../../../src/core/quality/coverage/coverage';
import { qualityOf } from '../../../src/core/quality/report/qualityReport';
import { Study } from '../../../src/core/study/study';
import { studyPaths } from '../../../src/core/study/studyPaths';
import { criteriaTable } from '../../../webview/report/tables/criteriaTable';
import { rulesTable } from '../../../webview/report/tables/rulesTable';
import { spansTable } from '../../../webview/report/tables/spansTable';
import { criterion, pairsOfResponses, rubric, rubricStudy } from '../made/rubricStudy';
import { rule, ruleBook } from '../made/rules';
import { simulatedStudy, type Simulation } from '../made/simulatedStudy';
import { temporaryFolder } from '../made/temporaryFolder';

const steady = (name: string) => ({ name, epsilon: 0.1, seconds: 30 });
const simulation: Simulation = {
  items: 60,
  perItem: 2,
  annotators: ['ana', 'ben', 'cleo'].map(steady),
  models: { alpha: 1, beta: 0, gamma: -0.5 },
  ties: 0.1,
  controls: 12,
  seed: 8,
};

async function documentOf(simulated: Simulation, folder: string): Promise<ReportDocument> {
  const study = await Study.open(await simulatedStudy(folder, simulated));
  try {
    await study.refresh();
    return reportDocument({ quality: await qualityOf(study) });
  } finally {
    await study.close();
  }
}

const blocksIn = (blocks: readonly Block[]): readonly Block[] =>
  blocks.flatMap((block) =>
    block.is === 'fold' ? blocksIn(block.blocks) : block.is === 'choice' ? block.of : [block],
  );
const sectionOf = ({ sections }: ReportDocument, id: SectionId): Section =>
  sections.find((section) => section.id === id)!;
const tablesOf = (report: ReportDocument, id: SectionId) =>
  blocksIn(sectionOf(report, id).blocks).flatMap((block) => (block.is === 'table' ? [block] : []));
const notesOf = (report: ReportDocument, id: SectionId): string[] =>
  sectionOf(report, id).blocks.flatMap((block) => (block.is === 'note' ? [block.text] : []));

/** Expects the figures of a document on the page and in the terminal, and returns their ids. */
function sameFigures(report: ReportDocument): readonly string[] {
  const page = reportHtml(report, 'study');
  const drawn = [...page.matchAll(/data-figure="([^"]+)"/gu)].map(([, id]) => id);
  const blocks = report.sections.flatMap((section) => blocksIn(section.blocks));
  const told = blocks.flatMap((block) =>
    block.is === 'note' || block.is === 'fold' || block.is === 'choice'
      ? []
      : [block.id, ...(block.is === 'table' ? block.heads.map(({ id }) => `${block.id}.${id}`) : [])],
  );
  expect(drawn).toEqual(told);
  for (const { id, blocks: own } of report.sections) {
    const lines = sectionText(report, id).join('\n').replaceAll(/\s+/gu, ' ');
    for (const block of blocksIn(own)) {
      if (block.is === 'note') expect(lines).toContain(block.text);
      else if (block.is !== 'dots' || !block.isInTable) expect(lines).toContain('title' in block ? block.title : '');
      if (block.is === 'table') for (const { text: head } of block.heads) expect(lines).toContain(head.slice(0, 27));
    }
  }
  return told;
}

describe('a report that several judged', () => {
  let report: ReportDocument;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tiebreak-unit-'));
    try {
      report = await documentOf(simulation, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('has the same figures in the terminal and on the page', () => {
    expect(sameFigures(report).length).toBeGreaterThan(50);
  });

  it('names each figure once', () => {
    const ids = report.sections.flatMap(({ blocks }) =>
      blocksIn(blocks).flatMap((each) => ('id' in each ? each.id : [])),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says how often each is the same as others, beside the others among themselves', () => {
    const [table] = tablesOf(report, 'annotators');
    const heads = table!.heads.map(({ text: head }) => head);
    expect(heads.slice(heads.indexOf('The same as others'))[1]).toBe('Others among themselves');
    expect(heads).toContain('Controls right');
    // Nobody repeated an item, was adjudicated or stated a confidence.
    for (const head of ['Repeats the same', 'As adjudicated', 'Brier score', 'Test']) expect(heads).not.toContain(head);
  });

  it('begins each section with the figures that answer its question', () => {
    const lines = summaryText(report);
    for (const { title, lead } of report.sections.filter(({ id }) => id !== 'machines')) {
      expect(lead.length, title).toBeGreaterThan(0);
      expect(lines.find((line) => line.startsWith(`  ${title} `))).toContain(lead[0]!.label);
    }
  });
});

describe('a report on a study with rubrics', () => {
  /** Thirty pairs by two, of which the criterion misses every fifth; ben also marks passages and a rule. */
  async function judged(): Promise<Study> {
    const study = await rubricStudy(
      pairsOfResponses(30),
      [rubric([criterion('right', { gate: { threshold: 0.5 } }), criterion('idle')])],
      ['ana', 'ben'].flatMap((annotator) =>
        [...Array(30).keys()].map((at) => ({
          at,
          annotator,
          judgement: {
            ranking: { tiers: [['r1'], ['r2']] },
            verdicts: [
              { response: 'r1', criterion: 'right', value: true },
              { response: 'r2', criterion: 'right', value: at % 5 === 0 },
            ],
            ...(annotator === 'ben' && {
              critiques: [
                {
                  response: 'r1',
                  text: '',
                  spans: [{ start: 0, end: 5, quote: 'first', polarity: 'negative' as const }],
                },
              ],
              rules: [{ rule: 'short', version: 1, scope: 'in' as const }],
            }),
          },
        })),
      ),
    );
    writeFileSync(studyPaths(study.file).rules.former, JSON.stringify(ruleBook(rule('short'))));
    await study.readRules();
    return study;
  }

  it('tells coverage with the same figures in the terminal, on the page and in the view, beside those of the data', async () => {
    const study = await judged();
    const coverage = await coverageOf(study, { by: ['annotator'] });
    const report = reportDocument({ quality: await qualityOf(study), coverage, cells: tableOfCells(coverage) });
    const figures = sameFigures(report);
    for (const figure of [
      'coverage.criteria.right',
      'coverage.criteria.implied',
      'coverage.criteria.gate',
      'coverage.slices.unfilled',
      'coverage.spans.negative',
      'coverage.rules.in',
      'coverage.study.value',
    ])
      expect(figures).toContain(figure);
    const figuresOfView = { ...coverage, serial: 1, time: 0, blind: false };
    const now = { by: 'figures', shows: 'yes', search: '' } as const;
    for (const [id, table] of [
      ['coverage.criteria', criteriaTable(figuresOfView, { ...now, tab: 'criteria' })],
      ['coverage.spans', spansTable(figuresOfView, { ...now, tab: 'spans' })],
      ['coverage.rules', rulesTable(figuresOfView, { ...now, tab: 'rules' })],
    ] as const) {
      const [, ...heads] = tablesOf(report, 'coverage').find((each) => each.id === id)!.heads;
      expect(
        table.columns.map(({ id: column, title }) => [column, title]),
        id,
      ).toEqual(heads.map((head) => [head.id, head.text]));
    }
    expect(sectionOf(report, 'coverage').lead.map(({ label }) => label)).toEqual([
      'Active criteria',
      'Unexplained preferences',
      'Empty cells',
    ]);
  });

  it('lists what is to be done about data and rubrics once, the most severe first, then what touches most, with what mends it', async () => {
    const study = await judged();
    const coverage = await coverageOf(study);
    const { todo } = reportDocument({ quality: await qualityOf(study), coverage });
    const places = todo.map(({ severity, judgments }) => [['high', 'medium', 'low'].indexOf(severity), -judgments]);
    expect(places).toEqual(places.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
    expect(new Set(places.map(([severity]) => severity)).size).toBeGreaterThan(1);
    expect(new Set(todo.map(({ id }) => id)).size).toBe(todo.length);
    expect(todo.find(({ id }) => id === 'coverage.unexplained')).toMatchObject({
      section: 'coverage',
      judgments: 12,
      opens: { of: 'finding', finding: 'unexplained' },
      act: { kind: 'newCriterion' },
      text: expect.stringMatching(/^Unexplained preferences: 12 of 60, 20% .* Write a criterion/u) as string,
    });
    expect(todo.find(({ id }) => id === 'coverage.neverUsed')?.act).toEqual({
      kind: 'editCriterion',
      criterion: 'idle',
    });
  });

  it('says nothing of criteria that nobody used while nobody has judged', async () => {
    const idsOf = async (judged: Parameters<typeof rubricStudy>[2]): Promise<string[]> => {
      const study = await rubricStudy(pairsOfResponses(30), [rubric([criterion('right')])], judged);
      return reportDocument({ coverage: await coverageOf(study) }).todo.map(({ id }) => id);
    };
    expect(await idsOf([])).toEqual(['coverage.unjudged']);
    expect(await idsOf([{ at: 0, judgement: { ranking: { tiers: [['r1'], ['r2']] } } }])).toContain(
      'coverage.neverUsed',
    );
  });

  it('tells what is not judged yet once, and after what is wrong', async () => {
    const study = await rubricStudy(
      pairsOfResponses(30),
      [rubric([criterion('right')])],
      [{ at: 0, judgement: { ranking: { tiers: [['r1'], ['r2']] } } }],
    );
    const coverage = await coverageOf(study);
    const ids = reportDocument({ quality: await qualityOf(study), coverage }).todo.map(({ id }) => id);
    expect(ids.at(-1)).toBe('work.unjudged');
    expect(ids).not.toContain('coverage.unjudged');
    expect(ids).not.toContain('agreement.no-overlap');
    expect(
      reportDocument({ coverage })
        .todo.map(({ id }) => id)
        .at(-1),
    ).toBe('coverage.unjudged');
  });
});

describe('a report on one annotator', () => {
  it('says once what nobody knows yet, and what makes it known', async () => {
    const report = await documentOf(
      { ...simulation, annotators: [steady('ana')], perItem: 1, controls: 0 },
      temporaryFolder(),
    );
    expect(report.notKnown).toEqual({
      text: expect.stringMatching(
        /^Not known yet: agreement, label noise\. Let a second person judge \d+ of/u,
      ) as string,
      act: { kind: 'planSecondAnnotator', items: expect.any(Number) as number },
    });
    expect(notesOf(report, 'agreement')).toEqual([
      'Not known yet: preferences. Let a second person judge some of these items.',
    ]);
    expect(tablesOf(report, 'agreement')).toEqual([]);
    expect(notesOf(report, 'noise')).toEqual([
      'Not known yet. Let a second person judge some items, or add repeated or control items to the plan.',
    ]);
    const told = report.sections.flatMap(({ id }) => tablesOf(report, id));
    for (const { id, heads, rows } of told)
      heads.forEach((head, at) =>
        expect(
          rows.some((row) => row[at]!.value !== null && row[at]!.value !== ''),
          `${id}.${head.id}`,
        ).toBe(true),
      );
  });
});

describe('a table', () => {
  const estimate = { value: 0.5, low: 0.25, high: 0.75, items: 12 };
  const made = tableOf(
    'made',
    'Made',
    [
      { name: 'ana', judged: 0, same: estimate },
      { name: 'ben', judged: 3, same: null },
    ],
    [
      { id: 'name', head: 'Annotator', cell: ({ name }) => text(name) },
      { id: 'judged', head: 'Judged', cell: ({ name, judged }) => count(judged, { of: 'judged', annotator: name }) },
      { id: 'same', head: 'The same', cell: ({ same }) => share(same) },
      { id: 'none', head: 'None', cell: () => share(null) },
    ],
  );

  it('leaves out columns that nothing fills, and opens only what has items', () => {
    expect(made[0]!.heads.map(({ id }) => id)).toEqual(['name', 'judged', 'same']);
    expect(made[0]!.rows.map(([, judged]) => judged)).toEqual([
      { as: 'count', value: 0 },
      { as: 'count', value: 3, opens: { of: 'judged', annotator: 'ben' } },
    ]);
    expect(tableOf('made', 'Made', [], [])).toEqual([]);
  });

  it('is drawn from its numbers', () => {
    expect(dotsOf(made, 'same', 'Chart', evenScale)).toEqual([
      {
        is: 'dots',
        id: 'made.same',
        title: 'Chart',
        as: 'share',
        scale: evenScale,
        dots: [{ label: 'ana', value: estimate }],
        isInTable: true,
      },
    ]);
    expect(dotsOf(made, 'none', 'Chart', evenScale)).toEqual([]);
  });
});

describe('a value', () => {
  it.each([
    ['share', 0.034, '3.4%'],
    ['share', { value: 0.5, low: 0.25, high: 0.75, items: 12 }, '50% (25% to 75%)'],
    ['number', 271.4, '271'],
    ['correlation', -0.001, '0.00'],
    ['count', 2312, '2,312'],
    ['count', { value: 1, low: null, high: null, items: 3 }, '1'],
    ['number', null, '–'],
  ] as const)('is told as %s', (as, value, expected) => {
    expect(valueText(as, value)).toBe(expected);
  });

  it.each([
    [4000, '4.0 s'],
    [30_000, '30 s'],
    [150_000, '3 min'],
    [12_600_000, '3.5 h'],
  ])('of %d ms is a time', (milliseconds, expected) => {
    expect(timeText(milliseconds)).toBe(expected);
  });
});
