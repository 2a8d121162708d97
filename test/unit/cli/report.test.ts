import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Study } from '../../../src/core/study/study';
import { tiebreak, type Run } from '../made/commandLine';
import { criterion, pairsOfResponses, rubric, rubricStudy } from '../made/rubricStudy';

/** Runs `tiebreak report` beside a study. */
const report = ({ file }: Study, ...args: string[]): Promise<Run> =>
  tiebreak(dirname(file), 'report', basename(file), ...args);

/** Forty pairs: the right one wins but for six, which nothing explains; what is short loses though it is rewarded. */
const judged = (): Promise<Study> => {
  const criteria = [
    criterion('right', {
      weight: 3,
      title:
        'Is right in every particular, and says so in words that somebody who does not know the field understands at once',
    }),
    criterion('short'),
    criterion('kind'),
  ];
  return rubricStudy(
    pairsOfResponses(40),
    [rubric(criteria)],
    [...Array(40).keys()].map((at) => {
      const hidden = at % 4 === 1 && at < 24;
      const verdicts = (['r1', 'r2'] as const).flatMap((response, index) => [
        { response, criterion: 'right', value: hidden || index === 0 },
        { response, criterion: 'short', value: index === 1 && at % 4 !== 0 },
      ]);
      return { at, judgement: { ranking: { tiers: [['r1'], ['r2']] }, verdicts, rationale: 'because' } };
    }),
  );
};

describe('tiebreak report --section coverage', () => {
  it('tells people what to look at first, in lines that fit', async () => {
    const run = await report(await judged(), '--section', 'coverage');
    expect([run.code, run.err]).toEqual([0, '']);
    const lines = run.out.trimEnd().split('\n');
    expect(Math.max(...lines.map((line) => Array.from(line).length))).toBeLessThanOrEqual(100);
    expect(lines.slice(0, 6)).toEqual([
      '3 criteria active · 40 annotations by 1 annotator · 40 of 40 items judged',
      '',
      'To do',
      // All 40 judgments have a verdict by it.
      expect.stringMatching(/^ {2}! Weights with the wrong sign: 1\. /) as string,
      expect.any(String) as string,
      expect.stringMatching(
        /^ {6}Is it short\?: weight 1, implied -\d[.\d]*; contradicted by 30 of 30 pairs$/,
      ) as string,
    ]);
    const unexplained = lines.findIndex((line) =>
      line.includes('Unexplained preferences: 6 of 40, 15% (7.1% to 29%).'),
    );
    expect(lines.slice(unexplained + 2, unexplained + 7)).toEqual([
      '    difference. (tiebreak rubrics --import)',
      '      q1: ana prefers r1 to r2',
      '      q5: ana prefers r1 to r2',
      '      q9: ana prefers r1 to r2',
      '      and 3 more (--json)',
    ]);
    expect(run.out).toMatch(/^ {4}Criteria that are never used: 1\. .*\n {6}Is it kind\?: Main$/m);
    expect(run.out).toMatch(/^Criterion +Used +Filled +Yes +Separates pairs +Accuracy/m);
    expect(run.out).toMatch(/^right: Is right.*… +40 +100%/m);
  });

  it('begins with what is to be done about rubrics, too, where the study has some', async () => {
    const { out } = await report(await judged());
    expect(out.slice(0, out.indexOf('Figures'))).toMatch(/Weights with the wrong sign: 1\./);
    expect(out).toContain('Not known yet: agreement, label noise, agreement on criteria. Let a second person judge 40');
    expect(out).toMatch(/^ {2}Coverage +Active criteria 3; Unexplained preferences 15%/m);
    const plain = await report(await rubricStudy(pairsOfResponses(2), [], []));
    expect(plain.out).not.toMatch(/without a rubric|^ {2}Coverage/m);
  });

  it('gives machines every figure with its n, and the cells by slice', async () => {
    const { code, out } = await report(await judged(), '--section', 'coverage', '--by', 'annotator,round', '--json');
    expect(code).toBe(0);
    const found = JSON.parse(out) as {
      slices: unknown[];
      criteria: Record<string, unknown>[];
      study: Record<string, unknown>;
    };
    expect(found).toMatchObject({
      section: 'coverage',
      version: 1,
      slices: [
        { by: 'annotator', value: 'ana' },
        { by: 'round', value: '1' },
      ],
      spans: { spans: 0, types: [] },
    });
    expect(found.criteria[1]).toMatchObject({
      id: 'short',
      rubric: 'main',
      kind: 'yes-no',
      weight: 1,
      inForce: true,
      faulty: null,
      used: 40,
      chances: 80,
      filled: 80,
      notApplicable: 0,
      unfilled: 0,
      yes: { rate: 0.375, n: 80, low: 0.3, high: 0.4375 },
      separation: { pairs: 40, same: 0, against: 30, equal: 10, right: { rate: 0, n: 30 } },
      agreement: { metric: 'nominal', alpha: null, units: 0, values: 0, same: null },
      gate: null,
      cells: [
        [0, 80, 80, 0, 0, 0.375],
        [1, 80, 80, 0, 0, 0.375],
      ],
    });
    expect(found.study).toMatchObject({
      unexplained: {
        count: 6,
        rate: { n: 40, rate: 0.15 },
        first: [1, 5, 9, 13, 17, 21].map((at) => ({
          item: `q${at}`,
          ordinal: at,
          annotator: 'ana',
          winner: 'r1',
          loser: 'r2',
        })),
      },
      wrongWay: [{ criterion: 'short', n: 30 }],
      neverUsed: ['kind'],
    });
  });

  it('writes the matrix as CSV', async () => {
    const study = await judged();
    const { code, out } = await report(study, '--section', 'coverage', '--by', 'annotator', '--csv', 'matrix.csv');
    expect([code, out.trimEnd().split('\n').at(-1)]).toEqual([0, 'Wrote the matrix to matrix.csv']);
    const lines = readFileSync(join(dirname(study.file), 'matrix.csv'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(7);
    expect(lines.slice(3, 5)).toEqual([
      'short,main,Is it short?,all,,80,80,0,0,0.375,0.3,0.4375',
      'short,main,Is it short?,annotator,ana,80,80,0,0,0.375,,',
    ]);
  });

  it('keeps what it read of the dataset where it is told to, in a folder of its own, and tells the same from there', async () => {
    const study = await judged();
    const runs = [
      await report(study, '--section', 'coverage', '--json'),
      await report(study, '--section', 'coverage', '--json', '--cache', 'kept'),
      await report(study, '--section', 'coverage', '--json', '--cache', 'kept'),
    ];
    expect(new Set(runs.map(({ code, out, err }) => JSON.stringify([code, out, err]))).size).toBe(1);
    expect(readdirSync(join(dirname(study.file), 'kept'), { recursive: true }).sort()).toEqual([
      'tiebreak',
      expect.stringMatching(/^tiebreak.[0-9a-f]{32}\.found$/) as string,
      expect.stringMatching(/^tiebreak.[0-9a-f]{32}\.found\.used$/) as string,
    ]);
    const refused = await report(study, '--section', 'coverage', '--cache', 'data.jsonl');
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain('--cache data.jsonl: the folder could not be created');
  });

  it('reports on a study without rubrics or annotations too', async () => {
    const run = await report(await rubricStudy(pairsOfResponses(2), [], []), '--section', 'coverage');
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out).toContain('Items without a rubric: 2 of 2, 100%.');
  });

  it.each<[string, string[], string]>([
    ['an unknown section', ['--section', 'noise,beauty'], '"beauty" is not one of agreement, annotators, noise'],
    ['an annotator that there is not', ['--without', 'nobody'], 'no annotations by "nobody"'],
    ['a matrix without coverage', ['--csv', 'matrix.csv'], 'Add --section coverage'],
    ['a page that is none', ['--out', 'report.pdf'], 'Name a file that ends in .html'],
    ['a slice by responses', ['--section', 'coverage', '--by', 'responses.0'], 'or metadata paths'],
    ['a file that is no table', ['--section', 'coverage', '--csv', 'data.jsonl'], 'Name a file that ends in .csv'],
  ])('exits with 2 for %s', async (_, args, message) => {
    const run = await report(await rubricStudy(pairsOfResponses(2), [], []), ...args);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toContain(message);
  });
});
