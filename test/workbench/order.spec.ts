import { expect, test } from './workbench';

test('the order of items is chosen by keyboard, and each says why it is here', async ({ openDesk }, info) => {
  const desk = await openDesk();
  const { page } = desk;
  const picker = page.locator('.quick-input-widget');
  await expect(desk.served).toHaveText('next in file order');
  await desk.press('Shift+O');
  await expect(picker).toContainText('Order of items');
  await page.screenshot({ path: info.outputPath('order-picker.png') });
  await page.keyboard.type('Shuffled for you');
  await desk.press('Enter');
  await expect(desk.served).toHaveText('shuffled');
  const first = await desk.where.textContent();
  await page.screenshot({ path: info.outputPath('order-shuffled.png') });
  await desk.press('n');
  await expect(desk.where).not.toHaveText(first ?? '');
  await desk.press('p');
  await expect(desk.where).toHaveText(first ?? '');
  await expect(desk.served).toHaveText('shuffled');
});
