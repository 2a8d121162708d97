import fs from 'node:fs';
import path from 'node:path';
import type { Project } from '../../src/core/model/study/project';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

const item = (id: string, count: number): unknown => ({
  id,
  prompt: `Question ${id}`,
  responses: ['one\ntwo', 'three\nfour', 'five', 'six']
    .slice(0, count)
    .map((text, index) => ({ id: `${id}-${index}`, text })),
});
/** Keys, and what a screen reader is told after them. */
type Said = readonly (readonly [keys: string, said: string | RegExp])[];

const saved: Said[number] = ['Enter', 'Saved. Press Ctrl+Z to undo.'];
const modeCases: readonly { readonly task: Partial<Project['task']>; readonly count: number; readonly said: Said }[] = [
  {
    task: { mode: 'rank' },
    count: 4,
    said: [
      ['1', 'A is 1st of 4.'],
      ['1', 'B is 1st of 4, tied with A.'],
      ['2', /^C is \S+ of 4\.$/],
      ['Control+z', 'Undone. Press Ctrl+Shift+Z to redo.'],
      ['Control+Shift+z', 'Redone. Press Ctrl+Z to undo.'],
      ['3', /^D is \S+ of 4\.$/],
      ['Alt+ArrowUp', 'D is 2nd of 4.'],
      ['a', 'Acceptability line set below D. Responses below the line are not acceptable.'],
      ['Shift+1', /^D is flagged as /],
      ['Alt+1', 'Confidence 0%.'],
      saved,
    ],
  },
  {
    task: { mode: 'pair' },
    count: 2,
    said: [
      ['1', 'A is better than B.'],
      ['1', 'A is slightly better than B.'],
      ['ArrowRight', 'A and B are equally good.'],
      ['4', 'A and B are both good.'],
      ['5', 'A and B are both bad.'],
      ['6', 'A and B are too close to call.'],
      ['7', 'Unsure about A and B.'],
      ['Control+z', /^Undone\./],
      saved,
    ],
  },
  {
    task: { mode: 'best' },
    count: 4,
    said: [['3', 'C is the best.'], ['Delete', 'No best response selected.'], ['2', 'B is the best.'], saved],
  },
  {
    task: { mode: 'rate', aspects: [{ name: 'truth', min: 1, max: 5, levels: { 4: 'one slip' } }] },
    count: 2,
    said: [
      ['4', 'A, truth: 4, one slip.'],
      ['3', 'B, truth: 3.'],
      ['9', 'The scale goes from 1 to 5.'],
      ['-', 'B, truth: does not apply.'],
      saved,
    ],
  },
  { task: { mode: 'thumbs' }, count: 2, said: [['1', 'A is good.'], ['2', 'B is bad.'], saved] },
  {
    task: { mode: 'steps' },
    count: 2,
    said: [
      ['1', 'A, step 1: correct.'],
      ['x', 'A: the first error is in step 2.'],
      [',', 'B now has one step.'],
      ['4', 'B, step 1: neutral.'],
      ['a', 'B: outcome right.'],
      saved,
    ],
  },
];

for (const { task, count, said } of modeCases) {
  test.describe(task.mode ?? '', () => {
    test.use({ dataset: { records: [item('x', count), item('y', count)] } });

    test('a screen reader is told what happened', async ({ openDesk, study }) => {
      study.init(task);
      const desk = await openDesk();
      // One live region for all that is told, and it stays: what comes into the page with its words is not read out.
      await desk.notice.evaluate((element) => element.setAttribute('data-seen', ''));
      for (const [keys, words] of said) {
        await desk.press(keys);
        await expect(desk.notice, keys).toHaveText(words);
      }
      await expect(desk.notice).toHaveAttribute('data-seen');
      expect(study.annotations()).toHaveLength(1);
      await desk.at(2);
      await expect(desk.card('A')).toHaveAttribute('aria-label', /^Response A/);
    });
  });
}

test.describe('a study with guidelines and contexts', () => {
  test.use({ dataset: { records: [item('x', 2), item('y', 2)] } });

  test('a screen reader is told of contexts, of guidelines that change, of another way, and of what cannot be done', async ({
    openDesk,
    study,
  }) => {
    const guidelines = path.join(study.path, 'guidelines.md');
    fs.writeFileSync(guidelines, 'Blue is best.\n');
    study.init({ guidelines: 'guidelines.md', contexts: [{ name: 'Winter', text: 'It is cold.' }] });
    const desk = await openDesk();
    await desk.press('Enter');
    await expect(desk.notice).toContainText('Nothing is judged yet.');
    await desk.press('Alt+j');
    await desk.pick('Judge this item under a context', 'Winter');
    await expect(desk.notice).toHaveText('Judging under the context "Winter" from now on. Earlier judgments are kept.');
    await desk.at(1);
    await desk.press('m');
    await desk.pick('Switch annotation mode', 'Good or bad');
    await expect(desk.notice).toHaveText('Good or bad.');
    await desk.at(1);
    fs.writeFileSync(guidelines, 'Green is best.\n');
    await expect(desk.notice).toHaveText('The guidelines changed. Press Shift+G to view them.');
    await desk.press('1', '1', 'Enter');
    await expect(desk.notice).toContainText('Saved.');
    expect(study.annotations()[0]?.context).toBe('It is cold.');
  });
});
