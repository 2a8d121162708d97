import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { keyTimeout, pressUntil, type Desk } from './desk';
import { lookThrough, screenshots, type ScreenState } from './looks';
import { clockTask, longTask } from './runRecords';
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
    await expect(list(desk, failing).locator('.parts')).toHaveText('the runs part here');
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
    await expect(bar(desk)).toContainText('Step 7 of 14');
    expect(await bar(desk).evaluate((element) => element.clientHeight)).toBe(height);
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

  test('open the output of a step beside, and are found where they are closed', async ({ openDesk, study }) => {
    study.init();
    const desk = await openDesk();
    const failing = await runWith(desk, 14);
    await takeUp(desk, failing);
    await desk.press('o');
    await expect(desk.page.locator('.tab', { hasText: `${failing}, step 6.txt` })).toBeVisible();
    await expect(desk.page.locator('.monaco-editor').last()).toContainText('ModuleNotFoundError');
    await pressUntil(desk.page, 'Control+f', () =>
      expect(desk.root.locator('.find-bar input')).toBeFocused({ timeout: keyTimeout }),
    );
    await desk.page.keyboard.type('Tells the time');
    await expect(desk.root.locator('.find-bar .found')).toHaveText('In 3 closed steps: press Enter');
    await desk.press('Enter');
    await expect(desk.root.locator('.find-bar .found')).toContainText('1 of ');
    await expect(desk.root.locator('.run-steps .in-hand')).toContainText('Tells the time');
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
