import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { QualityReport } from '../../src/core/model/report/quality';
import { comeBack, Desk, pressUntil } from './desk';
import { openReport, type ReportView } from './reportView';
import { judgeStudy, models, records } from './judgedStudy';
import { lookAt, lookThroughInTurn, screenshots, wide, type ScreenState } from './looks';
import { annotator, expect, test } from './workbench';

test.use({ dataset: { records }, sharesWindow: true });

const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');
const told = (project: string, ...more: string[]): QualityReport =>
  JSON.parse(
    execFileSync(process.execPath, [cli, 'report', project, '--json', ...more], { encoding: 'utf8' }),
  ) as QualityReport;

const two = (value: number): string => value.toFixed(2);

test('a lead sees whether the data can be trusted, opens what is behind a number, and counts without somebody', async ({
  openWindow,
  study,
}) => {
  test.slow();
  study.init();
  await judgeStudy(study.project, annotator);
  const page = await openWindow({ openFile: study.project, ...wide });
  const desk = new Desk(page);
  await desk.at(1);
  const view = await openReport(page, 'Control+Alt+q', 'Models shown');
  await view.unfold();
  const report = told(study.project);

  await test.step('the figures are those of the command line', async () => {
    await expect(view.root.locator('.top')).toContainText('Annotations: 63 · judged items: 47 of 48');
    const verdicts = report.agreement.rows.find(({ kind }) => kind === 'verdicts')!;
    await expect(
      view
        .section('Agreement')
        .locator('.scroll')
        .getByRole('row', { name: /^verdicts on criteria/ })
        .first(),
    ).toContainText(`${two(verdicts.alpha!.value)} (${two(verdicts.alpha!.low!)} to ${two(verdicts.alpha!.high!)})`);
    for (const { model, wins } of report.models.models)
      await expect(
        view
          .section('Models')
          .locator('details .scroll')
          .getByRole('row', { name: new RegExp(`^${model}`) })
          .first(),
      ).toContainText(String(wins));
  });

  await test.step('the view shows the same figures as the page', async () => {
    const page = path.join(study.path, 'report.html');
    execFileSync(process.execPath, [cli, 'report', study.project, '--out', page], { encoding: 'utf8' });
    const html = fs.readFileSync(page, 'utf8');
    const ids = [...html.matchAll(/data-figure="([^"]+)"/g)].map(([, id]) => id);
    const seen = await view.root.evaluate((root) =>
      Array.from(root.querySelectorAll('[data-figure]'), (element) => element.getAttribute('data-figure')),
    );
    expect(ids.length).toBeGreaterThan(50);
    // The view shows one crossing of two fields at a time, and the coverage in a tab of its own.
    const isShown = (id: string | undefined): boolean =>
      !id?.startsWith('coverage.') && (!id?.startsWith('work.crossed.') || seen.includes(id));
    expect(seen.toSorted()).toEqual(ids.filter(isShown).toSorted());
    fs.rmSync(page);
  });

  await test.step('a number opens the items behind it at the desk', async () => {
    const verdicts = view
      .section('Agreement')
      .locator('.scroll')
      .getByRole('row', { name: /^verdicts on criteria/ });
    await verdicts.getByRole('button').click();
    await expect(desk.queuePosition).toContainText('No. 1 of 4: Disputed items: verdicts on criteria');
    await desk.press('Shift+J');
    await expect(desk.queuePosition).toContainText('No. 2 of 4: Disputed items: verdicts on criteria');
    // A lead sees who judged what; what they save there is no vote.
    const opinions = desk.root.getByRole('region', { name: 'Judgments of annotators' });
    await expect(opinions).toContainText('what you save is an adjudication');
    await expect(opinions).toContainText('Verdicts differ: clear (B)');
    await expect(opinions.getByRole('heading', { name: 'Ben' })).toBeVisible();
    await expect(opinions.getByRole('listitem').filter({ hasText: 'Ben' })).toContainText(/B clear: (yes|no)/);
    expect(await lookAt(desk, 'review')).toEqual([]);
    // What the desk shows tells whoever judges there nothing of models.
    expect(await desk.root.evaluate((element) => element.outerHTML)).not.toContain(models[0]);
    await page.keyboard.press('Control+Alt+q');
    await view.counted();
  });

  await test.step('so does a number of a slice', async () => {
    const slice = view
      .section('Models')
      .locator('.scroll')
      .getByRole('row', { name: /^tags: billing/ });
    await slice.getByRole('button').first().click();
    await expect(desk.queuePosition).toContainText(/: (alpha|beta)-7b wins \(tags: billing\)$/);
    await page.keyboard.press('Control+Alt+q');
    await view.counted();
  });

  await test.step('everything is counted anew without somebody, and with them again', async () => {
    await view.button('Ben').click();
    await expect(view.root.locator('.top')).toContainText('Annotations: 47');
    await expect(view.button('Ben')).toHaveAttribute('aria-pressed', 'false');
    await view.button('Ben').click();
    await expect(view.root.locator('.top')).toContainText('Annotations: 63');
  });

  await test.step('a chart is saved', async () => {
    const chart = view.section('Agreement').locator('figure').first();
    await chart.getByRole('button', { name: /^Save/ }).focus();
    await view.pick('c', 'SVG');
    const drawing = await view.saved('sample-Krippendorff-s-alpha.svg', study.path);
    expect(drawing.toString('utf8')).toMatch(/^<svg [^]*preferences[^]*<\/svg>$/);
  });

  await test.step('the report is saved as a page that loads nothing and runs nothing', async () => {
    const input = page.locator('.quick-input-widget input[type=text]');
    await view.head.locator('.size').click();
    await pressUntil(page, 'e', () => expect(input).toHaveValue(/Quality-of-sample\.html$/, { timeout: 5000 }));
    await page.keyboard.press('Enter');
    const file = path.join(study.path, 'Quality-of-sample.html');
    await expect.poll(() => fs.existsSync(file) && fs.statSync(file).size > 0).toBe(true);
    const saved = fs.readFileSync(file, 'utf8');
    expect(saved).toContain("default-src 'none'");
    expect(saved).not.toMatch(/<script|<button|<img/u);
    const other = await page.context().newPage();
    await other.goto(`file://${file}`);
    await expect(other.getByText('verdicts on criteria').first()).toBeVisible();
    await other.screenshot({ path: path.join(screenshots, 'quality-saved-page.png'), fullPage: true });
    await other.close();
  });

  await test.step('what is judged meanwhile is taken up by itself', async () => {
    await comeBack(page, 'tiebreak.report');
    await view.counted();
    await expect(view.root.locator('.top')).toContainText('Annotations: 63');
  });

  await test.step('who judges blind sees no models, and other annotators as numbers', async () => {
    await view.button(/^Models shown/).click();
    const picker = page.locator('.quick-input-widget');
    await expect(picker.locator('.monaco-list-row.focused')).toContainText('Models hidden');
    await page.keyboard.press('Enter');
    await expect(view.button(/^Models hidden/)).toBeVisible();
    await view.counted();
    const text = await (await view.frame()).evaluate(() => document.documentElement.outerHTML);
    for (const name of [...models, 'Ben']) expect(text).not.toContain(name);
    expect(text).toContain('#1');
  });
});

/** Takes out what was judged of the German items about billing. */
function emptyCell(project: string): void {
  const folder = path.join(project.replace(/\.tiebreak$/u, '.tiebreak.d'), 'annotations');
  const ids = records.filter(({ language, tags: [tag] }) => language === 'de' && tag === 'billing').map(({ id }) => id);
  for (const name of fs.readdirSync(folder)) {
    const lines = fs.readFileSync(path.join(folder, name), 'utf8').split('\n');
    const kept = lines.filter((line) => !ids.some((id) => line.includes(`"item":"${id}"`)));
    fs.writeFileSync(path.join(folder, name), kept.join('\n'));
  }
}

test('a lead sees where two fields cross and nobody judged, and sends annotators there', async ({
  openWindow,
  study,
}) => {
  test.slow();
  study.init();
  await judgeStudy(study.project, annotator);
  emptyCell(study.project);
  const page = await openWindow({ openFile: study.project, ...wide });
  await new Desk(page).at(1);
  const view = await openReport(page, 'Control+Alt+q', 'Models shown');
  await view.contents('Work').click();
  const cell = view.section('Work').locator('.matrix .empty');
  await expect(cell).toContainText('0 of 4');
  expect(
    await lookThroughInTurn(view, [{ name: 'quality-slices', reach: () => cell.scrollIntoViewIfNeeded() }]),
  ).toEqual([]);
  await cell.getByRole('button', { name: 'Send' }).click();
  const picker = page.locator('.quick-input-widget');
  await expect(picker.locator('.monaco-list-row').first()).toContainText('Least annotated slices first');
  await page.keyboard.press('ArrowDown');
  await expect(picker.locator('.monaco-list-row.focused')).toContainText('language: de, tags: billing');
  await page.keyboard.press('Enter');
  await expect(view.root.locator('.notice')).toContainText('The plan now assigns only these items');
  const { plan } = JSON.parse(fs.readFileSync(study.project, 'utf8')) as { plan: { filter: object } };
  expect(plan.filter).toEqual({ fields: { language: 'de', tags: 'billing' } });
});

const states: readonly ScreenState<ReportView>[] = [
  { name: 'quality-agreement', reach: (view) => view.contents('Agreement').click() },
  { name: 'quality-annotators', reach: (view) => view.contents('Annotators').click() },
  { name: 'quality-top', reach: (view) => view.root.locator('.quality').evaluate((body) => body.scrollTo(0, 0)) },
  { name: 'quality-models', reach: (view) => view.contents('Models').click() },
  { name: 'quality-work', reach: (view) => view.contents('Work').click() },
];

test('the quality view looks right and passes axe', async ({ openDesk, study }) => {
  test.slow();
  study.init();
  await judgeStudy(study.project, annotator);
  const desk = await openDesk(wide);
  expect(await lookThroughInTurn(await openReport(desk.page, 'Control+Alt+q', 'Models shown'), states)).toEqual([]);
});
