import { expect, test } from './workbench';
import { tiersByLetter } from './studyFolder';

test.use({ sharesWindow: true });

test('a ranking that nobody touched is not saved', async ({ openDesk, study }) => {
  const desk = await openDesk();
  await desk.press('Enter');
  await expect(desk.notice).toContainText('Nothing is judged yet.');
  await desk.press('Enter');
  await expect(desk.where).toHaveText(/^Item 1 of/);
  await expect(desk.status).toHaveText('Not judged');
  expect(study.journalText()).toBe('');
});

test('a ranking of some responses asks before it is saved', async ({ openDesk, study }) => {
  const desk = await openDesk();
  await desk.press('1');
  await desk.shows(1, null, null);
  await desk.press('Enter');
  await expect(desk.notice).toContainText('Not ranked: B and C.');
  expect(study.journalText()).toBe('');
  await desk.press('Enter');
  await desk.at(2);
  expect(tiersByLetter(study.annotations()[0]!)).toEqual(['A']);
  await expect(desk.notice).toContainText('Saved.');
  await desk.press('Shift+J');
  await expect(desk.where).toHaveText(/^Item 3 of/);
  await expect(desk.notice).toHaveText('');
});

test.describe('with texts that fit the window', () => {
  const short = (id: string): unknown => ({ id, prompt: `Question ${id}`, responses: ['one', 'two', 'three'] });
  test.use({ dataset: { records: [short('a'), short('b')] } });

  test('dragging a response before another and onto the middle of another orders and ties them', async ({
    openDesk,
    study,
  }) => {
    const desk = await openDesk();
    await desk.rank(1, 2, 3);
    await desk.drag('C', 'A', 'before');
    await desk.shows(2, 3, 1);
    await desk.drag('B', 'A', 'tie');
    await desk.shows(2, 2, 1);
    await expect(desk.card('A').locator('.standing')).toHaveText('tied with B');
    await desk.press('Enter');
    await desk.at(2);
    expect(tiersByLetter(study.annotations()[0]!)).toEqual(['C', 'AB']);
  });
});
