import type { Page } from '@playwright/test';
import { FieldChooserPage } from './desk';
import { expect, newServer, test } from './workbench';

/**
 * Keys by their place, as a person presses them: what a keyboard of that layout sends for the keys `1`, `2` and `?`.
 * French keyboards have digits behind Shift, German ones `?` at the key of the minus sign.
 */
const layouts = [
  {
    name: 'fr',
    digits: [
      { code: 'Digit1', key: '&', windowsVirtualKeyCode: 49 },
      { code: 'Digit2', key: 'é', windowsVirtualKeyCode: 50 },
      { code: 'Digit3', key: '"', windowsVirtualKeyCode: 51 },
    ],
    accept: { code: 'KeyQ', key: 'a', windowsVirtualKeyCode: 65 },
    help: { code: 'KeyM', key: '?', windowsVirtualKeyCode: 188, modifiers: 8 },
  },
  {
    name: 'de',
    digits: [
      { code: 'Digit1', key: '1', windowsVirtualKeyCode: 49 },
      { code: 'Digit2', key: '2', windowsVirtualKeyCode: 50 },
      { code: 'Digit3', key: '3', windowsVirtualKeyCode: 51 },
    ],
    accept: { code: 'KeyA', key: 'a', windowsVirtualKeyCode: 65 },
    help: { code: 'Minus', key: '?', windowsVirtualKeyCode: 219, modifiers: 8 },
  },
] as const;

/** As a person tells the workbench which keyboard they have; a window in a browser cannot see it. */
async function chooseLayout(page: Page, name: string): Promise<void> {
  const { input, active } = new FieldChooserPage(page);
  await page.locator('.statusbar-item', { hasText: 'Layout: ' }).click();
  await expect(input).toBeVisible();
  await input.fill(name);
  await expect(active).toContainText(name);
  await page.keyboard.press('Enter');
  await expect(page.locator('.statusbar-item', { hasText: `Layout: ${name}` })).toBeVisible();
}

for (const layout of layouts)
  test(`digits, letters and the list of keys work on a keyboard of the layout “${layout.name}”`, async ({
    openDesk,
    study,
  }) => {
    test.slow();
    study.init();
    const server = await newServer();
    try {
      const desk = await openDesk({ server });
      await chooseLayout(desk.page, layout.name);
      await desk.root.locator('.prompt').click({ position: { x: 2, y: 2 } });
      const session = await desk.page.context().newCDPSession(desk.page);
      const press = async (
        key: (typeof layouts)[number]['help' | 'accept'] | (typeof layouts)[number]['digits'][number],
      ) => {
        await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
        await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
      };
      for (const digit of layout.digits) await press(digit);
      await expect(desk.root.locator('.places .chosen')).toHaveText(['1', '2', '3']);
      await press(layout.accept);
      await expect(desk.root.locator('.ranking-strip')).toContainText('|');
      await press(layout.help);
      await expect(desk.keys).toBeVisible();
      await desk.page.keyboard.press('Escape');
      await expect(desk.keys).toHaveCount(0);
    } finally {
      await server.stop();
    }
  });
