import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { keyTimeout, pressUntil, type Desk } from './desk';
import { lookThrough, screenshots, type ScreenState } from './looks';
import { callsTask, clockTask, longTask, wideTask } from './runRecords';
import { tiersByLetter } from './studyFolder';
import { expect, test } from './workbench';

const list = (desk: Desk, letter: string): Locator => desk.card(letter).locator('.run-steps');
/** A step of a run by its number from 1. */
const step = (desk: Desk, letter: string, number: number): Locator =>
  list(desk, letter).locator(`[data-step="${number - 1}"]`);
const bar = (desk: Desk): Locator => desk.root.locator('.run-bar');
/** The letter of the run with that many steps: responses are shuffled. */
const runWith = async (desk: Desk, steps: number): Promise<string> => {
  const summaries = await desk.root.locator('.run-summary > span').allTextContents();
  return String.fromCharCode(65 + summaries.findIndex((text) => text.startsWith(`${steps} steps`)));
};
/** Takes the steps of a run into the hand. */
const takeUp = async (desk: Desk, letter: string): Promise<void> => {
  await desk.card(letter).locator('header .letter').click();
  await pressUntil(desk.page, 'ArrowDown', () =>
    expect(list(desk, letter).locator('.in-hand')).toHaveCount(1, { timeout: keyTimeout }),
  );
};

/** Asks for an error in the call in hand, and chooses the rows of these names, one question after the other. */
async function markCall(desk: Desk, ...rows: readonly string[]): Promise<void> {
  const { page } = desk;
  const picker = page.locator('.quick-input-widget');
  await expect(picker).toBeHidden();
  await expect(desk.focused).toHaveCount(1);
  await pressUntil(page, 'Shift+X', () => expect(picker).toBeVisible({ timeout: keyTimeout }));
  for (const [at, row] of rows.entries()) {
    await expect(picker).toContainText(`(${at + 1}/3)`);
    await expect(picker.locator('input')).toBeFocused();
    await page.keyboard.type(row);
    await expect(picker.locator('.monaco-list-row').first()).toContainText(row);
    await page.keyboard.press('Enter');
  }
}

/** Types what should stand in a call in place of what the question begins with. */
async function answerCall({ page }: Desk, text: string): Promise<void> {
  const picker = page.locator('.quick-input-widget');
  await expect(picker).toContainText('(3/3)');
  await expect(picker.locator('input')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

test.describe('three runs at one task', () => {
  test.use({ sharesWindow: true, dataset: { records: clockTask } });

  test('are read side by side, judged step by step, ranked, saved, undone and opened again', async ({
    openDesk,
    study,
  }) => {
    study.init();
    const desk = await openDesk();
    const failing = await runWith(desk, 14);
    const [mended, idle] = [await runWith(desk, 8), await runWith(desk, 6)];
    // What they share is one row, and the last step is open, with the patch below.
    await expect(list(desk, failing).getByRole('button', { name: 'Steps 1 to 5: the same in all runs' })).toBeVisible();
    await expect(list(desk, failing).locator('.parts')).toHaveText('the runs differ from here on');
    await expect(step(desk, failing, 14)).toHaveClass(/open/);
    await expect(desk.card(mended).locator('.run-patch')).toContainText('src/clock.py +2 −1');
    await expect(list(desk, failing).locator('.times')).toHaveText('×4');

    // They begin where they part, and what stands in the same row is open in the others.
    await takeUp(desk, failing);
    await expect(bar(desk)).toContainText(`${failing} · Step 6 of 14 · bash · exit 1`);
    await expect(step(desk, mended, 6)).toHaveClass(/open/);
    await expect(step(desk, failing, 6).getByRole('button').first()).toHaveAccessibleName(
      'Step 6, bash, exit 1: python -c "import clock"',
    );
    const height = await bar(desk).evaluate((element) => element.clientHeight);
    await desk.press('3');
    await expect(desk.notice).toHaveText('Step 6: wrong.');
    await expect(bar(desk)).toContainText('Step 6 of 14');
    expect(await bar(desk).evaluate((element) => element.clientHeight)).toBe(height);
    await desk.press('ArrowDown');
    await expect(bar(desk)).toContainText('Step 7 of 14');
    // Next failure, in a fold that opens; the next edit, and back.
    await desk.press('f');
    await expect(bar(desk)).toContainText('Step 8 of 14');
    await expect(step(desk, failing, 11)).toBeVisible();
    await desk.press('e');
    await expect(bar(desk)).toContainText('Step 12 of 14');
    await expect(list(desk, failing).locator('.times')).toBeVisible();
    await desk.press('x');
    await expect(desk.notice).toHaveText('Step 12 is the first error.');
    await expect(step(desk, failing, 12).locator('.mark')).toHaveText('first error');
    await expect(desk.card(failing).locator('.run-summary')).toContainText('2 judged · first error: step 12');

    // Its category, severity and whose fault are asked for; its note is written below it.
    await desk.press('c');
    const picker = desk.page.locator('.quick-input-widget');
    await expect(picker).toContainText('error (1/3)');
    await desk.page.keyboard.type('No or incomplete');
    await desk.press('Enter');
    await expect(picker).toContainText('error (2/3)');
    await desk.page.keyboard.type('major');
    await desk.press('Enter');
    await expect(picker).toContainText('error (3/3)');
    await desk.press('Enter');
    await expect(bar(desk)).toContainText('first error · No or incomplete verification · major · fault of: agent');
    await expect(picker).toBeHidden();
    const note = step(desk, failing, 12).locator('textarea');
    await pressUntil(desk.page, 'n', () => expect(note).toBeFocused({ timeout: keyTimeout }));
    await desk.page.keyboard.type('12 does not help either');
    await desk.press('Escape');
    await expect(desk.focused).toHaveCount(1);
    await expect(bar(desk)).toContainText('Step 12 of 14');

    // The run beside, in the same row; then the digits are for the responses again.
    await desk.press('Escape');
    await expect(bar(desk)).toHaveCount(0);
    for (const [letter, place] of [
      [mended, '1'],
      [failing, '2'],
      [idle, '3'],
    ] as const) {
      await desk.card(letter).locator('header .letter').click();
      await pressUntil(desk.page, place, () =>
        expect(desk.card(letter).locator('.places .chosen')).toHaveText(place, { timeout: keyTimeout }),
      );
    }
    await desk.press('Enter');
    await expect.poll(() => study.annotations().length).toBe(1);
    const [saved] = study.annotations();
    expect(tiersByLetter(saved!)).toEqual([mended, failing, idle]);
    expect(saved!.judgement.runSteps).toEqual([
      expect.objectContaining({ label: -1, quote: 'bash python -c "import clock"' }),
      expect.objectContaining({
        label: -1,
        firstError: true,
        category: 'No or incomplete verification',
        severity: 2,
        fault: 'agent',
        note: '12 does not help either',
      }),
    ]);

    // Undone it is a draft again, with its steps; opened again they are there.
    await pressUntil(desk.page, 'Control+z', () =>
      expect(desk.notice).toContainText('Save undone', { timeout: keyTimeout }),
    );
    await expect(desk.card(failing).locator('.run-summary')).toContainText('2 judged · first error: step 12');
    await takeUp(desk, failing);
    await pressUntil(desk.page, 'Shift+ArrowDown', () =>
      expect(bar(desk)).toContainText('Step 12 of 14', { timeout: keyTimeout }),
    );
    await expect(bar(desk)).toContainText('No or incomplete verification');
    await desk.press('0');
    await expect(desk.notice).toHaveText('Step 12 is not judged.');
  });

  test('open the output of a step in a tab that Escape closes, and are found where they are closed', async ({
    openDesk,
    study,
  }) => {
    study.init();
    const desk = await openDesk();
    const failing = await runWith(desk, 14);
    await takeUp(desk, failing);
    await desk.press('o');
    await expect(desk.page.locator('.tab', { hasText: `${failing}, step 6.txt` })).toBeVisible();
    await expect(desk.page.locator('.monaco-editor').last()).toContainText('ModuleNotFoundError');
    await expect(desk.page.locator('.monaco-editor.focused')).toHaveCount(1);
    await desk.press('Escape');
    await expect(desk.page.locator('.tab', { hasText: 'step 6' })).toHaveCount(0);
    await expect(bar(desk)).toContainText('Step 6 of 14');
    await pressUntil(desk.page, 'ArrowDown', () =>
      expect(bar(desk)).toContainText('Step 7 of 14', { timeout: keyTimeout }),
    );
    await pressUntil(desk.page, 'Control+f', () =>
      expect(desk.root.locator('.find-bar input')).toBeFocused({ timeout: keyTimeout }),
    );
    await desk.page.keyboard.type('Tells the time');
    await expect(desk.root.locator('.find-bar .found')).toHaveText('In 3 closed steps: press Enter');
    await desk.press('Enter');
    await expect(desk.root.locator('.find-bar .found')).toContainText('1 of ');
    await expect(desk.root.locator('.run-steps .in-hand')).toContainText('Tells the time');
  });

  test('open the file of a step as it was after it, and say where that is unknown', async ({ openDesk, study }) => {
    study.init();
    const desk = await openDesk();
    const { page } = desk;
    const failing = await runWith(desk, 14);
    await takeUp(desk, failing);
    // Step 6 names no file: one of those before is chosen.
    const picker = page.locator('.quick-input-widget');
    await pressUntil(page, 'Shift+O', () => expect(picker).toBeVisible({ timeout: keyTimeout }));
    await expect(picker.locator('.monaco-list-row')).toHaveCount(2);
    await picker.locator('input').click();
    await page.keyboard.type('clock.py');
    await page.keyboard.press('Enter');
    await expect(page.locator('.tab', { hasText: 'clock.py' })).toBeVisible();
    await expect(page.locator('.monaco-editor').last()).toContainText('def method_3(self)');
    await expect(desk.notice).toHaveText('clock.py as it was after step 6.');
    await pressUntil(page, 'ArrowDown', () => expect(bar(desk)).toContainText('Step 7', { timeout: keyTimeout }));
    await desk.press('Shift+O');
    await expect(desk.notice).toHaveText(
      'The content of clock.py after step 7 is unknown: the command of step 7 may have written it.',
    );
  });

  test('are named by a critique that is begun at one, or quotes one', async ({ openDesk, study }) => {
    study.init();
    const desk = await openDesk();
    const failing = await runWith(desk, 14);
    const critique = desk.critique(failing);
    const about = desk.root.locator('.dock .about-step');
    const open = (): Promise<void> => desk.card(failing).getByRole('button', { name: 'Critique' }).first().click();
    await takeUp(desk, failing);
    await open();
    await expect(critique).toBeFocused();
    await desk.page.keyboard.type('It fails here');
    await expect(about).toContainText('about step 6');
    await desk.page.screenshot({ path: path.join(screenshots, 'runs-critique.png') });
    await about.getByRole('button', { name: 'Not about step 6' }).click();
    await expect(about).toHaveCount(0);
    // The first step that it quotes.
    await step(desk, failing, 6).locator('.gave .text').getByText('ModuleNotFoundError').first().click();
    await expect(about).toContainText('about step 6');
    await expect(critique).toHaveValue(/step 6: “/);
    await desk.leaveField();
    await expect(desk.written(failing)).toContainText('about step 6: It fails here');
  });

  test('look well in every theme', async ({ openDesk, study }) => {
    study.init();
    const desk = await openDesk();
    const failing = await runWith(desk, 14);
    const states: ScreenState<Desk>[] = [
      { name: 'runs', reach: async () => {} },
      {
        name: 'runs-step',
        reach: async () => {
          await takeUp(desk, failing);
          await desk.press('3', 'x');
        },
      },
    ];
    expect(await lookThrough(desk, states)).toEqual([]);
  });
});

test.describe('three runs in a narrow window', () => {
  test.use({ dataset: { records: wideTask } });

  test('tell which step is in hand, and cut nothing off', async ({ openDesk, study }) => {
    study.init();
    const desk = await openDesk({ width: 900, height: 850 });
    const isWhole = (text: Locator): Promise<boolean> =>
      text.evaluate((element) => element.scrollWidth <= element.clientWidth);
    // Beside a long line of code the words before it are as wide as the pane.
    for (const width of [900, 1800]) {
      await desk.page.setViewportSize({ width, height: 850 });
      await expect.poll(() => isWhole(desk.root.locator('.prompt-scroll'))).toBe(true);
    }
    await desk.page.setViewportSize({ width: 900, height: 850 });
    await expect.poll(() => isWhole(desk.root.locator('.ranking-strip'))).toBe(true);

    const letter = await runWith(desk, 3);
    await takeUp(desk, letter);
    await desk.press('x');
    await expect(desk.notice).toContainText('is the first error.');
    expect(await isWhole(bar(desk).locator('.of > p'))).toBe(true);
    // The sign of a first error is another than that of a wrong step where its name has no room.
    await desk.press('ArrowDown', '3');
    const signs = list(desk, letter).locator('.said.wrong');
    await expect(signs).toHaveCount(2);
    const rings = await signs.evaluateAll((all) => all.map((sign) => getComputedStyle(sign).outlineStyle));
    expect(rings).toEqual(['solid', 'none']);
    // The keys are told that are heard with a step in hand, and no other command has them.
    await pressUntil(desk.page, 'Shift+Slash', () => expect(desk.keys).toBeVisible({ timeout: keyTimeout }));
    await expect(desk.keyOf(/^Judge the step/)).toContainText('1 good · 2 neutral · 3 wrong');
    await expect(desk.keyOf('Mark the Step as the First Error')).toContainText('X');
    await expect(desk.keyOf('Choose the Category of an Error')).toContainText('C');
    await expect(desk.keyOf('Write a Critique')).toHaveCount(0);
    await desk.press('Escape');
    // What a block of code offers is one line, of the response in hand too.
    const heads = await desk.root
      .locator('.card .code-head')
      .evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    expect(Math.max(...heads)).toBeLessThan(32);
  });
});

test.describe('calls of a run', () => {
  test.use({ sharesWindow: true, dataset: { records: callsTask } });

  test('are marked where they are wrong, corrected, and saved with the judgment', async ({ openDesk, study }) => {
    study.init();
    const desk = await openDesk();
    const { page } = desk;
    const own = await runWith(desk, 3);
    const other = own === 'A' ? 'B' : 'A';
    const picker = page.locator('.quick-input-widget');
    const mark = (...rows: readonly string[]): Promise<void> => markCall(desk, ...rows);
    const answer = (text: string): Promise<void> => answerCall(desk, text);
    await takeUp(desk, own);
    await expect(bar(desk)).toContainText('Step 1 of 3');

    // A number is written as JSON, and what is none is told.
    await mark('start_line', 'wrong value');
    await expect(picker.locator('input')).toHaveValue('3');
    await answer('twelve');
    await expect(picker).toContainText('This is not JSON');
    await answer('12');
    await expect(picker).toBeHidden();
    await expect(desk.notice).toHaveText('Step 1, start_line: wrong value.');
    const opened = step(desk, own, 1).locator('.run-opened');
    await expect(opened.locator('li.call-wrong del')).toHaveText('3');
    await expect(opened.locator('li.call-wrong ins')).toHaveText('12');
    await expect(step(desk, own, 1).locator('.call-marks')).toHaveText('≠');
    await expect(step(desk, own, 1).getByRole('button').first()).toHaveAccessibleName(
      'Step 1, edit_file, wrong, wrong value: start_line: src/greet.py',
    );

    // The same again takes it back, and the step stays wrong.
    await mark('start_line', 'wrong value');
    await expect(desk.notice).toHaveText('Step 1, start_line: nothing is said to be wrong.');
    await expect(opened.locator('del')).toHaveCount(0);
    await expect(bar(desk)).toContainText('wrong');
    await mark('start_line', 'wrong value');
    await answer('12');

    // Tools and arguments that are missing are chosen from those that the task has.
    await mark('tool', 'wrong tool', 'insert_lines');
    await expect(opened.locator('p del').first()).toHaveText('edit_file');
    await mark('An argument is missing', 'end_line');
    await answer('14');
    await expect(opened.locator('li.call-missing')).toHaveText('end_line: 14');

    // A text of several lines opens beside the desk, and keeps its line ends.
    await mark('text', 'wrong value');
    const tab = page.locator('.tab', { hasText: `${own}, step 1 ↔ Correction` });
    await expect(tab).toBeVisible();
    const editor = page.locator('.diff-editor, .monaco-diff-editor').first();
    await expect(
      editor
        .locator('.modified .focused, .modified.focused')
        .or(editor.locator('.editor.modified .monaco-editor.focused')),
    ).not.toHaveCount(0);
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# ');
    await expect(editor).toContainText('# print(1)');
    await page.keyboard.press('Control+s');
    await expect(page.locator('.tab.active.dirty')).toHaveCount(0);
    await page.keyboard.press('Control+w');
    await expect(tab).toHaveCount(0);
    await expect(opened.locator('.call-errors')).toContainText('# print(1)');

    // Arguments that cannot be read are one place.
    await desk.card(own).locator('header .letter').click();
    await pressUntil(page, 'ArrowDown', () => expect(bar(desk)).toContainText('Step 2 of 3', { timeout: keyTimeout }));
    await mark('arguments', 'malformed');
    await expect(picker.locator('input')).toHaveValue('{"path": "src/greet.py"');
    await desk.press('End');
    await page.keyboard.type('}');
    await desk.press('Enter');
    await expect(desk.notice).toHaveText('Step 2, arguments: malformed.');
    // Words call nothing.
    await desk.press('ArrowDown', 'Shift+X');
    await expect(desk.notice).toHaveText('This step calls no tool.');

    await desk.press('Escape');
    await expect(bar(desk)).toHaveCount(0);
    for (const [letter, place] of [
      [own, '1'],
      [other, '2'],
    ] as const) {
      await desk.card(letter).locator('header .letter').click();
      await pressUntil(page, place, () =>
        expect(desk.card(letter).locator('.places .chosen')).toHaveText(place, { timeout: keyTimeout }),
      );
    }
    await desk.press('Enter');
    await expect.poll(() => study.annotations().length).toBe(1);
    const { calls, runSteps } = study.annotations()[0]!.judgement;
    expect(
      calls!.map(({ at, tool, path: where, verdict, corrected }) => [at, tool, where, verdict, corrected]),
    ).toEqual([
      [0, 'edit_file', '/start_line', 'wrong-value', 12],
      [0, 'edit_file', '', 'wrong-tool', 'insert_lines'],
      [0, 'edit_file', '/end_line', 'missing', 14],
      [0, 'edit_file', '/text', 'wrong-value', '# print(1)\r\nprint(2)\r\n'],
      [1, 'view_file', '/', 'malformed', '{"path": "src/greet.py"}'],
    ]);
    expect(runSteps!.map(({ at, label }) => [at, label])).toEqual([
      [0, -1],
      [1, -1],
    ]);
  });

  test('look well in every theme', async ({ openDesk, study }) => {
    study.init();
    const desk = await openDesk();
    const own = await runWith(desk, 3);
    const picker = desk.page.locator('.quick-input-widget');
    const states: ScreenState<Desk>[] = [
      {
        name: 'runs-call',
        reach: async () => {
          await takeUp(desk, own);
          await markCall(desk, 'start_line', 'wrong value');
          await answerCall(desk, '12');
          await expect(picker).toBeHidden();
          await markCall(desk, 'path', 'wrong name');
          await expect(picker).toContainText('(3/3)');
          await desk.page.keyboard.type('file');
          await desk.press('Enter');
          await expect(picker).toBeHidden();
        },
      },
    ];
    expect(await lookThrough(desk, states)).toEqual([]);
  });
});

test.describe('two runs of 5,000 steps', () => {
  test.use({ sharesWindow: true, dataset: { records: longTask(5000) } });

  test('draw the rows in view only, and follow the keys', async ({ openDesk, study }) => {
    study.init();
    const desk = await openDesk();
    await takeUp(desk, 'A');
    await expect(bar(desk)).toContainText('Step 2501 of 5000');
    for (let n = 0; n < 30; n++) await desk.press('ArrowDown');
    await expect(bar(desk)).toContainText('Step 2531 of 5000');
    await expect(step(desk, 'A', 2531)).toBeInViewport();
    await expect(step(desk, 'B', 2531)).toBeInViewport();
    expect(await desk.root.locator('.run-steps > li').count()).toBeLessThan(200);
    // Scrolled elsewhere, the open step is where it was, and a key goes on from it.
    await desk.card('A').evaluate((card) => (card.scrollTop += 20_000));
    await expect(step(desk, 'A', 2531)).not.toBeInViewport();
    await desk.press('ArrowDown');
    await expect(step(desk, 'A', 2532)).toBeInViewport();
  });
});

test.describe('real runs', () => {
  const real =
    ['../../..', '../../../..']
      .map((up) => path.resolve(import.meta.dirname, up, 'shared/data/runs/tau-bench/gpt-4o-airline.tasks0-7.json'))
      .find((file) => fs.existsSync(file)) ?? '';
  test.skip(real === '', 'the data is not there');
  test.use({ sharesWindow: true });

  test('of a dialogue are read without opening anything', async ({ openDesk, study }) => {
    fs.copyFileSync(real, path.join(study.path, 'airline.json'));
    study.init({}, undefined, 'airline.json');
    const desk = await openDesk();
    await expect(list(desk, 'A').locator('.run-words').first()).toContainText(/flight/i);
    await takeUp(desk, 'A');
    await desk.press('ArrowDown', 'ArrowDown');
    await desk.page.screenshot({ path: path.join(screenshots, 'runs-dialogue.png') });
  });
});

test.describe('plain responses', () => {
  test.use({ sharesWindow: true });

  test('show nothing of runs', async ({ openDesk, study }) => {
    study.init();
    const desk = await openDesk();
    await expect(desk.root.locator('.run, .run-bar')).toHaveCount(0);
    await desk.press('ArrowDown', 'ArrowDown');
    await expect(desk.root.locator('.run, .run-bar')).toHaveCount(0);
    await pressUntil(desk.page, 'Shift+Slash', () => expect(desk.keys).toBeVisible({ timeout: keyTimeout }));
    await expect(desk.keys).not.toContainText('Judge steps of runs');
  });
});
