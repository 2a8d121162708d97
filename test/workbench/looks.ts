import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type axe from 'axe-core';
import type { Frame, Page } from '@playwright/test';

const screenshots = path.resolve(import.meta.dirname, '../../out/workbench/screenshots');
const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A screen of ours in a window. */
export interface Screen {
  readonly page: Page;
  /** Its document. */
  frame(): Promise<Frame>;
}

export const looks = ['dark', 'light', 'high-contrast'] as const;
export type Look = (typeof looks)[number];
export const wide = { width: 1800, height: 1000 };
const narrow = { width: 900, height: 1000 };

/** The class that VS Code gives a webview by its theme. */
export const kindOf = { dark: 'vscode-dark', light: 'vscode-light', 'high-contrast': 'vscode-high-contrast' } as const;

/** Takes a picture of a screen in a narrow and a wide window; tells what is wrong with it, each with the name of what is shown. */
export async function lookAt(screen: Screen, name: string, look: Look): Promise<string[]> {
  fs.mkdirSync(screenshots, { recursive: true });
  const found = (await violations(screen)).map((text) => `${name}: ${text}`);
  for (const size of [narrow, wide]) {
    await screen.page.setViewportSize(size);
    await screen.page.screenshot({ path: path.join(screenshots, `${name}-${look}-${size.width}.png`) });
    if (await overflow(screen)) found.push(`${name}: runs out of a window of ${size.width} pixels`);
  }
  return found;
}

/** What axe-core objects to, with the element it means. */
export async function violations(screen: Screen): Promise<string[]> {
  const frame = await screen.frame();
  await frame.evaluate(axeSource);
  const results = await frame.evaluate(async () => (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }));
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}`));
}

/** How far the page is wider than its window. */
export async function overflow(screen: Screen): Promise<number> {
  return (await screen.frame()).evaluate(() => Math.max(...[document.documentElement, ...document.querySelectorAll('main, .desk, .rubrics')].map((element) => element.scrollWidth - element.clientWidth)));
}
