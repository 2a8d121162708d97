import fs from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Desk } from './desk';

const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const looks = ['dark', 'light', 'high-contrast'] as const;
/** The class by which VS Code tells a webview of each. */
export const kindOf = { dark: 'vscode-dark', light: 'vscode-light', 'high-contrast': 'vscode-high-contrast' } as const;

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
