import type { Criterion } from '../../src/core/model/rubric/criterion';
import type { Rubrics } from '../../src/core/model/rubric/rubric';
import { store, storedRubrics, withoutLetters } from './storedLibrary';
import { keyTimeout } from './desk';
import { violations } from './looks';
import { deskBeside, RubricScreen } from './rubricScreen';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

test('a rubric is written, ordered, mended and judged under by keyboard, and old judgements are queued again', async ({
  openDesk,
  study,
}) => {
  const onDisk = (): Rubrics => storedRubrics(study.project);
  const criteria = (): readonly Criterion[] =>
    onDisk().rubrics.flatMap(({ versions }) => versions.at(-1)?.criteria ?? []);
  const style = (version: number): object[] => [{ id: onDisk().rubrics[0]?.id, version }];
  const texts = (): string[] => criteria().map(({ text }) => text);
  const desk = await openDesk();
  const { page } = desk;

  await desk.press('Alt+k');
  const screen = await RubricScreen.in(page);
  await expect(screen.root).toContainText('No rubric yet');
  await expect(screen.button(/^Start from /)).toHaveCount(7);
  expect(criteria()).toEqual([]);
  expect(await violations(screen)).toEqual([]);

  await test.step('a rubric of three criteria', async () => {
    await screen.pressUntil('n', () =>
      expect(page.locator('.quick-input-title')).toHaveText('New rubric', { timeout: keyTimeout }),
    );
    await screen.answer('New rubric', 'Style');
    await expect(screen.field('Criterion text')).toBeFocused();
    await page.keyboard.type('Is it short?');
    await expect(screen.preview).toContainText('Is it short?');
    await screen.press('Enter');
    await page.keyboard.type('Is it clear?');
    await screen.press('Enter');
    await page.keyboard.type('Is it kind, and never harsh?');
    await screen.press('Escape');
    await expect(screen.selected).toContainText('Is it kind');
    await expect(screen.tree).toBeFocused();
    await expect.poll(texts).toEqual(['Is it short?', 'Is it clear?', 'Is it kind, and never harsh?']);
    expect(criteria().map(({ id }) => withoutLetters(id))).toEqual([
      'is-it-short',
      'is-it-clear',
      'is-it-kind-and-never-harsh',
    ]);
    expect(await violations(screen)).toEqual([]);
    await screen.press('Home');
    await expect(screen.root).toContainText('Rubric with 3 criteria');
    await expect(screen.button(/^Add Criterion/)).toHaveCount(1);
    await screen.press('End');
    await expect(screen.selected).toContainText('Is it kind');
  });

  await test.step('importance, and what it says', async () => {
    await screen.listens();
    await screen.press('Alt+ArrowUp');
    await expect(screen.selected).toContainText(/^[12]/);
    await expect(async () => {
      if (texts()[0] !== 'Is it kind, and never harsh?') await screen.press('Alt+ArrowUp');
      await expect
        .poll(texts, { timeout: 2000 })
        .toEqual(['Is it kind, and never harsh?', 'Is it short?', 'Is it clear?']);
    }).toPass();
    await screen.press('ArrowDown', 'ArrowDown');
    await expect(screen.selected).toContainText('Is it clear?');
    await screen.press('Enter');
    await expect(screen.field('Criterion text')).toBeFocused();
    await screen.press('End');
    await page.keyboard.type(' To anybody?');
    await screen.field('Weight').focus();
    await screen.press('Control+a');
    await page.keyboard.type('many');
    await expect(screen.root.locator('.issue')).toHaveText('Must be a number, but is "many"');
    await expect(screen.root.locator('.note.unsaved')).toContainText('Not saved');
    expect(criteria()[2]?.weight).toBe(1);
    await screen.press('Control+a');
    await page.keyboard.type('2.5');
    await expect(screen.root.locator('.issue')).toHaveCount(0);
    await screen.press('Escape');
    await expect(screen.tree).toBeFocused();
    await expect.poll(() => criteria()[2]).toMatchObject({ text: 'Is it clear? To anybody?', weight: 2.5 });
  });

  await test.step('clone, merge, faulty, and back', async () => {
    await screen.listens();
    await screen.press('c');
    await expect
      .poll(texts)
      .toEqual([
        'Is it kind, and never harsh?',
        'Is it short?',
        'Is it clear? To anybody?',
        'Is it clear? To anybody?',
      ]);
    await expect(screen.selected).toContainText(/^4/);
    await screen.press('m');
    await screen.answer('Merge into “Is it clear? To anybody?”', 'kind');
    await expect.poll(texts).toEqual(['Is it short?', 'Is it clear? To anybody?', 'Is it clear? To anybody?']);
    expect(criteria()[2]?.merged?.map(withoutLetters)).toEqual(['is-it-kind-and-never-harsh']);
    await expect(screen.tree).toBeFocused();
    await screen.pressUntil('f', () =>
      expect(page.locator('.quick-input-title')).toHaveText('Mark as faulty', { timeout: keyTimeout }),
    );
    await screen.answer('Mark as faulty', 'asks the same twice');
    await expect.poll(() => criteria()[2]?.faulty).toEqual({ reason: 'asks the same twice' });
    await expect(screen.preview).toContainText('Nothing, because the criterion is marked as faulty');
    await expect(screen.tree).toBeFocused();
    await screen.listens();
    await screen.press('Control+z');
    await expect(screen.notice).toHaveText('Undone.');
    await expect.poll(() => criteria().filter(({ faulty }) => faulty).length).toBe(0);
    await screen.press('Control+y');
    await expect(screen.notice).toHaveText('Redone.');
    await expect.poll(() => criteria()[2]?.faulty).toEqual({ reason: 'asks the same twice' });
    expect(onDisk().rubrics[0]?.versions).toHaveLength(1);
  });

  const before = onDisk().rubrics[0]?.versions[0];
  await test.step('a version in use stays as it is', async () => {
    await screen.listens();
    await screen.press('Control+PageUp');
    const first = await deskBeside(page);
    await first.at(1);
    await first.rank(1, 2, 3);
    await first.press('Enter');
    await expect(first.notice).toContainText('cells are empty');
    await first.press('Enter');
    await first.at(2);
    expect(study.annotations().map(({ rubrics }) => rubrics)).toEqual([style(1)]);
    await first.press('Control+PageDown');
    await expect(screen.root.locator('.note').first()).toContainText('Annotators have already judged with version 1');
    await expect(screen.tree).toBeFocused();
    await screen.press('Home', 'ArrowDown');
    await expect(screen.selected).toContainText('Is it short?');
    await screen.pressUntil('F2', () => expect(screen.field('Criterion text')).toBeFocused({ timeout: keyTimeout }));
    await screen.press('End');
    await page.keyboard.type(' In words?');
    await screen.press('Escape');
    await expect.poll(() => onDisk().rubrics[0]?.versions.map(({ version }) => version)).toEqual([1, 2]);
    expect(onDisk().rubrics[0]?.versions[0]).toEqual(before);
    await expect.poll(() => texts()[0]).toBe('Is it short? In words?');
  });

  await test.step('what a version changed', async () => {
    await expect(screen.tree).toBeFocused();
    await screen.press('ArrowLeft');
    await expect(screen.root.locator('.versions tbody tr')).toHaveCount(2);
    await expect(screen.root.locator('.versions')).toContainText('1 changed');
    await expect(screen.button('one annotation: judge it again')).toBeVisible();
    expect(await violations(screen)).toEqual([]);
    await screen.listens();
    await screen.press('d');
    const difference = page.locator('.monaco-diff-editor');
    await expect(difference.locator('.editor.modified')).toContainText('Is it short? In words?');
    await expect(difference.locator('.editor.original')).toContainText('Is it short?');
    await expect(page.getByRole('tab', { name: /^Style: version 1 ↔ 2/ })).toBeVisible();
    // Until it has the focus it may still take it, also from the tab that one has gone on to.
    await expect.poll(() => difference.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Control+PageUp');
  });

  await test.step('old judgements come again', async () => {
    await expect(screen.tree).toBeFocused();
    await screen.pressUntil('o', () =>
      expect(page.locator('.quick-input-title')).toHaveText('Judged with old rubric versions', { timeout: keyTimeout }),
    );
    await screen.answer('Judged with old rubric versions', 'again');
    const again = await deskBeside(page);
    await again.at(1);
    await expect(again.queuePosition).toContainText('Style, version 1');
    await again.press('3');
    await expect(again.card('A').locator('.places .chosen')).toHaveText('3');
    await again.press('Enter');
    await expect(again.root).toContainText('All items that you chose are done');
    expect(study.annotations().map(({ rubrics }) => rubrics)).toEqual([style(1), style(2)]);
    await page.keyboard.press('Control+PageDown');
  });

  await test.step('ten thousand criteria, written by somebody else, are searched', async () => {
    const many = Array.from({ length: 10_000 }, (_, n): Criterion => ({
      id: `c${n}`,
      title: `Criterion number ${n}`,
      text:
        n === 7777
          ? 'Is the needle in the haystack?'
          : `Does it say what point ${n} of the list asks for, in its own words?`,
      weight: 1,
    }));
    const now = onDisk();
    store(study.project, {
      ...now,
      rubrics: [...now.rubrics, { id: 'many', title: 'Many', versions: [{ version: 1, criteria: many }] }],
    });
    await expect(screen.notice).toContainText('The rubrics were changed elsewhere');
    await expect(screen.tree).toBeFocused();
    await screen.press('End');
    await expect(screen.selected).toContainText('Criterion number 9999');
    expect(await screen.rows.count()).toBeLessThan(120);
    await screen.pressUntil('Control+f', () => expect(screen.search).toBeFocused({ timeout: keyTimeout }));
    await page.keyboard.type('needle haystack');
    await expect(screen.root.locator('.count')).toHaveText('one criterion');
    await screen.press('Enter');
    await expect(screen.selected).toContainText('Criterion number 7777');
    await expect(screen.preview).toContainText('Is the needle in the haystack?');
    await expect(screen.tree).toBeFocused();
    await screen.listens();
    await screen.press('Delete');
    await expect.poll(() => onDisk().rubrics[1]?.versions[0]?.criteria.length).toBe(9999);
    expect(await violations(screen)).toEqual([]);
  });
});
