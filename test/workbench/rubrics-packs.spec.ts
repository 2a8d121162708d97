import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { parse } from 'yaml';
import type { Criterion } from '../../src/core/model/rubric/criterion';
import type { Rubrics } from '../../src/core/model/rubric/rubric';
import { keyTimeout } from './desk';
import { criteria, rubricsOf, writeRubric } from './rubricLibrary';
import { RubricScreen } from './rubricScreen';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

/**
 * Answers a dialog for files, which the window shows at its top: with a name in the folder that is proposed, or with
 * what is proposed.
 */
async function answerFile(page: Page, proposed: RegExp, name = ''): Promise<void> {
  const input = page.locator('.quick-input-widget input[type=text]');
  await expect(input).toHaveValue(proposed);
  if (name !== '') {
    // What is typed while the folder is still being read is lost.
    await expect(page.locator('.quick-input-widget .monaco-list-row', { hasText: name })).toBeVisible();
    await page.keyboard.type(name);
    await expect(input).toHaveValue(new RegExp(`/${name.replaceAll('.', '\\.')}$`));
  }
  await expect(input).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Chooses from a list at the top of the window. */
async function choose(page: Page, title: string | RegExp, label: string): Promise<void> {
  const widget = page.locator('.quick-input-widget');
  await expect(widget.locator('.quick-input-title')).toHaveText(title);
  const input = widget.locator('input[type=text]');
  await expect(input).toBeFocused();
  // A key that was late stands in it.
  await input.fill('');
  await page.keyboard.type(label);
  await expect(widget.locator('.monaco-list-row.focused')).toContainText(label);
  await page.keyboard.press('Enter');
}

/** Drags a row of the outline by the mouse, to the upper or the lower half of another one. */
async function drag(screen: RubricScreen, row: Locator, onto: Locator, side: 'before' | 'after'): Promise<void> {
  const { mouse } = screen.page;
  const [from, to] = [await row.boundingBox(), await onto.boundingBox()];
  if (!from || !to) throw new Error('a row is not on the screen');
  await mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await mouse.down();
  await mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  // A side is told while the pointer moves over it, not when it comes in.
  await mouse.move(to.x + to.width / 2 + 3, to.y + to.height * (side === 'before' ? 0.2 : 0.8), { steps: 3 });
  await expect(onto).toHaveAttribute('data-drop', side);
  await mouse.up();
  await expect(screen.root.locator('[data-drop]')).toHaveCount(0);
}

test('rubrics are ordered by the mouse, and read from and written to packs', async ({ openDesk, study }) => {
  study.init();
  writeRubric(study, criteria);
  const desk = await openDesk();
  const { page } = desk;
  await desk.press('Alt+k');
  const screen = await RubricScreen.in(page);
  const named = (text: string): Locator => screen.rows.filter({ hasText: text });
  const idsOf = (at: number): string[] =>
    rubricsOf(study)
      .rubrics[at]?.versions.at(-1)
      ?.criteria.map(({ id }) => id) ?? [];
  const titles = (): string[] => rubricsOf(study).rubrics.map(({ title }) => title);
  await expect(named('Says who sat')).toBeVisible();

  await test.step('criteria by drag', async () => {
    await drag(screen, named('How right is it?'), named('Says who sat'), 'before');
    await expect.poll(() => idsOf(0)).toEqual(['right', 'sat', 'tone', 'length']);
    // The rows stand where they are dragged from once the view has the new order too.
    await expect(screen.rows.filter({ hasText: /How right is it\?|Says who sat|Tone/ })).toContainText([
      'How right is it?',
      'Says who sat',
      'Tone',
    ]);
    await drag(screen, named('How right is it?'), named('Tone'), 'after');
    await expect.poll(() => idsOf(0)).toEqual(['sat', 'tone', 'right', 'length']);
    await screen.tree.focus();
    await screen.pressUntil('Control+z', () =>
      expect.poll(() => idsOf(0), { timeout: keyTimeout }).toEqual(['right', 'sat', 'tone', 'length']),
    );
  });

  await test.step('categories and examples by keyboard, and back from a button', async () => {
    await expect(screen.tree).toBeFocused();
    await named('How right is it?').click();
    await screen.pressUntil('Enter', () => expect(screen.field('Criterion text')).toBeFocused({ timeout: keyTimeout }));
    await screen.press('Tab', 'ArrowDown');
    await expect(screen.field('Category 1')).toBeVisible();
    // Nothing is told to be wrong with what nobody has begun.
    await expect(screen.root.locator('.issue')).toHaveCount(0);
    await screen.field('Category 1').focus();
    await page.keyboard.type('right');
    await screen.press('Enter');
    await expect(screen.field('Category 2')).toBeFocused();
    await page.keyboard.type('wrong');
    await expect
      .poll(() => rubricsOf(study).rubrics[0]?.versions[0]?.criteria.find(({ id }) => id === 'right')?.categories)
      .toEqual([{ name: 'right' }, { name: 'wrong' }]);
    await screen.button('Add an example').focus();
    await screen.press('Enter');
    await expect(screen.field('Example 1')).toBeFocused();
    await expect(screen.root.locator('.issue')).toHaveCount(0);
    await page.keyboard.type('It is so.');
    await expect
      .poll(() => rubricsOf(study).rubrics[0]?.versions[0]?.criteria.find(({ id }) => id === 'right')?.examples)
      .toEqual([{ text: 'It is so.', value: 'right' }]);
    await screen.button('Remove example 1').focus();
    await screen.press('Escape');
    await expect(screen.tree).toBeFocused();
  });

  await test.step('a pack that comes with Tiebreak', async () => {
    await screen.pressUntil('i', () =>
      expect(page.locator('.quick-input-title')).toHaveText('Import rubrics', { timeout: keyTimeout }),
    );
    await choose(page, 'Import rubrics', 'Code review');
    await expect.poll(titles).toEqual(['Style', 'Code review']);
    await expect(screen.selected).toContainText('Code review');
    await expect(screen.notice).toContainText('was added');
  });

  await test.step('rubrics by drag', async () => {
    await drag(screen, named('Code review').first(), named('Style').first(), 'before');
    await expect.poll(titles).toEqual(['Code review', 'Style']);
  });

  await test.step('a pack in a file', async () => {
    const file = path.join(study.path, 'clinic.jsonl');
    const line = {
      prompt_id: 'q1',
      prompt: [{ role: 'user', content: 'Who sat?' }],
      rubrics: [
        { criterion: 'Names who sat down', points: 7, tags: ['axis:accuracy'] },
        { criterion: 'Blames somebody', points: -4, tags: [] },
      ],
    };
    fs.writeFileSync(file, `${JSON.stringify(line)}\n`);
    await expect(screen.tree).toBeFocused();
    await screen.pressUntil('i', () =>
      expect(page.locator('.quick-input-title')).toHaveText('Import rubrics', { timeout: keyTimeout }),
    );
    await choose(page, 'Import rubrics', 'From a file');
    await answerFile(page, /\/$/, 'clinic.jsonl');
    await expect.poll(() => rubricsOf(study).rubrics.length).toBe(3);
    const added = rubricsOf(study).rubrics.find(({ scope }) => scope?.kind === 'item');
    expect(added?.scope).toEqual({ kind: 'item', item: 'q1' });
    expect(added?.versions[0]?.criteria.map(({ text, weight, tags }) => [text, weight, tags])).toEqual([
      ['Names who sat down', 7, ['axis:accuracy']],
      ['Blames somebody', -4, undefined],
    ]);
    // The same file once more says nothing new.
    await expect(screen.tree).toBeFocused();
    await screen.pressUntil('i', () =>
      expect(page.locator('.quick-input-title')).toHaveText('Import rubrics', { timeout: keyTimeout }),
    );
    await choose(page, 'Import rubrics', 'From a file');
    await answerFile(page, /\/$/, 'clinic.jsonl');
    await expect(screen.notice).toContainText('already exists and has not changed');
    expect(rubricsOf(study).rubrics).toHaveLength(3);
  });

  await test.step('a rubric is written in a form that carries all of it, and in one that does not', async () => {
    await expect(screen.tree).toBeFocused();
    await named('Style').first().click();
    await screen.pressUntil('e', () =>
      expect(page.locator('.quick-input-title')).toHaveText(/^Export Style \(1\/2\)/, { timeout: keyTimeout }),
    );
    await choose(page, /^Export Style \(1\/2\)/, 'yaml');
    const yaml = path.join(`${study.project}.d`, 'exports', 'style.yaml');
    await answerFile(page, /\/exports\/style\.yaml$/);
    await expect(screen.notice).toContainText('4 criteria written to style.yaml.');
    expect((parse(fs.readFileSync(yaml, 'utf8')) as { criteria: readonly Criterion[] }).criteria).toEqual(
      rubricsOf(study).rubrics.find(({ title }) => title === 'Style')?.versions[0]?.criteria,
    );
    await expect(screen.tree).toBeFocused();
    await screen.pressUntil('e', () =>
      expect(page.locator('.quick-input-title')).toHaveText(/^Export Style \(1\/2\)/, { timeout: keyTimeout }),
    );
    await choose(page, /^Export Style \(1\/2\)/, 'healthbench');
    const lines = path.join(`${study.project}.d`, 'exports', 'style.jsonl');
    await answerFile(page, /\/exports\/style\.jsonl$/);
    await expect(screen.notice).toContainText('2 criteria written to style.jsonl. Not supported by this format:');
    expect((JSON.parse(fs.readFileSync(lines, 'utf8')) as { rubrics: readonly unknown[] }).rubrics).toEqual([
      { criterion: 'Does it say who sat down?', points: 2, tags: [] },
      expect.objectContaining({ points: -1 }) as unknown,
    ]);
    // Nothing of it touches the library.
    const library: Rubrics = rubricsOf(study);
    expect(library.rubrics.map(({ versions }) => versions.length)).toEqual([1, 1, 1]);
  });
});
