import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { CoverageFigures, CriterionFigures } from '../../src/core/model/report/coverage';
import { storedRubrics } from './storedLibrary';
import { openReport } from './reportView';
import { comeBack, Desk, keyTimeout, remembered } from './desk';
import { criteria, judgeStudy, models, records, unexplained, unfilled } from './judgedStudy';
import { coverageStates } from './coverageStates';
import { lookThroughInTurn, wide } from './looks';
import { RubricScreen } from './rubricScreen';
import { annotator, expect, test } from './workbench';

test.use({ dataset: { records }, sharesWindow: true });

const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');
/** By what the view slices, as the command line is told it. */
const by = ['annotator', 'round', 'source', 'model', 'language', 'tags', 'response'].join(',');
const reportOf = (project: string, ...more: string[]): string =>
  execFileSync(process.execPath, [cli, 'report', project, '--section', 'coverage', '--by', by, ...more], {
    encoding: 'utf8',
  });

const percent = (share: number): string => `${Number((share * 100).toFixed(share > 0 && share < 0.0995 ? 1 : 0))}%`;
const rate = (figure: CriterionFigures['yes'] | CriterionFigures['answered']): string =>
  !figure
    ? '–'
    : `${percent(figure.rate)}, n=${figure.n}${'low' in figure ? ` · ${Math.round(figure.low * 100)}–${Math.round(figure.high * 100)}` : ''}`;
const decimal = (value: number | null): string => (value === null ? '–' : value.toFixed(2).replace('-0.00', '0.00'));

/** What the view says of a criterion, figure by figure, where the command line says this. */
function figuresShown({ used, answered, yes, agreement, separation, tau, weight }: CriterionFigures): string[] {
  return [
    `Used: ${used}, annotations`,
    `Filled: ${rate(answered)}`,
    `Yes: ${rate(yes)}`,
    `Agreement: ${decimal(agreement.alpha)}${agreement.units > 0 ? `, n=${agreement.units}` : ''}`,
    `Accuracy: ${rate(separation.right)}`,
    `Rank correlation: ${decimal(tau.value)}${tau.pairs > 0 ? `, n=${tau.pairs}` : ''}`,
    `Weight: ${weight}, in rubric`,
  ];
}

test('a lead sees what the rubric explains and misses, opens what is behind a figure, and mends it', async ({
  openWindow,
  study,
}) => {
  test.slow();
  study.init();
  await judgeStudy(study.project, annotator);
  const page = await openWindow({ openFile: study.project, ...wide });
  const desk = new Desk(page);
  await desk.at(1);
  const picker = page.locator('.quick-input-widget');
  const view = await openReport(page, 'Control+Alt+r', 'Models shown');
  const told = JSON.parse(reportOf(study.project, '--json')) as CoverageFigures;
  await expect(view.head).toContainText('9 criteria active · 63 annotations by 2 annotators · 47 of 48 items judged');
  await expect(view.root.locator('.first')).toContainText('Empty cells: 138 of 1,134');

  await test.step('the figures are those of the command line', async () => {
    await view.focusGrid();
    for (const [row, criterion] of told.criteria.entries()) {
      await view.press('Home');
      const found: string[] = [];
      for (let column = 0; column < 9; column++) {
        await view.press('ArrowRight');
        found.push(((await view.at.textContent()) ?? '').replace(`${criterion.name}, `, ''));
      }
      expect(found).toEqual(expect.arrayContaining(figuresShown(criterion)));
      if (row < told.criteria.length - 1) await view.press('ArrowDown');
    }
    await view.press('End');
    await expect(view.at).toBeInViewport({ ratio: 1 });
    await view.press('Home');
    await expect(view.at).toBeInViewport({ ratio: 1 });
  });

  await test.step('from a cell to its items at the desk, by keyboard', async () => {
    await view.press('s');
    await expect(view.columns).toBeFocused();
    await view.chooseColumns('model');
    await view.press('Tab');
    await page.keyboard.type('emp');
    await view.press('Enter');
    await expect(view.grid).toBeFocused();
    await view.press('Control+Home', 'ArrowRight', 'ArrowRight');
    await expect(view.at).toHaveText(`${criteria[0]?.text ?? ''}, ${models[0]}: ${unfilled.length + 2}, of 63`);
    await view.press('Enter');
    await desk.at(unfilled[0] + 1);
    await expect(desk.queuePosition).toContainText('No. 1 of 4: Is every statement right?: without a verdict');
    await desk.press('Shift+J');
    await desk.at(unfilled[1] + 1);
    await expect(desk.queuePosition).toContainText('Is every statement right?: without a verdict');
    // What the desk shows tells whoever judges there nothing of models.
    expect(await desk.root.evaluate((element) => element.outerHTML)).not.toContain(models[0]);
  });

  await test.step('a preference that nothing explains becomes a criterion', async () => {
    await page.keyboard.press('Control+Alt+r');
    await view.counted();
    await expect(view.grid).toBeVisible();
    await view.pressUntil('f', view.todo);
    await view.todos.filter({ hasText: 'Unexplained preferences' }).locator('.what').focus();
    await expect(view.aside.getByRole('option')).toHaveCount(unexplained.length);
    await view.press('ArrowRight');
    await expect(view.aside.locator('.listbox')).toBeFocused();
    await view.press('ArrowDown');
    // What it is about stands there.
    await expect(view.aside.locator('.pair')).toContainText('Preferred:');
    await view.press('w');
    await expect(picker.locator('.quick-input-title')).toHaveText('Write a criterion (1/2)');
    await expect(picker).toContainText(`In item q${unexplained[1]}, Ana prefers`);
    await page.keyboard.type('Does it tell how the case ends?');
    await page.keyboard.press('Enter');
    await expect(picker.locator('.quick-input-title')).toContainText('for which items?');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => storedRubrics(study.project).rubrics.map(({ scope }) => scope))
      .toEqual([undefined, { kind: 'item', item: `q${unexplained[1]}` }]);
    await expect(view.head).toContainText('rubrics have changed');
    await view.tab('Coverage').click();
    await view.pressUntil('r', view.head.getByText('10 criteria active'));
  });

  await test.step('from a criterion to its rubric, and back', async () => {
    await view.focusGrid();
    await view.press('Control+Home', 'Alt+k');
    const screen = await RubricScreen.in(page);
    await expect(screen.selected).toContainText(criteria[0]?.text ?? '');
    await expect(screen.tree).toBeFocused();
    await screen.pressUntil('Control+Alt+r', () => expect(view.grid).toBeVisible({ timeout: keyTimeout }));
    await view.counted();
  });

  await test.step('the table as CSV, a chart as SVG and PNG', async () => {
    const file = path.join(study.path, 'expected.csv');
    reportOf(study.project, '--csv', file);
    await view.pressUntil('e', picker.locator('input[type=text]:focus'));
    const saved = await view.saved('sample-coverage.csv', study.path);
    expect(saved.toString('utf8')).toBe(fs.readFileSync(file, 'utf8'));
    await view.tab('Study').click();
    await expect(view.root.locator('.chart').first()).toBeVisible();
    for (const format of ['SVG', 'PNG'] as const) {
      await view.pick('c', format);
      const chart = await view.saved(
        `sample-Weights-implied-by-rankings-and-set-in-the-rubric.${format.toLowerCase()}`,
        study.path,
      );
      if (format === 'SVG') expect(chart.toString('utf8')).toMatch(/^<svg [^]*Is every [^]*<\/svg>$/);
      else expect(chart.subarray(1, 4).toString('latin1')).toBe('PNG');
    }
  });

  await test.step('all cells at a glance, with their table, and saved', async () => {
    await view.tab('Criteria').click();
    await view.pressUntil('h', view.heatMap);
    await expect(view.heatMap.locator('figcaption')).toContainText('Criteria by model: empty cells');
    const rows = view.heatMap.locator('table tbody tr');
    await expect(rows).toHaveCount(10);
    await expect(rows.first()).toContainText(`${unfilled.length + 2}, of 63`);
    await view.pick('c', 'CSV');
    const [head = '', first = ''] = (await view.saved('sample-Criteria-by-model-empty-cells.csv', study.path))
      .toString('utf8')
      .split('\n');
    expect(head).toBe(['Criterion', 'All', ...models.toSorted()].join(','));
    expect(Number(first.split(',').at(1 + 1 + models.toSorted().indexOf(models[0])))).toBeCloseTo(
      (unfilled.length + 2) / 63,
      5,
    );
    await view.pick('c', 'SVG');
    expect((await view.saved('sample-Criteria-by-model-empty-cells.svg', study.path)).toString('utf8')).toMatch(
      /^<svg [^]*Is every [^]*<\/svg>$/,
    );
  });

  await test.step('the window reloaded, it is where it was', async () => {
    await view.pressUntil('/', view.root.locator('input[type=search]:focus'));
    await page.keyboard.type('is');
    await remembered(page, '"search":"is"');
    await comeBack(page, 'tiebreak.report');
    await view.counted();
    await expect(view.heatMap).toBeVisible();
    await expect(view.columns).toHaveValue('model');
    await expect(view.root.getByRole('searchbox')).toHaveValue('is');
    await expect(view.head).toContainText('10 criteria active');
    await view.pressUntil('h', view.grid);
  });

  await test.step('without models nothing tells of them', async () => {
    await view.pick('m', 'Models hidden');
    await expect(view.button(/^Models hidden/)).toBeVisible();
    await view.counted();
    const text = await (await view.frame()).evaluate(() => document.documentElement.outerHTML);
    for (const model of models) expect(text).not.toContain(model);
  });
});

test('the coverage view looks right and passes axe', async ({ openDesk, study }) => {
  test.slow();
  study.init();
  await judgeStudy(study.project, annotator);
  const desk = await openDesk(wide);
  expect(await lookThroughInTurn(await openReport(desk.page, 'Control+Alt+r', 'Models shown'), coverageStates)).toEqual(
    [],
  );
});
