import { expect, test } from './workbench';
import { tiersByLetter } from './studyFolder';

test.use({ sharesWindow: true });

const item = (id: string, count: number): unknown => ({
  id,
  prompt: `Question ${id}`,
  responses: Array.from({ length: count }, (_, i) => `Response ${i + 1} of ${id}`),
});
test.use({ dataset: { records: [item('twelve', 12), item('three', 3), item('last', 2)] } });

test('twelve responses are sorted into buckets, ordered within one, and moved to a place of two digits', async ({
  openDesk,
  study,
}) => {
  const desk = await openDesk();
  await expect(desk.card('A')).toHaveClass(/selected/);
  await expect(desk.card('B')).toHaveClass(/folded/);
  await expect(desk.card('B').locator('.excerpt')).toContainText(/^Response \d+ of twelve$/);
  await desk.press('1', '1', '2', '2', '2');
  await expect(desk.notice).toHaveText('E is in bucket 2. 7 responses are left.');
  await expect(desk.dividers).toHaveText(['Bucket 1 (best): 2', 'Bucket 2: 3', 'Not in a bucket: 7']);
  const looks = (name: string): Promise<string> =>
    desk.button(name).evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await looks('Buckets B')).not.toBe(await looks('Save and next Enter'));
  await desk.press('3', '3', '3', '3', '3', '3', '3');
  await expect(desk.notice).toContainText('All responses are in a bucket.');

  // The last one was sorted, so its bucket is in hand: out of it to the one of C.
  for (let i = 0; i < 9; i++) await desk.press('k');
  await expect(desk.card('C')).toHaveClass(/selected/);
  await desk.press('o');
  await expect(desk.notice).toHaveText('Now order C, D, and E within their tie. Press O to keep them tied.');
  await expect(desk.dividers).toHaveText('Order within the tie: 3 responses, 3 not ranked');
  await expect(desk.card('D')).not.toHaveClass(/folded/);
  await expect(desk.card('A')).toHaveClass(/folded/);
  await desk.press('3', '1', '2');
  await expect(desk.dividers).toHaveCount(0);
  await desk.shows(1, 1, 4, 2, 3, 5);

  // Numbers are places now: the first digit waits on the card for a second one.
  await expect(desk.card('F')).toHaveClass(/selected/);
  await desk.press('1');
  await expect(desk.card('F').locator('.waiting')).toHaveText('1…');
  await desk.press('2');
  await desk.shows(1, 1, 4, 2, 3, 12);
  await desk.press('Enter');
  await desk.at(2);
  expect(tiersByLetter(study.annotations()[0]!)).toEqual(['AB', 'D', 'E', 'C', 'GHIJKL', 'F']);
});

test('a line parts what is acceptable from what is not, and a response is moved across it', async ({
  openDesk,
  study,
}) => {
  const desk = await openDesk();
  await desk.press('Shift+J');
  await desk.at(2);
  await desk.rank(1, 2, 3);
  await desk.press('k');
  await expect(desk.card('B')).toHaveClass(/selected/);
  await desk.press('a');
  await expect(desk.notice).toHaveText('Acceptability line set below B. Responses below the line are not acceptable.');
  await expect(desk.dividers).toHaveCount(1);
  await expect(desk.card('C').locator('.mark')).toHaveText('not acceptable');
  await desk.press('Alt+ArrowDown');
  await expect(desk.card('B').locator('.mark')).toHaveText('not acceptable');
  await desk.shows(1, 2, 3);
  await desk.press('Enter');
  await desk.at(3);
  const { shown, judgement } = study.annotations()[0]!;
  expect(judgement.acceptable).toEqual({ [shown[0]!]: true, [shown[1]!]: false, [shown[2]!]: false });
});

test('where none is acceptable digits go on judging, the answer is written by its key, and digits typed into it judge nothing', async ({
  openDesk,
  study,
}) => {
  const desk = await openDesk();
  await desk.press('Shift+J');
  await desk.at(2);
  await desk.press('Shift+A', '2', '1');
  await desk.shows(2, 1, null);
  await expect(desk.answer).not.toBeFocused();
  await desk.press('Control+z', 'Control+z', 'w');
  await expect(desk.answer).toBeFocused();
  await desk.page.keyboard.type('12 or 3, a b');
  await expect(desk.answer).toHaveValue('12 or 3, a b');
  await desk.leaveField();
  await expect(desk.dividers).toHaveText('none is acceptable');
  await desk.shows(null, null, null);
  // How sure one is, flags of a response and of the item, and a question.
  await desk.press('Alt+2', 'Shift+1', 'Shift+7');
  await expect(desk.button('Confidence 2 of 5')).toHaveAttribute('aria-pressed', 'true');
  await expect(desk.card('A').locator('.mark')).toHaveText(['not acceptable', 'unsafe']);
  await expect(desk.button('prompt ambiguous ⇧7')).toHaveAttribute('aria-pressed', 'true');
  await desk.press('q');
  await expect(desk.clarification).toBeFocused();
  await desk.page.keyboard.type('Which 1?');
  await expect(desk.clarification).toHaveValue('Which 1?');
  await desk.leaveField();
  await desk.press('Enter');
  await expect(desk.notice).toContainText('Enter again to save the rest of your judgment.');
  await desk.press('Enter');
  await desk.at(3);
  const { shown, judgement } = study.annotations()[0]!;
  expect(judgement).toEqual({
    acceptable: Object.fromEntries(shown.map((id) => [id, false])),
    flags: [{ flag: 'unsafe', response: shown[0] }, { flag: 'prompt ambiguous' }],
    confidence: 0.25,
    demonstrations: [{ turns: [{ role: 'assistant', content: '12 or 3, a b' }] }],
    clarification: 'Which 1?',
  });
});
