import { expect, test } from './workbench';

test.use({ sharesWindow: true });

test('the list of items is narrowed, widened and led to the current one by its own keys', async ({ openDesk }) => {
  const desk = await openDesk();
  const { page } = desk;
  await desk.rank(1, 2, 3);
  await desk.press('Enter');
  await desk.at(2);
  const list = page.getByRole('tree', { name: 'Items' });
  const picker = page.locator('.quick-input-widget');
  await expect(async () => {
    await page.keyboard.press('F1');
    await expect(picker.locator('input[type=text]')).toBeFocused();
    await page.keyboard.type('Focus on Items View');
    await expect(picker.locator('.monaco-list-row.focused')).toContainText('Focus on Items View');
    await page.keyboard.press('Enter');
    await expect(list.or(list.locator('..')).locator(':focus, .focused').first()).toBeVisible({ timeout: 4000 });
  }).toPass();
  const rows = list.getByRole('treeitem');
  await expect(rows).not.toHaveCount(1);
  await expect(async () => {
    await page.keyboard.press('Alt+l');
    await expect(picker.locator('.quick-input-title')).toHaveText('Filter items by status', { timeout: 4000 });
  }).toPass();
  await expect(picker.locator('input[type=text]')).toBeFocused();
  await page.keyboard.type('Saved');
  await expect(picker.locator('.monaco-list-row.focused')).toContainText('Saved');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(async () => {
    await page.keyboard.press('Alt+Shift+l');
    await expect(rows).not.toHaveCount(1, { timeout: 4000 });
  }).toPass();
});
