import type { Locator } from '@playwright/test';
import type { Desk } from './desk';
import { wide } from './looks';
import { expect, test } from './workbench';

const texts = [
  'The first answer.',
  'The second answer, which is a little longer.',
  'The third.',
  'And the fourth one.',
];
const item = (id: string): unknown => ({
  id,
  prompt: `How does case ${id} end?`,
  responses: texts.map((text, index) => ({ id: `${id}-${index}`, text: `${text} Of case ${id}.` })),
});
test.use({ dataset: { records: [item('x'), item('y')] }, sharesWindow: true });

/** The order in which a screen reader comes upon things, by the tree that the browser gives it. */
async function places(desk: Desk, names: readonly string[]): Promise<number[]> {
  const tree = await desk.root.ariaSnapshot();
  return names.map((name) => tree.indexOf(name));
}

/** Names of parts in the order of the page, and by where they stand: from above, and in one row from the left. */
async function orders(parts: Locator): Promise<{ read: string[]; seen: string[] }> {
  const all = await parts.evaluateAll((every) =>
    every.map((each) => {
      const { x, y } = each.getBoundingClientRect();
      return { x, y, name: each.getAttribute('aria-label') ?? each.textContent };
    }),
  );
  const isOneRow = (a: number, b: number): boolean => Math.abs(a - b) < 8;
  return {
    read: all.map(({ name }) => name),
    seen: all.toSorted((a, b) => (isOneRow(a.y, b.y) ? a.x - b.x : a.y - b.y)).map(({ name }) => name),
  };
}

test('what is read comes in the order in which it is seen, before and after a ranking', async ({ openDesk, study }) => {
  study.init({ mode: 'rank' });
  const desk = await openDesk(wide);
  const found = await places(desk, [
    'heading "Which response serves',
    'text: Not judged',
    'region "Prompt"',
    'paragraph: How does case x end?',
    'list "Responses:',
    'article "Response A, not ranked"',
    'group "Rank of A"',
    'article "Response B, not ranked"',
    'article "Response C, not ranked"',
    'article "Response D, not ranked"',
    'group "Confidence"',
    'group "Flags of A"',
    'button "Rationale R"',
    'region "Order and keys"',
    'button "Back Shift+K"',
    'status',
    'button "Save and next Enter"',
  ]);
  expect(found).not.toContain(-1);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  // Nothing is taken out of the order of the page by a number.
  expect(
    await desk.root.evaluate((root) => root.querySelectorAll('[tabindex]:not([tabindex="0"], [tabindex="-1"])').length),
  ).toBe(0);

  const agree = async (first: RegExp): Promise<void> => {
    const { read, seen } = await orders(desk.cards);
    expect(read).toHaveLength(4);
    expect(read).toEqual(seen);
    expect(read[0]).toMatch(first);
    const actions = await orders(desk.root.locator('.foot vscode-button:visible'));
    expect(actions.read).toEqual(actions.seen);
  };
  await agree(/^Response A/);
  await desk.rank(4, 2, 1, 3);
  for (const width of [1800, 1300, 900]) {
    await desk.page.setViewportSize({ width, height: 900 });
    await expect(async () => agree(/^Response C, 1st$/)).toPass();
  }
});
