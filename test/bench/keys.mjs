import { measured } from './keyToPaint.mjs';
import { deskFrame } from './opening.mjs';
import { summary } from './statistics.mjs';

const middle = 500_000;

/**
 * Time from a key to the paint of the next item's first card: for "next item", and for "save" after a ranking by
 * digits; in turn with a bare repaint, the floor.
 * @param {import('playwright-core').Page} page with a study open
 * @param {number} samples of each
 */
export async function measureKeys(page, samples) {
  const frame = await deskFrame(page);
  await frame.locator('.prompt').click();
  await goTo(page, frame, middle);

  const times = { repaint: [], next: [], save: [] };
  for (let i = -10; i < samples; i++) {
    const repaint = await measured(page, frame, 'repaint');
    const next = await measured(page, frame, 'next');
    for (const digit of ['1', '2', '3', '4']) {
      await page.keyboard.press(digit);
      await page.waitForTimeout(40);
    }
    const save = await measured(page, frame, 'save');
    if (i < 0) continue; // the first ones warm the code
    for (const [name, time] of Object.entries({ repaint, next, save })) times[name].push(time);
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, all]) => [
      name,
      { changed: summary(all.map(({ changed }) => changed)), painted: summary(all.map(({ painted }) => painted)) },
    ]),
  );
}

/** Goes far into the dataset, where nothing was read before. */
async function goTo(page, frame, item) {
  const count = Number((await frame.locator('.where').innerText()).replaceAll(/^.* of |\D/g, ''));
  const target = String(Math.min(item, Math.floor(count / 2)));
  await page.keyboard.press('g');
  const input = page.locator('.quick-input-widget input[type=text]');
  await input.waitFor();
  await input.fill(target);
  await input.press('Enter');
  await frame.locator('.where', { hasText: Number(target).toLocaleString('en') }).waitFor();
  await frame.locator('article.card').first().waitFor();
}
