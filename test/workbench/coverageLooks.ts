import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { CoverageView } from './coverageView';
import { violationsIn, wide, type Look } from './looks';

const screenshots = path.resolve(import.meta.dirname, '../../out/workbench/screenshots');

/** What the view can show, and how a person gets there from the one before. */
const states: readonly { readonly name: string; readonly reach: (view: CoverageView) => Promise<void> }[] = [
  {
    name: 'figures',
    reach: async (view) => {
      await view.focusGrid();
      await view.press('ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight');
      await expect(view.aside).toContainText('Implied weight');
    },
  },
  { name: 'slices', reach: async (view) => { await view.columns.selectOption('model'); } },
  {
    name: 'map',
    reach: async (view) => {
      await view.button(/^Heat map/).click();
      await expect(view.heatMap.locator('svg')).toBeVisible();
    },
  },
  {
    name: 'finding',
    reach: async (view) => {
      await view.findings.focus();
      await view.press('ArrowDown');
      await expect(view.aside).toContainText('Write a criterion for this');
    },
  },
  { name: 'study', reach: (view) => view.tab('Study').click() },
];

/** Takes pictures of the view in a narrow and a wide window; tells what is wrong with it, each with the name of what is shown. */
export async function lookAtCoverage(view: CoverageView, look: Look): Promise<string[]> {
  fs.mkdirSync(screenshots, { recursive: true });
  const found: string[] = [];
  for (const { name, reach } of states) {
    await reach(view);
    for (const size of [{ width: 900, height: 1000 }, wide]) {
      await view.page.setViewportSize(size);
      await view.page.screenshot({ path: path.join(screenshots, `coverage-${name}-${look}-${size.width}.png`) });
      const frame = await view.frame();
      if (await frame.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)) found.push(`${name}: runs out of a window of ${size.width} pixels`);
    }
    found.push(...(await violationsIn(await view.frame())).map((text) => `${name}: ${text}`));
  }
  return found;
}
