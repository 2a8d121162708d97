import fs from 'node:fs';
import path from 'node:path';
import type { Annotation } from '../../src/core/model/annotation/annotation';
import { journalIn } from './journalIn';
import { Desk } from './desk';
import { judgeStudy, records } from './judgedStudy';
import { lookAt, screenshots, wide } from './looks';
import { annotator, expect, test } from './workbench';

test.use({ dataset: { records }, sharesWindow: true });

const journals = (project: string): string => path.join(project.replace(/\.tiebreak$/u, '.tiebreak.d'), 'annotations');

/** The other annotator comes to the opposite on three items. */
function contradict(project: string): void {
  const other = fs.readdirSync(journals(project)).find((name) => !name.startsWith(annotator))!;
  const file = path.join(journals(project), other);
  const lines = fs
    .readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Annotation);
  const turned = lines
    .filter(({ judgement }) => (judgement.ranking?.tiers.length ?? 0) > 1)
    .slice(0, 3)
    .map((line) => ({
      ...line,
      id: `1${line.id.slice(1)}`,
      judgement: {
        ...line.judgement,
        ranking: { ...line.judgement.ranking, tiers: [...line.judgement.ranking!.tiers].reverse() },
        rationale: 'The other answer names what happens, and this one does not.',
      },
    }));
  fs.appendFileSync(file, turned.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

test('a lead settles what annotators disagree on, beside what they judged', async ({ openWindow, study }) => {
  test.slow();
  study.init();
  await judgeStudy(study.project, annotator);
  contradict(study.project);
  const page = await openWindow({ openFile: study.project, ...wide });
  const desk = new Desk(page);
  await desk.at(1);
  await page.keyboard.press('F1');
  const input = page.locator('.quick-input-widget input[type=text]');
  await expect(input).toBeFocused();
  await page.keyboard.type('Adjudicate Disagreements');
  await expect(page.locator('.quick-input-widget .monaco-list-row.focused')).toContainText('Adjudicate Disagreements');
  await page.keyboard.press('Enter');

  const opinions = desk.root.getByRole('region', { name: 'Judgments of annotators' });
  await expect(opinions.getByRole('listitem').first()).toBeVisible();
  await expect(opinions.getByRole('heading').first()).toHaveText('Annotator 1');
  await expect(desk.card('A').locator('.mark.disputed')).toHaveText('preferred to B by 1 of 2');
  await expect(desk.card('B').locator('.mark.disputed')).toHaveText('preferred to A by 1 of 2');
  expect(await lookAt(desk, 'adjudication')).toEqual([]);

  const journal = journalIn(journals(study.project), annotator);
  const adjudications = (): number =>
    fs.existsSync(journal)
      ? fs
          .readFileSync(journal, 'utf8')
          .split('\n')
          .filter((line) => line.includes('"role":"adjudicator"')).length
      : 0;
  const before = await opinions.textContent();
  await page.keyboard.press('1');
  await page.keyboard.press('2');
  // Criteria are left empty: the second Enter saves all the same.
  await page.keyboard.press('Enter');
  await expect(desk.root.locator('.foot')).toContainText('again to save');
  await page.keyboard.press('Enter');
  await expect.poll(adjudications).toBe(1);
  // The next one, again without names; the one before shows who judged it.
  await expect(opinions).not.toHaveText(before ?? '');
  await page.screenshot({ path: path.join(screenshots, 'adjudication-next.png') });
});
