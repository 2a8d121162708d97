import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type axe from 'axe-core';
import type { Frame, Page } from '@playwright/test';

export const screenshots = path.resolve(import.meta.dirname, '../../out/workbench/screenshots');
const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A screen of ours in a window. */
export interface Screen {
  readonly page: Page;
  /** Its document. */
  frame(): Promise<Frame>;
}

/** The last is what other tests see. */
export const looks = ['light', 'high-contrast', 'dark'] as const;
export type Look = (typeof looks)[number];
export const wide = { width: 1800, height: 1000 };
const narrow = { width: 900, height: 1000 };

/** The class that VS Code gives a webview by its theme. */
const kindOf = { dark: 'vscode-dark', light: 'vscode-light', 'high-contrast': 'vscode-high-contrast' } as const;

/** How long VS Code takes at most to know that a page has the keyboard again, in milliseconds. */
const heard = 700;

/** What the list of themes calls them. */
const labels = { dark: 'Dark Modern', light: 'Light Modern', 'high-contrast': 'Dark High Contrast' } as const;

/** What a webview is told of them. */
const ids = { ...labels, 'high-contrast': 'Default High Contrast' } as const;

/**
 * Does something in every theme, one after the other, as a person changes it: a window each would take most of the
 * time. What has the keyboard keeps it.
 */
export async function eachLook(
  screen: Screen,
  work: (look: Look) => Promise<void>,
  order: readonly Look[] = looks,
): Promise<void> {
  let changed = false;
  for (const look of order) {
    changed = (await wear(screen, look)) || changed;
    await work(look);
  }
  // Keys are heard once VS Code knows that the list gave the keyboard back, which nothing in the page tells.
  if (changed) await screen.page.waitForTimeout(heard);
}

/** Changes the theme, which is remembered for all windows; false where it is that one already. */
async function wear(screen: Screen, look: Look): Promise<boolean> {
  const body = (await screen.frame()).locator('body');
  if ((await body.getAttribute('data-vscode-theme-id')) === ids[look]) return false;
  // On a busy machine the list now and then leaves a theme that it showed on the way.
  await expect(async () => {
    await choose(screen, look);
    await expect(body).toHaveAttribute('data-vscode-theme-id', ids[look], { timeout: 30_000 });
  }).toPass();
  await expect(body).toHaveClass(new RegExp(`${kindOf[look]}( |$)`));
  return true;
}

/** Takes a theme from the list of themes. */
async function choose(screen: Screen, look: Look): Promise<void> {
  const picker = screen.page.locator('.quick-input-widget');
  for (const key of ['Control+k', 'Control+t']) await screen.page.keyboard.press(key);
  await expect(picker.locator('input[type=text]')).toBeFocused();
  await screen.page.keyboard.type(labels[look]);
  await expect(picker.locator('.monaco-list-row.focused')).toContainText(labels[look]);
  await screen.page.keyboard.press('Enter');
  await expect(picker).toBeHidden();
  // What could not be remembered would be told.
  await expect(screen.page.locator('.notifications-toasts .codicon-error')).toHaveCount(0);
}

/**
 * Takes pictures of a screen in a narrow and a wide window, in every theme; tells what is wrong with it, each with the
 * name of what is shown.
 */
export async function lookAt(screen: Screen, name: string, order: readonly Look[] = looks): Promise<string[]> {
  fs.mkdirSync(screenshots, { recursive: true });
  const found: string[] = [];
  const look = async (theme: Look): Promise<void> => {
    found.push(...(await violations(screen)).map((text) => `${name}, ${theme}: ${text}`));
    for (const size of [narrow, wide]) {
      await screen.page.setViewportSize(size);
      await screen.page.screenshot({ path: path.join(screenshots, `${name}-${theme}-${size.width}.png`) });
      if (await overflow(screen)) found.push(`${name}, ${theme}: runs out of a window of ${size.width} pixels`);
      const away = await scrolledAway(screen);
      if (away !== 0) found.push(`${name}, ${theme}: the page is scrolled away by ${away} pixels at ${size.width}`);
    }
  };
  await eachLook(screen, look, order);
  return found;
}

/** What a screen can show, and how a person gets there from what it showed before. */
export interface ScreenState<S> {
  readonly name: string;
  readonly reach: (screen: S) => Promise<void>;
}

/** Looks at one thing after the other, as `lookAt` does; a screen that can tell is heard again in between. */
export async function lookThrough<S extends Screen & { readyAgain?(): Promise<void> }>(
  screen: S,
  sights: readonly ScreenState<S>[],
): Promise<string[]> {
  const found: string[] = [];
  // From the theme that it has on, and then back: each change takes a second.
  let order = looks.toReversed();
  for (const { name, reach } of sights) {
    await test.step(name, async () => {
      await reach(screen);
      found.push(...(await lookAt(screen, name, order)));
      await screen.readyAgain?.();
    });
    order = order.toReversed();
  }
  await wear(screen, 'dark');
  return found;
}

/** Looks at all of it in one theme after the other, which takes less time; the first must be reached from the last. */
export async function lookThroughInTurn<S extends Screen>(
  screen: S,
  sights: readonly ScreenState<S>[],
): Promise<string[]> {
  const found: string[] = [];
  await eachLook(screen, async (look) => {
    for (const { name, reach } of sights) {
      await test.step(`${name}, ${look}`, async () => {
        await reach(screen);
        found.push(...(await lookAt(screen, name, [look])));
      });
    }
  });
  return found;
}

/** What axe-core objects to, with the element it means. */
export async function violations(screen: Screen): Promise<string[]> {
  return violationsIn(await screen.frame());
}

/** The same of any page. */
export async function violationsIn(frame: Frame): Promise<string[]> {
  await frame.evaluate(axeSource);
  const results = await frame.evaluate(async () =>
    (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }),
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary ?? ''}\n${html}`),
  );
}

/** How far the page itself is scrolled, and its head with it: only what is in it may scroll. */
async function scrolledAway(screen: Screen): Promise<number> {
  return (await screen.frame()).evaluate(() =>
    Math.max(
      ...[document.documentElement, document.body, ...document.querySelectorAll('#root')].map(
        (element) => element.scrollTop,
      ),
    ),
  );
}

/** How far the page is wider than its window. */
export async function overflow(screen: Screen): Promise<number> {
  return (await screen.frame()).evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll('main, .desk, .rubrics')].map(
        (element) => element.scrollWidth - element.clientWidth,
      ),
    ),
  );
}
