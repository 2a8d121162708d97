import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { metricOfCriterion, metricOfRatings, metricOfVerdicts } from '../../../../src/core/quality/agreement/metric';
import { coverageOf } from '../../../../src/core/quality/coverage/coverage';
import { qualityOf } from '../../../../src/core/quality/report/qualityReport';
import { Study } from '../../../../src/core/study/study';
import { sectionText } from '../../../../src/cli/report/reportText';
import { reportHtml } from '../../../../src/cli/report/html/reportHtml';
import { reportDocument } from '../../../../src/core/model/report/document/reportDocument';
import { judgedRecords } from '../../made/judgedRecords';
import { criterion, pairsOfResponses, rubric, rubricStudy } from '../../made/rubricStudy';
import { temporaryFolder } from '../../made/temporaryFolder';

const scales = {
  aspects: [
    { name: 'steps', min: 1, max: 5 },
    { name: 'percent', min: 0, max: 100 },
    { name: 'slider', min: 0, max: 100, continuous: true },
  ],
  criteria: [
    criterion('met'),
    criterion('tone', { kind: 'category', categories: [{ name: 'warm' }, { name: 'cold' }] }),
    criterion('depth', { kind: 'scale' }),
    criterion('breadth', { kind: 'scale', min: 1, max: 5 }),
    criterion('percent', { kind: 'scale', min: 0, max: 100 }),
  ],
};

describe('which α values get', () => {
  it('is of a rating what its aspect says, whatever values are met', () => {
    expect(metricOfRatings('steps', [1, 2, 5], scales)).toBe('ordinal');
    expect(metricOfRatings('steps', [1, 2.5], scales)).toBe('ordinal');
    expect(metricOfRatings('percent', [0, 100], scales)).toBe('ordinal');
    expect(metricOfRatings('slider', [1, 2, 3], scales)).toBe('interval');
  });

  it('is of a rating on no aspect of the study what its values say', () => {
    expect(metricOfRatings('imported', [1, 2, 5], scales)).toBe('ordinal');
    expect(metricOfRatings('imported', [1, 2.5], scales)).toBe('interval');
  });

  it('is of verdicts the criterion’s, and of all together that of the scale which they share', () => {
    expect(scales.criteria.map(metricOfCriterion)).toEqual(['nominal', 'nominal', 'ordinal', 'ordinal', 'ordinal']);
    expect(metricOfVerdicts(['depth', 'breadth'], scales)).toBe('ordinal');
    for (const judged of [[], ['met'], ['depth', 'met'], ['depth', 'percent'], ['depth', 'gone'], ['tone']])
      expect(metricOfVerdicts(judged, scales)).toBe('nominal');
  });
});

describe('a report', () => {
  it('says which α it gives ratings, by the aspects of the study, in the terminal, the page and JSON', async () => {
    const records = Array.from({ length: 12 }, (_, n) => ({ id: `q${n}`, prompt: `Question ${n}`, responses: ['a'] }));
    const levels = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 5];
    const said = ['ana', 'ben'].flatMap((by) =>
      levels.map((level, at) => ({
        at,
        by,
        judgement: {
          ratings: [
            // Ben is off by one at the lower end, and by as much at the upper end of the other.
            { response: 'r1', aspect: 'steps', value: by === 'ben' && level === 1 ? 2 : level },
            { response: 'r1', aspect: 'slider', value: by === 'ben' && level === 5 ? 4 : level },
            { response: 'r1', aspect: 'score', value: level / 2 },
          ],
        },
      })),
    );
    const made = await judgedRecords(temporaryFolder(), records, said);
    await made.close();
    const project = JSON.parse(await readFile(made.file, 'utf8')) as { task: object };
    await writeFile(made.file, JSON.stringify({ ...project, task: { ...project.task, aspects: scales.aspects } }));
    const study = await Study.open(made.file);
    await study.refresh();
    const report = await qualityOf(study);
    await study.close();
    const { rows, slices } = report.agreement;
    expect(rows.map(({ kind, metric, kappa }) => [kind, metric, kappa])).toEqual([
      ['rating score', 'interval', null],
      ['rating slider', 'interval', null],
      ['rating steps', 'ordinal', null],
    ]);
    expect(slices.every(({ metric }) => metric === 'interval')).toBe(true);
    const lines = sectionText(reportDocument({ quality: report }), 'agreement');
    const page = reportHtml(reportDocument({ quality: report }), 'study');
    expect(lines.find((line) => line.includes('steps'))).toMatch(/ordinal/);
    expect(lines.find((line) => line.includes('slider'))).toMatch(/interval/);
    expect(page).toMatch(/steps(?:(?!<tr)[^])*ordinal/);
  });

  it('has the same α of verdicts on one scale as the coverage of its rubric', async () => {
    const verdict = (value: number) => ({
      verdicts: [
        { response: 'r1', criterion: 's', value },
        { response: 'r2', criterion: 's', value: 3 },
      ],
    });
    const study = await rubricStudy(
      pairsOfResponses(3),
      [rubric([criterion('s', { kind: 'scale' })])],
      [1, 5, 2].flatMap((value, at) => [
        { at, judgement: verdict(value) },
        { at, annotator: 'ben', judgement: verdict(Math.min(5, value + 1)) },
      ]),
    );
    const [ofCoverage] = (await coverageOf(study)).criteria;
    const ofQuality = (await qualityOf(study)).agreement.rows.find(({ kind }) => kind === 'verdicts');
    expect([ofQuality?.metric, ofCoverage?.agreement.metric]).toEqual(['ordinal', 'ordinal']);
    expect(ofQuality?.alpha?.value).toBeCloseTo(ofCoverage?.agreement.alpha ?? Number.NaN, 9);
  });
});
