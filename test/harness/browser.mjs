import { chromium } from 'playwright-core';
import { chromiumPath } from './chromium.mjs';
import { themes } from './settings.mjs';

/**
 * TIEBREAK_SLOW=6 makes each window six times as slow once it stands, as on a busy machine: tests and product have to
 * stand that.
 */
const slowness = Number(process.env.TIEBREAK_SLOW ?? 1);

/** A window does what it is asked, or comes to stand, within so many milliseconds at the most, on a busy machine too. */
const patience = 300_000;

/**
 * @param {{ headless?: boolean }} [options]
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchBrowser({ headless = true } = {}) {
  const { executablePath, env, args, headlessOnly } = await chromiumPath();
  if (!headless && headlessOnly)
    throw new Error('The bundled Chromium has no windows. Set CHROME_PATH to a Chrome or Chromium.');
  return chromium.launch({ executablePath, args, headless, env: { ...process.env, ...env } });
}

/**
 * @typedef {object} PageOptions
 * @property {string} [folder]
 * @property {string} [openFile]
 * @property {number} [width]
 * @property {number} [height]
 * @property {keyof typeof themes} [theme] for the whole server: it is a user setting
 * @property {(page: import('playwright-core').Page) => Promise<void>} [prepare] runs before the page is loaded
 */

/**
 * A workbench in a page with a browser context of its own; closing the context closes it.
 * @param {import('playwright-core').Browser} browser
 * @param {import('./server.mjs').Server} server
 * @param {PageOptions} [options]
 * @returns {Promise<import('playwright-core').Page>}
 */
export async function newWorkbenchPage(browser, server, options = {}) {
  const { folder, openFile, width = 1280, height = 800, theme, prepare } = options;
  if (theme) await server.configure({ 'workbench.colorTheme': themes[theme], 'window.autoDetectHighContrast': false });
  // The server would pack the workbench's 20 MB anew for each window, which takes it a second, and nothing is gained on
  // one machine.
  const extraHTTPHeaders = { 'accept-encoding': 'identity' };
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
    extraHTTPHeaders,
  });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  await prepare?.(page);
  await page.goto(server.url(folder, { openFile }), { waitUntil: 'domcontentloaded' });
  await workbenchReady(page);
  if (slowness > 1)
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowness });
  return page;
}

/**
 * Closes the page and its context as a person would. A context that is closed at once leaves its extension host
 * running on the server, waiting for the page to come back.
 * @param {import('playwright-core').Page} page
 */
export async function closeWorkbenchPage(page) {
  await page.goto('about:blank');
  await page.context().close();
}

/**
 * The document of the webview in the active custom editor.
 * @param {import('playwright-core').Page} page
 */
export function webview(page) {
  // The outer frame is VS Code's own and stays; the inner one is replaced whenever the extension sets the HTML.
  return page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
}

/**
 * After a load or reload: the workbench stands. Extensions may still be starting.
 * @param {import('playwright-core').Page} page
 */
export async function workbenchReady(page) {
  await page.locator('.monaco-workbench').waitFor();
  await page.locator('.statusbar-item').first().waitFor();
}
