import type { Judgement } from '../../src/core/model/annotation/annotation';
import type { Desk } from './desk';
import type { StudyFolder } from './studyFolder';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

/** What the keys from 1 on say of two responses. */
const outcomes = ['a', 'b', 'tie', 'both-good', 'both-bad', 'too-close', 'unsure'] as const;

/** An item with so many responses. */
const item = (id: string, count: number): unknown => ({
  id,
  prompt: `Question ${id}`,
  responses: ['one', 'two', 'three', 'four'].slice(0, count).map((text) => ({ id: `${text}-${id}`, text })),
});

/** The judgement of the last line, its responses by the letters under which they were shown. */
function lastByLetter(study: StudyFolder): { mode: string | undefined; judgement: Judgement } {
  const { mode, shown, judgement } = study.annotations().at(-1)!;
  const text = shown.reduce(
    (json, id, index) => json.replaceAll(JSON.stringify(id), JSON.stringify(String.fromCharCode(65 + index))),
    JSON.stringify(judgement),
  );
  return { mode, judgement: JSON.parse(text) as Judgement };
}

/** Saves, and waits until the next item is there, or all are done. */
async function save(desk: Desk, next: number | 'done'): Promise<void> {
  await desk.press('Enter');
  if (next === 'done') await expect(desk.root).toContainText('All');
  else await expect(desk.where).toHaveText(new RegExp(`^Item ${next} of `));
}

test.describe('two responses', () => {
  test.use({ dataset: { records: [...outcomes, 'stronger', 'along'].map((id) => item(id, 2)) } });

  test('are compared by one key for each outcome, by the same key again for a strength, and by arrows along the scale', async ({
    openDesk,
    study,
  }) => {
    study.init({ mode: 'pair' });
    const desk = await openDesk();
    await expect(desk.button('Compare pairs M')).toBeVisible();
    for (const [i, outcome] of outcomes.entries()) {
      await desk.press(String(i + 1));
      await expect(desk.chosen).toHaveCount(1);
      await save(desk, i + 2);
      expect(lastByLetter(study)).toEqual({ mode: 'pair', judgement: { comparisons: [{ a: 'A', b: 'B', outcome }] } });
    }
    await desk.press('2', '2', '2');
    await expect(desk.chosen).toHaveText('clearly');
    await save(desk, outcomes.length + 2);
    expect(lastByLetter(study).judgement).toEqual({ comparisons: [{ a: 'A', b: 'B', outcome: 'b', strength: 2 }] });
    await desk.press('ArrowLeft');
    await expect(desk.notice).toHaveText('A is slightly better than B.');
    await desk.press('ArrowRight');
    await expect(desk.chosen).toHaveText('Tie 3');
    await desk.press('Alt+ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await expect(desk.chosen).toHaveText('much');
    await save(desk, 'done');
    expect(lastByLetter(study).judgement).toEqual({ comparisons: [{ a: 'A', b: 'B', outcome: 'a', strength: 3 }] });
  });
});

test.describe('four responses', () => {
  test.use({ dataset: { records: [item('x', 4), item('y', 4)] } });

  test('are compared two at a time until all are in order, and a comparison that was made can be changed', async ({
    openDesk,
    study,
  }) => {
    study.init({ mode: 'pair' });
    const desk = await openDesk();
    const count = desk.root.locator('.count');
    await expect(count).toHaveText('Comparison 1 of at most 5');
    await expect(desk.cards).toHaveCount(2);
    // The one with the earlier letter is better, each time.
    for (let made = 1; made <= 5; made++) {
      await desk.press('1');
      await expect(desk.root.locator('.chip')).toHaveCount(made);
      await expect(desk.root.locator('.chip.in-hand')).toContainText('>');
      if ((await count.textContent())?.includes('all done')) break;
      await desk.press('Enter');
      await expect(count).toHaveText(new RegExp(`^Comparison ${made + 1} of at most`));
      expect(study.journalText()).toBe('');
    }
    await expect(desk.notice).toContainText('All comparisons are done. Press Enter to save them.');
    await desk.press('k');
    await expect(count).toHaveText(/^Comparison (\d) of (?!\1)/);
    await desk.press('j');
    await expect(count).toContainText('all done');
    await desk.press('1', '1');
    await expect(desk.chosen).toHaveText('clearly');
    await save(desk, 2);
    const { comparisons = [] } = lastByLetter(study).judgement;
    expect(comparisons.every(({ a, b, outcome }) => a < b && outcome === 'a')).toBe(true);
    expect(comparisons.map(({ strength }) => strength).filter((each) => each !== undefined)).toEqual([2]);
    // Without a comparison of each two neighbours the order of all four would not be known.
    expect(comparisons.map(({ a, b }) => a + b)).toEqual(expect.arrayContaining(['AB', 'BC', 'CD']));
  });

  test('the next two come at once where a study asks for no strength', async ({ openDesk, study }) => {
    study.init({ mode: 'pair', strength: false });
    const desk = await openDesk();
    await expect(desk.root.locator('.strength')).toHaveCount(0);
    await desk.press('3');
    await expect(desk.root.locator('.count')).toHaveText(/^Comparison 2 of at most/);
    await desk.press('Enter');
    await expect(desk.notice).toContainText('again to save only the finished ones');
    await save(desk, 2);
    expect(lastByLetter(study).judgement).toEqual({ comparisons: [{ a: 'A', b: 'B', outcome: 'tie' }] });
  });

  test('the best is chosen by the number of its letter', async ({ openDesk, study }) => {
    study.init({ mode: 'best' });
    const desk = await openDesk();
    await desk.press('4', '3');
    await expect(desk.chosen).toHaveText('Best 3');
    await expect(desk.card('C')).toHaveAttribute('aria-label', 'Response C, the best');
    await save(desk, 2);
    expect(lastByLetter(study)).toEqual({ mode: 'best', judgement: { ranking: { tiers: [['C']] } } });
  });

  test('each is good or bad by one key', async ({ openDesk, study }) => {
    study.init({ mode: 'thumbs' });
    const desk = await openDesk();
    await desk.press('1', '2', '2', '1');
    await expect(desk.chosen).toHaveText(['Good 1', 'Bad 2', 'Bad 2', 'Good 1']);
    await save(desk, 2);
    expect(lastByLetter(study)).toEqual({
      mode: 'thumbs',
      judgement: { acceptable: { A: true, B: false, C: false, D: true } },
    });
  });
});

test.describe('ratings', () => {
  test.use({ dataset: { records: [item('x', 2), item('y', 2)] } });
  const aspects = [
    { name: 'truth', min: 1, max: 5, levels: { 1: 'wrong', 4: 'one slip' } },
    { name: 'depth', min: 0, max: 10 },
    { name: 'warmth', min: 0, max: 1, continuous: true },
    { name: 'overall', min: 1, max: 7, overall: true },
  ];

  test('are given cell by cell: two digits, what does not apply, steps on a continuous scale', async ({
    openDesk,
    study,
  }) => {
    study.init({ mode: 'rate', aspects });
    const desk = await openDesk();
    const about = desk.root.locator('.about.in-hand');
    await expect(about).toContainText('A · truth');
    await expect(about).toContainText('one slip');
    await desk.press('4', '1', '0', 'Alt+ArrowUp', 'Alt+ArrowUp');
    await expect(desk.card('A').getByRole('slider')).toHaveAttribute('aria-valuetext', '0.55');
    await desk.press('j', '6', '9');
    await expect(desk.notice).toHaveText('The scale goes from 1 to 5.');
    await desk.press('2', '-');
    await expect(about).toContainText('B · warmth');
    // What does not apply is called the same where it is typed and where it stands.
    await expect(desk.chosen.last()).toHaveText('n/a');
    await expect(about).toContainText(/-\s*n\/a/);
    await expect(desk.root.locator('.key-hint')).toContainText('- n/a');
    await desk.press('Enter');
    await expect(desk.notice).toContainText('2 of 8 ratings are missing');
    await desk.press('j', '7');
    await expect(desk.root.locator('.proposal summary')).toContainText('A > B');
    await desk.press('Enter');
    await expect(desk.notice).toContainText('One of 8 ratings is missing');
    await save(desk, 2);
    const { mode, judgement } = lastByLetter(study);
    expect(mode).toBe('rate');
    expect(Object.keys(judgement)).toEqual(['ratings']);
    const said = Object.fromEntries(
      (judgement.ratings ?? []).map(({ response, aspect, value }) => [`${response} ${aspect}`, value]),
    );
    expect(said).toEqual({
      'A truth': 4,
      'A depth': 10,
      'A warmth': 0.55,
      'A overall': 6,
      'B truth': 2,
      'B depth': null,
      'B overall': 7,
    });
  });

  test('on a scale to ten show a first digit that waits for a second one', async ({ openDesk, study }) => {
    study.init({ mode: 'rate', aspects: [{ name: 'depth', min: 0, max: 10 }] });
    const desk = await openDesk();
    // Seen for less than a second, so it is looked for from within.
    const frame = await desk.frame();
    const waiting = frame.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const look = (): void => {
            const found = document.querySelector('.rating .waiting');
            if (found) resolve(found.textContent);
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    await desk.press('1');
    expect(await waiting).toBe('1');
    await expect(desk.card('A').locator('.chosen')).toHaveText('1');
    await desk.press('1', '0');
    await expect(desk.card('B').locator('.chosen')).toHaveText('10');
    await save(desk, 2);
    expect(lastByLetter(study).judgement.ratings?.map(({ value }) => value)).toEqual([1, 10]);
  });
});

test.describe('the way to judge', () => {
  test.use({ dataset: { records: [item('x', 3), item('y', 3)] } });

  test('is shown at the head of the desk, and changed there for an item', async ({ openDesk, study }) => {
    const desk = await openDesk();
    await desk.press('m');
    await desk.pick('Switch annotation mode', 'Good or bad');
    await expect(desk.button('Good or bad M')).toBeVisible();
    await desk.ready();
    await desk.press('1', '1', '1');
    await expect(desk.chosen).toHaveCount(3);
    await save(desk, 2);
    await expect(desk.button('Rank M')).toBeVisible();
    expect(lastByLetter(study)).toEqual({ mode: 'thumbs', judgement: { acceptable: { A: true, B: true, C: true } } });
  });
});
