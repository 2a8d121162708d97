import fs from 'node:fs';
import { expect, test as base, type Browser, type Page } from '@playwright/test';
import { closeWorkbenchPage, launchBrowser, newWorkbenchPage, startServer } from '../harness/workbench.mjs';
import { Desk } from './desk';
import { vsix } from './packaged';
import { picture, SharedWindow, type OnRequest } from './sharedWindow';
import { StudyFolder } from './studyFolder';

export type Server = Awaited<ReturnType<typeof startServer>>;
type PageOptions = NonNullable<Parameters<typeof newWorkbenchPage>[2]>;

export const annotator = 'Ana';

/** What a person can choose at the desk and the settings remember. */
export const defaultSettings = {
  'tiebreak.arrangement': undefined,
  'tiebreak.writeBeside': undefined,
  'tiebreak.plainText': undefined,
  'tiebreak.showLength': undefined,
  'tiebreak.inlineDifference': undefined,
};

/** A server with the extension in it; journals bear the name Ana. */
export function newServer(options: Parameters<typeof startServer>[0] = {}): Promise<Server> {
  return startServer({
    vsix,
    isLean: true,
    ...options,
    settings: { 'tiebreak.annotator': annotator, ...options.settings },
  });
}

interface TestFixtures {
  /**
   * The study's dataset, for tests that need another than the bundled sample; a record that is a string is a line as it
   * is.
   */
  readonly dataset: { readonly records?: readonly unknown[] };
  /**
   * Whether `openDesk` may use a window that other tests use too (`SharedWindow`), if it is asked for nothing that a
   * window has from its start.
   */
  readonly sharesWindow: boolean;
  /** A fresh folder with the sample dataset. */
  readonly study: StudyFolder;
  /** Opens a window; it is closed after the test. */
  readonly openWindow: (options?: PageOptions & { readonly server?: Server }) => Promise<Page>;
  /**
   * Opens a window with the desk on the study; the item with that number is on the screen, the first one if none is
   * given, whichever comes for `any`; for `field` one that begins with a text field, which has the keyboard.
   */
  readonly openDesk: (
    options?: PageOptions & {
      readonly server?: Server;
      readonly item?: number | 'any' | 'field';
      readonly onRequest?: OnRequest;
    },
  ) => Promise<Desk>;
}

interface WorkerFixtures {
  /** One browser and one server for all tests of a run. */
  readonly chromium: Browser;
  readonly server: Server;
  readonly sharedWindow: SharedWindow;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  chromium: [
    // eslint-disable-next-line no-empty-pattern -- the pattern is how Playwright learns what a fixture needs
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 900_000 },
  ],
  server: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await newServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 900_000 },
  ],
  sharedWindow: [
    async ({ chromium, server }, use) => {
      const window = new SharedWindow(chromium, server);
      await use(window);
      await window.end();
    },
    { scope: 'worker', timeout: 900_000 },
  ],
  dataset: [{}, { option: true }],
  sharesWindow: [false, { option: true }],
  study: async ({ dataset: { records } }, use) => {
    const folder = StudyFolder.with(annotator, records);
    await use(folder);
    folder.remove();
  },
  openWindow: async ({ chromium, server, study }, use, info) => {
    const pages: Page[] = [];
    await use(async ({ server: other, ...options } = {}) => {
      const page = await newWorkbenchPage(chromium, other ?? server, { folder: study.path, ...options });
      pages.push(page);
      return page;
    });
    if (info.status !== info.expectedStatus)
      for (const [index, page] of pages.entries()) await picture(page, info.outputPath(`failed-${index}.png`));
    for (const page of pages) await closeWorkbenchPage(page).catch(() => undefined);
    // What a person chose at the desk is remembered in the settings, which the next test shares. Tests that share a
    // window leave the settings as they were; a change from outside would meet what the window itself still writes.
    if (pages.length > 0 || info.status !== info.expectedStatus) await server.configure(defaultSettings);
  },
  openDesk: async ({ openWindow, study, sharesWindow, sharedWindow }, use, info) => {
    const used = { shared: false };
    await use(async ({ item = 1, onRequest, ...options } = {}) => {
      const file = fs.existsSync(study.project) ? study.project : study.init();
      used.shared = sharesWindow && Object.keys(options).every((name) => name === 'width' || name === 'height');
      const prepare =
        onRequest &&
        ((page: Page): Promise<void> =>
          Promise.resolve(void page.on('request', (request) => onRequest(request.url()))));
      const desk = new Desk(
        used.shared
          ? await sharedWindow.open(file, { ...options, onRequest })
          : await openWindow({ openFile: file, ...(prepare && { prepare }), ...options }),
      );
      if (item === 'field') await expect(desk.root.locator('textarea:focus')).toHaveCount(1);
      else await (item === 'any' ? desk.ready() : desk.at(item));
      return desk;
    });
    if (used.shared)
      await sharedWindow.clear(info.status === info.expectedStatus ? undefined : info.outputPath('failed.png'));
  },
});

export { expect } from '@playwright/test';
