import { judgeBy, steps } from './modeRecords';
import type { Desk } from './desk';
import { lookAt, wide } from './looks';
import { sample } from './studyFolder';
import { expect, test } from './workbench';

const four = sample[1];
const evidence = ['Which intervals touch', 'Sorting by start'].map((title, n) => ({
  title,
  text: `${title}\n\n${'Two intervals touch where one ends as the other begins. '.repeat(30 * (n + 1))}`,
}));
const two = { ...sample[0], responses: sample[0]?.responses.slice(0, 2) };
test.use({
  dataset: {
    records: [
      four,
      two,
      ...[four, four, four].map((item, n) => ({ ...item, id: `again ${n}` })),
      steps,
      { ...four, id: 'with evidence', evidence },
    ],
  },
  sharesWindow: true,
});

const aspects = [
  {
    name: 'correctness',
    description: 'Is what it says true, as far as you can tell?',
    min: 1,
    max: 5,
    levels: {
      1: 'wrong in what matters',
      2: 'wrong in several details',
      3: 'right in what matters',
      4: 'one detail is wrong',
      5: 'nothing is wrong',
    },
  },
  { name: 'depth', description: 'Does it say what one needs to know, and no more?', min: 0, max: 10 },
  { name: 'warmth', min: 0, max: 1, continuous: true },
  { name: 'overall', description: 'All in all', min: 1, max: 7, overall: true },
];

/** Each way with something judged, one item after the other. */
const modeCases: readonly {
  readonly name: string;
  readonly mode: string;
  readonly reach: (desk: Desk) => Promise<void>;
}[] = [
  {
    name: 'way-pair',
    mode: 'Compare pairs',
    reach: async (desk) => {
      await desk.press('4', 'Enter', '2', '2', '2');
      await expect(desk.button('is clearly better').and(desk.chosen)).toHaveCount(1);
    },
  },
  {
    name: 'way-pair-2',
    mode: 'Compare pairs',
    reach: async (desk) => {
      await desk.press('3');
      await expect(desk.button('Tie').and(desk.chosen)).toHaveCount(1);
    },
  },
  {
    name: 'way-best',
    mode: 'Choose the best',
    reach: async (desk) => {
      await desk.press('2');
      await expect(desk.card('B')).toHaveClass(/best/);
    },
  },
  {
    name: 'way-rate',
    mode: 'Rate',
    reach: async (desk) => {
      await desk.press('4', '1', '0', '1', '6', '2', '-');
      await expect(desk.card('B').locator('.chosen')).toHaveText(['2', 'n/a']);
      await desk.press('Alt+ArrowUp', 'Alt+ArrowUp');
      await expect(desk.card('B').getByRole('slider')).toHaveAttribute('aria-valuetext', '0.55');
      await desk.press('j', '3', '3', '7');
      await expect(desk.card('C').locator('.rating.in-hand')).toHaveCount(1);
    },
  },
  {
    name: 'way-thumbs',
    mode: 'Good or bad',
    reach: async (desk) => {
      await desk.press('1', '2');
      await expect(desk.chosen).toHaveText([/Good/, /Bad/]);
      // Themes of high contrast fill nothing: there the border tells which one is chosen.
      const borders = await desk
        .card('A')
        .locator('.places button')
        .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).borderTopColor));
      expect(new Set(borders).size).toBe(2);
    },
  },
  {
    name: 'way-steps',
    mode: 'Step by step',
    reach: async (desk) => {
      await desk.press('1', 'x');
      await expect(desk.card('A').locator('.standing')).toContainText('first error in step 2');
    },
  },
  {
    name: 'way-rank-evidence',
    mode: 'Rank',
    reach: async (desk) => {
      await desk.rank(1, 2, 2);
      await desk.press('k', 'Alt+Shift+2', 'Alt+PageDown');
      await expect(desk.notice).toHaveText(/^Passage 2 supports/);
      await expect
        .poll(() => desk.root.locator('.prompt-scroll').evaluate((pane) => pane.scrollTop))
        .toBeGreaterThan(40);
    },
  },
];

test('every way to judge is readable and accessible', async ({ openDesk, study }) => {
  test.slow();
  study.init({ aspects });
  const found: string[] = [];
  const desk = await openDesk(wide);
  for (const [n, { name, mode, reach }] of modeCases.entries()) {
    await test.step(name, async () => {
      // The window moves things about; the keyboard is heard again once it has.
      await desk.ready();
      if (n > 0) await desk.goTo(n + 1);
      await desk.at(n + 1);
      await judgeBy(desk, mode);
      await reach(desk);
      found.push(...(await lookAt(desk, name)));
    });
  }
  expect(found).toEqual([]);
});
