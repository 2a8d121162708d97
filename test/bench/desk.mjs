import fs from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../harness/paths.mjs';
import { measured } from './keyToPaint.mjs';
import { deskFrame, openStudy } from './opening.mjs';
import { summary } from './statistics.mjs';

/** The digits that are timed in each item, and how many more responses are placed before it is saved. */
const timed = [1, 2, 1, 3];
const mostPlaced = 8;
/** Items before which nothing counts: they warm the code. */
const warming = 6;

/**
 * Time from a key to its paint, with one kind of item on the desk: for a place, for the next item by `n`, and by Enter
 * with a save; and what comes before the first key.
 * @param {import('playwright-core').Page} page
 * @param {string} project
 * @param {number} samples items that are timed; two are gone through for each
 */
export async function measureDesk(page, project, samples) {
  const opened = await openStudy(page, project);
  const frame = await deskFrame(page);
  const start = { ...(await firstPaint(frame)), opened };
  await frame.locator('.prompt').click({ position: { x: 2, y: 2 } });
  const times = { repaint: [], place: [], next: [], save: [] };
  for (let i = -warming; i < samples; i++) {
    const of = (name, time) => i >= 0 && times[name].push(time);
    of('repaint', await measured(page, frame, 'repaint'));
    of('next', await measured(page, frame, 'next'));
    for (const digit of timed) of('place', await measured(page, frame, digit));
    for (
      let placed = timed.length;
      placed < Math.min(mostPlaced, await frame.locator('article.card').count());
      placed++
    ) {
      await page.keyboard.press('4');
      await page.waitForTimeout(100);
    }
    // Of long lists most is left without a place, which is asked about once.
    if ((await frame.locator('article.card').count()) > mostPlaced) await page.keyboard.press('Enter');
    of('save', await measured(page, frame, 'save'));
  }
  return {
    start,
    keys: Object.fromEntries(
      Object.entries(times).map(([name, all]) => [
        name,
        { changed: summary(all.map(({ changed }) => changed)), painted: summary(all.map(({ painted }) => painted)) },
      ]),
    ),
  };
}

/** Milliseconds from the beginning of the desk's page to the first thing on it, and to its first card. */
function firstPaint(frame) {
  return frame.evaluate(() => ({
    anything: globalThis.performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    card: globalThis.paintedAt - globalThis.performance.timeOrigin,
  }));
}

/** The desk's files as users get them, in bytes: plain and packed by gzip. They must be built for production. */
export async function webviewSizes() {
  const folder = path.join(root, 'dist/webview');
  const names = (await fs.readdir(folder)).filter((name) => /\.(js|css)$/.test(name));
  return Object.fromEntries(
    await Promise.all(
      names.sort().map(async (name) => {
        const bytes = await fs.readFile(path.join(folder, name));
        return [name, { bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length }];
      }),
    ),
  );
}
