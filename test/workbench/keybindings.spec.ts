import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { eachLook, screenshots, violations } from './looks';
import { expect, test } from './workbench';

/** What somebody who has never seen the desk looks for, and which key is meant. */
const wordsForKeys = [
  ['tie', 'same number ties'],
  ['equal', 'same number ties'],
  ['best', 'same number ties'],
  ['jump', 'Go to Item'],
  ['back', 'Go to the Previous Item'],
  ['undo', 'Undo'],
  ['skip', 'Skip This Item'],
  ['compare', 'Show Differences'],
  ['note', 'Write a Critique'],
  ['comment', 'Write a Critique'],
  ['why', 'Write the Rationale'],
  ['flag', 'Add or Remove a Flag'],
  ['all bad', 'Mark All Responses as Not Acceptable'],
  ['threshold', 'Set the Acceptability Line'],
  ['bigger', 'Make the Text Larger'],
  ['zoom', 'Make the Text'],
  ['font', 'Make the Text'],
  ['highlight', 'Mark Passages'],
  ['rewrite', 'Refine the Selected Response'],
  ['columns', 'Change the Arrangement'],
  ['filter', 'Search Items'],
  ['submit', 'Save and Next'],
  ['next', 'Save and Next'],
] as const;

test('a key that the person gave to a command works, and the one taken away does not', async ({
  openDesk,
  server,
  study,
}) => {
  const file = path.join(server.userDataDir, 'User', 'keybindings.json');
  const when = "activeCustomEditorId == 'tiebreak.project' && tiebreak.onDesk";
  fs.writeFileSync(
    file,
    JSON.stringify([
      { key: 'x', command: 'tiebreak.save', when },
      { key: 'enter', command: '-tiebreak.save' },
    ]),
  );
  try {
    const desk = await openDesk();
    const save = desk.root.locator('vscode-button', { hasText: 'Save and next' });
    await expect(save.locator('kbd')).toHaveText('X');
    // In a text field the letter is text.
    await desk.press('c');
    await expect(save.locator('kbd')).toHaveText('Ctrl+Enter');
    await desk.press('Escape');
    await expect(save.locator('kbd')).toHaveText('X');
    await desk.rank(1, 2, 3);
    await desk.press('Enter');
    await desk.press('x');
    await desk.at(2);
    expect(study.annotations()).toHaveLength(1);
    // The list of keys marks what is changed.
    await desk.press('Shift+Slash');
    await expect(desk.keyOf('Save and Next')).toContainText(/changed by you.*X/);
    await desk.press('Escape');
    // What is changed while the desk is open is printed at once.
    fs.writeFileSync(
      file,
      JSON.stringify([
        { key: 'y', command: 'tiebreak.save', when },
        { key: 'enter', command: '-tiebreak.save' },
        { key: 's', command: 'workbench.action.files.saveAll' },
      ]),
    );
    await expect(save.locator('kbd')).toHaveText('Y');
    await expect(desk.root.locator('vscode-button', { hasText: 'Skip' }).locator('kbd')).toHaveCount(0);
    fs.writeFileSync(
      file,
      JSON.stringify([
        { key: 'x', command: 'tiebreak.save', when },
        { key: 'enter', command: '-tiebreak.save' },
      ]),
    );
    await expect(save.locator('kbd')).toHaveText('X');
    await desk.rank(1, 2, 3, 4);
    await desk.press('Enter', 'v');
    await expect(desk.where).toHaveText(/^Item 2 of/);
    expect(study.annotations()).toHaveLength(1);
  } finally {
    fs.rmSync(file);
  }
});

/** The German keyboard, as a browser tells VS Code what stands on its keys. */
const german: readonly (readonly [string, string])[] = [
  ...'abcdefghijklmnopqrstuvwx'.split('').map((letter) => [`Key${letter.toUpperCase()}`, letter] as const),
  ...'0123456789'.split('').map((digit) => [`Digit${digit}`, digit] as const),
  ...Object.entries({
    KeyY: 'z',
    KeyZ: 'y',
    Minus: 'ß',
    Equal: '´',
    BracketLeft: 'ü',
    BracketRight: '+',
    Semicolon: 'ö',
    Quote: 'ä',
    Backquote: '^',
    Backslash: '#',
    IntlBackslash: '<',
    Comma: ',',
    Period: '.',
    Slash: '-',
  }),
];

test("where the slash is Shift+7, that key is the flag's, and the search has another", async ({ openDesk, study }) => {
  const prepare = async (page: Page): Promise<void> => {
    await page.addInitScript(
      (keys) =>
        Object.defineProperty(navigator, 'keyboard', { value: { getLayoutMap: () => Promise.resolve(new Map(keys)) } }),
      german,
    );
  };
  const desk = await openDesk({ prepare });
  const picker = desk.page.locator('.quick-input-widget');
  // The key on which others have the slash is the hyphen there.
  await desk.press('Slash');
  await desk.ready();
  await expect(picker).toBeHidden();
  await desk.press('Shift+Digit7');
  await expect(desk.notice).toContainText('prompt ambiguous');
  await desk.press('Shift+Digit6');
  await expect(desk.notice).toContainText('off-topic');
  await expect(picker).toBeHidden();
  await desk.press('Control+Alt+f');
  await expect(picker.locator('input[type=text]')).toBeFocused();
  await desk.press('Escape');
  await desk.ready();
  // The question mark of that keyboard.
  await desk.press('Shift+Minus');
  await expect(desk.keys.getByRole('textbox')).toBeFocused();
  await desk.page.keyboard.type('search');
  await expect(desk.keyOf('Search Items')).toContainText('Ctrl+Alt+F');
  await desk.press('Escape');
  expect(study.annotations()).toEqual([]);
});

test.describe('in a window that others use', () => {
  test.use({ sharesWindow: true });

  test('the picker of a key that is pressed twice stays and takes the answer', async ({ openDesk }) => {
    const desk = await openDesk();
    await desk.press('g', 'g');
    const input = desk.page.locator('.quick-input-widget', { hasText: 'Go to item' }).locator('input[type=text]');
    await expect(input).toBeFocused();
    await input.fill('3');
    await desk.press('Enter');
    await desk.at(3);
  });

  test('the question mark opens the keys that are heard now on one screen, with a search for all others', async ({
    openDesk,
    study,
  }) => {
    const desk = await openDesk();
    const { page } = desk;
    const search = desk.keys.getByRole('textbox');
    // Where the question mark stands in most of Europe.
    await desk.press('Shift+Minus');
    await expect(search).toBeFocused();
    await expect(desk.keys.getByRole('heading', { level: 3 })).toHaveText([
      'Judge',
      'Save and navigate',
      'Write',
      'Read',
      'Mark passages',
    ]);
    expect(await desk.keys.getByRole('listitem').count()).toBeLessThan(30);
    await expect(desk.keyOf(/^Rank/)).toContainText('1 … 0');
    // The arrow is the key of another command here; in a comparison it moves along the scale.
    await expect(desk.keyOf('Move the Selected Response Up').locator('kbd')).toHaveText(['Alt+↑']);
    await eachLook(desk, async (look) => {
      expect(await violations(desk), look).toEqual([]);
      await page.screenshot({ path: path.join(screenshots, `keys-${look}.png`) });
    });
    await expect(search).toBeFocused();
    // No key behind the list is heard.
    await desk.press('Control+Enter', '?');
    await expect(desk.keys).toHaveCount(0);
    await desk.ready();
    await desk.press('Shift+Slash');
    await page.keyboard.type('grid criter');
    await expect(desk.keyOf(/^Close the Grid of Criteria/)).toContainText('Esc');
    await desk.press('Escape');
    await expect(desk.focused).toHaveCount(1);
    await desk.ready();

    await test.step('and runs a command of it', async () => {
      await desk.press('Shift+Slash');
      await page.keyboard.type('rationale');
      await expect(desk.keys.getByRole('listitem')).toHaveCount(1);
      await page.keyboard.press('Enter');
      await expect(desk.rationale).toBeFocused();
      await page.keyboard.type('Why?');
      await desk.leaveField();
      await desk.press('Shift+Slash');
      await expect(search).toBeFocused();
      await desk.press('ArrowDown', 'ArrowDown', 'ArrowUp');
      await expect(desk.keyOf('Clear the Rank').getByRole('button')).toBeFocused();
      await desk.press('?');
      await desk.ready();
    });
    await expect(desk.status).toHaveText('Draft, not saved');
    expect(study.annotations()).toEqual([]);
  });

  test('the list of keys finds them by the words that people have for them', async ({ openDesk }) => {
    const desk = await openDesk();
    await desk.press('Shift+Slash');
    const search = desk.keys.getByRole('textbox');
    await expect(search).toBeFocused();
    for (const [word, title] of wordsForKeys) {
      await search.fill(word);
      await expect(desk.keyOf(title), word).not.toHaveCount(0);
    }
    await desk.press('Escape');
    await desk.ready();
  });

  test('what is typed right behind Ctrl+A, Ctrl+Z and Ctrl+V stands, also where VS Code is slow', async ({
    openDesk,
  }) => {
    const desk = await openDesk();
    const { keyboard } = desk.page;
    await desk.press('r');
    await expect(desk.rationale).toBeFocused();
    await keyboard.type('First.');
    const devTools = await desk.page.context().newCDPSession(desk.page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 12 });
    await keyboard.press('Control+a');
    await keyboard.type('It is how many members have to be there before a body may decide.');
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    // The command of VS Code, if it ran, would have selected by now.
    await keyboard.type(' Twelve.');
    const twelve = 'It is how many members have to be there before a body may decide. Twelve.';
    await expect(desk.rationale).toHaveValue(twelve);

    // What is taken back is one edit: all that was typed there since.
    await keyboard.press('Control+Home');
    await keyboard.type('Now: ');
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 12 });
    await keyboard.press('Control+z');
    await keyboard.type('Then: it is one half.');
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await keyboard.press('Control+End');
    await keyboard.type(' No.');
    await expect(desk.rationale).toHaveValue(`Then: it is one half.${twelve} No.`);
    // On a busy machine the browser takes what was typed with pauses for several edits.
    let edits = 0;
    for (; edits < ' No.'.length && !(await desk.rationale.inputValue()).endsWith(twelve); edits++)
      await keyboard.press('Control+z');
    await expect(desk.rationale).toHaveValue(`Then: it is one half.${twelve}`);
    for (let done = 0; done < edits; done++) await keyboard.press('Control+Shift+z');
    await expect(desk.rationale).toHaveValue(`Then: it is one half.${twelve} No.`);

    await keyboard.press('Control+a');
    await keyboard.press('Control+x');
    await keyboard.type('It says: ');
    await keyboard.press('Control+v');
    await keyboard.type(' That is so.');
    await expect(desk.rationale).toHaveValue(`It says: Then: it is one half.${twelve} No. That is so.`);
    await devTools.detach();
  });
});
