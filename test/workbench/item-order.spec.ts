import type { StudyFolder } from './studyFolder';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

test('the order of items is chosen by keyboard, and each says why it is here', async ({ openDesk }, info) => {
  const desk = await openDesk();
  const { page } = desk;
  const picker = page.locator('.quick-input-widget');
  await expect(desk.queuePosition).toHaveText('file order');
  await desk.press('Shift+O');
  await expect(picker).toContainText('Order of items');
  await page.screenshot({ path: info.outputPath('order-picker.png') });
  await desk.pick('Order of items', 'Shuffled for you');
  await expect(desk.queuePosition).toHaveText('shuffled');
  await desk.ready();
  const first = await desk.where.textContent();
  await page.screenshot({ path: info.outputPath('order-shuffled.png') });
  await desk.press('Shift+J');
  await expect(desk.where).not.toHaveText(first ?? '');
  await desk.press('Shift+K');
  await expect(desk.where).toHaveText(first ?? '');
  await expect(desk.queuePosition).toHaveText('shuffled');
});

test.describe('items of two categories', () => {
  const records = ['code', 'code', 'prose', 'code', 'prose'].map((category, n) => ({
    id: `q${n}`,
    prompt: `Question ${n}`,
    responses: ['one', 'two'],
    category,
  }));
  test.use({ dataset: { records } });
  const judged = (study: StudyFolder): string[] => study.annotations().map(({ item }) => item);

  test('come by the slice with the fewest judgements, where the plan says so', async ({ openDesk, study }) => {
    study.init({}, { order: 'thin', slices: ['category'] });
    const desk = await openDesk();
    await desk.rank(1, 2);
    await desk.press('Enter');
    await desk.at(3);
    await expect(desk.queuePosition).toHaveText('its slice prose has 0 judgments');
    await desk.rank(1, 2);
    await desk.press('Enter');
    await desk.at(2);
    await expect(desk.queuePosition).toHaveText('its slice code has one judgment');
    await desk.rank(1, 2);
    await desk.press('Enter');
    await desk.at(5);
    await expect(desk.queuePosition).toHaveText('its slice prose has one judgment');
    // What is taken back counts no more.
    await desk.press('Control+z');
    await desk.at(2);
    await desk.press('Shift+J');
    await desk.at(5);
    expect(judged(study)).toEqual(['q0', 'q2', 'q1']);
    expect(study.lines().at(-1)).toMatchObject({ type: 'retraction', item: 'q1' });
  });

  test('come by a field that is asked for, where the plan names none', async ({ openDesk, study }) => {
    const desk = await openDesk();
    const { page } = desk;
    const picker = page.locator('.quick-input-widget');
    await desk.press('Shift+O');
    await desk.pick('Order of items', 'Least annotated slices');
    await expect(picker).toContainText('fields');
    await expect(picker.locator('input[type=text]')).toHaveValue('language');
    await expect(picker.locator('input[type=text]')).toBeFocused();
    await page.keyboard.type('responses.model');
    await expect(picker).toContainText('Fields of responses cannot be used');
    await desk.press('Control+a');
    await page.keyboard.type('category');
    await desk.press('Enter');
    await expect(desk.queuePosition).toHaveText('its slice code has 0 judgments');
    await desk.at(1);
    await desk.rank(1, 2);
    await desk.press('Enter');
    await desk.at(3);
    await expect(desk.queuePosition).toHaveText('its slice prose has 0 judgments');
    expect(judged(study)).toEqual(['q0']);
  });

  test('come only as far as the plan lets them through, in whatever order', async ({ openDesk, study }) => {
    study.init({}, { filter: { fields: { category: 'prose' } } });
    const desk = await openDesk({ item: 3 });
    await expect(desk.queuePosition).toHaveText('file order · filter: category = prose');
    await expect(desk.progress).toHaveAttribute('aria-label', 'Your items: 0 of 2 done');
    await desk.press('Shift+K');
    await expect(desk.notice).toHaveText('This is the first item.');
    await desk.press('Shift+J');
    await desk.at(5);
    await desk.press('Shift+J');
    await expect(desk.notice).toHaveText('This is the last item.');
    // The others are there for those who ask for them, and are not counted.
    await desk.goTo(1);
    await desk.at(1);
    await expect(desk.queuePosition).toHaveText('opened by you');
    await desk.rank(1, 2);
    await desk.press('Enter');
    await desk.at(3);
    await expect(desk.progress).toHaveAttribute('aria-label', 'Your items: 0 of 2 done');
    await desk.press('Shift+O');
    await desk.pick('Order of items', 'Shuffled for you');
    await expect(desk.queuePosition).toHaveText('shuffled · filter: category = prose');
    for (let left = 2; left > 0; left--) {
      const here = await desk.where.textContent();
      await desk.at(Number(/\d+/.exec(here ?? '')?.[0]));
      await desk.rank(1, 2);
      await desk.press('Enter');
      await expect(desk.where.or(desk.root.locator('h2'))).not.toHaveText([here ?? '']);
    }
    await expect(desk.root).toContainText('All');
    await expect(desk.progress).toHaveAttribute('aria-label', 'Your items: 2 of 2 done');
    expect(judged(study).toSorted()).toEqual(['q0', 'q2', 'q4']);
  });
});

test.describe('items of which one is unlike the others', () => {
  const records = [
    'Yes, it is so.',
    'No, it is not.',
    '- One point\n- And one more\n\nThat is **all**.',
    'It may be so.',
  ].map((text, n) => ({ id: `q${n}`, prompt: `Question ${n}`, responses: ['It is as it is.', text] }));
  test.use({ dataset: { records } });

  test('begin with the one that teaches most, where that is asked for', async ({ openDesk, study }) => {
    const desk = await openDesk();
    await desk.press('Shift+O');
    await desk.pick('Order of items', 'Most informative first');
    await desk.at(3);
    await expect(desk.queuePosition).toHaveText('most informative: not judged yet');
    await desk.rank(1, 2);
    await desk.press('Enter');
    await expect(desk.where).not.toHaveText(/^Item 3 of /);
    await expect(desk.queuePosition).toHaveText('most informative: not judged yet');
    expect(study.annotations().map(({ item }) => item)).toEqual(['q2']);
  });
});
