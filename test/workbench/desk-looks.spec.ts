import type { Desk } from './desk';
import { lookThrough, wide, type ScreenState } from './looks';
import { sample } from './studyFolder';
import { expect, test } from './workbench';

const battery = sample[0];
const code = sample[1];
const table = sample[5];
const arabic = sample[6];
test.use({ dataset: { records: [battery, code, table, arabic, '{"prompt": '] }, sharesWindow: true });

/** What the desk can show, and how a person gets there from the one before. */
const states: readonly ScreenState<Desk>[] = [
  { name: '1-fresh', reach: (desk) => desk.at(1) },
  {
    name: '2-ranked',
    reach: async (desk) => {
      await desk.rank(2, 1, 2);
      await desk.press('k');
      await desk.writeCritique('A', 'Right about the charge limit, but the last number has no source.');
      await desk.leaveField();
    },
  },
  {
    name: '3-code',
    reach: async (desk) => {
      await desk.press('Enter');
      await desk.at(2);
    },
  },
  {
    name: '4-table',
    reach: async (desk) => {
      await desk.rank(1, 2, 3, 4);
      await desk.press('Enter');
      await desk.at(3);
    },
  },
  {
    name: '5-arabic',
    reach: async (desk) => {
      await desk.rank(1, 2, 3, 4);
      await desk.press('Enter');
      await desk.at(4);
    },
  },
  {
    name: '6-problem',
    reach: async (desk) => {
      await desk.goTo(5);
      await expect(desk.alert).toBeVisible();
    },
  },
  {
    name: '7-done',
    reach: async (desk) => {
      await desk.backTo(4);
      await desk.rank(1, 2, 3, 4);
      await desk.press('Enter');
      await expect(desk.root).toContainText('All items that can be read are done');
    },
  },
];

test('the desk is readable and accessible', async ({ openDesk }) => {
  test.slow();
  expect(await lookThrough(await openDesk(wide), states)).toEqual([]);
});
