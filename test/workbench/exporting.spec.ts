import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Project } from '../../src/core/model/study/project';
import type { ExportMessage } from '../../src/protocol/export';
import { keyTimeout } from './desk';
import { openExport, type ExportView } from './exportView';
import { lookAt } from './looks';
import { criteria, writeRubric } from './rubricLibrary';
import { png } from './mediaFiles';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });
const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');
const names = ['worst', 'poor', 'best'];
const records = [0, 1, 2, 3].map((n) => ({
  id: `q${n}`,
  prompt: `Question ${n}?`,
  responses: names.map((name, i) => ({
    id: `q${n}-${name}`,
    text: `The ${name} answer to ${n}.${' It is long.'.repeat(i)}`,
  })),
}));
const lines = (file: string): unknown[] =>
  fs
    .readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

test.describe('of rankings', () => {
  test.use({ dataset: { records } });

  test('an export is chosen by trainer, seen while its options change, kept as a recipe and written, by keyboard alone', async ({
    openDesk,
    study,
  }) => {
    study.init({}, { controls: { items: ['q1'], rate: 0.05 } });
    const desk = await openDesk({ item: 'any' });
    const { page } = desk;
    for (const number of [1, 2, 3]) {
      await desk.goTo(number);
      await desk.at(number);
      await desk.rank(1, 2, 3);
      await desk.press('Enter');
      await expect.poll(() => study.annotations().length).toBe(number);
      await desk.ready();
    }
    const view = await openExport(page);
    await view.counted('6 rows from 3 annotations');
    await expect(view.preview).toContainText('a control item, used to check annotators');
    await expect(view.rows).toHaveCount(5);
    await expect(view.preview).toContainText('trl dpo --dataset_name');

    await test.step('below a row stands what trainers learn of it, and its texts once it is opened', async () => {
      const learned = view.rows.first().locator('.learned', { hasText: 'TRL DPO' });
      await expect(learned).toContainText('learned: answer · not learned: user');
      await expect(learned.locator('table').first()).toBeHidden();
      await view.tabTo(learned.locator('summary'));
      await view.press('Enter');
      await expect(learned.getByRole('row', { name: /^not learned user Question 0\?/ }).first()).toBeVisible();
      expect(await lookAt(view, 'export-learned')).toEqual([]);
      await view.press('Enter', 'Control+ArrowUp');
    });

    await test.step('options change what is counted', async () => {
      const pairs = view.field('Pairs from a ranking');
      await view.tabTo(pairs);
      await expect(pairs.locator('option:checked')).toHaveText('All pairs except ties (default)');
      await view.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
      await expect(pairs).toHaveValue('best-worst');
      await view.counted('2 rows from 3 annotations');
      await expect(view.preview.getByRole('row', { name: /this pair of the ranking is not selected/ })).toHaveText(
        /^4/,
      );
      const similarity = view.field('Max similarity');
      await view.tabTo(similarity);
      await page.keyboard.type('much');
      await expect(similarity).toHaveAccessibleDescription(/Must be a number$/);
      await view.press('Control+Enter');
      await expect(view.told).toHaveText('An option is not valid. Fix it first.');
      await expect(similarity).toBeFocused();
      await view.press('Control+a', 'Delete');
      await view.tabTo(view.group('Judgments to export'));
      await view.press('Enter');
      await view.tabTo(view.field('Include judgments of control items'));
      await view.press('Space');
      await view.counted('3 rows from 3 annotations');
      await expect(view.rows).toHaveCount(3);
    });

    await test.step('names of models are not seen before the person says so', async () => {
      await view.press('Control+ArrowUp');
      await view.choose(view.trainer, 'FastChat');
      await view.counted('9 rows from 3 annotations');
      await expect(view.rows.first()).toContainText('"model_a": "…"');
      // The question keeps the keyboard, also where the view is slow to bring it to the rows.
      await holdBackNext(view, 'do');
      await view.press('Control+ArrowDown', 'Alt+m');
      const picker = page.locator('.quick-input-widget');
      await expect(picker.locator('.quick-input-title')).toHaveText('Export of sample: show or hide models');
      await expect(picker.locator('input[type=text]')).toBeFocused();
      await letHeldIn(view);
      await page.keyboard.type('Models shown');
      await view.press('Enter');
      await view.hasKeyboard(view.preview);
      await expect(view.rows.first()).toContainText(/"model_a": "q0-\w+"/);
      await expect(view.button(/^Models shown/)).toBeVisible();
      await view.listens();
    });

    await test.step('another trainer has other formats, and another line to train', async () => {
      await view.press('Control+ArrowUp');
      await view.choose(view.trainer, 'Unsloth');
      await view.press('Tab');
      await view.choose(view.field('Format'), 'trl-dpo-text');
      await view.counted('3 rows from 3 annotations');
      await expect(view.preview).toContainText('train_dataset = load_dataset(');
      await expect(view.rows.first()).toContainText('"prompt": "Question 0?"');
      await view.press('Control+ArrowDown');
      await expect(view.preview).toBeFocused();
    });

    expect(await lookAt(view, 'export')).toEqual([]);
    await view.listens();

    await test.step('it becomes a recipe, which the command line runs', async () => {
      const input = page.locator('.quick-input-widget input[type=text]');
      await view.press('Control+s');
      await expect(input).toBeFocused();
      await page.keyboard.type('nightly');
      await view.press('Enter');
      await expect(view.root.getByText('Recipe nightly')).toBeVisible();
      expect((JSON.parse(fs.readFileSync(study.project, 'utf8')) as Project).exports).toEqual({
        nightly: { format: 'trl-dpo-text', controls: 'keep', pairs: 'best-worst' },
      });
      await expect(view.folder).toHaveText('sample.tiebreak.d/exports/nightly');
      // Right behind the answer, as a person may who knows what comes.
      await view.press('Control+Enter');
      await expect(view.told).toHaveText('3 rows written to sample.tiebreak.d/exports/nightly');
      const written = study.exported('nightly', 'train.jsonl');
      expect(lines(written)).toHaveLength(3);
      expect(lines(written)).toContainEqual({
        prompt: 'Question 1?',
        chosen: expect.any(String) as unknown,
        rejected: expect.any(String) as unknown,
      });
      const again = path.join(study.path, 'again');
      execFileSync(process.execPath, [cli, 'export', study.project, '--recipe', 'nightly', '--out', again]);
      expect(fs.readFileSync(path.join(again, 'train.jsonl'))).toEqual(fs.readFileSync(written));
    });

    await test.step('and a person runs again where the study is told of', async () => {
      fs.rmSync(study.exported('nightly', ''), { recursive: true });
      const list = page.locator('.quick-input-widget');
      const chosen = list.locator('.monaco-list-row.focused');
      // On a busy machine the view now and then takes the keyboard back from a question, which closes it then.
      await expect(async () => {
        if (await list.isVisible()) await view.press('Escape');
        await view.press('F1');
        await expect(list.locator('input[type=text]')).toBeFocused();
        await page.keyboard.type('Tiebreak: Run Recipe');
        await expect(chosen).toContainText('Run Recipe', { timeout: keyTimeout });
        await view.press('Enter');
        await expect(chosen).toContainText('nightly', { timeout: keyTimeout });
        await view.press('Enter');
        await expect
          .poll(() => fs.existsSync(study.exported('nightly', '.tiebreak-manifest.json')), { timeout: 60_000 })
          .toBe(true);
      }).toPass();
      expect(lines(study.exported('nightly', 'train.jsonl'))).toHaveLength(3);
    });
  });

  test('prompts that nobody judged are exported with their rubrics once all items are asked for', async ({
    openDesk,
    study,
  }) => {
    study.init();
    writeRubric(study, criteria);
    const desk = await openDesk({ item: 'any' });
    const view = await openExport(desk.page);
    await expect(view.trainer).toBeFocused();
    await view.press('Tab');
    await view.choose(view.field('Format'), 'grpo');
    await view.counted('0 rows from 0 annotations');
    const all = view.field('Include items without judgments');
    await view.tabTo(all);
    await expect(all).toHaveAccessibleDescription('Their rows are made from the criteria that are active for them.');
    await view.press('Space');
    await view.counted('4 rows from items that nobody judged');
    await expect(view.preview.getByRole('row', { name: /no judgment of the item is exported/ })).toHaveText(/^4/);
    await expect(view.folder).toHaveText('sample.tiebreak.d/exports/grpo-all-items');
    expect(await lookAt(view, 'export-all-items')).toEqual([]);
    await view.listens();
    await view.press('Control+Enter');
    await expect(view.told).toHaveText('4 rows written to sample.tiebreak.d/exports/grpo-all-items');
    expect(lines(study.exported('grpo-all-items', '.tiebreak-rows.jsonl'))).toContainEqual({
      split: 'train',
      row: 1,
      item: 'q0',
      annotations: [],
      annotators: [],
      rubrics: [{ id: 'style', version: 1 }],
    });

    await test.step('what somebody edited since is kept until they say that it may go', async () => {
      const written = study.exported('grpo-all-items', 'train.jsonl');
      const before = fs.readFileSync(written, 'utf8');
      fs.appendFileSync(written, '{"mine": 1}\n');
      const dialog = view.page.locator('.monaco-dialog-box');
      await view.press('Control+Enter');
      await expect(dialog).toContainText('train.jsonl was changed since it was exported. Replace it?');
      await view.press('Escape');
      await expect(view.told).toContainText(
        'train.jsonl was changed since it was exported, and your changes would be lost',
      );
      expect(fs.readFileSync(written, 'utf8')).toBe(`${before}{"mine": 1}\n`);
      await view.listens();
      await view.press('Control+Enter');
      await dialog.getByRole('button', { name: 'Replace' }).click();
      await expect(view.told).toHaveText('4 rows written to sample.tiebreak.d/exports/grpo-all-items');
      expect(fs.readFileSync(written, 'utf8')).toBe(before);
    });
  });
});

test.describe('of many judgements', () => {
  test.use({
    dataset: {
      records: [...Array(30_000).keys()].map((n) => ({
        id: `q${n}`,
        prompt: `Question ${n} ${'of many words '.repeat(45)}`,
        chosen: `good ${n}`,
        rejected: `bad ${n}`,
      })),
    },
  });

  test('an export that is stopped leaves nothing behind', async ({ openDesk, study }) => {
    study.init();
    execFileSync(process.execPath, [cli, 'import', study.project, '--annotator', 'source']);
    const desk = await openDesk({ item: 'any' });
    const view = await openExport(desk.page);
    await view.counted(/^30,000 rows/);
    // One that was done before the key came is written once more.
    await expect(async () => {
      fs.rmSync(study.exported('', ''), { recursive: true, force: true });
      await view.press('Control+Enter');
      await expect(view.button(/^Stop/)).toBeVisible({ timeout: 10_000 });
      await view.press('Escape');
      await expect(view.told).toHaveText('Export stopped. No files were written.', { timeout: 60_000 });
    }).toPass();
    expect(fs.existsSync(study.exported('', ''))).toBe(false);
    // What was counted still stands, and it can be written.
    await view.press('Control+Enter');
    await expect(view.told).toHaveText('30,000 rows written to sample.tiebreak.d/exports/trl-dpo');
    expect(fs.readdirSync(study.exported('trl-dpo', '')).sort()).toEqual(
      expect.arrayContaining(['.tiebreak-manifest.json', '.tiebreak-rows.jsonl', 'train.jsonl']),
    );
  });
});

test.describe('of items with images', () => {
  const shown = {
    role: 'user',
    content: [
      { type: 'image', image: 'dot.png' },
      { type: 'text', text: 'What is it?' },
    ],
  };
  test.use({
    dataset: {
      records: [shown, { role: 'user', content: 'What is red?' }].map((turn, n) => ({
        id: `q${n}`,
        prompt: [turn],
        chosen: 'A red dot.',
        rejected: 'No idea.',
      })),
    },
  });

  test('rows name the images beside the dataset, hold copies or leave them out, as is chosen, and what a format cannot carry is left out and told', async ({
    openDesk,
    study,
  }) => {
    study.init();
    const dot = png(40, 40, [220, 30, 30]);
    fs.writeFileSync(path.join(study.path, 'dot.png'), dot);
    execFileSync(process.execPath, [cli, 'import', study.project, '--annotator', 'source']);
    const desk = await openDesk({ item: 'any' });
    await expect(desk.prompt.locator('img')).toBeVisible();
    const view = await openExport(desk.page);
    await view.counted('2 rows from 2 annotations');
    const media = view.field('Images, audio and video');
    await view.tabTo(media);
    await expect(media).toHaveAccessibleDescription(/Items with media that the format does not support are dropped/);
    expect(await lookAt(view, 'export-media')).toEqual([]);
    await view.listens();
    await view.press('Control+Enter');
    await expect(view.told).toHaveText('2 rows written to sample.tiebreak.d/exports/trl-dpo');
    const imagesIn = (folder: string): unknown[] =>
      lines(study.exported(folder, 'train.jsonl')).map((row) => (row as { readonly images?: unknown }).images);
    const [[named], none] = imagesIn('trl-dpo') as [readonly [string], readonly string[]];
    expect(fs.readFileSync(study.exported('trl-dpo', named))).toEqual(dot);
    expect(path.isAbsolute(named)).toBe(false);
    expect(none).toEqual([]);

    await view.tabTo(media);
    await view.choose(media, 'Copied to the export folder');
    await view.press('Control+Enter');
    // What was told of the first export says the same.
    await expect(() => {
      const [[copied]] = imagesIn('trl-dpo') as [readonly [string]];
      expect(path.dirname(copied)).not.toContain('..');
      expect(fs.readFileSync(study.exported('trl-dpo', copied))).toEqual(dot);
    }).toPass();
    await expect(view.told).toContainText('2 rows written');

    await view.choose(media, 'Not exported');
    await expect(view.preview.getByRole('row', { name: /images, audio or video that are not in the row/ })).toHaveText(
      /^1/,
    );
    await view.counted('2 rows from 2 annotations');

    await view.choose(media, 'Original paths (copied if you use pseudonyms)');
    await view.press('Control+ArrowUp');
    await expect(view.trainer).toBeFocused();
    await view.press('Tab');
    await view.choose(view.field('Format'), 'trl-dpo-text');
    await view.counted('1 row from 2 annotations');
    await expect(view.preview.getByRole('row', { name: /image/ })).toHaveText(/^1/);
  });
});

test('rows that contradict each other are told beside their number, and made one preference of by keyboard', async ({
  openDesk,
  study,
}) => {
  const desk = await openDesk();
  await desk.rank(1, 2, 3);
  await desk.press('Enter');
  await desk.at(2);
  await desk.rank(1, 2, 3, 4);
  await desk.press('Enter');
  await desk.at(3);
  const [own] = study.annotations();
  if (!own) throw new Error('nothing was judged');
  const other = {
    ...own,
    id: `${own.id.slice(0, -3)}777`,
    annotator: 'Ben',
    judgement: { ranking: { tiers: [...(own.judgement.ranking?.tiers ?? [])].reverse() } },
  };
  fs.writeFileSync(path.join(study.path, 'sample.tiebreak.d/annotations/ben.jsonl'), `${JSON.stringify(other)}\n`);
  const view = await openExport(desk.page);
  await view.counted('12 rows from 3 annotations');
  await expect(view.preview).toContainText('6 of these rows have an exact opposite');
  expect(await lookAt(view, 'export-opposites')).toEqual([]);
  await view.listens();
  await view.press('Control+ArrowDown');
  await view.tabTo(view.button('Aggregate by majority vote'));
  await view.press('Enter');
  await view.counted('6 rows from 3 annotations');
  await expect(view.preview).toBeFocused();
  await expect(view.preview).not.toContainText('exact opposite');
});

/** What a view holds back; see `holdBackNext`. */
type Holding = Window & { letIn?: () => void };

/** The next message of that kind comes to the view only when `letHeldIn` says so, as to one that is busy. */
async function holdBackNext(view: ExportView, kind: ExportMessage['kind']): Promise<void> {
  await (
    await view.frame()
  ).evaluate((held) => {
    const hold = (event: MessageEvent<{ readonly kind?: string }>): void => {
      if (event.data.kind !== held) return;
      event.stopImmediatePropagation();
      window.removeEventListener('message', hold, true);
      (window as Holding).letIn = () => window.dispatchEvent(new MessageEvent('message', { data: event.data }));
    };
    window.addEventListener('message', hold, true);
  }, kind);
}

/** What was held back, or will be, is drawn when this is done. */
async function letHeldIn(view: ExportView): Promise<void> {
  const frame = await view.frame();
  await frame.waitForFunction(() => (window as Holding).letIn);
  await frame.evaluate(async () => {
    (window as Holding).letIn?.();
    for (let frames = 0; frames < 5; frames++) await new Promise((drawn) => setTimeout(drawn, 50));
  });
}
