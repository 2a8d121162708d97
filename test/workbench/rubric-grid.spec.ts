import type { Locator } from '@playwright/test';
import { pressAtOnce, type Desk } from './desk';
import { item, Leaks } from './leaks';
import { lookThrough, wide, type ScreenState } from './looks';
import { criteria, rubricsOf, writeRubric } from './rubricLibrary';
import { sample } from './studyFolder';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

const active = (desk: Desk): Locator => desk.root.locator('[data-in-hand]');

/** Waits until that cell has the keyboard, by what a screen reader says of it. */
async function cellIs(desk: Desk, label: string | RegExp): Promise<void> {
  await expect(active(desk)).toHaveAccessibleName(label);
  await expect(active(desk)).toBeFocused();
}

test.describe('responses that bear names', () => {
  test.use({ dataset: { records: [1, 2].map(item) } });

  test('an item is judged by criteria and by rank, by keyboard alone and blind', async ({
    openDesk,
    sharedWindow: { heard },
    study,
  }) => {
    study.init({ winners: true });
    writeRubric(study, criteria);
    const desk = await openDesk();
    const { page } = desk;
    const leaks = new Leaks(desk, heard, study);
    const scores = desk.root.locator('.verdict-scores');
    await expect(desk.root.locator('.rubric-bar')).toContainText('4 criteria · 0 of 16 cells filled');

    await test.step('one key a cell, and on to the next', async () => {
      // Y means something else before the grid is in hand.
      await pressAtOnce(page, 'z', 'y', 'n', '-', '1');
      await cellIs(desk, 'A: no verdict, criterion 2 of 4: How right is it?');
      await expect(desk.notice).toContainText('Best: A, criterion 1 of 4.');
      await desk.press('4', '3', '9');
      await expect(desk.notice).toContainText('The scale goes from 1 to 5.');
      await cellIs(desk, /^C: no verdict, criterion 2 of 4/);
      await desk.press('5', '0');
      await cellIs(desk, /^A: no verdict, criterion 3 of 4: Tone/);
      await expect(desk.notice).toContainText('Best: A, B, and C (equally good), criterion 2 of 4.');
      await desk.press('1', '3', '2', '2');
      await cellIs(desk, /^A: no verdict, criterion 4 of 4/);
      await leaks.look('filling');
    });

    await test.step('arrows, Backspace, undo', async () => {
      await desk.press('ArrowUp', 'ArrowRight');
      await cellIs(desk, /^B: cold, criterion 3 of 4/);
      await desk.press('Backspace');
      await cellIs(desk, /^B: no verdict, criterion 3 of 4/);
      await desk.press('Control+z');
      await cellIs(desk, /^B: cold, criterion 3 of 4/);
      await desk.press('2', 'ArrowLeft', 'Alt+ArrowDown');
      await cellIs(desk, /^B: cold, criterion 3 of 4/);
    });

    await test.step('a note', async () => {
      await desk.press('Shift+C');
      const note = desk.root.locator('.criterion-in-hand textarea');
      await expect(note).toBeFocused();
      await page.keyboard.type('not a word of welcome');
      await desk.press('Escape');
      await cellIs(desk, /^B: cold, criterion 3 of 4/);
      await expect(active(desk)).toContainText('*');
    });

    await test.step('what the verdicts come to is shown after the own judgement only', async () => {
      await expect(scores).toHaveCount(0);
      await desk.press('Escape');
      await expect(desk.focused).toHaveCount(1);
      await desk.ready();
      await desk.press('j', 'k', 'k', '3', '1', '2');
      await desk.shows(3, 1, 2);
      await expect(scores).toContainText('Suggested ranking from your verdicts (not saved):');
      await expect(scores).toContainText('You judged');
      await leaks.look('scores');
    });

    await test.step('what is missing and what contradicts is asked about, and may stand', async () => {
      await desk.press('Enter');
      await expect(desk.notice).toContainText('4 of 16 cells are empty');
      await desk.press('Enter');
      await expect(desk.notice).toContainText('You judged B better than A, but A has better verdicts');
      await expect(desk.notice).toContainText('Press Enter again to save anyway.');
      await desk.press('Enter');
      await expect(desk.where).toHaveText(/^Item 2 of/);
      await desk.at(2);
      const [annotation] = study.annotations();
      const [a, b, c] = annotation?.shown ?? [];
      expect(annotation?.rubrics).toEqual([{ id: 'style', version: 1 }]);
      expect(annotation?.judgement).toEqual({
        ranking: { tiers: [[b], [c], [a]] },
        verdicts: [
          { response: a, criterion: 'sat', value: true },
          { response: b, criterion: 'sat', value: false },
          { response: c, criterion: 'sat', value: null },
          { response: a, criterion: 'right', value: 4 },
          { response: b, criterion: 'right', value: 3 },
          { response: c, criterion: 'right', value: 5 },
          { response: a, criterion: 'tone', value: 'warm' },
          { response: b, criterion: 'tone', value: 'cold', note: 'not a word of welcome' },
          { response: c, criterion: 'tone', value: 'plain' },
        ],
        winners: [
          { criterion: 'sat', responses: [a] },
          { criterion: 'right', responses: [a, b, c] },
          { criterion: 'tone', responses: [b] },
        ],
      });
    });

    await test.step('a criterion for this item only', async () => {
      const picker = page.locator('.quick-input-widget');
      await desk.press('Shift+Z');
      await expect(picker.locator('.quick-input-title')).toHaveText('Add a criterion for this item');
      await expect(picker.locator('input[type=text]')).toBeFocused();
      await page.keyboard.type('Does it name the mat?');
      await desk.press('Enter');
      for (const question of ['How is this criterion answered?', 'How does this criterion count?']) {
        await expect(picker.locator(`input[placeholder="${question}"]`)).toBeFocused();
        await desk.press('Enter');
      }
      await cellIs(desk, 'A: no verdict, criterion 5 of 5: Does it name the mat?');
      await desk.press('y');
      await cellIs(desk, /^B: no verdict, criterion 5 of 5/);
      const [, own] = rubricsOf(study).rubrics;
      expect(own).toMatchObject({
        title: 'Who sat down in story 2?',
        scope: { kind: 'item', item: 'item-2' },
        versions: [{ version: 1, author: 'Ana', criteria: [{ text: 'Does it name the mat?', weight: 1 }] }],
      });
      // A "no" behind the key that left the grid goes nowhere.
      await pressAtOnce(page, 'z', 'n', 'n');
      await expect(desk.focused).toHaveCount(1);
      await expect(desk.where).toHaveText(/^Item 2 of/);
      await desk.press('Shift+K');
      await expect(desk.where).toHaveText(/^Item 1 of/);
      await expect(desk.root.locator('.rubric-bar')).toContainText('4 criteria · 12 of 16 cells filled');
      await leaks.look('added');
    });
    expect(leaks.seen).toEqual([]);
  });
});

test.describe('the grid', () => {
  test.use({ dataset: { records: [sample[0], sample[1]] } });

  /** How it is filled, a part behind the other. */
  const sights: readonly ScreenState<Desk>[] = [
    { name: 'grid-1-folded', reach: (desk) => desk.rank(1, 2, 2) },
    {
      name: 'grid-2-scale',
      reach: async (desk) => {
        await desk.press('z', 'y', 'n', '-', '1', '4', '2');
        await cellIs(desk, /^C: no verdict, criterion 2 of 304/);
      },
    },
    {
      name: 'grid-3-long',
      reach: async (desk) => {
        await desk.press('5', '0', '1', '2', '3', '2', 'y', 'n', 'y', 'ArrowLeft');
        await cellIs(desk, /^C: yes, criterion 4 of 304/);
      },
    },
    {
      name: 'grid-4-many',
      reach: async (desk) => {
        for (let n = 0; n < 30; n++) await desk.press('ArrowDown');
        await cellIs(desk, /^C: no verdict, criterion 34 of 304/);
        await expect(active(desk)).toBeInViewport();
      },
    },
  ];

  test('is readable and accessible', async ({ openDesk, study }) => {
    test.slow();
    study.init({ winners: true });
    writeRubric(study, [
      ...criteria,
      ...Array.from({ length: 300 }, (_, n) => ({
        id: `more-${n}`,
        text: `Is it free of the fault with the number ${n + 1}?`,
        weight: 1,
      })),
    ]);
    expect(await lookThrough(await openDesk(wide), sights)).toEqual([]);
  });
});
