import { Desk, pressAtOnce } from './desk';
import { expect, test } from './workbench';

const item = (id: string): unknown => ({ id, prompt: 'Which?', responses: ['one', 'two', 'three', 'four'] });
test.use({ dataset: { records: [item('first'), item('second'), item('third')] }, sharesWindow: true });

test('keys are applied in the order in which they are pressed, also where a command is used for the first time', async ({
  openWindow,
  study,
}) => {
  const page = await openWindow({ openFile: study.init() });
  const desk = new Desk(page);
  await expect(desk.root.locator('.card:focus')).toHaveCount(1);
  // Right after the desk's first paint. Each command that is new is followed by a digit, whose command was used before.
  // The response just judged stays selected: one step is to the one that is up next, two are past it.
  await pressAtOnce(page, '1', 'j', 'j', '2');
  await desk.shows(1, null, 2, null);
  await pressAtOnce(page, 'k', 'j', '3');
  await desk.shows(1, null, 3, null);
  await pressAtOnce(page, 'j', 'Alt+ArrowUp', '4');
  await desk.shows(1, 4, 2, null);
  await pressAtOnce(page, 'Control+z', '2');
  await desk.shows(1, 2, 2, null);
  await pressAtOnce(page, '4', 'Enter', '1');
  await expect(desk.where).toHaveText(/^Item 2 of/);
  await desk.shows(1, null, null, null);
  await pressAtOnce(page, 'Shift+J', '2', 'Shift+K', '3');
  await expect(desk.where).toHaveText(/^Item 2 of/);
  await desk.shows(1, 3, null, null);
  await desk.press('Shift+J');
  await expect(desk.where).toHaveText(/^Item 3 of/);
  await desk.shows(2, null, null, null);
  expect(study.annotations()).toHaveLength(1);
});

test('what is typed right behind a key that opens a text field is text, and behind one that asks something no command', async ({
  openDesk,
}) => {
  const desk = await openDesk();
  const { page } = desk;
  // Each letter and digit is a command on the desk.
  await pressAtOnce(page, '2', 'c', ...letters('the 1st'), 'Backspace', 'Enter', ...letters('b'), 'Escape', '1');
  await expect(desk.written('A')).toHaveText('the 1s b');
  await desk.shows(2, 1, null, null);
  await pressAtOnce(page, 'r', ...letters('then 4'), 'Escape', '3');
  await expect(desk.written()).toHaveText('then 4');
  await desk.shows(2, 1, 3, null);
  const find = page
    .frameLocator('iframe.webview.ready')
    .frameLocator('#active-frame')
    .getByRole('textbox', { name: 'Find in this item' });
  await pressAtOnce(page, 'Control+f', ...letters('two'), 'Enter');
  await expect(find).toHaveValue('two');
  await expect(desk.root.getByText('1 of 1')).toBeVisible();
  await desk.press('Escape');
  await desk.shows(2, 1, 3, null);

  await test.step('and right behind one that asks something, no command', async () => {
    await expect(desk.root.locator('.card:focus')).toHaveCount(1);
    await pressAtOnce(page, '4', 's', ...letters('1t34'));
    await expect(
      page.getByRole('combobox', { name: /^Skip/ }).or(page.locator('.quick-input-widget input')),
    ).toBeFocused();
    await page.keyboard.press('Escape');
    await desk.shows(2, 1, 3, 4);
  });
});

test('a number typed right behind the key that asks for one is never a judgement', async ({ openDesk, study }) => {
  const desk = await openDesk();
  const { page } = desk;
  const input = page.locator('.quick-input-widget input');
  await pressAtOnce(page, 'g', '3', 'Enter');
  // What came in time was the answer to the question, and the rest nobody's.
  await expect
    .poll(async () => (await input.isVisible()) || (await desk.where.textContent())?.startsWith('Item 3 of'))
    .toBe(true);
  await page.keyboard.press('Escape');
  await expect(input).toBeHidden();
  // Within some milliseconds of the answer a key may meet the frame around the page, on the focus's way: nothing comes
  // of it then.
  await expect(async () => {
    await desk.press('g');
    await expect(input).toBeFocused({ timeout: 2000 });
  }).toPass();
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(desk.where).toHaveText(/^Item 1 of/);
  await desk.shows(null, null, null, null);
  expect(study.annotations()).toHaveLength(0);
});

const letters = (text: string): string[] => Array.from(text);
