import type { Desk } from './desk';
import { expect, test } from './workbench';

const sentences = [
  'The train leaves at 9:40 in the morning and stops twice on its way.',
  'It comes in at 11:05, when the bus to the harbour has left already.',
  'So the journey takes 85 minutes, and the walk another twenty at a good pace.',
  'Whoever wants to be there by eleven has to take the one before.',
];
const record = (count: number, prompt = 'How can I find the best 401k plan?'): object => ({
  id: `q${count}`,
  prompt,
  responses: [...Array(count).keys()].map((index) => ({
    id: `r${index}`,
    text: [...Array(30).keys()].map((at) => sentences[(index + at) % sentences.length]).join(' '),
  })),
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where everything stands that a selector finds, in the window. */
async function boxes(desk: Desk, selector: string): Promise<Box[]> {
  const found = await desk.root.locator(selector).all();
  return Promise.all(found.map(async (each) => (await each.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }));
}

/** The share of the desk's height that all bars take, in percent. */
async function barsOf(desk: Desk): Promise<number> {
  const bars = await boxes(desk, '.head, .way-bar, .order-bar, .foot');
  const { height } = (await desk.root.boundingBox())!;
  return (100 * bars.reduce((sum, bar) => sum + bar.height, 0)) / height;
}

/** Opens the desk without the side bar beside it. */
async function alone(desk: Desk): Promise<void> {
  const { width } = desk.page.viewportSize()!;
  await expect(async () => {
    if ((await desk.root.boundingBox())!.width < width - 100) await desk.press('Control+b');
    await expect
      .poll(async () => (await desk.root.boundingBox())!.width, { timeout: 2000 })
      .toBeGreaterThan(width - 100);
  }).toPass();
  await desk.ready();
}

test.describe('three responses', () => {
  test.use({ dataset: { records: [record(3), { ...record(3, sentences.join(' ').repeat(6)), id: 'long' }] } });

  test('stand in three columns below a short prompt, and nothing moves while they are ranked or the next item comes', async ({
    openDesk,
  }) => {
    const desk = await openDesk({ width: 1300, height: 850 });
    await alone(desk);
    const cards = await boxes(desk, '.card');
    expect(new Set(cards.map(({ y }) => y)).size).toBe(1);
    expect(new Set(cards.map(({ width }) => width)).size).toBe(1);
    expect(Math.min(...(await desk.linesSeen()))).toBeGreaterThanOrEqual(12);
    expect(await barsOf(desk)).toBeLessThan(15);
    const stands = (): Promise<Box[]> => boxes(desk, ':scope, main, .prompt-pane, .foot');
    await expect(desk.alert).toHaveCount(0);
    const before = await stands();
    await desk.rank(3, 1, 2);
    await desk.press('j', 'k');
    expect(await stands()).toEqual(before);
    await desk.press('Enter');
    await desk.at(2);
    // A longer prompt is as high as it may be there, and the columns stay.
    expect((await boxes(desk, '.card')).map(({ x, width }) => [x, width])).toEqual(
      cards.map(({ x, width }) => [x, width]),
    );
  });
});

test.describe('six responses', () => {
  test.use({ dataset: { records: [record(6)] } });

  test('are seen at once in a small window, with four lines of each', async ({ openDesk }) => {
    const desk = await openDesk({ width: 900, height: 700 });
    await alone(desk);
    expect(Math.min(...(await desk.linesSeen()))).toBeGreaterThanOrEqual(4);
  });
});

test.describe('a pair', () => {
  test.use({ dataset: { records: [record(2)] } });

  test('has all its verdicts in one row', async ({ openDesk, study }) => {
    study.init({ mode: 'pair' });
    const desk = await openDesk({ width: 1300, height: 850 });
    await alone(desk);
    const verdicts = await boxes(desk, '.comparing button');
    expect(new Set(verdicts.map(({ y, height }) => Math.round(y + height / 2))).size).toBe(1);
    expect(await barsOf(desk)).toBeLessThan(15);
  });
});

test.describe('a pair below a long prompt, in a small window', () => {
  test.use({ dataset: { records: [record(2, sentences.join(' ').repeat(8))] } });

  test('has its critiques and refinements within reach of the mouse, and all of its question', async ({
    openDesk,
    study,
  }) => {
    study.init({ mode: 'pair', questions: [{ version: 1, text: `${sentences[1] ?? ''} Which would you send?` }] });
    const desk = await openDesk({ width: 900, height: 700 });
    const question = desk.root.locator('.question');
    await expect(question).toHaveText(/Which would you send\?$/);
    expect(await question.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await expect(desk.status).toHaveText('Not judged');
    const head = await boxes(desk, '.head, .question');
    await desk.press('1');
    await expect(desk.status).toHaveText('Draft, not saved');
    await expect(desk.status).toBeInViewport({ ratio: 1 });
    expect(await boxes(desk, '.head, .question')).toEqual(head);
    for (const letter of ['A', 'B'])
      for (const name of ['Critique', 'Refine'])
        await expect(desk.card(letter).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await desk.card('B').getByRole('button', { name: 'Refine' }).click();
    await expect(desk.root.getByRole('region', { name: 'Refinement of B' })).toBeVisible();
  });
});
