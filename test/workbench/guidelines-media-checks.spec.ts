import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Frame, Locator } from '@playwright/test';
import type { Desk } from './desk';
import { lookAt, wide } from './looks';
import { png, wav, webm } from './mediaFiles';
import type { StudyFolder } from './studyFolder';
import { expect, test } from './workbench';

const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');

/** Names that must not reach the screen. */
const secret = /model-one|model-two|model-three/;

const image = (source: string): object => ({ type: 'image', image: source });
const said = (...parts: readonly (string | object)[]): object => ({
  messages: [
    {
      role: 'assistant',
      content: parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)),
    },
  ],
});
const reference = 'The reference says: red. '.repeat(60);
const records = [
  {
    id: 'seen',
    prompt: [{ role: 'user', content: [image('prompt/sky.png'), { type: 'text', text: 'Draw the sky, and hum it.' }] }],
    responses: [
      {
        id: 'model-one-1',
        model: 'model-one',
        ...said(
          'Here it is.',
          image('out/model-one_0.png'),
          { type: 'audio', audio: 'out/model-one.wav' },
          { type: 'video', video: 'out/model-one.webm' },
        ),
        verifiers: [
          { name: 'tests', passed: true },
          { name: 'style', passed: false, detail: `line 1\n${'a very long log line\n'.repeat(200)}` },
          { name: 'reward', score: 0.75 },
        ],
      },
      {
        id: 'model-two-1',
        model: 'model-two',
        ...said('And mine.', image('out/model-two_gone.png'), image('https://model-two.example.org/sky.png')),
        verifiers: [{ name: 'tests', passed: false, detail: 'expected blue' }],
      },
      {
        id: 'model-three-1',
        model: 'model-three',
        ...said(
          image('../away/model-three.png'),
          'Nothing more. ' + 'And some more words to scroll through.\n\n'.repeat(120),
        ),
      },
    ],
    references: [reference],
  },
  {
    id: 'next',
    prompt: 'What then?',
    responses: [
      { id: 'a', text: 'Yes.' },
      { id: 'b', text: 'No.' },
    ],
  },
];
test.use({ dataset: { records }, sharesWindow: true });

const rules = `# How to judge\n\nBlue is best.\n\n${Array.from({ length: 600 }, (_, n) => `## Rule ${n}\n\nA rule that takes its time to be read, ${n}, <img src=x onerror=alert(1)>.\n`).join('\n')}\nThe end of the rules.\n`;

function put(study: StudyFolder): void {
  for (const folder of ['prompt', 'out']) fs.mkdirSync(path.join(study.path, folder));
  fs.writeFileSync(path.join(study.path, 'prompt/sky.png'), png(400, 300, [60, 120, 220]));
  fs.writeFileSync(path.join(study.path, 'out/model-one_0.png'), png(1200, 900, [90, 150, 240]));
  fs.writeFileSync(path.join(study.path, 'out/model-one.wav'), wav(3));
  fs.writeFileSync(path.join(study.path, 'out/model-one.webm'), webm());
  fs.writeFileSync(path.join(study.path, 'guidelines.md'), rules);
  study.init({ references: true, guidelines: 'guidelines.md' });
}

async function selectCard(desk: Desk, card: Locator): Promise<void> {
  const letter = await card.locator('.letter').textContent();
  for (let step = 0; step < 'ABC'.indexOf(letter ?? ''); step++) await desk.press('j');
  await expect(card).toHaveClass(/selected/);
}

/** All that is in the page, with what its elements hold. */
const everything = (frame: Frame): Promise<string> =>
  frame.evaluate(
    () =>
      document.documentElement.outerHTML +
      [...document.querySelectorAll<HTMLImageElement>('img, audio, video')].map(({ src }) => src).join(' '),
  );

test('guidelines open, scroll and close by keyboard, are followed, and each judgement names their version', async ({
  openDesk,
  study,
}) => {
  put(study);
  const desk = await openDesk();
  const pane = desk.root.getByRole('dialog', { name: 'Guidelines' });
  await expect(desk.button('Guidelines')).toBeVisible();
  await desk.press('Shift+G');
  await expect(pane.getByRole('heading', { name: 'How to judge' })).toBeVisible();
  await expect(pane.locator('img')).toHaveCount(0);
  const page = pane.locator('.page');
  await expect(page).toBeFocused();
  // Keys read here and judge nothing.
  await desk.press('1', 'ArrowRight', 'PageDown', 'PageDown');
  await expect.poll(() => page.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
  await expect(desk.chosen).toHaveCount(0);
  await expect(desk.card('A')).toHaveClass(/selected/);
  await pane.getByRole('button', { name: 'Show more' }).click();
  await expect(pane).toContainText('The end of the rules.');
  await desk.press('Escape');
  await expect(pane).toHaveCount(0);
  await expect(desk.card('A')).toBeFocused();

  // The same key again, and from the head.
  await desk.press('Shift+G');
  await expect(page).toBeFocused();
  await expect(async () => {
    if ((await pane.count()) > 0) await desk.press('Shift+G');
    await expect(pane).toHaveCount(0, { timeout: 2000 });
  }).toPass();
  await expect(desk.card('A')).toBeFocused();
  await desk.at(1);

  await desk.rank(1, 2, 3);
  fs.writeFileSync(path.join(study.path, 'guidelines.md'), 'Green is best.\n');
  await expect(desk.notice).toContainText('The guidelines changed.');
  await desk.press('Enter');
  await desk.at(2);
  await desk.rank(1, 2);
  fs.rmSync(path.join(study.path, 'guidelines.md'));
  await desk.press('Shift+G');
  await expect(pane.getByRole('alert')).toContainText('do not exist');
  await expect(pane).toContainText('Green is best.');
  await desk.press('Escape');
  await expect(pane).toHaveCount(0);
  await desk.at(2);
  await desk.press('Enter');
  await expect(desk.root).toContainText('All 2 items are done');
  const versions = study.annotations().map(({ guidelines }) => guidelines?.version ?? '');
  expect(versions[0]).toBe(versions[1]);
  expect(
    fs.readFileSync(path.join(`${study.project}.d`, 'guidelines', `${versions[0]?.slice(0, 12) ?? ''}.md`), 'utf8'),
  ).toBe('Green is best.\n');
  fs.writeFileSync(path.join(study.path, 'guidelines.md'), 'Green is best.\n');
  expect(execFileSync(process.execPath, [cli, 'validate', study.project], { encoding: 'utf8' })).toContain(
    `2 under guidelines ${versions[0]?.slice(0, 12) ?? ''}`,
  );
});

test('images, sounds and films of the workspace play in the card, and nothing tells their names', async ({
  openDesk,
  study,
}) => {
  put(study);
  const fetched: string[] = [];
  const desk = await openDesk({ onRequest: (url) => fetched.push(url) });
  const frame = await desk.frame();
  const [one, two, three] = ['Here it is.', 'And mine.', 'Nothing more.'].map((text) =>
    desk.cards.filter({ hasText: text }),
  ) as [Locator, Locator, Locator];
  const drawn = (place: Locator): Promise<number> =>
    place.locator('img').evaluate((element) => (element as HTMLImageElement).naturalWidth);
  await expect.poll(() => drawn(desk.prompt)).toBe(400);
  await expect(desk.prompt.getByRole('img', { name: 'Image 1 (sky.png)' })).toBeVisible();
  await expect.poll(() => drawn(one)).toBe(1200);

  // What is not there is one line.
  await expect(two.locator('.frame, .fault')).toHaveText(['Image 1 was not found']);
  await expect(three.locator('.frame, .fault')).toHaveText(['Image 1 was not found']);
  expect((await two.locator('.elsewhere').first().boundingBox())?.height).toBeLessThan(40);
  await expect(two.locator('.elsewhere').last()).toContainText('Image 2 · on the web, not loaded');

  const picture = one.getByRole('button', { name: 'Image 1' });
  const small = (await picture.boundingBox())?.height ?? 0;
  await picture.focus();
  await desk.press('Enter');
  await expect.poll(async () => (await picture.boundingBox())?.height).toBeGreaterThan(small);
  await desk.press('Enter');
  await expect.poll(async () => (await picture.boundingBox())?.height).toBe(small);

  const sound = one.locator('audio');
  await expect.poll(() => sound.evaluate((element) => (element as HTMLAudioElement).duration)).toBeCloseTo(3, 1);
  await sound.focus();
  const selected = await desk.root.locator('.card.selected').getAttribute('data-index');
  await desk.press('Space', 'ArrowRight');
  await expect
    .poll(() =>
      sound.evaluate(
        (element) => (element as HTMLAudioElement).paused && (element as HTMLAudioElement).currentTime === 0,
      ),
    )
    .toBe(false);
  await expect(desk.root.locator('.card.selected')).toHaveAttribute('data-index', selected ?? '');
  await expect(desk.status).toHaveText('Not judged');

  const film = one.locator('video');
  await expect.poll(() => film.evaluate((element) => (element as HTMLVideoElement).videoWidth)).toBe(32);
  await film.focus();
  await desk.press('Space');
  await expect.poll(() => film.evaluate((element) => (element as HTMLVideoElement).currentTime)).toBeGreaterThan(0);
  await expect(desk.status).toHaveText('Not judged');

  expect(await everything(frame)).not.toMatch(secret);
  await two.getByRole('button', { name: 'Show file name' }).click();
  await expect(two.locator('.fault')).toHaveText(/^Image 1 \(.+\) was not found$/);
  expect(fetched.filter((url) => secret.test(url))).toEqual([]);
});

test('what verifiers found unfolds by key, and only after the judgement where the study says so', async ({
  openDesk,
  study,
}) => {
  put(study);
  const desk = await openDesk();
  const one = desk.cards.filter({ hasText: 'Here it is.' });
  await expect(one.locator('.checks-badge')).toContainText('1 of 2 checks passed');
  await expect(desk.cards.filter({ hasText: 'And mine.' }).locator('.checks-badge')).toContainText('Check failed');
  await selectCard(desk, one);
  await desk.press('Shift+V');
  await expect(one.locator('.checks li')).toHaveText([
    /✓\s*tests\s*passed/,
    /✗\s*style\s*failed/,
    /reward\s*score 0\.75/,
  ]);
  const detail = one.locator('.checks pre');
  expect((await detail.boundingBox())?.height).toBeLessThan(250);
  await expect(detail).toContainText('line 1');
  await desk.press('Shift+V');
  await expect(one.locator('.checks')).toHaveCount(0);
  await selectCard(desk, one);

  const project = JSON.parse(fs.readFileSync(study.project, 'utf8')) as { task: object };
  fs.writeFileSync(study.project, JSON.stringify({ ...project, task: { ...project.task, verifiers: 'after' } }));
  await expect(one.locator('.checks-badge')).toHaveCount(0);
  await desk.at(1);
  expect(await everything(await desk.frame())).not.toContain('expected blue');
  await desk.press('1', 'j');
  await desk.press('Enter', 'Enter');
  await desk.at(2);
  await desk.press('Shift+K');
  await expect(one.locator('.checks-badge')).toContainText('1 of 2 checks passed');
});

test('guidelines, media, checks and a pinned reference are readable and accessible', async ({ openDesk, study }) => {
  test.slow();
  put(study);
  const desk = await openDesk(wide);
  await expect(desk.prompt.locator('img')).toBeVisible();
  await selectCard(desk, desk.cards.filter({ hasText: 'Here it is.' }));
  await desk.press('Shift+V');
  await expect(desk.cards.locator('.checks')).toHaveCount(1);
  const found = await lookAt(desk, 'sights-1-card');

  const references = desk.root.locator('.references');
  await desk.root.locator('main').evaluate((main) => main.scrollTo({ top: 100_000 }));
  await expect(references).toBeInViewport();
  const height = (await references.boundingBox())?.height ?? 0;
  expect(height).toBeLessThanOrEqual(1000 / 3 + 1);
  found.push(...(await lookAt(desk, 'sights-2-scrolled')));
  await desk.readyAgain();
  await desk.press('Shift+I');
  await expect.poll(async () => (await references.boundingBox())?.height).toBeLessThan(60);
  await desk.press('Shift+I');

  await desk.press('Shift+G');
  await expect(desk.root.getByRole('heading', { name: 'How to judge' })).toBeVisible();
  found.push(...(await lookAt(desk, 'sights-3-guidelines')));
  await desk.press('Escape');
  expect(found).toEqual([]);
});
