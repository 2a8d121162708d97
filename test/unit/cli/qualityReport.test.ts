import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tiebreak } from '../made/commandLine';
import { simulatedStudy } from '../made/simulatedStudy';
import { failedLimits, figureLimitIn } from '../../../src/core/quality/report/figureLimits';
import type { QualityReport } from '../../../src/core/model/report/quality';

describe('tiebreak report', () => {
  let project = '';
  const report = (...args: string[]) => tiebreak(dirname(project), 'report', project, ...args);

  beforeAll(async () => {
    const steady = (name: string) => ({ name, epsilon: 0.1, seconds: 30 });
    project = await simulatedStudy(mkdtempSync(join(tmpdir(), 'tiebreak-')), {
      items: 300,
      perItem: 3,
      annotators: [
        steady('ana'),
        steady('ben'),
        steady('cleo'),
        { ...steady('eve'), epsilon: 0.5, seconds: 4, takesFirst: true },
      ],
      models: { alpha: 1, '<b>beta</b>': 0 },
      ties: 0.05,
      controls: 30,
      seed: 5,
    });
  });

  afterAll(() => rmSync(dirname(project), { recursive: true, force: true }));

  it('says first what to look at, on one screen', async () => {
    const { code, out, err } = await report();
    expect([code, err]).toEqual([0, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^Annotations: \d+ · judged items: 300 of 300 · annotators: 4$/u);
    expect(lines[3]).toMatch(/! eve differs from the others: \d+% \(\d+% to \d+%\) the same as others/u);
    expect(out.replaceAll(/\s+/gu, ' ')).toContain('They can be right: adjudicate some of their items.');
    for (const name of ['Agreement', 'Annotators', 'Label noise', 'Biases', 'Models', 'Machine labels', 'Work'])
      expect(out).toMatch(new RegExp(`^  ${name} `, 'mu'));
    expect(lines.length).toBeLessThanOrEqual(45);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(100);
  });

  it('fails where a figure is beyond a limit, and says which', async () => {
    const fine = await report('--fail-if', 'agreement.preferences<-1', '--fail-if', 'judged < 1');
    expect([fine.code, fine.err]).toEqual([0, '']);
    const { code, err, out } = await report(
      ...[
        'agreement.preferences<0.99',
        'noise.overlap>0.01',
        'findings.high >= 1',
        'noise.repeats>0.2',
        'judged<0.5',
      ].flatMap((limit) => ['--fail-if', limit]),
    );
    expect(code).toBe(1);
    expect(out).toContain('judged items: 300 of 300');
    expect(err.trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        /^failed: agreement\.preferences is 0\.\d{3} \(0\.\d{3} to 0\.\d{3}, \d+ items\), less than 0\.99$/u,
      ),
      expect.stringMatching(/^failed: noise\.overlap is 0\.\d{3} \(.*\), more than 0\.01$/u),
      expect.stringMatching(/^failed: findings\.high is \d+, not less than 1$/u),
      'failed: noise.repeats cannot be computed from these annotations, so that it keeps no limit',
    ]);
  });

  it('fails by a limit beside JSON, too, and refuses names that no figure has', async () => {
    const { code, out } = await report('--json', '--section', 'noise', '--fail-if', 'findings.all>=0');
    expect([code, Object.keys(JSON.parse(out) as object)]).toEqual([1, expect.arrayContaining(['noise'])]);
    const unknown = await report('--fail-if', 'agreement.preference<0.6');
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringContaining('It has agreement.preferences, same.preferences'),
    ]);
    const wrong = await report('--fail-if', 'agreement.preferences=0.6');
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('one of < <= > >=')]);
  });

  it.each([
    ['agreement', /^preferences +0\.\d\d \(0\.\d\d to 0\.\d\d\) +nominal/mu],
    ['annotators', /^eve +\d+ +0 +\d\.\d s +\d+% +\d+% +0\.\d\d/mu],
    ['noise', /^items that several judged +0\.\d\d/mu],
    ['bias', /^Longer response +\d+/mu],
    ['models', /^alpha +1 \(1 to 1\)/mu],
    ['machines', /No model judged/u],
    ['work', /^eve +\d+ +0 +2026-01-01$/mu],
  ])('tells %s in full', async (section, expected) => {
    const { code, out } = await report('--section', section);
    expect(code).toBe(0);
    expect(out).toMatch(expected);
    for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
  });

  it('counts without somebody, and gives machines every figure or the sections asked for', async () => {
    const all = JSON.parse((await report('--json')).out) as QualityReport;
    const without = JSON.parse(
      (await report('--without', 'eve', '--section', 'agreement,noise', '--json')).out,
    ) as QualityReport;
    expect(all.version).toBe(1);
    expect(Object.keys(all)).toEqual([
      'version',
      'voters',
      'only',
      'agreement',
      'annotators',
      'noise',
      'bias',
      'models',
      'machines',
      'judgments',
      'work',
      'leftOut',
      'findings',
    ]);
    expect(Object.keys(without)).toEqual(['version', 'voters', 'only', 'agreement', 'noise', 'leftOut', 'findings']);
    expect(without.only.without).toEqual(['eve']);
    expect(without.agreement.rows[0]!.alpha!.value).toBeGreaterThan(all.agreement.rows[0]!.alpha!.value + 0.1);
  });

  it('writes a page that loads nothing and runs nothing, with texts of the data escaped', async () => {
    const { code, out } = await report('--out', 'report.html');
    expect([code, out.includes('Wrote the report to report.html')]).toEqual([0, true]);
    const page = readFileSync(join(dirname(project), 'report.html'), 'utf8');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|<img|<link|https?:\/\/(?!www\.w3\.org)/u);
    expect(page).toContain('&lt;b&gt;beta&lt;/b&gt;');
    expect(page).not.toContain('<b>beta');
    expect(page.match(/<svg class="chart" role="img" aria-label="/gu)!.length).toBeGreaterThanOrEqual(5);
  });

  it('leaves a source file alone that it is told to write to', async () => {
    const { code, err } = await report('--out', 'simulated.html/none.html');
    expect([code, err.includes('the folder does not exist')]).toEqual([1, true]);
  });
});

describe('a limit of a figure', () => {
  it('may be of a machine whose name has signs in it, and holds at its edge', () => {
    const limit = figureLimitIn('machine.<b>judge</b> = 2.kappa <= 0.5')!;
    expect(limit).toEqual({ figure: 'machine.<b>judge</b> = 2.kappa', than: '<=', limit: 0.5 });
    const figures = new Map([[limit.figure, 0.5]]);
    expect(failedLimits(figures, [limit])).toEqual([{ ...limit, found: 0.5 }]);
    expect(failedLimits(figures, [{ ...limit, than: '<' }])).toEqual([]);
  });
});
