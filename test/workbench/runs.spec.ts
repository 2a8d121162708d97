import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { pressUntil, type Desk } from './desk';
import { screenshots } from './looks';
import { clockTask } from './runRecords';
import { expect, test } from './workbench';

const list = (desk: Desk, letter: string): Locator => desk.card(letter).locator('.run-steps');
/** A step of a run by its number from 1. */
const step = (desk: Desk, letter: string, number: number): Locator =>
  list(desk, letter).locator(`[data-step="${number - 1}"]`);

const picture = async (desk: Desk, name: string): Promise<void> => {
  fs.mkdirSync(screenshots, { recursive: true });
  await desk.page.screenshot({ path: path.join(screenshots, `runs-${name}.png`) });
};

test.describe('three runs at one task', () => {
  test.use({ sharesWindow: true, dataset: { records: clockTask } });

  test('are looked at', async ({ openDesk, study }) => {
    study.init();
    const desk = await openDesk();
    await picture(desk, 'first');
    await pressUntil(desk.page, 'ArrowDown', () =>
      expect(list(desk, 'A').locator('.in-hand')).toHaveCount(1, { timeout: 4000 }),
    );
    await picture(desk, 'in-hand');
    await desk.press('ArrowDown', '3', 'x');
    await picture(desk, 'judged');
    for (const width of [900, 1800]) {
      await desk.page.setViewportSize({ width, height: 1000 });
      await picture(desk, `judged-${width}`);
    }
    void step;
  });
});
