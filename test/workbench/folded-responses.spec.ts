import { Desk } from './desk';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

const aspects = [
  { name: 'truth', min: 1, max: 5 },
  { name: 'style', min: 1, max: 5 },
];
const records = [
  {
    id: 'ten',
    prompt: 'Question ten',
    responses: [...Array(10).keys()].map((n) => ({
      id: `r${n}`,
      text: `Response ${n}. ${'It goes on and on. '.repeat(60)}`,
    })),
  },
  { id: 'two', prompt: 'Question two', responses: ['one', 'two'] },
];

test.describe('ten responses', () => {
  test.use({ dataset: { records } });

  test('fold to their beginnings where each is good or bad, and the selected one unfolds', async ({
    openDesk,
    study,
  }, info) => {
    study.init({ mode: 'thumbs' });
    const desk = await openDesk();
    await expect(desk.card('A')).not.toHaveClass(/folded/);
    await expect(desk.root.locator('.card.folded')).toHaveCount(9);
    await desk.press('1', '2');
    await expect(desk.card('C')).not.toHaveClass(/folded/);
    await expect(desk.card('A')).toHaveClass(/folded/);
    await expect(desk.chosen).toHaveText([/Good/, /Bad/]);
    // By the mouse too, without unfolding the card first.
    await desk.card('H').getByRole('button', { name: 'Bad' }).click();
    await expect(desk.chosen).toHaveText([/Good/, /Bad/, /Bad/]);
    await desk.page.screenshot({ path: info.outputPath('thumbs.png') });
    await desk.press('1', '1', '1', '1', '1', '1', '1');
    await expect(desk.chosen).toHaveCount(10);
    await desk.press('Enter');
    await desk.at(2);
    const { shown, judgement } = study.annotations()[0]!;
    expect(shown.map((id) => judgement.acceptable?.[id])).toEqual([
      true,
      false,
      true,
      true,
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
  });

  test('fold where one is the best, also the tenth', async ({ openDesk, study }) => {
    study.init({ mode: 'best' });
    const desk = await openDesk();
    await desk.press('1', '0');
    await expect(desk.card('J')).toHaveClass(/best/);
    await expect(desk.card('J')).not.toHaveClass(/folded/);
    await expect(desk.root.locator('.card.folded')).toHaveCount(9);
    await desk.press('Enter');
    await desk.at(2);
    const { shown, judgement } = study.annotations()[0]!;
    expect(judgement.ranking).toEqual({ tiers: [[shown[9]]] });
  });

  test('fold where they are rated, with their values in the head', async ({ openDesk, study }, info) => {
    study.init({ mode: 'rate', aspects });
    const desk = await openDesk();
    await desk.press('4');
    // A command that is used for the first time takes longer and may be overtaken: what it did is waited for.
    await desk.press('-');
    await expect(desk.card('A')).toHaveClass(/folded/);
    await expect(desk.card('A').locator('.standing')).toHaveText('4 · n/a');
    await desk.press('2');
    await expect(desk.card('C').locator('.standing')).toHaveText('0 of 2 rated');
    await expect(desk.card('B').locator('.rating')).toHaveCount(2);
    await desk.page.screenshot({ path: info.outputPath('rate.png') });
    await desk.press('3', 'Enter', 'Enter');
    await desk.at(2);
    const { shown, judgement } = study.annotations()[0]!;
    expect(judgement.ratings).toEqual([
      { response: shown[0], aspect: 'truth', value: 4 },
      { response: shown[1], aspect: 'truth', value: 2 },
      { response: shown[0], aspect: 'style', value: null },
      { response: shown[1], aspect: 'style', value: 3 },
    ]);
  });
});

test.describe('comparisons that were imported by criterion', () => {
  const safety = (prompt: string): unknown => ({
    prompt,
    response_0: 'one',
    response_1: 'two',
    is_response_0_safe: true,
    is_response_1_safe: true,
    better_response_id: 0,
    safer_response_id: 1,
  });
  test.use({ dataset: { records: [safety('first'), safety('second')] } });

  test('are replaced by a ranking not without a word', async ({ openWindow, study }, info) => {
    study.init();
    study.importLabels();
    const imported = study.annotations().length;
    expect(imported).toBe(2);
    // Every item has its label, so that none is left to be judged.
    const desk = new Desk(await openWindow({ openFile: study.project }));
    await expect(desk.root).toContainText('All');
    await desk.backTo(1);
    await expect(desk.status).toHaveText('Imported label');
    await desk.press('m');
    await desk.pick('Switch annotation mode', 'Rank');
    await expect(desk.notice).toHaveText('Rank.');
    await desk.at(1);
    await desk.press('2');
    await expect(desk.notice).toHaveText(
      'A is 2nd of 2. Saving will replace the saved comparisons for better and safer.',
    );
    await expect(desk.status).toHaveText('Not saved: saving will replace the saved comparisons for better and safer');
    await desk.page.screenshot({ path: info.outputPath('replaces.png') });
    await desk.press('1');
    await expect(desk.notice).toHaveText('B is 1st of 2.');
    await desk.press('Enter');
    await expect.poll(() => study.annotations().length).toBe(imported + 1);
    const { shown, judgement } = study.annotations().at(-1)!;
    expect(judgement.ranking).toEqual({ tiers: [[shown[1]], [shown[0]]] });
    expect(judgement.comparisons).toBeUndefined();
  });
});
