import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import type { Desk } from './desk';
import { everythingIn } from './webviewMessages';
import { Leaks } from './leaks';
import { lookThrough, violations, wide, type ScreenState } from './looks';
import type { StudyFolder } from './studyFolder';
import { expect, test } from './workbench';

const texts = ['The old dog sat on the mat.', 'A cat sat on the mat.', 'Nobody sat down.'];
/** Ids and models hold what must not be seen (`Leaks`). */
const record = (number: number): unknown => ({
  id: `item-${number}`,
  prompt: `Who sat down in story ${number}?`,
  responses: texts.map((text, index) => ({ id: `resp-leak-${index}`, text, model: `gpt-leak-${index}` })),
});
test.use({ dataset: { records: [1, 2, 3].map(record) }, sharesWindow: true });

const criteria = [
  { id: 'c-true', title: 'True', text: 'Is it true to the story?', weight: 2 },
  { id: 'c-short', title: 'Short', text: 'Is it short?', weight: 1 },
];

function writeRubrics(study: StudyFolder): void {
  const file = path.join(`${study.project}.d`, 'rubrics.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(
    file,
    JSON.stringify({ version: 1, rubrics: [{ id: 'story', title: 'Story', versions: [{ version: 1, criteria }] }] }),
  );
}

test('a rationale before the verdict, critiques in parts, criteria it rests on, refinements judged blind and several answers, by keyboard alone', async ({
  openDesk,
  sharedWindow: { heard },
  study,
}) => {
  study.init({ critique: { fields: 'parts', minLength: 10 }, rationale: { first: true, minLength: 20 } });
  writeRubrics(study);
  const desk = await openDesk({ item: 'field' });
  const { page } = desk;
  const leaks = new Leaks(desk, heard, study);
  const { keyboard } = page;
  const field = (name: string): Locator => desk.root.locator('vscode-text-area', { hasText: name }).locator('textarea');
  const letters = ['A', 'B', 'C'];

  await test.step('the rationale comes first', async () => {
    await expect(desk.rationale).toBeFocused();
    await desk.leaveField();
    await desk.ready();
    await desk.press('1');
    await expect(desk.notice).toContainText('Write the rationale first, at least 20 characters. Press R to write it.');
    await expect(desk.status).toHaveText('Not judged');
    await desk.press('r');
    await expect(desk.rationale).toBeFocused();
    await keyboard.type('The story has a cat and a mat.');
    await expect(desk.root.locator('.dock .asked')).toHaveText('30 of at least 20 characters.');
    await desk.leaveField();
    await desk.press('1', '2', '3');
    await expect(desk.chosen).toHaveCount(3);
  });

  await test.step('nothing is saved before every critique is long enough, and nothing is lost', async () => {
    await desk.press('Enter');
    for (const letter of letters) {
      await expect(desk.notice).toContainText(`Critique of ${letter}: 0 of at least 10 characters.`);
      await expect(field(`Strengths of ${letter}`)).toBeFocused();
      await keyboard.type(`plain ${letter}`);
      await keyboard.press('Tab');
      await expect(field(`Weaknesses of ${letter}`)).toBeFocused();
      await keyboard.type('too short');
      await keyboard.press('Tab');
      await keyboard.type('say more');
      expect(study.journalText()).toBe('');
      if (letter !== 'C') await keyboard.press('Control+Enter');
    }
    await desk.leaveField();
  });

  await test.step('the criteria it rests on', async () => {
    const picker = page.locator('.quick-input-widget');
    await desk.ready();
    await desk.press('Shift+B');
    await expect(picker.locator('input[type=text]')).toBeFocused();
    await expect(picker.locator('.quick-input-title')).toHaveText('Which criteria decided your judgment?');
    await keyboard.press('ArrowDown');
    await keyboard.press('Space');
    await expect(picker.locator('.monaco-list-row').first().locator('.monaco-checkbox')).toHaveAttribute(
      'aria-checked',
      'true',
    );
    await keyboard.press('Enter');
    await expect(desk.root.locator('.because .mark')).toHaveText(['True']);
    await expect(desk.notice).toHaveText('The judgment is based on one criterion.');
    await desk.ready();
  });
  await leaks.look('drafted');
  expect(await violations(desk)).toEqual([]);

  const card = (text: string): Locator => desk.cards.filter({ has: page.locator('.body', { hasText: text }) });
  /** Goes to a response by its text, along the cards. */
  const select = async (text: string): Promise<void> => {
    const chosen = desk.root.locator('.card.selected');
    await expect(async () => {
      for (let n = 0; n < 6; n++) await desk.press('k');
      await expect(desk.cards.first()).toHaveClass(/selected/, { timeout: 1000 });
      for (let n = 0; n < 6 && !(await chosen.locator('.body').innerText()).includes(text); n++) {
        const before = await chosen.getAttribute('data-index');
        await desk.press('j');
        await expect(chosen).not.toHaveAttribute('data-index', before ?? '', { timeout: 1000 });
      }
      await expect(card(text)).toHaveClass(/selected/, { timeout: 1000 });
    }).toPass();
  };

  await test.step('a refinement on the desk, with what it changes', async () => {
    await select('old dog');
    await desk.press('Shift+E');
    const text = card('old dog').locator('.refinement textarea');
    await expect(text).toBeFocused();
    await expect(text).toHaveValue(texts[0] ?? '');
    await keyboard.press('Control+End');
    await keyboard.type(' It was grey.');
    await expect(card('old dog').locator('.refinement ins')).toHaveText(' It was grey.');
    expect(await violations(desk)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('refinement.png') });
    await desk.leaveField();
    await expect(card('old dog').locator('.refinement ins')).toHaveText(' It was grey.');
  });

  await test.step('another in the editor that VS Code has for differences', async () => {
    await select('Nobody');
    await desk.press('Alt+i');
    const editor = page.locator('.diff-editor, .monaco-diff-editor').first();
    await expect(editor).toContainText('Nobody');
    await expect(page.locator('.statusbar')).toContainText('Markdown');
    await leaks.look('diff editor', 'path');
    await expect(
      editor
        .locator('.modified .focused, .modified.focused')
        .or(editor.locator('.editor.modified .monaco-editor.focused')),
    ).not.toHaveCount(0);
    await keyboard.press('Control+End');
    await keyboard.type(' They all stood.');
    await page.screenshot({ path: test.info().outputPath('diff-editor.png') });
    await keyboard.press('Control+s');
    await expect(page.locator('.tab.active.dirty')).toHaveCount(0);
    await keyboard.press('Control+w');
    await expect(card('Nobody').locator('.refinement ins')).toHaveText(' They all stood.');
    await desk.ready();
  });

  await test.step("two answers of one's own", async () => {
    await desk.press('w');
    await expect(desk.answer).toBeFocused();
    await keyboard.type('The cat did.');
    await desk.leaveField();
    await desk.press('Shift+W');
    await expect(desk.answer.nth(1)).toBeFocused();
    await keyboard.type('It was the cat.');
    await desk.leaveField();
    await desk.press('Shift+W');
    await expect(desk.answer.nth(2)).toBeFocused();
    await keyboard.type('A dog.');
    await desk.leaveField();
    await desk.press('Shift+Delete');
    await expect(desk.notice).toContainText('Answer 3 removed.');
    await expect(desk.answer).toHaveCount(2);
    await page.screenshot({ path: test.info().outputPath('answers.png') });
  });

  await test.step('what was refined stands among the responses once it is saved', async () => {
    await desk.press('Enter');
    await expect(desk.notice).toContainText('cells are empty');
    await desk.press('Enter');
    await expect(desk.notice).toContainText('Saved. Your refinement is now one of the 5 responses');
    await expect(desk.cards).toHaveCount(5);
    const { shown, judgement } = study.annotations()[0]!;
    expect(shown).toHaveLength(3);
    expect(judgement.ranking?.tiers).toEqual(shown.map((id) => [id]));
    expect(judgement).toMatchObject({
      rationale: 'The story has a cat and a mat.',
      because: ['c-true'],
      critiques: letters.map((letter, index) => ({
        response: shown[index],
        text: '',
        strengths: `plain ${letter}`,
        weaknesses: 'too short',
        suggestion: 'say more',
      })),
      demonstrations: ['The cat did.', 'It was the cat.'].map((content) => ({
        turns: [{ role: 'assistant', content }],
      })),
    });
    expect(judgement.refinements?.map(({ response, round, text }) => [response, round, text]).sort()).toEqual([
      ['resp-leak-0', 1, `${texts[0]} It was grey.`],
      ['resp-leak-2', 1, `${texts[2]} They all stood.`],
    ]);
    await leaks.look('among the others');
    // Nothing tells which they are.
    expect(await everythingIn(await desk.frame())).not.toMatch(/refined-|~1\./);
  });

  await test.step('a refinement of what was refined is the next round', async () => {
    await desk.ready();
    await select('It was grey.');
    await desk.press('Shift+E');
    const text = card('It was grey.').locator('.refinement textarea');
    await expect(text).toBeFocused();
    await keyboard.press('Control+End');
    await keyboard.type(' And old.');
    await desk.leaveField();
    await expect(card('It was grey.').locator('.refinement ins')).toHaveText(' And old.');
    const short = desk.cards.filter({ has: page.locator('.asked:not(.met)') });
    // Those that are new have a critique too, as the study asks.
    await desk.press('Enter');
    for (let n = 0; n < 2; n++) {
      await expect(desk.notice).toContainText('0 of at least 10 characters');
      await expect(short).not.toHaveCount(0);
      await expect(desk.root.locator('.dock textarea').first()).toBeFocused();
      const told = await desk.notice.innerText();
      await keyboard.type('better than before');
      await keyboard.press('Control+Enter');
      // What is told of the one before stands until the next is asked for.
      await expect(desk.notice).not.toHaveText(told);
    }
    // Some have no place, which may stand; that the cells are empty did before.
    await expect(desk.notice).toContainText('again to save anyway');
    await keyboard.press('Control+Enter');
    await expect(desk.cards).toHaveCount(6);
    await desk.ready();
    await select('And old.');
    await desk.press('1');
    await expect(card('And old.').locator('.chosen')).toHaveText('1');
    await page.screenshot({ path: test.info().outputPath('among.png') });
    const { judgement } = study.annotations()[1]!;
    const last = judgement.refinements?.at(-1);
    expect(last).toMatchObject({ response: 'resp-leak-0', round: 2, of: 1, text: `${texts[0]} It was grey. And old.` });
    await desk.press('Enter');
    await expect(desk.notice).toContainText('0 of at least 10 characters');
    await expect(desk.root.locator('.dock textarea').first()).toBeFocused();
    await keyboard.type('the best so far');
    await keyboard.press('Control+Enter');
    // Some have no place, which may stand; that the cells are empty did before.
    await expect(desk.notice).toContainText('again to save anyway');
    await keyboard.press('Control+Enter');
    await expect(desk.where).toHaveText(/^Item 2 of/);
    await expect(desk.rationale).toBeFocused();
    const judged = study.annotations()[2]!;
    expect(judged.shown).toHaveLength(6);
    expect(judged.judgement.ranking?.tiers[0]).toContain(last?.id);
    await leaks.look('ranked');
    expect(leaks.seen).toEqual([]);
  });
});

/** What is written of a judgement, a part after the other. */
const sights: readonly ScreenState<Desk>[] = [
  {
    name: 'writing',
    reach: async (desk) => {
      const {
        page,
        page: { keyboard },
      } = desk;
      await keyboard.type('The story has a cat and a mat, and no dog.');
      await desk.leaveField();
      await desk.ready();
      await desk.press('Shift+B');
      await expect(page.locator('.quick-input-widget .quick-input-title')).toHaveText(
        'Which criteria decided your judgment?',
      );
      await expect(page.locator('.quick-input-widget input[type=text]')).toBeFocused();
      await desk.press('ArrowDown', 'Space', 'ArrowDown', 'Space');
      await expect(
        page.locator('.quick-input-widget .monaco-list-row .monaco-checkbox[aria-checked=true]'),
      ).toHaveCount(2);
      await desk.press('Enter');
      await expect(desk.root.locator('.because .mark')).toHaveCount(2);
      await desk.ready();
      await desk.press('c');
      await expect(desk.root.locator('.dock textarea').first()).toBeFocused();
      await keyboard.type('It says where.');
      await desk.leaveField();
      await desk.press('Shift+E');
      await expect(desk.root.locator('.card.selected .refinement textarea')).toBeFocused();
      await desk.press('Control+Home', 'Delete');
      await keyboard.type('So, ');
      await expect(desk.root.locator('.card.selected .refinement :is(ins, del)')).not.toHaveCount(0);
    },
  },
  {
    name: 'writing-answers',
    reach: async (desk) => {
      const { keyboard } = desk.page;
      await desk.leaveField();
      await desk.press('w');
      await expect(desk.answer).toBeFocused();
      await keyboard.type('The cat did.');
      await desk.leaveField();
      await desk.press('Shift+W');
      await expect(desk.answer.nth(1)).toBeFocused();
      await keyboard.type('It was the cat.');
    },
  },
];

test('what is written of a judgement is readable and accessible', async ({ openDesk, study }) => {
  test.slow();
  study.init({ critique: { fields: 'parts', minLength: 40 }, rationale: { first: true, minLength: 20 } });
  writeRubrics(study);
  expect(await lookThrough(await openDesk({ ...wide, item: 'field' }), sights)).toEqual([]);
});
