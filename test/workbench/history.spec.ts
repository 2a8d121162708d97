import { expect, test } from './workbench';

test.use({ sharesWindow: true });

test('the history of an item is read by keyboard, and a judgement that was taken back is brought back', async ({
  study,
  openDesk,
}, info) => {
  const desk = await openDesk();
  const { page } = desk;
  const picker = page.locator('.quick-input-widget');
  await desk.press('1', '2', '2', 'Enter');
  await desk.at(2);
  await desk.press('Shift+K');
  await desk.at(1);
  await desk.press('Control+z');
  await expect(desk.status).toHaveText(/Changed|Draft/);
  await desk.press('h');
  await expect(picker).toContainText('History of this item');
  const row = picker.locator('.monaco-list-row');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('A > B = C');
  await expect(row).toContainText('Ana');
  await expect(row).toContainText('undone');
  await page.screenshot({ path: info.outputPath('history.png') });
  await expect(picker.locator('input[type="text"]')).toBeFocused();
  await desk.press('Enter');
  await expect(desk.status).toHaveText(/^Saved/);
  await expect(desk.notice).toContainText('Earlier version restored');
  const [first, second, third] = study.lines();
  expect([first?.type, second?.type, third?.type]).toEqual(['annotation', 'retraction', 'annotation']);
  expect(third).toMatchObject({ judgement: (first as { judgement: unknown }).judgement, annotator: 'Ana' });
});
