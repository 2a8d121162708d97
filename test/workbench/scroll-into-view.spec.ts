import type { Locator } from '@playwright/test';
import { judgeBy } from './modeRecords';
import { expect, test } from './workbench';

const sentences = (name: string, count: number): string =>
  [...Array(count).keys()]
    .map((n) => `Sentence ${n + 1} of ${name}, which says something about the journey and takes its time.`)
    .join('\n\n');
test.use({ sharesWindow: true });
test.use({
  dataset: {
    records: [
      {
        id: 'q',
        prompt: `${sentences('the prompt', 40)}\n\nWhich train does one take?`,
        responses: ['A', 'B', 'C'].map((name) => ({ id: name, text: sentences(name, 14) })),
      },
    ],
  },
});

test('the selected response stays in view when the window changes, and prompt and responses scroll by their keys', async ({
  openDesk,
}, info) => {
  const desk = await openDesk({ width: 1800, height: 1000 });
  const { page } = desk;
  const main = desk.root.locator('main');
  /** How much of the selected response is in view, in CSS pixels. */
  const seen = (): Promise<number> =>
    main.evaluate((view) => {
      const [inner, outer] = [
        view.querySelector('.card.selected')!.getBoundingClientRect(),
        view.getBoundingClientRect(),
      ];
      return Math.min(inner.bottom, outer.bottom) - Math.max(inner.top, outer.top);
    });
  await expect(desk.root.locator('.question')).toHaveText(/Rank them, best first\.$/);
  await judgeBy(desk, 'Good or bad');
  await expect(desk.root.locator('.question')).toHaveText('Does the response serve the person who asked?');
  await judgeBy(desk, 'Rank');
  await desk.press('j', 'j');
  await expect(desk.card('C')).toHaveClass(/selected/);
  await expect.poll(seen).toBeGreaterThan(100);
  await page.screenshot({ path: info.outputPath('columns.png') });
  for (const size of [
    { width: 700, height: 1000 },
    { width: 900, height: 500 },
    { width: 1800, height: 1000 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(seen).toBeGreaterThan(100);
    await page.screenshot({ path: info.outputPath(`kept-${size.width}.png`) });
  }

  // The prompt scrolls by itself, and is folded and unfolded by a key.
  const prompt = desk.root.locator('.prompt-scroll');
  const topOf = (locator: Locator): Promise<number> => locator.evaluate((element) => element.scrollTop);
  await expect(desk.prompt.getByText('Sentence 1 of the prompt')).toBeInViewport();
  await desk.press('Alt+PageDown');
  await expect.poll(() => topOf(prompt)).toBeGreaterThan(100);
  await desk.press('Shift+P');
  await expect(desk.notice).toHaveText('The prompt is folded.');
  await expect(prompt).toHaveCount(0);
  await page.screenshot({ path: info.outputPath('folded.png') });
  await desk.press('Shift+P');
  await expect(desk.notice).toHaveText('The prompt is unfolded.');
  await expect(desk.prompt.getByText('Sentence 1 of the prompt')).toBeInViewport();
  await expect(desk.focused).toHaveCount(1);

  // A key scrolls the selected response, another one all of them by the same way.
  await desk.press('PageDown');
  await expect.poll(() => topOf(desk.card('C'))).toBeGreaterThan(100);
  expect(await topOf(desk.card('A'))).toBe(0);
  await desk.press('Shift+PageDown');
  await expect.poll(() => topOf(desk.card('A'))).toBeGreaterThan(100);
  await desk.press('Shift+PageUp');
  await expect.poll(() => topOf(desk.card('A'))).toBe(0);
});
