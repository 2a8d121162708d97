import { expect, type Page } from '@playwright/test';

/**
 * So long a side bar takes to go at most, in milliseconds: no command runs before all extensions are loaded, and a key
 * that was pressed again too early brings it back.
 */
const patience = 20_000;

/**
 * Hides the side bar, which would take a third of a narrow window. Nothing has the keyboard then that had it in there.
 */
export async function hideSideBar(page: Page): Promise<void> {
  const bar = page.locator('.part.sidebar');
  await expect(async () => {
    if (await bar.isVisible()) await page.keyboard.press('Control+b');
    await expect(bar).toBeHidden({ timeout: patience });
  }).toPass();
}
