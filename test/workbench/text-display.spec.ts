import fs from 'node:fs';
import path from 'node:path';
import type { Desk } from './desk';
import { lookThrough, violations, wide, type ScreenState } from './looks';
import { expect, test } from './workbench';

const screenshots = path.resolve(import.meta.dirname, '../../out/workbench/screenshots');

const paragraph = 'Some prose that goes on for a while, with **bold** words.\n\n';
const code =
  'Sort it:\n\n```python\ndef first(xs):\n    return sorted(xs)[0]  # least\n```\n\nor\n\n```js\nMath.min(...xs)\n```\n';
const formulas = [
  'A lamp is $5 and a shade is $10. The roots of $ax^2 + bx + c = 0$ are',
  '$$\nx = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}\n$$',
  'and \\(e^{i\\pi} = -1\\), so',
  '\\[\n\\sum_{k=1}^{n} k\n= \\frac{n(n+1)}{2}\n\\]',
  'but $\\frac{1$ is broken.',
].join('\n\n');
const pathological = [
  `$${'{'.repeat(3000)}$`,
  '$x$ '.repeat(6000),
  `$\\def\\a{${'x'.repeat(2000)}}${'\\a'.repeat(600)}$`,
  '\\('.repeat(9000),
  '$$\n'.repeat(9001),
].join('\n\n');
const records = [
  { prompt: 'Which is least?', responses: [code, 'Use a loop.'] },
  { prompt: 'Solve it.', responses: [formulas, 'No mathematics here, for $5.'] },
  {
    prompt: 'Think first.',
    responses: [
      `<think>\nIt is **short**: ${paragraph.repeat(3)}</think>\n\nThe answer is four.`,
      `${paragraph.repeat(1000)}\n</think>\n\nThe answer is five.`,
    ],
  },
  { prompt: 'Too much', responses: [pathological, 'Yes.'] },
  {
    prompt: Array.from({ length: 200 }, (_, turn) => ({
      role: turn % 2 === 0 ? 'user' : 'assistant',
      content: `Turn ${turn}. ${paragraph}`,
    })),
    responses: ['Yes.', 'No.'],
  },
  {
    prompt: 'Three',
    responses: [
      { text: 'The cat sat down.', model: 'model-one' },
      { text: 'The old dog sat down.', model: 'model-two' },
      { text: 'Nobody.', model: 'model-three' },
    ],
  },
];
test.use({ dataset: { records }, sharesWindow: true });

test('code is copied and opened in an editor, by key and by button', async ({ openDesk }) => {
  const desk = await openDesk();
  await desk.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const clipboard = (): Promise<string> => desk.page.evaluate(() => navigator.clipboard.readText());
  const card = cardWith(desk, 'Sort it:');
  await selectCard(desk, card);
  await desk.press('y');
  await expect(desk.notice).toHaveText('Copied 2 lines.');
  expect(await clipboard()).toBe('def first(xs):\n    return sorted(xs)[0]  # least\n');

  const second = card.locator('.code').nth(1);
  await second.getByRole('button', { name: 'Copy' }).focus();
  await desk.press('Enter');
  await expect(desk.notice).toHaveText('Copied one line.');
  expect(await clipboard()).toBe('Math.min(...xs)\n');

  await card.focus();
  await desk.press('Shift+Y');
  const editor = desk.page.locator('.monaco-editor', { hasText: 'def first(xs)' });
  await expect(editor).toBeVisible();
  await expect(desk.page.locator('.tab.active', { hasText: 'Untitled-1' })).toBeVisible();
  await expect(desk.page.locator('.statusbar-item', { hasText: 'Python' })).toBeVisible();
  await desk.press('Control+w');
  await desk.page.getByRole('button', { name: /Don't Save/ }).click();
});

test('mathematics is set, also where its library does not come at once, and prices and broken TeX stay as they are written', async ({
  openDesk,
  server,
}) => {
  const loaded: string[] = [];
  const desk = await openDesk({ onRequest: (url) => loaded.push(url) });
  const asked = (): number => loaded.filter((url) => url.includes('/mathematics.js')).length;
  expect(asked()).toBe(0);
  const card = cardWith(desk, 'A lamp is');
  await withoutLibrary(server.extensionsDir, async () => {
    await desk.goTo(2);
    await expect.poll(asked).toBe(2);
    await expect(card.locator('.formula').first()).toHaveText('$ax^2 + bx + c = 0$');
  });
  await expect(card.locator('.katex')).toHaveCount(4);
  await expect(card).toContainText('A lamp is $5 and a shade is $10.');
  await expect(card).toContainText('but $\\frac{1$ is broken.');
  await expect(card.locator('.katex-display')).toHaveCount(2);
  await expect(card.locator('.katex annotation').first()).toHaveText('ax^2 + bx + c = 0');
  // Its own fonts, and the styles that the library sets element by element.
  expect(
    await (
      await desk.frame()
    ).evaluate(() =>
      document.fonts.ready.then((fonts) =>
        [...fonts].some(({ family, status }) => family.includes('KaTeX_Math') && status === 'loaded'),
      ),
    ),
  ).toBe(true);
  expect(
    await card.evaluate((element) =>
      [...element.querySelectorAll<HTMLElement>('.katex-html [style]')].some(({ style }) =>
        style.height.endsWith('em'),
      ),
    ),
  ).toBe(true);
  await expect(cardWith(desk, 'No mathematics here').locator('.formula')).toHaveCount(0);
});

test('mathematics that is made to take forever does not hold up the keys', async ({ openDesk }) => {
  const desk = await openDesk();
  await desk.goTo(4);
  await desk.at(4);
  await desk.press('1');
  await expect(desk.notice).toHaveText(/^A is 1st of/);
  await expect(desk.cards.locator('.katex').first()).toBeVisible();
  await desk.press('2');
  await expect(desk.notice).toHaveText(/^B is 2nd of/);
});

test('plain text takes the style away, and lengths are hidden until they are asked for', async ({
  openDesk,
  server,
}) => {
  const desk = await openDesk();
  await desk.goTo(2);
  const card = cardWith(desk, 'A lamp is');
  await expect(card.locator('.katex')).toHaveCount(4);
  await expect(desk.cards.locator('.length')).toHaveCount(0);
  const settings = (): string => fs.readFileSync(path.join(server.userDataDir, 'User', 'settings.json'), 'utf8');
  await desk.press('l');
  await expect(cardWith(desk, 'No mathematics').locator('.length')).toHaveText('5 words · 28 characters');
  await desk.press('t');
  await expect(card.locator('.text.plain')).toContainText('$$\nx = \\frac{-b');
  await expect(card.locator('.katex')).toHaveCount(0);
  // Remembered for the next item, and the next window.
  await desk.press('Shift+J');
  await expect(desk.where).toHaveText(/^Item 3 of/);
  await expect(desk.cards.locator('.text:not(.plain)')).toHaveCount(0);
  await expect(desk.cards.locator('.length')).toHaveCount(2);
  await expect.poll(settings).toMatch(/"tiebreak.plainText": true/);
  await desk.press('t', 'l');
  await expect(desk.cards.locator('.length')).toHaveCount(0);
  await expect(desk.cards.locator('.text.plain')).toHaveCount(0);
});

test('what is looked for within the item is found, and typing it is no command', async ({ openDesk, study }) => {
  const desk = await openDesk();
  await desk.goTo(5);
  await desk.at(5);
  await desk.press('Control+f');
  const bar = desk.root.locator('.find-bar');
  await expect(bar.locator('input')).toBeFocused();
  // What was folded is to be found too.
  await expect(desk.prompt.locator('.turn')).toHaveCount(200);
  await desk.page.keyboard.type('turn 12');
  await expect(bar.locator('.found')).toHaveText('1 of 11');
  // None stands in a response, from which on it is looked for.
  await expect(desk.prompt.locator('.turn').nth(12)).toBeInViewport();
  await desk.press('Shift+Enter');
  await expect(bar.locator('.found')).toHaveText('11 of 11');
  await expect(desk.prompt.locator('.turn').nth(129)).toBeInViewport();
  expect(await (await desk.frame()).evaluate(() => [...(CSS.highlights.get('found-now') ?? [])].map(String))).toEqual([
    'Turn 12',
  ]);
  // Also over a change of style.
  await bar.locator('input').fill('with bold words.');
  await expect(bar.locator('.found')).toHaveText(/ of 200$/);
  expect(await violations(desk)).toEqual([]);
  await desk.page.screenshot({ path: path.join(screenshots, 'reading-7-find.png') });
  await desk.press('Escape');
  await expect(bar).toHaveCount(0);
  await desk.at(5);
  expect(study.lines()).toEqual([]);
});

test('the earlier turns of a long conversation are folded, and unfold by key', async ({ openDesk }) => {
  const desk = await openDesk();
  await desk.goTo(5);
  await desk.at(5);
  await expect(desk.prompt.locator('.turn')).toHaveCount(10);
  await expect(desk.prompt).toContainText('Turn 190.');
  const earlier = desk.prompt.locator('button.earlier');
  await expect(earlier).toHaveText('… 190 earlier turns Shift+U');
  await desk.press('Shift+U');
  await expect(desk.prompt.locator('.turn')).toHaveCount(200);
  await expect(desk.prompt.locator('.role').nth(1)).toHaveText('Assistant');
  await desk.press('Shift+U');
  await expect(desk.prompt.locator('.turn')).toHaveCount(10);
});

test('the difference between two responses is shown side by side, in one text and in the diff editor', async ({
  openDesk,
}) => {
  const desk = await openDesk();
  await desk.goTo(6);
  await desk.at(6);
  const letterOf = async (text: string): Promise<string> =>
    (await desk.cards.filter({ hasText: text }).locator('.letter').textContent()) ?? '';
  const [cat, dog] = [await letterOf('The cat'), await letterOf('The old dog')];
  await selectCard(desk, desk.card(cat));
  await desk.press('d');
  await expect(
    desk.page
      .locator('.quick-input-widget', { hasText: `Show differences between ${cat} and` })
      .locator('input[type=text]'),
  ).toBeFocused();
  await desk.page.keyboard.type(dog.toLowerCase());
  await expect(desk.notice).toHaveText(`Showing differences between ${cat} and ${dog}, word by word.`);
  await expect(desk.card(cat).locator('ins')).toHaveText(['cat ']);
  await expect(desk.card(dog).locator('ins')).toHaveText(['old dog ']);
  await expect(desk.cards.locator('.difference')).toHaveCount(2);

  await desk.at(6);
  await desk.press('Shift+D');
  await expect(desk.card(cat).locator('ins')).toHaveText(['cat ']);
  await expect(desk.card(cat).locator('del')).toHaveText(['old dog ']);
  await expect(desk.cards.locator('.difference')).toHaveCount(1);
  await desk.press('Shift+D');
  await expect(desk.cards.locator('.difference')).toHaveCount(2);

  await desk.press('Alt+d');
  await expect(desk.page.locator('.tab.active', { hasText: `${dog} ↔ ${cat}` })).toBeVisible();
  await expect(desk.page.locator('.monaco-diff-editor')).toContainText('sat down');
  for (const model of ['model-one', 'model-two', 'model-three'])
    await expect(desk.page.getByText(model)).toHaveCount(0);
  await desk.press('Control+w');
  await desk.at(6);
  await desk.press('d');
  await expect(desk.cards.locator('.difference')).toHaveCount(0);
});

test('reasoning is folded with its length, and unfolds by key, also where it is cut', async ({ openDesk }) => {
  const desk = await openDesk();
  await desk.goTo(3);
  const tagged = cardWith(desk, 'The answer is four.');
  await expect(tagged.locator('summary')).toHaveText(/^Reasoning, 210 characters/);
  await expect(tagged.locator('.reasoning strong')).toHaveCount(0);
  await selectCard(desk, tagged);
  await desk.press('Shift+R');
  await expect(tagged.locator('.reasoning strong').first()).toBeVisible();
  await expect(tagged).not.toContainText('think>');
  await desk.press('Shift+R');
  await expect(tagged.locator('.reasoning strong').first()).not.toBeVisible();

  const cut = desk.cards.filter({ hasNot: desk.page.getByText('The answer is four.') });
  await expect(cut.locator('summary')).toHaveText(/^Reasoning, 5\d(\.\d)?K characters/);
  await selectCard(desk, cut);
  await desk.press('Shift+R');
  await expect(cut.locator('.reasoning .text')).toHaveCount(1);
  await cut.getByRole('button', { name: 'Show more' }).focus();
  await desk.press('Enter');
  await expect(cut.locator('.reasoning .text')).toHaveCount(2);
  await expect(cut.locator('.body > .text')).toHaveText('The answer is five.');
  await expect(cut.locator('.reasoning')).toHaveCount(1);
});

/** What is to be looked at, and how one gets there from the one before. */
const states: readonly ScreenState<Desk>[] = [
  { name: 'reading-1-code', reach: (desk) => selectCard(desk, cardWith(desk, 'Sort it:')) },
  {
    name: 'reading-2-mathematics',
    reach: async (desk) => {
      await desk.goTo(2);
      await expect(desk.cards.locator('.katex')).toHaveCount(4);
    },
  },
  {
    name: 'reading-3-reasoning',
    reach: async (desk) => {
      await desk.goTo(3);
      await selectCard(desk, cardWith(desk, 'The answer is four.'));
      await desk.press('Shift+R');
      await expect(desk.cards.locator('.reasoning[open]')).toHaveCount(1);
    },
  },
  {
    name: 'reading-4-difference',
    reach: async (desk) => {
      await desk.goTo(6);
      await desk.at(6);
      await selectCard(desk, cardWith(desk, 'The cat'));
      await desk.press('l', 'd');
      const dog = (await cardWith(desk, 'The old dog').locator('.letter').textContent()) ?? '';
      await expect(
        desk.page.locator('.quick-input-widget', { hasText: 'Show differences between' }).locator('input[type=text]'),
      ).toBeFocused();
      await desk.page.keyboard.type(dog);
      await expect(desk.cards.locator('.difference')).toHaveCount(2);
    },
  },
  {
    name: 'reading-5-inline',
    reach: async (desk) => {
      await desk.at(6);
      await desk.press('Shift+D');
      await expect(desk.cards.locator('del')).toHaveCount(1);
    },
  },
  {
    name: 'reading-6-turns-plain',
    reach: async (desk) => {
      await desk.press('Shift+D', 'l', 't');
      await desk.goTo(5);
      await expect(desk.prompt.locator('.text.plain')).toHaveCount(10);
      await desk.at(5);
      await desk.press('t');
      await expect(desk.prompt.locator('.text.plain')).toHaveCount(0);
    },
  },
];

test('what one reads is readable and accessible', async ({ openDesk }) => {
  test.slow();
  expect(await lookThrough(await openDesk(wide), states)).toEqual([]);
});

/** Does something while the library is not to be had, as on a machine on which VS Code is too busy to hand it over. */
async function withoutLibrary(extensions: string, work: () => Promise<void>): Promise<void> {
  const [folder = ''] = fs.readdirSync(extensions).filter((name) => name.includes('tiebreak'));
  const library = path.join(extensions, folder, 'dist/webview/mathematics.js');
  fs.renameSync(library, `${library}.away`);
  try {
    await work();
  } finally {
    fs.renameSync(`${library}.away`, library);
  }
}

function cardWith({ cards }: Desk, text: string): ReturnType<Desk['card']> {
  return cards.filter({ hasText: text });
}

/** Selects a card by keyboard. */
async function selectCard(desk: Desk, card: ReturnType<Desk['card']>): Promise<void> {
  await expect(async () => {
    if (!/selected/.test((await card.getAttribute('class')) ?? '')) await desk.press('j');
    await expect(card).toHaveClass(/selected/, { timeout: 1000 });
  }).toPass();
}
