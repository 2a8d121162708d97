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
  if (!(await arrowTo(page, list.locator('.monaco-list-row', { has: page.getByText(dataset, { exact: true }) }))))
    throw new Error(`the arrow keys do not reach ${dataset}`);
  await goToEntry(page, page.locator('.monaco-menu .action-item', { hasText: entry }));
  await page.keyboard.press('Enter');
}

/**
 * Opens the menu of the row that has the keyboard, again where a busy window has closed it.
 * @param {import('playwright-core').Page} page @param {import('playwright-core').Locator} entry
 */
async function goToEntry(page, entry) {
  for (let attempt = 0; attempt < 10; attempt++) {
    if ((await page.locator('.monaco-menu').count()) === 0) await page.keyboard.press('Shift+F10');
    if (await arrowTo(page, entry)) return;
  }
  throw new Error('the arrow keys do not reach the menu entry');
}

/** @param {import('playwright-core').Page} page @param {import('playwright-core').Locator} list */
async function goToExplorer(page, list) {
  const focused = list.and(page.locator(':focus'));
  for (let attempt = 0; attempt < 20; attempt++) {
    // From the Explorer itself the key leads back to the editor.
    if ((await focused.count()) === 0) await page.keyboard.press('Control+Shift+E');
    if (await isThere(focused)) return;
  }
  throw new Error('the Explorer does not take the keyboard');
}

/**
 * Presses the down arrow until that row or menu entry has the focus.
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} target
 * @returns {Promise<boolean>} whether it has the focus; not where it is away, as an entry of a closed menu is
 */
async function arrowTo(page, target) {
  if (!(await isThere(target))) return false;
  for (let attempt = 0; attempt < 40; attempt++) {
    const looks = await target.getAttribute('class', { timeout: patience }).catch(() => undefined);
    if (looks === undefined) return false;
    if (/\bfocused\b/.test(looks ?? '')) return true;
    await page.keyboard.press('ArrowDown');
  }
  return false;
}

/** @param {import('playwright-core').Locator} target @returns {Promise<boolean>} whether it is seen in time */
const isThere = (target) =>
  target.waitFor({ timeout: patience }).then(
    () => true,
    () => false,
  );
