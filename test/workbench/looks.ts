import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect } from '@playwright/test';
import type axe from 'axe-core';
import type { Desk } from './desk';

const screenshots = path.resolve(import.meta.dirname, '../../out/workbench/screenshots');
const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The last is what other tests see. */
export const looks = ['light', 'high-contrast', 'dark'] as const;
export type Look = (typeof looks)[number];
export const wide = { width: 1800, height: 1000 };
const narrow = { width: 900, height: 1000 };

/** The class that VS Code gives a webview by its theme. */
export const kindOf = { dark: 'vscode-dark', light: 'vscode-light', 'high-contrast': 'vscode-high-contrast' } as const;

/** What the list of themes calls them. */
const labels = { dark: 'Dark Modern', light: 'Light Modern', 'high-contrast': 'Dark High Contrast' } as const;

/** Does something in every theme, one after the other, as a person changes it: a window each would take most of the time. The desk keeps the keyboard. */
export async function eachLook(desk: Desk, work: (look: Look) => Promise<void>): Promise<void> {
  for (const look of looks) {
    await wear(desk, look);
    await work(look);
  }
}

/** Changes the theme, which is remembered for all windows. */
async function wear(desk: Desk, look: Look): Promise<void> {
  const body = (await desk.frame()).locator('body');
  const isWorn = new RegExp(`${kindOf[look]}( |$)`);
  const picker = desk.page.locator('.quick-input-widget');
  await desk.press('Control+k', 'Control+t');
  await expect(picker.locator('input[type=text]')).toBeFocused();
  await desk.page.keyboard.type(labels[look]);
  await expect(picker.locator('.monaco-list-row.focused')).toContainText(labels[look]);
  await desk.press('Enter');
  await expect(picker).toBeHidden();
  // What could not be remembered would be told.
  await expect(desk.page.locator('.notifications-toasts .codicon-error')).toHaveCount(0);
  await expect(body).toHaveClass(isWorn);
}

/** Takes pictures of the desk in a narrow and a wide window, in every theme or in the one that it has already; tells what is wrong with it, each with the name of what is shown. */
export async function lookAt(desk: Desk, name: string, only?: Look): Promise<string[]> {
  fs.mkdirSync(screenshots, { recursive: true });
  const found: string[] = [];
  const look = async (theme: Look): Promise<void> => {
    found.push(...(await violations(desk)).map((text) => `${name}, ${theme}: ${text}`));
    for (const size of [narrow, wide]) {
      await desk.page.setViewportSize(size);
      await desk.page.screenshot({ path: path.join(screenshots, `${name}-${theme}-${size.width}.png`) });
      if (await overflow(desk)) found.push(`${name}, ${theme}: runs out of a window of ${size.width} pixels`);
    }
  };
  await (only ? look(only) : eachLook(desk, look));
  return found;
}

/** What axe-core objects to, with the element it means. */
export async function violations(desk: Desk): Promise<string[]> {
  const frame = await desk.frame();
  await frame.evaluate(axeSource);
  const results = await frame.evaluate(async () => (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }));
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}`));
}

/** How far the page is wider than its window. */
export async function overflow(desk: Desk): Promise<number> {
  return (await desk.frame()).evaluate(() => Math.max(...[document.documentElement, ...document.querySelectorAll('main, .desk')].map((element) => element.scrollWidth - element.clientWidth)));
}
