import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Project } from '../../src/core/model/study/project';
import { reload } from './desk';
import { lookAt, wide } from './looks';
import { tiersByLetter } from './studyFolder';
import { expect, test } from './workbench';

const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');
const records = [...Array(9).keys()].map((n) => ({
  id: `q${n}`,
  prompt: `Question ${n}: which is the warmer one?`,
  responses: [`A coat, ${n}.`, `A scarf, ${n}.`],
}));
const winter = 'The person lives where winters are at −30 °C.';
test.use({ dataset: { records }, sharesWindow: true });

const rowsIn = (folder: string): { prompt: { role: string; content: string }[]; chosen: { content: string }[] }[] =>
  fs
    .readFileSync(path.join(folder, 'train.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReturnType<typeof rowsIn>[number]);

test('an item is judged again under a context, by keyboard, and exported with it on request only', async ({
  openDesk,
  study,
}, info) => {
  study.init({ contexts: [{ name: 'Winter', text: winter }] });
  const desk = await openDesk();
  const { page } = desk;
  const picker = page.locator('.quick-input-widget');
  await desk.rank(1, 2);
  await desk.press('Enter');
  await desk.at(2);
  await desk.press('Shift+K');
  await desk.at(1);
  await desk.press('Alt+j');
  await expect(picker).toContainText('Judge this item under a context');
  await expect(picker.locator('.monaco-list-row').first()).toContainText('No context');
  await page.screenshot({ path: info.outputPath('picker.png') });
  await desk.pick('Judge this item under a context', 'Winter');
  await expect(desk.under).toContainText(winter);
  await expect(desk.status).toHaveText('Not judged');
  await desk.at(1);
  await desk.press('2');
  await desk.shows(2, null);
  await page.screenshot({ path: info.outputPath('under.png') });

  // The draft is this one's, also after a reload.
  await reload(page, study.project);
  await desk.at(1);
  await expect(desk.under).toContainText('Winter');
  await expect(desk.status).toHaveText('Draft, not saved');
  await desk.shows(2, null);
  await desk.press('1');
  await desk.shows(2, 1);
  await desk.press('Enter');
  await desk.at(2);

  await desk.press('Shift+K');
  await desk.at(1);
  await expect(desk.status).toHaveText(/^Saved /);
  await desk.shows(1, 2);
  await expect(desk.under.locator('.mark')).toHaveText(['without a context', 'Winter']);
  await page.screenshot({ path: info.outputPath('seats.png') });
  const lines = study.annotations();
  expect(lines.map((line) => [line.item, line.context, tiersByLetter(line)])).toEqual([
    ['q0', undefined, ['A', 'B']],
    ['q0', winter, ['B', 'A']],
  ]);

  const out = path.join(study.path, 'out');
  expect(
    execFileSync(
      process.execPath,
      [cli, 'export', study.project, '--format', 'trl-dpo', '--context', 'none', '--out', out],
      { encoding: 'utf8' },
    ),
  ).toMatch(/dropped 1: judged under a context that is not in the prompt/);
  expect(rowsIn(out)).toHaveLength(1);
  execFileSync(process.execPath, [
    cli,
    'export',
    study.project,
    '--format',
    'trl-dpo',
    '--context',
    'system',
    '--out',
    out,
  ]);
  const [bare, under] = rowsIn(out);
  expect(bare?.prompt.map(({ role }) => role)).toEqual(['user']);
  expect(under?.prompt[0]).toEqual({ role: 'system', content: winter });
  expect(under?.chosen).not.toEqual(bare?.chosen);
});

test('repeats and control items come among the others and look like them', async ({ openDesk, study }, info) => {
  study.init();
  const project = JSON.parse(fs.readFileSync(study.project, 'utf8')) as Project;
  fs.writeFileSync(
    study.project,
    JSON.stringify({
      ...project,
      seed: 55,
      plan: { repeats: { rate: 0.4, after: 2 }, controls: { items: ['q7'], rate: 0.3 } },
    }),
  );
  const desk = await openDesk({ item: 'any' });
  const seen = new Set<string>();
  let saved = 0;
  for (; saved < 20; saved++) {
    await expect(desk.status).toHaveText('Not judged');
    await desk.ready();
    await expect(desk.under).toHaveCount(0);
    seen.add(`${await desk.where.textContent()} · ${await desk.queuePosition.textContent()}`);
    await desk.rank(1, 2);
    if (saved === 4) await desk.page.screenshot({ path: info.outputPath('hidden.png') });
    await desk.press('Enter');
    await expect.poll(() => study.annotations().length).toBe(saved + 1);
    const lines = study.annotations();
    if (lines.some(({ repeat }) => repeat === 1) && lines.some(({ item }) => item === 'q7')) break;
  }
  expect([...seen]).toEqual(['One of 9 items · file order']);
  const lines = study.annotations();
  const again = lines.find(({ repeat }) => repeat === 1)!;
  const first = lines.find(({ item, repeat }) => item === again.item && repeat === undefined)!;
  expect(again.shown).toEqual(first.shown.toReversed());
  expect(lines.indexOf(again) - lines.indexOf(first)).toBeGreaterThan(2);
  // It came before its turn, which is the last.
  expect(
    new Set(
      lines
        .slice(
          0,
          lines.findIndex(({ item }) => item === 'q7'),
        )
        .map(({ item }) => item),
    ).size,
  ).toBe(4);
  const out = path.join(study.path, 'out');
  const told = execFileSync(process.execPath, [cli, 'export', study.project, '--format', 'trl-dpo', '--out', out], {
    encoding: 'utf8',
  });
  expect(told).toMatch(/dropped 1: a control item/);
  expect(told).toMatch(/dropped \d+: a repeated item/);
  expect(rowsIn(out)).toHaveLength(lines.filter(({ item, repeat }) => item !== 'q7' && repeat === undefined).length);
});

test('a context is readable and accessible', async ({ openDesk, study }) => {
  study.init({ contexts: [{ name: 'Winter', text: winter }] });
  const desk = await openDesk(wide);
  await desk.at(1);
  await desk.rank(1, 2);
  await desk.press('Enter');
  await desk.at(2);
  await desk.press('Shift+K');
  await desk.at(1);
  await desk.press('Alt+j');
  await desk.pick('Judge this item under a context', 'Winter');
  await expect(desk.under).toContainText(winter);
  const found = await lookAt(desk, 'context');
  expect(found).toEqual([]);
});
