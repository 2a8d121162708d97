import path from 'node:path';
import type { Judgement } from '../../src/core/model/annotation/annotation';
import { judgeBy } from './modeRecords';
import { reload, type Desk } from './desk';
import { overflow } from './looks';
import { expect, test } from './workbench';

/** A window of 1280 by 800 pixels at 200%. */
const zoomed = { width: 640, height: 400 };
/** Two lines of text. In pixels. */
const twoLines = 38;

const sentences = [
  'The train leaves at 9:40 in the morning and stops twice on its way.',
  'It comes in at 11:05, when the bus to the harbour has left already.',
  'So the journey takes 85 minutes, and the walk another twenty at a good pace.',
  'Whoever wants to be there by eleven has to take the one before.',
];
const aspects = [
  {
    name: 'truth',
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
  { name: 'depth', min: 0, max: 10 },
  { name: 'overall', min: 1, max: 7, overall: true },
];
const modeCases: readonly {
  readonly mode: string;
  readonly keys: readonly string[];
  readonly part: keyof Judgement;
}[] = [
  { mode: 'Rank', keys: ['1', '2', '3'], part: 'ranking' },
  { mode: 'Compare pairs', keys: ['1', '1'], part: 'comparisons' },
  { mode: 'Choose the best', keys: ['2'], part: 'ranking' },
  { mode: 'Rate', keys: ['4', '7', '5', '2'], part: 'ratings' },
  { mode: 'Good or bad', keys: ['1', '2'], part: 'acceptable' },
  { mode: 'Step by step', keys: ['1', '1', '2'], part: 'steps' },
];
const record = (_: unknown, number: number): object => ({
  id: `q${number}`,
  prompt: 'How long does the journey take?',
  responses: [0, 1, 2].map((index) => ({
    id: `r${index}`,
    text: [...sentences.slice(index), ...sentences].join('\n'),
  })),
});
test.use({ dataset: { records: modeCases.map(record) }, sharesWindow: true });

test('at 200% every way to judge can be read and used by keyboard', async ({ openDesk, study }) => {
  study.init({ mode: 'rank', aspects });
  const desk = await openDesk(zoomed);
  const found: string[] = [];
  for (const [index, { mode, keys, part }] of modeCases.entries()) {
    await test.step(mode, async () => {
      await desk.at(index + 1);
      if (mode !== 'Rank') await judgeBy(desk, mode);
      const look = async (when: string): Promise<void> => {
        await desk.page.screenshot({ path: test.info().outputPath(`${mode} ${when}.png`) });
        if (await overflow(desk)) found.push(`${mode}, ${when}: runs out of the window`);
        if ((await legible(desk)) < twoLines)
          found.push(`${mode}, ${when}: ${await legible(desk)} pixels of the text to judge are seen`);
        for (const button of await desk.root.locator('.foot vscode-button').filter({ visible: true }).all())
          await expect(button).toBeInViewport({ ratio: 1 });
        await expect(desk.notice).toBeInViewport({ ratio: 1 });
      };
      for (const key of keys) await desk.press(key);
      await expect(desk.status).toHaveText('Draft, not saved');
      await look('judged');
      await desk.press('k');
      await look('one back');
      await expect(async () => {
        await desk.press('Enter');
        await expect.poll(() => study.annotations().length, { timeout: 2000 }).toBe(index + 1);
      }).toPass();
      expect(Object.keys(study.annotations()[index]!.judgement)).toContain(part);
    });
  }
  expect(found).toEqual([]);
});

/** How many pixels of the text that is judged next are seen, from top to bottom. */
async function legible(desk: Desk): Promise<number> {
  return (await desk.frame()).evaluate(() => {
    const left = document.querySelector('.card.is-read .body')?.getBoundingClientRect().left ?? 0;
    return [...Array(window.innerHeight).keys()].filter((y) =>
      document.elementFromPoint(left + 24, y)?.closest('.card.is-read .body'),
    ).length;
  });
}

test('nothing moves by itself where reduced motion is asked for, by the system or by VS Code', async ({
  openDesk,
  server,
  study,
}) => {
  await server.configure({ 'workbench.reduceMotion': 'off' });
  try {
    study.init({ mode: 'rank', aspects });
    const desk = await openDesk({ prepare: (page) => page.emulateMedia({ reducedMotion: 'reduce' }) });
    await desk.press('1');
    await desk.shows(1, null, null);
    expect(await moving(desk)).toEqual([]);
    await desk.press('2', 'Alt+ArrowUp', 'Shift+G', 'd');
    await expect(
      desk.page.locator('.quick-input-widget', { hasText: 'Show differences between' }).locator('input[type=text]'),
    ).toBeFocused();
    await desk.press('Escape');
    expect(await moving(desk)).toEqual([]);

    // What moves while one waits stands still then; where nothing is asked for it moves, or this would see nothing.
    await waitOn(desk);
    expect(await moving(desk)).toEqual([]);
    await desk.page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(() => moving(desk)).toEqual(['circle.indeterminate-indicator-1']);
    await server.configure({ 'workbench.reduceMotion': 'on' });
    // Webviews that are open already are not told of it.
    await reload(desk.page, path.basename(study.project));
    await desk.at(1);
    await waitOn(desk);
    expect(await moving(desk)).toEqual([]);
  } finally {
    await server.configure({ 'workbench.reduceMotion': 'on' });
  }
});

/** Shows what is shown while one waits. */
async function waitOn(desk: Desk): Promise<void> {
  await (
    await desk.frame()
  ).evaluate(() => document.querySelector('main')?.append(document.createElement('vscode-progress-ring')));
}

/** What moves or would on a change, also within the parts of custom elements. */
async function moving(desk: Desk): Promise<string[]> {
  return (await desk.frame()).evaluate(() => {
    const within = (root: Document | ShadowRoot): Element[] =>
      [...root.querySelectorAll('*')].flatMap((element) => [
        element,
        ...(element.shadowRoot ? within(element.shadowRoot) : []),
      ]);
    const moves = (element: Element): boolean => {
      const { transitionDuration, animationName } = getComputedStyle(element);
      return (
        element.getAnimations().length > 0 ||
        animationName !== 'none' ||
        transitionDuration.split(', ').some((duration) => duration !== '0s')
      );
    };
    return within(document)
      .filter(moves)
      .map((element) => `${element.localName}.${element.getAttribute('class') ?? ''}`);
  });
}
