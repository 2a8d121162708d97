import type { Locator, Page } from '@playwright/test';
import type { Rules } from '../../src/core/model/rubric/rule';
import { store, storedRules, withoutLetters } from './storedLibrary';
import { openReport } from './reportView';
import type { Desk } from './desk';
import { Leaks } from './leaks';
import { lookAt, wide } from './looks';
import { tiersByLetter, type StudyFolder } from './studyFolder';
import { expect, test } from './workbench';

const texts = [
  'A quorum is the number of members who have to be there before a body may decide. It is laid down in the rules of the body, and without it what was decided does not stand.',
  'It is how many have to be present.',
  'That depends on the body, as each has rules of its own.',
];
/** Ids and models hold what must not be seen (`Leaks`). */
const record = (number: number): unknown => ({
  id: `item-${number}`,
  prompt: `What is a quorum, in case ${number}?`,
  responses: texts.map((text, index) => ({ id: `resp-leak-${index}`, text, model: `gpt-leak-${index}` })),
});
test.use({ dataset: { records: [1, 2, 3, 4].map(record) }, sharesWindow: true });

const active = (desk: Desk): Locator => desk.root.locator('[data-in-hand]');
/** The id of a rule that was written as these words. */
const idOf = (study: StudyFolder, words: string): string =>
  rulesOf(study).rules.find(({ id }) => withoutLetters(id) === words)?.id ?? '';
const rulesOf = (study: StudyFolder): Rules => storedRules(study.project);

function writeRules(study: StudyFolder, rules: Rules): void {
  store(study.project, rules);
}

/** Waits until that rule has the keyboard, by what a screen reader says of it. */
async function ruleIs(desk: Desk, label: string | RegExp): Promise<void> {
  await expect(active(desk)).toHaveAccessibleName(label);
  await expect(active(desk)).toBeFocused();
}

/** Answers the two questions that a rule is written by; what stands there is replaced. */
async function answer(page: Page, title: string, feedback: string, scope: string): Promise<void> {
  const picker = page.locator('.quick-input-widget');
  for (const [part, text] of [
    ['(1/2): feedback', feedback],
    ['(2/2): scope', scope],
  ] as const) {
    await expect(picker.locator('.quick-input-title')).toHaveText(`${title} ${part}`);
    await expect(picker.locator('input[type=text]')).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
}

test('rules are written, prompts marked by them and a response refined by one, by keyboard alone and blind', async ({
  openDesk,
  sharedWindow: { heard },
  study,
}) => {
  const desk = await openDesk();
  const { page } = desk;
  const leaks = new Leaks(desk, heard, study);
  const bar = desk.root.locator('.rules-bar');

  await test.step('a study without rules shows nothing of them, and its first one is written at the desk', async () => {
    await expect(bar).toHaveCount(0);
    await desk.press('Shift+S');
    await expect(desk.notice).toContainText('This study has no rules. Press Shift+N to write one.');
    await desk.press('Shift+N');
    await answer(page, 'Write a rule', 'Answer in one sentence', 'When somebody asks what a word means');
    await ruleIs(desk, 'not marked, rule 1 of 1: Answer in one sentence');
    await desk.press('Shift+N');
    await answer(page, 'Write a rule', 'Name the law', 'When a contract is at stake');
    await ruleIs(desk, 'not marked, rule 2 of 2: Name the law');
    expect(rulesOf(study).rules).toMatchObject([
      {
        id: expect.stringMatching(/^answer-in-one-sentence-/),
        versions: [
          {
            version: 1,
            author: study.annotator,
            scope: 'When somebody asks what a word means',
            origin: { kind: 'human' },
          },
        ],
      },
      { id: expect.stringMatching(/^name-the-law-/) },
    ]);
  });

  await test.step('one key a mark, and on to the next rule; undo brings rule and mark back', async () => {
    await desk.press('ArrowUp');
    await ruleIs(desk, /^not marked, rule 1 of 2/);
    await desk.press('2');
    await ruleIs(desk, /^not marked, rule 2 of 2/);
    await expect(desk.notice).toContainText('Near miss, rule 1 of 2.');
    await desk.press('4');
    await expect(desk.notice).toContainText('Type 1 for in scope, 2 for near miss, 3 for out of scope, 0 for no mark.');
    await desk.press('3', 'ArrowUp');
    await ruleIs(desk, /^near miss, rule 1 of 2/);
    await desk.press('Backspace');
    await ruleIs(desk, /^not marked, rule 1 of 2/);
    await desk.press('Control+z');
    await ruleIs(desk, /^near miss, rule 1 of 2/);
    await desk.press('0', '1', 'ArrowUp');
    await ruleIs(desk, /^in scope, rule 1 of 2/);
    await leaks.look('marking');
  });

  await test.step('what somebody else makes of a rule is taken up, and the keyboard stays where it is', async () => {
    const { rules, ...rest } = rulesOf(study);
    writeRules(study, {
      ...rest,
      rules: rules.map((each) =>
        withoutLetters(each.id) === 'name-the-law'
          ? {
              ...each,
              versions: [
                ...each.versions,
                { version: 2, feedback: 'Name the law and its section', scope: 'When a contract is at stake' },
              ],
            }
          : each,
      ),
    });
    await expect(bar).toContainText('Name the law and its section');
    await expect(bar.locator('.rule-row', { hasText: 'new wording' })).toHaveCount(1);
    await ruleIs(desk, /^in scope, rule 1 of 2/);
  });

  await test.step('other words are another version, and the mark is told to be by those before', async () => {
    await desk.press('F2');
    await answer(page, 'Edit rule', 'Answer in one short sentence', 'When somebody asks what a word means');
    await ruleIs(desk, /^in scope, rule 1 of 2: Answer in one short sentence/);
    await expect(bar).toContainText('wording changed since you marked it');
    expect(rulesOf(study).rules[0]?.versions.map(({ version, feedback }) => [version, feedback])).toEqual([
      [1, 'Answer in one sentence'],
      [2, 'Answer in one short sentence'],
    ]);
    await desk.press('1', 'ArrowUp');
    await expect(bar).not.toContainText('wording changed since');
  });

  const long = await desk.root.locator('.card', { hasText: 'A quorum is' }).getAttribute('data-index');
  const at = Number(long);
  await test.step('a response is refined by the rule in hand', async () => {
    for (let n = 0; n < 3; n++) await desk.press('k');
    for (let n = 0; n < at; n++) await desk.press('j');
    await expect(desk.root.locator('.card.selected')).toHaveAttribute('data-index', String(at));
    await desk.press('Shift+E');
    const field = desk.root.locator('.refinement textarea');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(texts[0] ?? '');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('It is how many members have to be there before a body may decide.');
    await expect(desk.root.locator('.refinement')).toContainText('based on the rule Answer in one short sentence');
    await desk.press('Escape');
    await ruleIs(desk, /^in scope, rule 1 of 2/);
    await desk.press('Shift+X');
    await expect(desk.notice).toContainText('is not based on a rule.');
    await desk.press('Shift+X');
    await expect(desk.notice).toContainText('is based on rule 1.');
  });

  await test.step('Escape leads back to the responses, and all of it is one annotation', async () => {
    await desk.press('Escape');
    await expect(desk.focused).toHaveCount(1);
    await expect(bar).toContainText('2 rules · all marked');
    await desk.ready();
    for (let n = 0; n < 3; n++) await desk.press('k');
    await desk.rank(1, 2, 3);
    await desk.press('Enter');
    await expect(desk.notice).toContainText('Your refinement is now one of the 4 responses');
    const [first] = study.annotations();
    expect(tiersByLetter(first!)).toEqual(['A', 'B', 'C']);
    expect(first?.judgement.rules).toEqual([
      { rule: idOf(study, 'answer-in-one-sentence'), version: 2, scope: 'in' },
      { rule: idOf(study, 'name-the-law'), version: 1, scope: 'out' },
    ]);
    expect(first?.judgement.refinements).toMatchObject([
      {
        response: 'resp-leak-0',
        round: 1,
        text: 'It is how many members have to be there before a body may decide.',
        rule: { id: idOf(study, 'answer-in-one-sentence'), version: 2 },
      },
    ]);
    await leaks.look('saved');
  });

  await test.step('a prompt that only seems to be in scope keeps its responses, and comes with its marks again', async () => {
    await desk.press('Shift+J');
    await desk.at(2);
    await expect(bar).toContainText('2 rules · 0 of 2 marked');
    await desk.press('Shift+S', '2');
    await ruleIs(desk, /^not marked, rule 2 of 2/);
    await desk.press('ArrowUp');
    await expect(bar).toContainText(
      'The rule does not apply to this prompt. Its responses are examples of what should not change.',
    );
    await desk.press('Enter');
    await expect(desk.notice).toContainText('again');
    await desk.press('Enter');
    await desk.at(3);
    expect(study.annotations()[1]?.judgement).toEqual({
      rules: [{ rule: idOf(study, 'answer-in-one-sentence'), version: 2, scope: 'near' }],
    });
    await desk.press('Shift+K');
    await desk.at(2);
    await expect(bar).toContainText('2 rules · 1 of 2 marked');
    await leaks.look('come again');
  });

  await test.step('items are searched for by their mark', async () => {
    const picker = page.locator('.quick-input-widget');
    await desk.press('/');
    await expect(picker.locator('input[type=text]')).toBeFocused();
    await desk.press('Alt+l');
    await expect(picker).toContainText('Filter items by…');
    await expect(picker.locator('input[type=text]')).toBeFocused();
    const mark = picker.locator('.monaco-list-row', { hasText: 'Your rule mark' });
    await expect(mark).toBeVisible();
    await page.keyboard.type('Your rule mark');
    await expect(picker.locator('.monaco-list-row')).toHaveCount(1);
    await desk.press('ArrowDown');
    await expect(mark).toHaveClass(/focused/);
    await desk.press('Space', 'Enter');
    await expect(picker.locator('input[placeholder="Select a rule"]')).toBeFocused();
    await expect(picker.locator('.monaco-list-row.focused')).toBeVisible();
    await desk.press('Enter');
    await expect(picker.locator('.monaco-list-row', { hasText: 'near miss' })).toBeVisible();
    await page.keyboard.type('near');
    await expect(picker.locator('.monaco-list-row.focused')).toContainText('near miss');
    await desk.press('Enter');
    await expect(picker).toContainText('near miss: Answer in one short sentence · 1 found');
    await desk.press('Escape');
    await desk.at(2);
  });
  expect(leaks.seen).toEqual([]);
});

test('the rules at the desk and their balance look right in every theme, and lead to the items behind a figure', async ({
  openDesk,
  study,
}) => {
  test.slow();
  study.init();
  const words = (feedback: string, scope: string): Rules['rules'][number]['versions'] => [
    { version: 1, feedback, scope },
  ];
  writeRules(study, {
    version: 1,
    rules: [
      {
        id: 'short',
        versions: [
          {
            version: 1,
            feedback: 'Answer in one sentence',
            scope: 'When somebody asks what a word means, and for nothing else that they ask',
            examples: [
              { prompt: 'What does "pro rata" mean?', scope: 'in' },
              { prompt: 'How do I write "pro rata" into a contract?', scope: 'near', note: 'asks how, not what' },
              { prompt: 'Write a poem.', scope: 'out' },
            ],
          },
        ],
      },
      {
        id: 'law',
        versions: words(
          'Name the law, and the section of it that decides, before anything else',
          'When a contract is at stake',
        ),
      },
      { id: 'idle', versions: words('Use British spelling', 'When the person does') },
      ...Array.from({ length: 12 }, (_, n) => ({
        id: `more-${n}`,
        versions: words(`Say how sure you are of the figures of the year ${2001 + n}`, `Figures of ${2001 + n}`),
      })),
    ],
  });
  const desk = await openDesk(wide);
  const { page } = desk;
  const found: string[] = [];
  found.push(...(await lookAt(desk, 'rules-1-folded')));
  await desk.readyAgain();
  await desk.press('Shift+S', '1', '3');
  await ruleIs(desk, /^not marked, rule 3 of 15/);
  await desk.press('ArrowUp', 'ArrowUp', 'Shift+E');
  await expect(desk.root.locator('.refinement textarea')).toBeFocused();
  await expect(desk.root.locator('.refinement textarea')).not.toHaveValue('');
  await page.keyboard.press('End');
  await page.keyboard.type(' So.');
  await desk.press('Escape');
  await ruleIs(desk, /^in scope, rule 1 of 15/);
  found.push(...(await lookAt(desk, 'rules-2-in-hand')));
  await desk.press('Escape');
  await desk.ready();
  for (const told of ['again', 'Your refinement is now one of the 4']) {
    await desk.press('Enter');
    await expect(desk.notice).toContainText(told);
  }
  await desk.press('Enter');
  for (const [number, keys] of [
    [2, ['1', '1']],
    [3, ['2', '0']],
    [4, ['3', '1']],
  ] as const) {
    await desk.at(number);
    await desk.press('Shift+S', ...keys, 'Escape');
    await expect(desk.focused).toHaveCount(1);
    await desk.press('Enter');
    await expect(desk.notice).toContainText('again');
    await desk.press('Enter');
    await expect.poll(() => study.annotations().length).toBe(number);
  }

  const view = await openReport(page, 'Control+Alt+r', 'Models shown');
  await view.tab('To do').click();
  await expect(view.todos.filter({ hasText: 'Rules never marked' })).toHaveCount(1);
  await expect(view.todos.filter({ hasText: 'Rules with no near miss' })).toHaveCount(1);
  await view.tab('Coverage').click();
  await view.tab('Rules').click();
  await view.focusGrid();
  await view.press('Control+Home', 'ArrowRight');
  await expect(view.at).toHaveText(/^Answer in one sentence, In scope: 50%, n=4/);
  await expect(view.aside).toContainText('Marks by scope');
  // Rules have no slices.
  await expect(view.root.getByRole('button', { name: /^Heat map/ })).toHaveCount(0);
  found.push(...(await lookAt(view, 'rules-3-coverage')));
  await view.focusGrid();
  await view.press('ArrowRight', 'Enter');
  await desk.at(3);
  await expect(desk.queuePosition).toContainText('No. 1 of ');
  expect(found).toEqual([]);
});
