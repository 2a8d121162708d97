import { hideSideBar } from './sideBar';
import { expect, test } from './workbench';

const sentences = [
  'The train leaves at 9:40 in the morning and stops twice on its way.',
  'It comes in at 11:05, when the bus to the harbour has left already.',
  'So the journey takes 85 minutes, and the walk another twenty at a good pace.',
  'Whoever wants to be there by eleven has to take the one before.',
];
/** Paragraphs that begin with another sentence in each response. */
const textOf = (first: number): string =>
  [0, 1, 2, 3, 4, 5]
    .map((at) => [0, 1, 2].map((next) => sentences[(first + at + next) % sentences.length]).join(' '))
    .join('\n\n');
const record = {
  id: 'q',
  prompt: 'How long does the journey take?',
  responses: [0, 1].map((index) => ({ id: `r${index}`, text: textOf(index) })),
};
test.use({ dataset: { records: [record] } });

test('a rationale is written while both responses are read, scrolled and quoted, and is one line when it is closed', async ({
  openDesk,
  study,
}) => {
  const desk = await openDesk({ width: 900, height: 700 });
  const { keyboard, mouse } = desk.page;
  await hideSideBar(desk.page);
  await desk.ready();
  const said = await desk.card('A').locator('.body p').first().innerText();
  const [first = '', second = ''] = said.split(/(?<=\.) /);
  await desk.writeRationale('Because');
  const before = await desk.root.locator('.dock').boundingBox();

  expect(Math.min(...(await desk.linesSeen()))).toBeGreaterThanOrEqual(6);

  await keyboard.press('Control+Shift+Enter');
  await expect(desk.root.locator('.dock .sentence')).toHaveText(first);
  await keyboard.press('ArrowDown');
  await expect(desk.root.locator('.dock .sentence')).toHaveText(second);
  expect(await desk.root.locator('.dock').boundingBox()).toEqual(before);
  await keyboard.press('Enter');
  await expect(desk.rationale).toHaveValue(`Because A: “${second}” `);

  const other = desk.card('B').locator('.body p').first();
  const [there = ''] = (await other.innerText()).split(/(?<=\.) /);
  const box = (await other.boundingBox())!;
  await mouse.click(box.x + 40, box.y + 8);
  await expect(desk.rationale).toHaveValue(`Because A: “${second}” B: “${there}” `);
  await expect(desk.rationale).toBeFocused();
  await expect(desk.card('A')).toHaveClass(/selected/);
  await keyboard.type('1 is enough.');
  await keyboard.press('PageDown');
  await expect.poll(() => desk.card('A').evaluate((card) => card.scrollTop)).toBeGreaterThan(0);
  expect(await desk.card('B').evaluate((card) => card.scrollTop)).toBe(0);

  await keyboard.press('Control+Alt+w');
  await expect(desk.root.locator('.dock.beside')).toBeVisible();
  await expect(desk.rationale).toBeFocused();
  await keyboard.press('Control+Alt+w');
  await expect(desk.root.locator('.dock.beside')).toHaveCount(0);

  await desk.leaveField();
  await expect(desk.rationale).toHaveCount(0);
  await expect(desk.written()).toContainText('Because A: “');

  // What is criticized needs no name.
  await desk.press('c');
  const critique = desk.root.locator('.dock textarea');
  await expect(critique).toBeFocused();
  await keyboard.press('Control+Shift+Enter');
  await expect(desk.root.locator('.dock .sentence')).not.toHaveText('');
  const here = await desk.root.locator('.dock .sentence').innerText();
  await keyboard.press('Enter');
  await expect(critique).toHaveValue(`“${here}” `);
  await other.scrollIntoViewIfNeeded();
  const below = (await other.boundingBox())!;
  await mouse.click(below.x + 40, below.y + 8);
  await expect(critique).toHaveValue(`“${here}” B: “${there}” `);
  await desk.leaveField();
  await desk.rank(1, 2);
  await desk.press('Enter');
  await expect.poll(() => study.annotations().length).toBe(1);
  expect(study.annotations()[0]!.judgement.rationale).toBe(`Because A: “${second}” B: “${there}” 1 is enough.`);
});
