/** The Explorer takes so long at most to take the keyboard where its key was heard; in milliseconds. */
const patience = 3000;

/**
 * Chooses "Annotate Preferences", or another entry, in the Explorer, by keyboard alone.
 * @param {import('playwright-core').Page} page
 * @param {string} dataset the name of its row
 * @param {string} [entry] what the menu calls it
 */
export async function annotateInExplorer(page, dataset, entry = 'Annotate Preferences') {
  // A window without the extension's own parts would not know the command yet.
  await page.locator('.activitybar .action-label[aria-label="Tiebreak"]').waitFor();
  const list = page.locator('.explorer-folders-view .monaco-list');
  await goToExplorer(page, list);
  // The row of the open editor may be below.
  await page.keyboard.press('Home');
  await arrowTo(page, list.locator('.monaco-list-row', { has: page.getByText(dataset, { exact: true }) }));
  await page.keyboard.press('Shift+F10');
  await arrowTo(page, page.locator('.monaco-menu .action-item', { hasText: entry }));
  await page.keyboard.press('Enter');
}

/** @param {import('playwright-core').Page} page @param {import('playwright-core').Locator} list */
async function goToExplorer(page, list) {
  const focused = list.and(page.locator(':focus'));
  for (let attempt = 0; attempt < 20; attempt++) {
    // From the Explorer itself the key leads back to the editor.
    if ((await focused.count()) === 0) await page.keyboard.press('Control+Shift+E');
    if (
      await focused.waitFor({ timeout: patience }).then(
        () => true,
        () => false,
      )
    )
      return;
  }
  throw new Error('the Explorer does not take the keyboard');
}

/**
 * Presses the down arrow until that row or menu entry has the focus.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} target
 */
async function arrowTo(page, target) {
  await target.waitFor();
  for (let attempt = 0; attempt < 40; attempt++) {
    if (/\bfocused\b/.test((await target.getAttribute('class')) ?? '')) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error('the arrow keys do not reach the dataset or its menu entry');
}
