import type { Project } from '../../src/core/model/project';
import type { Desk } from './desk';
import { kindOf, lookAt, looks, wide } from './looks';
import { sample } from './study';
import { expect, test } from './workbench';

/** Three and four responses, and two. */
const records = [sample[1], { ...sample[0], responses: sample[0]?.responses.slice(0, 2) }];
test.use({ dataset: { records } });

const aspects = [
  {
    name: 'correctness',
    description: 'Is what it says true, as far as you can tell?',
    min: 1,
    max: 5,
    levels: { 1: 'wrong in what matters', 2: 'wrong in several details', 3: 'right in what matters', 4: 'one detail is wrong', 5: 'nothing is wrong' },
  },
  { name: 'depth', description: 'Does it say what one needs to know, and no more?', min: 0, max: 10 },
  { name: 'warmth', min: 0, max: 1, continuous: true },
  { name: 'overall', description: 'All in all', min: 1, max: 7, overall: true },
];

/** Each way with something judged. */
const ways: readonly { readonly name: string; readonly task: Partial<Project['task']>; readonly states: readonly ((desk: Desk) => Promise<void>)[] }[] = [
  {
    name: 'pair',
    task: { mode: 'pair' },
    states: [
      async (desk) => {
        await desk.press('4', 'Enter', '2', '2', '2');
        await expect(desk.button('is clearly better').and(desk.chosen)).toHaveCount(1);
      },
      async (desk) => {
        await desk.goTo(2);
        await desk.at(2);
        await desk.press('3');
        await expect(desk.button('Tie').and(desk.chosen)).toHaveCount(1);
      },
    ],
  },
  {
    name: 'best',
    task: { mode: 'best' },
    states: [
      async (desk) => {
        await desk.press('2');
        await expect(desk.card('B')).toHaveClass(/best/);
      },
    ],
  },
  {
    name: 'rate',
    task: { mode: 'rate', aspects },
    states: [
      async (desk) => {
        await desk.press('4', '1', '0', '1', '6', '2', '-');
        await expect(desk.card('B').locator('.chosen')).toHaveText(['2', 'n/a']);
        await desk.press('Alt+ArrowUp', 'Alt+ArrowUp');
        await expect(desk.card('B').getByRole('slider')).toHaveAttribute('aria-valuetext', '0.55');
        await desk.press('j', '3', '3', '7');
        await expect(desk.card('C').locator('.rating.in-hand')).toHaveCount(1);
      },
    ],
  },
  {
    name: 'thumbs',
    task: { mode: 'thumbs' },
    states: [
      async (desk) => {
        await desk.press('1', '2');
        await expect(desk.chosen).toHaveText([/Good/, /Bad/]);
      },
    ],
  },
];

for (const { name, task, states } of ways) {
  for (const look of looks) {
    test(`${name} is readable and accessible: ${look}`, async ({ openDesk, study }) => {
      study.init(task);
      const found: string[] = [];
      const desk = await openDesk({ ...wide, theme: look });
      await expect((await desk.frame()).locator('body')).toHaveClass(new RegExp(`${kindOf[look]}( |$)`));
      // The side bar would take a third of a narrow window.
      await desk.press('Control+b');
      // The window moves things about; the keyboard is heard again once it has.
      await desk.at(1);
      for (const [i, reach] of states.entries()) {
        await reach(desk);
        found.push(...(await lookAt(desk, `way-${name}${i === 0 ? '' : `-${i + 1}`}`, look)));
      }
      expect(found).toEqual([]);
    });
  }
}
