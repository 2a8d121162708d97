import path from 'node:path';
import { expect, test } from './workbench';
import { screenshots } from './looks';
import { pressAtOnce, type Desk } from './desk';

test.use({ sharesWindow: true });

async function picture({ page }: Desk, name: string): Promise<void> {
  await page.screenshot({ path: path.join(screenshots, `${name}.png`) });
}

const item = (id: string, count: number): unknown => ({
  id,
  prompt: `Question ${id}`,
  responses: ['one', 'two', 'three', 'four'].slice(0, count).map((text) => ({ id: `${text}-${id}`, text })),
});

test.describe('of two responses', () => {
  test.use({ dataset: { records: ['a', 'b', 'c'].map((id) => item(id, 2)) } });

  test('a study that advances at once takes one key for an item, with a strength, and one to take it back', async ({
    openDesk,
    study,
  }) => {
    study.init({ mode: 'auto', advance: 'at-once' });
    const desk = await openDesk();
    await expect(desk.button('Compare pairs M')).toBeVisible();
    await picture(desk, 'fewer-keys-scale');
    await desk.press('2');
    await desk.at(2);
    await desk.press('4');
    await desk.at(3);
    expect(
      study
        .annotations()
        .map(({ judgement }) => judgement.comparisons?.map(({ outcome, strength }) => [outcome, strength])),
    ).toEqual([[['a', 2]], [['tie', undefined]]]);
    await desk.press('Control+z');
    await desk.at(2);
    await expect(desk.chosen).toContainText('Tie');
    await desk.press('7');
    await desk.at(3);
    await expect
      .poll(() => study.annotations().at(-1)?.judgement.comparisons?.[0])
      .toMatchObject({ outcome: 'b', strength: 3 });
  });
});

test.describe('of two responses and of three', () => {
  test.use({ dataset: { records: [item('a', 3), item('b', 2), item('c', 2), item('d', 3)] } });

  test('a digit typed ahead is no judgment in a mode that was not on the screen, which says what digits mean', async ({
    openDesk,
    study,
  }) => {
    study.init({ mode: 'auto', advance: 'at-once' });
    const desk = await openDesk();
    const meaning = desk.root.locator('.new-mode');
    await expect(meaning).toHaveCount(0);
    await desk.rank(1, 2, 3);
    // None of these waits for what the one before does.
    await pressAtOnce(desk.page, 'Enter', '3', '2');
    await expect(desk.where).toHaveText(/^Item 2 of/);
    await expect(meaning).toContainText('Now: Compare pairs');
    await expect(meaning).toContainText('4 tie');
    await expect(desk.notice).toHaveText(/^Compare pairs: digits mean something else here/);
    await expect(desk.chosen).toHaveCount(0);
    await picture(desk, 'mode-changed');
    // Once it could be read, the digit is a judgment, which Enter saves.
    await expect(async () => {
      await desk.press('4');
      await expect(desk.chosen).toContainText('Tie', { timeout: 1000 });
    }).toPass();
    await expect(desk.where).toHaveText(/^Item 2 of/);
    expect(study.annotations()).toHaveLength(1);
    await desk.press('c');
    await expect(meaning).toContainText('Esc back to the responses · Ctrl+Enter save and next');
    await desk.press('Escape');
    await expect(meaning).toContainText('4 tie');
    await desk.press('Enter');
    await desk.at(3);
    await expect(meaning).toHaveCount(0);
    await desk.press('7');
    await expect(desk.where).toHaveText(/^Item 4 of/);
    await expect(meaning).toContainText('Now: Rank');
    expect(study.annotations().map(({ judgement }) => judgement.comparisons?.[0]?.outcome)).toEqual([
      undefined,
      'tie',
      'b',
    ]);
  });
});

test.describe('of four responses', () => {
  test.use({ dataset: { records: ['a', 'b', 'c'].map((id) => item(id, 4)) } });

  test('the best and the worst are two digits', async ({ openDesk, study }) => {
    study.init({ mode: 'best-worst' });
    const desk = await openDesk();
    await desk.press('3');
    await expect(desk.notice).toHaveText('C is the best. Now select the worst.');
    await desk.press('1');
    await expect(desk.notice).toHaveText('C is the best, A is the worst.');
    await picture(desk, 'fewer-keys-best-worst');
    await desk.press('Enter');
    await desk.at(2);
    const { shown, judgement, mode } = study.annotations()[0]!;
    expect(mode).toBe('best-worst');
    const letters = (id: string): string => 'ABCD'.charAt(shown.indexOf(id));
    expect(judgement.comparisons?.map(({ a, b }) => letters(a) + letters(b))).toEqual(['CA', 'CB', 'CD', 'BA', 'DA']);
    await desk.press('2', 'Enter');
    await expect(desk.notice).toHaveText('The worst response is not chosen. Press Enter again to save anyway.');
  });

  test('after a digit the response that was judged is the one that is criticized and flagged, and the next digit goes on', async ({
    openDesk,
    study,
  }) => {
    study.init({ mode: 'rank' });
    const desk = await openDesk();
    await desk.press('2');
    await expect(desk.card('A')).toHaveClass(/selected/);
    await expect(desk.card('B').locator('.next-mark')).toHaveText('up next');
    await desk.press('Shift+Digit1', 'c');
    await desk.page.keyboard.type('Wrong date.');
    await desk.press('Escape');
    await picture(desk, 'fewer-keys-next');
    await desk.press('1', '3', '4');
    await desk.shows(2, 1, 3, 4);
    await desk.press('Enter');
    await desk.at(2);
    const { shown, judgement } = study.annotations()[0]!;
    expect(judgement.critiques?.map(({ response, text }) => [response, text])).toEqual([[shown[0], 'Wrong date.']]);
    expect(judgement.flags?.map(({ response }) => response)).toEqual([shown[0]]);
  });

  test('a study that is content with a part saves the best on one Enter', async ({ openDesk, study }) => {
    study.init({ mode: 'rank', partial: true });
    const desk = await openDesk();
    await desk.press('1', 'Enter');
    await desk.at(2);
    expect(study.annotations()[0]?.judgement.ranking?.tiers).toHaveLength(1);
  });
});
