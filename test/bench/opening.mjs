import path from 'node:path';
import { webview } from '../harness/workbench.mjs';
import { untilQuiet } from './memory.mjs';
import { summary } from './statistics.mjs';

/**
 * Time from the click on a study in the Explorer to its first card on the screen, with many items and with few, in
 * turn, in one warm window. The host is at rest before each: what an opened dataset leaves running is ended by closing
 * it.
 * @param {import('playwright-core').Page} page
 * @param {number} host
 * @param {{ few: string, many: string }} studies
 * @param {number} repetitions
 */
export async function measureOpening(page, host, studies, repetitions) {
  /** @type {Record<'few' | 'many', number[]>} */
  const times = { few: [], many: [] };
  for (let i = -2; i < repetitions; i++) {
    for (const name of i % 2 === 0 ? ['few', 'many'] : ['many', 'few']) {
      await untilQuiet(host);
      const time = await openStudy(page, studies[name]);
      await closeStudy(page);
      if (i >= 0) times[name].push(time); // the first ones activate the extension and warm everything
    }
  }
  const milliseconds = { few: summary(times.few), many: summary(times.many) };
  return { milliseconds, ratio: milliseconds.many.median / milliseconds.few.median };
}

/**
 * Makes every document of the page note when it was clicked and when it painted its first card.
 * @param {import('playwright-core').Page} page
 */
export async function reportOpening(page) {
  await page.addInitScript(() => {
    const { performance, requestAnimationFrame, MutationObserver } = globalThis;
    globalThis.addEventListener(
      'pointerdown',
      (event) => (globalThis.pressedAt = performance.timeOrigin + event.timeStamp),
      true,
    );
    const look = () => {
      if (globalThis.paintedAt !== undefined || !globalThis.document.querySelector('article.card')) return;
      globalThis.paintedAt = Number.NaN;
      clearInterval(following);
      // The second frame after the change begins when the first one is on the screen.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => (globalThis.paintedAt = performance.timeOrigin + performance.now())),
      );
    };
    const observer = new MutationObserver(look);
    // A webview's window is there before its document, which is replaced under it.
    let observed;
    const following = setInterval(() => {
      if (observed === globalThis.document) return;
      observed = globalThis.document;
      observer.observe(observed, { childList: true, subtree: true });
      look();
    }, 5);
  });
}

/**
 * Opens a study by a click in the Explorer.
 * @param {import('playwright-core').Page} page @param {string} project
 * @returns {Promise<number>} milliseconds from the press to the first card's paint
 */
export async function openStudy(page, project) {
  const text = page.locator('.editor-instance .view-lines').first();
  for (;;) {
    await page.getByRole('treeitem', { name: path.basename(project), exact: true }).click();
    await page.locator('iframe.webview').or(text).first().waitFor({ timeout: 60_000 });
    if (!(await text.isVisible())) break;
    // A window that does not know the extension's editor yet opens a study as text.
    await page.locator('.tabs-container .tab.active').click({ button: 'middle' });
    await text.waitFor({ state: 'detached' });
  }
  const frame = await deskFrame(page);
  await frame.waitForFunction(() => globalThis.paintedAt > 0);
  const painted = await frame.evaluate(() => globalThis.paintedAt);
  return painted - (await page.evaluate(() => globalThis.pressedAt));
}

/** The document of the desk that is open, with a card in it. @param {import('playwright-core').Page} page */
export async function deskFrame(page) {
  const card = await webview(page).locator('article.card').first().elementHandle({ timeout: 60_000 });
  const frame = await card?.ownerFrame();
  if (!frame) throw new Error('the desk shows no card');
  return frame;
}

/** @param {import('playwright-core').Page} page */
export async function closeStudy(page) {
  await page.locator('.tabs-container .tab.active').click({ button: 'middle' });
  await page.locator('iframe.webview').waitFor({ state: 'detached' });
}
