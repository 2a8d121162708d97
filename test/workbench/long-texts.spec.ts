import type { Locator } from '@playwright/test';
import type { Desk } from './desk';
import { expect, test } from './workbench';

declare global {
  interface Window {
    blocked?: number[];
  }
}

const paragraph =
  'The battery **lasts** longer when `charge` is limited, see https://example.com/a for more.\n\n- one\n- two\n\n';
const written = (length: number): string => paragraph.repeat(Math.ceil(length / paragraph.length)).slice(0, length);
const megabytes = 5 << 20;

const item = (prompt: unknown, ...responses: readonly string[]): unknown => ({ prompt, responses });
const records = [
  item('Short?', 'Yes.', 'No.'),
  item('A long response', `${written(megabytes)}The very end.`, 'Short.'),
  item(`A long prompt. ${written(megabytes)}`, 'Yes.', 'No.'),
  item(
    Array.from({ length: 200 }, (_, turn) => ({
      role: turn % 2 === 0 ? 'user' : 'assistant',
      content: `Turn ${turn}. ${written(1500)}`,
    })),
    'Yes.',
    'No.',
  ),
  item('Many', ...Array.from({ length: 64 }, (_, index) => `Response ${index}. ${written(3000)}`)),
  item('One line', 'x'.repeat(2 << 20), 'Yes.'),
  item('Quotes', `${'>'.repeat(100_000)} in the middle of it`, 'Yes.'),
  item('Brackets', '['.repeat(100_000), 'Yes.'),
  item('Code', `\`\`\`python\n${'print("a") # why\n'.repeat(60_000)}\`\`\`\n\nAfter **the code**.`, 'Yes.'),
  item('Two parts', `${written(50_000)}The very end.`, 'Short.'),
  item('One part', `${written(20_000)}Far down.\n\n\`\`\`js\nfar();\n\`\`\`\n`, 'Short.'),
];
/** What grows with the square takes minutes; the limit leaves room for a machine with other work. In milliseconds. */
const soon = 60_000;

test.use({ dataset: { records }, sharesWindow: true });

test('texts of megabytes come at once and in parts, and keys are heard meanwhile', async ({ openDesk }) => {
  const desk = await openDesk({
    prepare: async (page) => {
      await page.addInitScript(() => {
        const blocked: number[] = (window.blocked = []);
        new PerformanceObserver((list) => blocked.push(...list.getEntries().map(({ duration }) => duration))).observe({
          entryTypes: ['longtask'],
        });
      });
    },
  });
  for (let number = 2; number <= records.length; number++) {
    await test.step(`item ${number}`, async () => {
      await desk.press('Shift+J');
      await expect(desk.where).toHaveText(new RegExp(`^Item ${number} of `));
      await expect(desk.card('A')).toBeVisible({ timeout: soon });
      await desk.press('2');
      await expect(desk.notice).toHaveText(/^A is (?:2nd of|in bucket 2)/);
    });
  }
  const blocked = await (await desk.frame()).evaluate(() => window.blocked ?? []);
  expect(Math.max(0, ...blocked)).toBeLessThan(soon);
});

test('the rest of a text is shown part by part, to its end, without losing the keyboard', async ({ openDesk }) => {
  const desk = await openDesk();
  await desk.goTo(2);
  const { body, more } = cutText(desk);
  await expect(more).toHaveAccessibleName('Show more (5.2M characters left)');
  await expect(body.locator('.text')).toHaveCount(1);
  await more.focus();
  await desk.press('Enter');
  await expect(body.locator('.text')).toHaveCount(2);
  await expect(more).toBeFocused();
  await expect(body.locator('.text').nth(1).locator('strong').first()).toHaveText('lasts');

  await desk.goTo(10);
  await more.focus();
  await desk.press('Enter');
  await expect(more).toHaveCount(0);
  const last = desk.cards.locator('.body .text', { hasText: 'The very end.' });
  await expect(last).toBeFocused();
  await desk.rank(1, 2);
});

test('a key shows more of the text that is read, from the responses on', async ({ openDesk }) => {
  const desk = await openDesk();
  await desk.goTo(10);
  await desk.at(10);
  const cut = desk.cards.filter({ has: desk.page.getByRole('button', { name: 'Show more' }) });
  await expect(cut).toHaveCount(1);
  const card = desk.card((await cut.locator('.letter').textContent()) ?? '');
  if (!/selected/.test((await card.getAttribute('class')) ?? '')) await desk.press('j');
  await expect(card).toHaveClass(/selected/);
  await desk.press('u');
  await expect(card.locator('.body .text')).toHaveCount(2);
  await expect(desk.notice).toHaveText('The whole text is shown.');
  // The keyboard stays with the response.
  await expect(card).toBeFocused();
  await desk.rank(1, 2);

  await desk.goTo(3);
  await desk.at(3);
  const parts = desk.prompt.locator('.text');
  await expect(parts).toHaveCount(1);
  await desk.press('u');
  await expect(parts).toHaveCount(2);
  await expect(desk.notice).toHaveText('More text is shown. 5.2M characters are left.');
  await desk.goTo(1);
  await desk.at(1);
  await desk.press('u');
  await expect(desk.notice).toHaveText('The prompt and the selected response are shown in full.');
});

test('code that runs over the end of a part stays code', async ({ openDesk }) => {
  const desk = await openDesk();
  await desk.goTo(9);
  const { body, more } = cutText(desk);
  await more.click();
  await expect(body.locator('.text')).toHaveCount(2);
  await expect(body.locator('.text').nth(1).locator('> *')).toHaveCount(1);
  await expect(body.locator('.text').nth(1).locator('pre code .hljs-string').first()).toHaveText('"a"');
});

test('what of a text is not on the page yet is found, and its code copied', async ({ openDesk }) => {
  const desk = await openDesk();
  // From now on the page is never idle.
  await (
    await desk.frame()
  ).evaluate(() => {
    window.requestIdleCallback = () => 0;
  });
  const unfinished = desk.cards.locator('.text[data-unfinished]');
  const far = desk.cards.locator('p', { hasText: 'Far down.' });
  await desk.goTo(11);
  await desk.at(11);
  await expect(unfinished).toHaveCount(1);
  await expect(far).toHaveCount(0);
  await desk.press('Control+f');
  await expect(desk.root.locator('.find-bar input')).toBeFocused();
  await desk.page.keyboard.type('far down');
  await expect(desk.root.locator('.find-bar .found')).toHaveText('1 of 1');
  await expect(far).toBeInViewport();
  await expect(unfinished).toHaveCount(0);
  await desk.press('Escape');

  await desk.goTo(1);
  await desk.at(1);
  await desk.goTo(11);
  await desk.at(11);
  await expect(unfinished).toHaveCount(1);
  await desk.press('y');
  await expect(desk.notice).toHaveText('Copied one line.');

  await desk.press('t');
  await expect(desk.cards.locator('.text.plain[data-unfinished]')).toHaveCount(1);
  await expect(desk.cards.locator('.text', { hasText: 'Far down.' })).toHaveCount(0);
  await desk.press('Control+f');
  await expect(desk.root.locator('.find-bar input')).toBeFocused();
  await desk.page.keyboard.type('far down');
  await expect(desk.root.locator('.find-bar .found')).toHaveText('1 of 1');
  await expect(unfinished).toHaveCount(0);
  await desk.press('Escape');
  await desk.press('t');
  await expect(desk.cards.locator('.text.plain')).toHaveCount(0);
});

test('quotes nested too deeply to be drawn are shown as they are written', async ({ openDesk }) => {
  const desk = await openDesk();
  await desk.goTo(7);
  const deep = desk.cards.locator('.body', { hasText: '>>>>' });
  await expect(deep).toContainText('>'.repeat(1000));
  await expect(deep.getByRole('button', { name: 'Show more' })).toBeVisible();
});

/** The response that is not shown whole, and the button at its end. */
function cutText({ cards, page }: Desk): { readonly body: Locator; readonly more: Locator } {
  const body = cards.locator('.body', { has: page.getByRole('button', { name: 'Show more' }) });
  return { body, more: body.getByRole('button', { name: 'Show more' }) };
}
