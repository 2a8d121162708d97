import fs from 'node:fs';
import path from 'node:path';
import { demoResult, demoSteps } from '../../scripts/demoSteps.mjs';
import { Desk, reload } from './desk';
import { openExport } from './exportView';
import { sample, tiersByLetter, type StudyFolder } from './studyFolder';
import { annotator, expect, test } from './workbench';

const digitsAndLetters = 'Claims 3 of 4; jump next, e g s p, 0 or 9 (n).';
const why = 'C over A: 2 sources, k = 1.\nSecond line.';

test('a person opens a dataset, ranks, criticises, undoes, reloads, skips and exports by keyboard alone', async ({
  openWindow,
  study,
}) => {
  test.slow();
  const page = await openWindow();
  const desk = new Desk(page);

  await test.step('the demo does its part: a dataset from the Explorer, three rankings, a critique, and an export', async () => {
    const pictures: string[] = [];
    await demoSteps(page, (name) => Promise.resolve(pictures.push(name)));
    expect(pictures).toHaveLength(7);
    expect(await demoResult(study.path, annotator)).toMatchObject({ rows: 2 + 6 + 3 });
    expect(study.annotations()[0]).toMatchObject({ annotator: 'Ana', item: sample[0]!.id, origin: { kind: 'human' } });
    // Back at the desk.
    await desk.press('Control+w');
    await desk.at(4);
  });

  await test.step('a ranking with a tie is saved as tiers of the texts that were ranked', async () => {
    await expect(desk.status).toHaveText('Not judged');
    await desk.rank(2, 1, 2);
    await expect(desk.notice).toHaveText('C is 2nd of 4, tied with A.');
    await desk.press('3');
    await desk.shows(2, 1, 2, 3);
    await expect(desk.status).toHaveText('Draft, not saved');
    const best = await desk.card('B').locator('.body').innerText();
    await desk.press('Enter');
    await desk.at(5);
    const line = study.annotations()[3]!;
    expect(line).toMatchObject({ annotator: 'Ana', item: sample[3]!.id, origin: { kind: 'human' } });
    expect(tiersByLetter(line)).toEqual(['B', 'AC', 'D']);
    expect(letters(best)).toBe(letters(textOf(3, line.judgement.ranking!.tiers[0]![0]!)));
  });

  await test.step('digits and letters in a critique and a rationale are text', async () => {
    await desk.rank(1, 2, 3, 4);
    await desk.press('k', 'j', 'k', 'k');
    await expect(desk.card('B')).toHaveClass(/selected/);
    await desk.writeCritique('B', digitsAndLetters);
    await desk.leaveField();
    await desk.writeRationale(why);
    await expect(desk.where).toHaveText(/^Item 5 of 15/);
    await desk.shows(1, 2, 3, 4);
    expect(study.lines()).toHaveLength(4);
    await desk.leaveField();
    await desk.press('Enter');
    await desk.at(6);
    const line = study.annotations()[4]!;
    expect(tiersByLetter(line)).toEqual(['A', 'B', 'C', 'D']);
    expect(line.judgement.critiques).toEqual([{ response: line.shown[1], text: digitsAndLetters }]);
    expect(line.judgement.rationale).toBe(why);
  });

  await test.step('undo takes a saved judgement back and shows it as a draft; redo saves it again', async () => {
    await desk.press('Control+z');
    await desk.at(5);
    await expect(desk.status).toHaveText('Draft, not saved');
    await desk.shows(1, 2, 3, 4);
    await expect(desk.written('B')).toHaveText(digitsAndLetters);
    await expect(desk.written()).toHaveText(why);
    const [saved, retraction] = study.lines().slice(4);
    expect(retraction).toMatchObject({ type: 'retraction', retracts: saved!.id, item: sample[4]!.id });

    await desk.press('Control+Shift+Z');
    await expect(desk.status).toHaveText(/^Saved /);
    const again = study.annotations()[5]!;
    expect(again.judgement).toEqual(study.annotations()[4]!.judgement);
    expect(again.id).not.toBe(saved!.id);
  });

  await test.step('a reload in the middle brings place, draft and text back', async () => {
    await desk.press('Shift+J');
    await desk.at(6);
    await desk.press('3', '1');
    await desk.shows(3, 1, null, null);
    await desk.writeCritique('B', 'half a thought');
    const texts = desk.cards.locator('.body');
    const order = await texts.allInnerTexts();
    await reload(page, path.basename(study.project));
    await desk.at(6);
    await desk.shows(3, 1, null, null);
    await expect(desk.status).toHaveText('Draft, not saved');
    await expect(desk.written('B')).toHaveText('half a thought');
    expect(await texts.allInnerTexts()).toEqual(order);
    await desk.press('2', '4', 'Enter');
    await desk.at(7);
    expect(tiersByLetter(study.annotations()[6]!)).toEqual(['B', 'C', 'A', 'D']);
  });

  await test.step('an item is skipped with a reason', async () => {
    await desk.press('s');
    const picker = page.locator('.quick-input-widget');
    await expect(picker).toContainText('Skip this item');
    await expect(picker.locator('.monaco-list-row.focused')).toBeVisible();
    await desk.press('ArrowDown', 'Enter');
    await desk.at(8);
    const skipped = study.annotations()[7]!;
    expect(skipped.item).toBe(sample[6]!.id);
    expect(skipped.judgement.skip?.reason).toMatch(/\w/);
    await expect(page.locator('.statusbar-item', { hasText: '7/15' })).toBeVisible();
  });

  await test.step('the export holds the pairs of these judgements and no others', async () => {
    await exportByKeyboard(desk, 'trl-dpo', 2 + 6 + 3 + 5 + 6 + 6);
    const rows = fs.readFileSync(study.exported('trl-dpo', 'train.jsonl'), 'utf8').trim().split('\n');
    expect(rows).toHaveLength(2 + 6 + 3 + 5 + 6 + 6);
    expect(rows.map(pairOf).sort()).toEqual(expectedPairs(study).sort());
    expect(fs.existsSync(study.exported('trl-dpo', '.tiebreak-manifest.json'))).toBe(true);
    await desk.at(8);
  });
});

/** Chooses the format, sees what it gives, and writes it to the proposed folder. */
async function exportByKeyboard(desk: Desk, format: string, rows: number): Promise<void> {
  const view = await openExport(desk.page);
  await view.press('Tab');
  await view.choose(view.field('Format'), format);
  await view.counted(new RegExp(`^${rows} rows from`));
  await view.press('Control+Enter');
  await expect(view.told).toContainText(`${rows} rows written to`);
  // Back at the desk.
  await view.press('Control+w');
}

interface Row {
  readonly prompt: readonly { readonly role: string; readonly content: string }[];
  readonly chosen: readonly { readonly role: string; readonly content: string }[];
  readonly rejected: readonly { readonly role: string; readonly content: string }[];
}

function pairOf(json: string): string {
  const { prompt, chosen, rejected } = JSON.parse(json) as Row;
  expect([chosen, rejected].map((turns) => turns.map(({ role }) => role))).toEqual([['assistant'], ['assistant']]);
  return JSON.stringify([prompt.at(-1)?.content, chosen[0]?.content, rejected[0]?.content]);
}

/** Every two texts of one item of which one stands in a better tier; the judgement saved last counts. */
function expectedPairs(study: StudyFolder): string[] {
  const last = new Map(study.annotations().map((annotation) => [annotation.item, annotation]));
  return [...last.values()].flatMap(({ item: id, judgement }) => {
    const item = sample.findIndex((each) => each.id === id);
    const { prompt } = sample[item]!;
    const question = typeof prompt === 'string' ? prompt : prompt.at(-1)!.content;
    const tiers = judgement.ranking?.tiers ?? [];
    return tiers.flatMap((better, depth) =>
      better.flatMap((chosen) =>
        tiers
          .slice(depth + 1)
          .flat()
          .map((rejected) => JSON.stringify([question, textOf(item, chosen), textOf(item, rejected)])),
      ),
    );
  });
}

const textOf = (item: number, response: string): string =>
  sample[item]!.responses.find(({ id }) => id === response)!.text;

/** What is left of a text when Markdown is rendered. */
const letters = (text: string): string => text.replace(/[^\p{L}]/gu, '');
