import path from 'node:path';
import type { Desk } from './desk';
import { overflow, screenshots } from './looks';
import { judgeBy, steps } from './modeRecords';
import { expect, test } from './workbench';

const four = {
  id: 'four',
  prompt: 'How long does it take?',
  responses: ['An hour.', 'Two hours, as a rule.', 'It depends.', 'Forty minutes.'].map((text, index) => ({
    id: `r${index}`,
    text,
  })),
};
test.use({ dataset: { records: [four, steps] } });

/** What can be pressed and is smaller than so many pixels. */
const smaller = (desk: Desk, than: number): Promise<string[]> =>
  desk.root.evaluate(
    (root, size) =>
      [...root.querySelectorAll('button, vscode-button, select, summary, input')]
        .map((each) => ({ each, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < size - 0.5)
        .map(({ each, box }) => `${each.textContent} ${Math.round(box.width)} × ${Math.round(box.height)}`),
    than,
  );

test('what is pressed is large enough for a mouse, and on a tablet for fingers', async ({ openDesk, study }) => {
  test.slow();
  study.init({ mode: 'rank' });
  const desk = await openDesk({ width: 1024, height: 768 });
  const { page } = desk;
  await desk.at(1);
  const modes = ['Compare pairs', 'Rate', 'Good or bad', 'Step by step', 'Rank'];
  for (const mode of modes) {
    await judgeBy(desk, mode);
    expect(await smaller(desk, 24), mode).toEqual([]);
  }
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  // A tablet's side bar is closed.
  await page.keyboard.press('Control+b');
  await expect(page.locator('.part.sidebar')).toBeHidden();
  await desk.ready();
  for (const mode of modes) {
    await judgeBy(desk, mode);
    expect(await smaller(desk, 44), mode).toEqual([]);
    expect(await overflow(desk), mode).toBeLessThanOrEqual(0);
    await page.screenshot({ path: path.join(screenshots, `touch-${mode.replaceAll(' ', '-')}.png`) });
  }
  const rank = await desk.card('A').getByRole('button', { name: 'Rank 2', exact: true }).boundingBox();
  const touchPoints = [{ x: (rank?.x ?? 0) + 20, y: (rank?.y ?? 0) + 20 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(desk.root.locator('.ranking-strip .waiting')).toHaveCount(0);
  await expect(desk.card('A').locator('.places .chosen')).toHaveText('2');
});
