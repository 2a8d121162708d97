import { test } from './workbench';

test('debug', async ({ openDesk }) => {
  const desk = await openDesk();
  const { page } = desk;
  page.on('console', (m) => { if (/rubric|error/i.test(m.text())) console.log('CONSOLE', m.text().slice(0, 300)); });
  await page.keyboard.press('Alt+k');
  await page.waitForTimeout(9000);
  await page.screenshot({ path: '/tmp/rv-d1.png' });
  for (const f of page.frames()) console.log('FRAME', f.url().slice(0, 120), (await f.evaluate(() => document.body?.innerHTML.slice(0, 200)).catch((e) => String(e))));
  console.log('NOTE', await page.locator('.notifications-toasts').innerText().catch(() => ''));
  await page.keyboard.press('F1');
  await page.waitForTimeout(1500);
  await page.keyboard.type('Edit Rubrics');
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/rv-d2.png' });
  await page.keyboard.press('Enter');
  await page.waitForTimeout(8000);
  await page.screenshot({ path: '/tmp/rv-d3.png' });
  for (const f of page.frames()) console.log('FRAME', f.url().slice(0, 120), (await f.evaluate(() => document.body?.innerHTML.slice(0, 200)).catch((e) => String(e))));
});
