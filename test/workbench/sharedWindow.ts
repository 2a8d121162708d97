import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, type Browser, type Page } from '@playwright/test';
import { closeWorkbenchPage, newWorkbenchPage } from '../harness/workbench.mjs';
import { Desk, tiebreakReady } from './desk';
import { WebviewMessages } from './webviewMessages';
import { hideSideBar } from './sideBar';
import type { Server } from './workbench';

/** So many tests use a window before it is a new one's turn. */
const maxTests = 20;

/** Hears the address of all that the window asks for, from before the study is opened. */
export type OnRequest = (url: string) => void;

interface Options {
  /** In CSS pixels. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly onRequest?: OnRequest | undefined;
}

/**
 * A window that stands in an empty folder while one test after the other opens a study in it: a new one takes most of
 * the time of a short test. It has no side bar. For tests that leave nothing behind but their editors and what is told
 * in the corner: no setting, no panel.
 */
export class SharedWindow {
  /** What its webviews are told, from the last study on that was opened. */
  readonly heard = new WebviewMessages();
  private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tiebreak-window-'));
  private page: Page | undefined;
  private used = 0;

  constructor(
    private readonly browser: Browser,
    private readonly server: Server,
  ) {}

  /** The window with this file in its editor, as large as any new one unless it is asked for otherwise. */
  async open(file: string, { width = 1280, height = 800, onRequest }: Options = {}): Promise<Page> {
    if (this.used >= maxTests) await this.close();
    let page = await this.ready(width, height, onRequest);
    let opened = 0;
    await expect(async () => {
      // What was opened as text once is opened so again in the same window: its list of files remembers the editor.
      if (opened++ % 3 === 2) {
        await this.close();
        page = await this.ready(width, height, onRequest);
      }
      const asText = page.locator('.editor-instance .monaco-editor');
      await closeEditors(page);
      this.heard.messages.length = 0;
      await openByName(page, file);
      await expect(page.locator('.editor-group-container .tab')).not.toHaveCount(0, { timeout: 60_000 });
      // A window that does not know the extension's editors yet opens it as text. To open it again while the desk is on
      // its way would only begin anew.
      await expect(page.locator('iframe.webview').or(asText)).not.toHaveCount(0, { timeout: 60_000 });
      await expect(asText).toHaveCount(0, { timeout: 1000 });
    }).toPass();
    const desk = new Desk(page);
    await expect(desk.cards).not.toHaveCount(0);
    // On a busy machine the focus now and then stays with the question that was answered: a person would press this
    // too.
    await expect(async () => {
      if ((await desk.inFocus.count()) === 0) await page.keyboard.press('Control+1');
      await expect(desk.inFocus).not.toHaveCount(0, { timeout: 2000 });
    }).toPass();
    return page;
  }

  /**
   * After a test: closes its editors; the whole window where that does not work, or the test failed, whose last picture
   * goes to that file.
   */
  async clear(failed?: string): Promise<void> {
    const { page } = this;
    if (!page) return;
    page.removeAllListeners('request');
    if (failed !== undefined) {
      await picture(page, failed);
      await this.close();
      return;
    }
    try {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await closeEditors(page);
      await forgetNotifications(page);
    } catch {
      await this.close();
    }
  }

  /** The window as it is before a study is opened; a new one where there is none. */
  private async ready(width: number, height: number, onRequest: OnRequest | undefined): Promise<Page> {
    this.used++;
    if (!this.page) {
      this.page = await newWorkbenchPage(this.browser, this.server, {
        folder: this.folder,
        prepare: (materialized) => this.heard.record(materialized),
      });
      await tiebreakReady(this.page);
    }
    const { page } = this;
    // A test before this one may have shown it: a narrow window has no room for it.
    await hideSideBar(page);
    await page.setViewportSize({ width, height });
    if (onRequest) page.on('request', (request) => onRequest(request.url()));
    return page;
  }

  /** Removes the folder too, which no later window needs. */
  async end(): Promise<void> {
    await this.close();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  /** The next test that shares a window has a new one. */
  async close(): Promise<void> {
    const { page } = this;
    this.page = undefined;
    this.used = 0;
    if (page) await closeWorkbenchPage(page).catch(() => undefined);
  }
}

async function closeEditors(page: Page): Promise<void> {
  const tabs = page.locator('.editor-group-container .tab');
  if ((await tabs.count()) === 0) return;
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Control+w');
  await expect(tabs).toHaveCount(0, { timeout: 20_000 });
}

/** What a window shows where a test failed, as far as it still can be told. */
export async function picture(page: Page, file: string): Promise<void> {
  await page.screenshot({ path: file, timeout: 10_000 }).catch(() => undefined);
}

/**
 * Opens a file by the list of files, as a person does; on a busy machine that list now and then closes and opens
 * nothing.
 */
async function openByName(page: Page, file: string): Promise<void> {
  const input = page.locator('.quick-input-widget input[type=text]');
  await expect(async () => {
    await page.keyboard.press('Control+p');
    await expect(input).toBeFocused({ timeout: 3000 });
  }).toPass();
  await input.fill('');
  await page.keyboard.type(file);
  // Those that other tests opened have the same name, and are there first.
  await expect(page.locator('.quick-input-widget .monaco-list-row').first()).toContainText(
    path.basename(path.dirname(file)),
  );
  await page.keyboard.press('Enter');
}

/** Another test would take what this one was told for its own. */
async function forgetNotifications(page: Page): Promise<void> {
  const toasts = page.locator('.notifications-toasts .notification-list-item');
  for (let left = await toasts.count(); left > 0; left--) {
    await toasts.first().hover();
    await toasts.first().locator('.codicon-notifications-clear').click({ timeout: 3000 });
    await expect(toasts).toHaveCount(left - 1, { timeout: 3000 });
  }
}
