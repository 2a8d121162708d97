import path from 'node:path';
import type { Desk } from './desk';
import { screenshots } from './looks';
import { expect, test } from './workbench';

const words = (about: string, count: number): string =>
  [...Array(count).keys()]
    .map((n) => `Sentence ${n + 1} about ${about}, which goes on for a while so that it fills a line or more.`)
    .join(n4(count));
const n4 = (count: number): string => (count > 20 ? '\n\n' : ' ');
const responses = (count: number, length: (index: number) => number): object[] =>
  [...Array(count).keys()].map((index) => ({ id: `r${index}`, text: words(`answer ${index + 1}`, length(index)) }));
const turns = (count: number): object[] =>
  [...Array(count).keys()].map((n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: words(`turn ${n + 1}`, n === count - 1 ? 2 : 8),
  }));
const slogans = [...Array(30).keys()].map((index) => ({
  id: `r${index}`,
  text: `Slogan ${index + 1}: fresh bread, every single morning.`,
}));
const slogansItem = { prompt: 'Write a slogan for a bakery.', responses: slogans };
const code = [...Array(80).keys()]
  .map(
    (n) =>
      `    value_${n} = compute_something(value_${n}, "with a rather long argument that goes on and on and on ${n}")`,
  )
  .join('\n');

const table = [...Array(30).keys()]
  .map(
    (row) => `| ${[...Array(14).keys()].map((column) => (row === 1 ? '---' : `cell ${row} ${column}`)).join(' | ')} |`,
  )
  .join('\n');

/** What items look like, and windows: one after the other in all of them. */
const shapes: readonly { readonly name: string; readonly record: object }[] = [
  {
    name: 'a long prompt and two long responses',
    record: { prompt: words('the task', 90), responses: responses(2, () => 60) },
  },
  { name: '61 turns and two responses', record: { prompt: turns(61), responses: responses(2, () => 30) } },
  {
    name: 'a short prompt and two short responses',
    record: { prompt: 'Name a river in Asia.', responses: responses(2, () => 1) },
  },
  {
    name: 'four responses',
    record: { prompt: words('the task', 4), responses: responses(4, (n) => (n === 2 ? 1 : 40)) },
  },
  { name: 'nine responses', record: { prompt: words('the task', 4), responses: responses(9, () => 12) } },
  { name: 'thirty slogans', record: slogansItem },
  {
    name: 'code',
    record: {
      prompt: 'Write it in Python.',
      responses: ['a', 'b'].map((id) => ({ id, text: `Here:\n\n\`\`\`python\ndef ${id}():\n${code}\n\`\`\`\n` })),
    },
  },
  {
    name: 'a context and evidence',
    record: {
      prompt: words('the question', 3),
      context: words('the person who asks', 12),
      evidence: [words('a source', 40), words('another source', 20)],
      responses: responses(2, () => 20),
    },
  },
  {
    name: 'wide tables',
    record: {
      prompt: `Which is right?\n\n${table}`,
      responses: ['a', 'b', 'c'].map((id) => ({ id, text: `This one:\n\n${table}` })),
    },
  },
  {
    name: 'words without a space, in a script from right to left and in one of no spaces',
    record: {
      prompt: `${'הטקסט '.repeat(200)}\n\n${'文字'.repeat(300)}`,
      responses: ['a', 'b'].map((id) => ({ id, text: `${id.repeat(2000)}\n\n${'文字'.repeat(500)}` })),
    },
  },
];
const windows = [
  { name: '900', width: 900, height: 700 },
  { name: '1300', width: 1300, height: 850 },
  { name: '1800', width: 1800, height: 1000 },
  { name: '200-percent', width: 640, height: 400 },
];
test.use({ dataset: { records: shapes.map(({ record }, n) => ({ id: `q${n}`, ...record })) }, sharesWindow: true });

/** Of the bars above and below, in CSS pixels. */
const heightOfBars = async (desk: Desk): Promise<number> =>
  (await desk.frame()).evaluate(() =>
    [...document.querySelectorAll('.head, .order-bar, .foot')].reduce((sum, { clientHeight }) => sum + clientHeight, 0),
  );

/** How many responses are whole in view. */
const cardsSeen = async (desk: Desk): Promise<number> =>
  (await desk.frame()).evaluate(() => {
    const view = document.querySelector('main')?.getBoundingClientRect();
    return [...document.querySelectorAll('.card')]
      .map((card) => card.getBoundingClientRect())
      .filter(({ top, bottom }) => view && top >= view.top && bottom <= view.bottom).length;
  });

/** What is wrong with the first look at an item: the last question, and the heads and first lines of two responses, are to be seen. */
async function faultsOf(desk: Desk): Promise<readonly string[]> {
  return (await desk.frame()).evaluate(() => {
    const inside = (rect: { top: number; bottom: number }, view: Element): boolean => {
      const { top, bottom } = view.getBoundingClientRect();
      return rect.top >= top - 1 && rect.bottom <= Math.min(bottom, window.innerHeight) + 1;
    };
    const line = 20;
    const faults: string[] = [];
    const pane = document.querySelector('.prompt-scroll');
    const turn = [...document.querySelectorAll('.prompt .turn.user')].at(-1);
    const asked = turn?.getBoundingClientRect();
    if (!pane || !asked) faults.push('there is no prompt');
    else if (
      !inside({ top: asked.top, bottom: asked.top + line }, pane) &&
      !inside({ top: asked.bottom - line, bottom: asked.bottom }, pane)
    )
      faults.push('the last question is not on the screen');
    const main = document.querySelector('main');
    const seen = [...document.querySelectorAll('.card')].filter((card) => {
      const head = card.querySelector('header')?.getBoundingClientRect();
      const body = card.querySelector('.text, .excerpt')?.getBoundingClientRect();
      return main && head && body && inside(head, main) && inside({ top: body.top, bottom: body.top + line - 2 }, main);
    }).length;
    if (seen < 2) faults.push(`${seen} responses are on the screen`);
    const room = main?.clientHeight ?? 0;
    for (const card of document.querySelectorAll('.card'))
      if (card.clientHeight > room) faults.push(`a response takes ${card.clientHeight} pixels of ${room}`);
    return faults;
  });
}

test('on opening any item its last question and the beginnings of two responses are on the screen', async ({
  openDesk,
}) => {
  test.slow();
  const desk = await openDesk(windows[1]);
  const found: string[] = [];
  for (const { name, ...size } of windows) {
    await desk.page.setViewportSize(size);
    for (const [n, shape] of shapes.entries()) {
      await desk.goTo(n + 1);
      await desk.at(n + 1);
      await desk.page.waitForTimeout(200);
      await desk.page.screenshot({ path: path.join(screenshots, `first-${name}-${n + 1}.png`) });
      found.push(...(await faultsOf(desk)).map((fault) => `${shape.name} at ${name}: ${fault}`));
      if (name !== '1300') continue;
      // An eighth of 850 pixels or so; thirty short texts fill the rest.
      expect(await heightOfBars(desk)).toBeLessThan(850 * 0.15);
      if (shape.record === slogansItem) expect(await cardsSeen(desk)).toBeGreaterThanOrEqual(15);
    }
  }
  expect(found).toEqual([]);
});
