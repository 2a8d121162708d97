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

test('the selected response stays in view when the window changes, and one key brings a long prompt into view and leads back', async ({
  openDesk,
}, info) => {
  const desk = await openDesk({ width: 1800, height: 1000 });
  const { page } = desk;
  const main = desk.root.locator('main');
  const top = (): Promise<number> => main.evaluate((element) => element.scrollTop);
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

  await expect(desk.root.locator('.reading-bar')).toContainText('PromptShift+P');
  const before = await top();
  await desk.press('Shift+P');
  await expect(desk.notice).toHaveText('Showing the prompt. Press the same key to return to the responses.');
  await expect(desk.prompt.getByText('Sentence 1 of the prompt')).toBeInViewport();
  expect(await top()).toBeLessThan(before);
  await page.screenshot({ path: info.outputPath('prompt.png') });
  await desk.press('Shift+P');
  await expect.poll(top).toBe(before);
  await expect(desk.notice).toHaveText('Back to the responses.');
  // What a person scrolled away from is not brought back by a window that changes.
  await main.evaluate((element) => element.scrollTo({ top: 40 }));
  await expect.poll(top).toBe(40);
  await page.setViewportSize({ width: 1000, height: 900 });
  await expect.poll(() => main.evaluate((element) => element.clientWidth)).toBeLessThan(1000);
  await expect(desk.prompt.getByText('Sentence 3 of the prompt')).toBeInViewport();
  // From the prompt the key leads to the response in hand.
  await desk.press('Shift+P');
  await expect.poll(seen).toBeGreaterThan(100);
  await expect(desk.focused).toHaveCount(1);
});
