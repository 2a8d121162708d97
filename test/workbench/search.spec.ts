import { Desk, showExplorer } from './desk';
import { annotator, expect, test } from './workbench';
import { sample, StudyFolder } from './studyFolder';

test.use({ sharesWindow: true });

const promptOf = (index: number): string => {
  const prompt = sample[index]?.prompt ?? '';
  return typeof prompt === 'string' ? prompt : (prompt.findLast(({ role }) => role === 'user')?.content ?? '');
};
/** A word that stands in the texts of one item only. */
const rare = ((): { word: string; index: number } => {
  const texts = sample.map((item, index) =>
    `${promptOf(index)} ${item.responses.map(({ text }) => text).join(' ')}`.toLowerCase(),
  );
  for (const [index, text] of texts.entries()) {
    if (index < 3) continue;
    const word = text
      .match(/\b[a-z]{7,}\b/g)
      ?.find((each) => texts.every((other, at) => at === index || !other.includes(each)));
    if (word !== undefined) return { word, index };
  }
  throw new Error('no word of the sample is rare');
})();

test('a search by keyboard finds the item, Enter goes there, and the results stay', async ({ openDesk }) => {
  const desk = await openDesk();
  const { page } = desk;
  const picker = page.locator('.quick-input-widget');
  // Keys belong to the desk until the field has the focus.
  const open = async (key: string): Promise<void> => {
    await desk.press(key);
    await expect(picker).toContainText('Search items');
    await expect(picker.locator('input[type="text"]')).toBeFocused();
  };
  await open('/');
  await page.keyboard.type(rare.word);
  await expect(picker).toContainText('1 found');
  await expect(picker.locator('.monaco-list-row')).toHaveCount(1);
  await expect(picker.locator('.monaco-list-row')).toContainText(`${rare.index + 1} ·`);
  await desk.press('Enter');
  await desk.at(rare.index + 1);

  // What is typed and entered at once goes to the first that is found.
  await open('Control+Alt+f');
  await page.keyboard.type(promptOf(2).slice(0, 12));
  await desk.press('Enter');
  await desk.at(3);

  await open('/');
  await page.keyboard.type(rare.word.toUpperCase());
  await desk.press('Alt+c');
  await expect(picker).toContainText('match case · 0 found');
  await desk.press('Alt+c');
  await expect(picker).toContainText('1 found');
  await desk.press('Alt+l');
  await expect(picker).toContainText('Filter items by…');
  await expect(picker.locator('input[type="text"]')).toBeFocused();
  const skipped = picker.locator('.monaco-list-row', { hasText: 'Skipped' });
  await expect(skipped).toBeVisible();
  await page.keyboard.type('skipped');
  await expect(picker.locator('.monaco-list-row')).toHaveCount(1);
  await desk.press('ArrowDown');
  await expect(skipped).toHaveClass(/focused/);
  await desk.press('Space', 'Enter');
  await expect(picker).toContainText('skipped · 0 found');
  await desk.press('Escape');
  await desk.at(3);
});

test('what was looked for in one study, and by which filters, is not looked for in another', async ({
  openDesk,
  sharedWindow,
}) => {
  const desk = await openDesk();
  const { page } = desk;
  const picker = page.locator('.quick-input-widget');
  const field = picker.locator('input[type="text"]');
  await desk.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type(rare.word);
  await desk.press('Alt+l');
  await expect(picker).toContainText('Filter items by…');
  await expect(field).toBeFocused();
  await page.keyboard.type('skipped');
  await expect(picker.locator('.monaco-list-row')).toHaveCount(1);
  await desk.press('ArrowDown');
  await expect(picker.locator('.monaco-list-row')).toHaveClass(/focused/);
  await desk.press('Space', 'Enter');
  await expect(picker).toContainText('skipped · 0 found');
  await desk.press('Escape');
  await desk.at(1);
  // It is remembered where it was asked.
  await desk.press('/');
  await expect(picker).toContainText('Search items · skipped · 0 found');
  await expect(field).toHaveValue(rare.word);
  await desk.press('Escape');
  await desk.at(1);

  const other = StudyFolder.with(annotator);
  try {
    const next = new Desk(await sharedWindow.open(other.init()));
    await next.at(1);
    await next.press('/');
    await expect(picker).toContainText('Search items');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('');
    await page.keyboard.type(rare.word);
    await expect(picker).toContainText('Search items · 1 found');
    await next.press('Enter');
    await next.at(rare.index + 1);
  } finally {
    other.remove();
  }
});

test('the items are listed in the side bar with their status, and lead to the desk', async ({ openDesk }) => {
  const desk = await openDesk();
  const { page } = desk;
  await desk.rank(1, 2, 3);
  await desk.press('Enter');
  await desk.at(2);
  await page.locator('.activitybar .action-label[aria-label="Tiebreak"]').click();
  const items = page.locator('.pane', { has: page.getByRole('heading', { name: 'Items' }) }).locator('.monaco-list');
  await expect(items.getByRole('treeitem', { name: /^Item 1, saved: / })).toBeVisible();
  const third = items.getByRole('treeitem', { name: /^Item 3, not judged: / });
  await expect(third).toContainText(promptOf(2).slice(0, 12));
  await third.click();
  await desk.at(3);
  await desk.rank(1);
  await expect(items.getByRole('treeitem', { name: /^Item 3, draft, not saved: / })).toBeVisible();
  await desk.press('F1');
  const commands = page.locator('.quick-input-widget');
  await expect(commands.locator('input[type="text"]')).toBeFocused();
  await page.keyboard.type('Reveal the Current Item in the List');
  await expect(commands.locator('.monaco-list-row.focused')).toContainText('Reveal the Current Item in the List');
  await desk.press('Enter');
  await expect(items.locator('.monaco-list-row.selected')).toHaveAttribute('aria-label', /^Item 3, /);
  const names = sample
    .flatMap(({ responses }) => responses.flatMap(({ id, model }) => [id, model]))
    .filter((name) => name.length > 2);
  const listed = await items.evaluate((element) => element.outerHTML);
  expect(names.filter((name) => listed.includes(name))).toEqual([]);
  await showExplorer(page);
});

test('an item is gone to by its id, and one that is not there is told of', async ({ openDesk }) => {
  const desk = await openDesk();
  const { page } = desk;
  const input = page.locator('.quick-input-widget');
  await desk.press('g');
  await expect(input).toContainText('Go to item');
  await page.keyboard.type('nowhere');
  await desk.press('Enter');
  await expect(input).toContainText('No item has the ID “nowhere”.');
  await desk.press('Control+a');
  await page.keyboard.type(sample[4]?.id ?? '');
  await desk.press('Enter');
  await desk.at(5);
});
