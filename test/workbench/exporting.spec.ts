import { openExport } from './exportView';
import { lookAt } from './looks';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });
const names = ['worst', 'poor', 'best'];
const records = [0, 1, 2, 3].map((n) => ({ id: `q${n}`, prompt: `Question ${n}?`, responses: names.map((name, i) => ({ id: `q${n}-${name}`, text: `The ${name} answer to ${n}.${' It is long.'.repeat(i)}` })) }));

test.describe('of rankings', () => {
  test.use({ dataset: { records } });

  test('an export is chosen by trainer, seen while its options change, kept as a recipe and written, by keyboard alone', async ({ openDesk, study }) => {
    test.setTimeout(170_000);
    study.init({}, { controls: { items: ['q1'], rate: 0.05 } });
    const desk = await openDesk({ item: 'any' });
    const { page } = desk;
    for (const number of [1, 2, 3]) {
      await desk.goTo(number);
      await desk.at(number);
      await desk.rank(1, 2, 3);
      await desk.press('Enter');
      await expect.poll(() => study.annotations().length).toBe(number);
      await desk.ready();
    }
    const view = await openExport(page);
    await view.counted('6 rows from 3 annotations');
    await expect(view.preview).toContainText('a control item, to see how annotators judge');
    await expect(view.rows).toHaveCount(5);
    await expect(view.preview).toContainText('trl dpo --dataset_name');
    expect(await lookAt(view, 'export')).toEqual([]);
  });
});
