import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Frame } from '@playwright/test';
import type axe from 'axe-core';
import type { Desk } from './desk';

const screenshots = path.resolve(import.meta.dirname, '../../out/workbench/screenshots');
const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const looks = ['dark', 'light', 'high-contrast'] as const;
export type Look = (typeof looks)[number];
export const wide = { width: 1800, height: 1000 };
const narrow = { width: 900, height: 1000 };

/** The class that VS Code gives a webview by its theme. */
export const kindOf = { dark: 'vscode-dark', light: 'vscode-light', 'high-contrast': 'vscode-high-contrast' } as const;

/** Takes a picture of the desk in a narrow and a wide window; tells what is wrong with it, each with the name of what is shown. */
export async function lookAt(desk: Desk, name: string, look: Look): Promise<string[]> {
  fs.mkdirSync(screenshots, { recursive: true });
  const found = (await violations(desk)).map((text) => `${name}: ${text}`);
  for (const size of [narrow, wide]) {
    await desk.page.setViewportSize(size);
    await desk.page.screenshot({ path: path.join(screenshots, `${name}-${look}-${size.width}.png`) });
    if (await overflow(desk)) found.push(`${name}: runs out of a window of ${size.width} pixels`);
  }
  return found;
}

/** What axe-core objects to, with the element it means. */
export async function violations(desk: Desk): Promise<string[]> {
  return violationsIn(await desk.frame());
}

/** The same of any page. */
export async function violationsIn(frame: Frame): Promise<string[]> {
  await frame.evaluate(axeSource);
  const results = await frame.evaluate(async () => (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }));
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}`));
}

/** How far the page is wider than its window. */
export async function overflow(desk: Desk): Promise<number> {
  return (await desk.frame()).evaluate(() => Math.max(...[document.documentElement, ...document.querySelectorAll('main, .desk')].map((element) => element.scrollWidth - element.clientWidth)));
}
