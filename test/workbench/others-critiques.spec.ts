import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import type { Annotation } from '../../src/core/model/annotation/annotation';
import { Leaks } from './leaks';
import { lookAt, wide } from './looks';
import type { StudyFolder } from './studyFolder';
import { expect, test } from './workbench';

const texts = [
  'The ostrich is a bird that cannot fly. It runs instead, at up to 70 kilometres an hour.',
  'The penguin cannot fly.',
  'Bats cannot fly.',
];
const byModel = [
  'Names a flightless bird and adds a fact that was not asked for.',
  'Right and short.',
  'Wrong twice: a bat is no bird, and it flies.',
];
const byPerson = [
  ['Right, with a memorable detail.', 'Longer than it needs to be.'],
  ['Short.', 'Says nothing of why.'],
  ['Short.', 'Wrong.'],
] as const;
const byJudge = [
  'The answer is wrong: the ostrich can fly over short distances, which makes the whole of it misleading to somebody who does not know better.',
  'Fine.',
  'Fluent and confident.',
];

/** Models, annotators and judges have what must not be seen in their names (`Leaks`). */
const record = (number: number): unknown => ({
  source: 'evol_instruct',
  instruction: `Name a bird that cannot fly (${number}).`,
  completions: texts.map((response, index) => ({
    model: `model-leak-${index}`,
    response,
    critique: byModel[index],
    overall_score: 9 - 3 * index,
  })),
});
test.use({ dataset: { records: [1, 2].map(record) }, sharesWindow: true });

const journals = (study: StudyFolder): string => path.join(`${study.project}.d`, 'annotations');
const linesOf = (study: StudyFolder): Annotation[] =>
  fs.readdirSync(journals(study)).flatMap((file) =>
    fs
      .readFileSync(path.join(journals(study), file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Annotation),
  );

/** What the dataset's judge says, and beside it what a person and another model say. */
function writeOthers(study: StudyFolder): void {
  study.importLabels();
  const others: Partial<Annotation>[] = [
    {
      annotator: 'ben-leak',
      origin: { kind: 'human' },
      judgement: {
        ranking: { tiers: [['r1'], ['r2'], ['r3']] },
        critiques: byPerson.map(([strengths, weaknesses], index) => ({
          response: `r${index + 1}`,
          text: '',
          strengths,
          weaknesses,
        })),
      },
    },
    {
      annotator: 'judge-leak',
      origin: { kind: 'model', name: 'judge-leak' },
      judgement: {
        comparisons: [
          { a: 'r1', b: 'r2', outcome: 'b' },
          { a: 'r3', b: 'r2', outcome: 'tie' },
        ],
        critiques: byJudge.map((text, index) => ({ response: `r${index + 1}`, text })),
      },
    },
  ];
  const imported = linesOf(study);
  for (const [by, other] of others.entries()) {
    const lines = imported.map((line, n) =>
      JSON.stringify({ ...line, ...other, id: `01KAAA${String(10 * by + n).padStart(20, '0')}` }),
    );
    fs.writeFileSync(path.join(journals(study), `${other.annotator ?? ''}.jsonl`), `${lines.join('\n')}\n`);
  }
}

test("critiques by others are judged after one's own judgement, by keyboard alone; the journal names them, and no screen does", async ({
  openDesk,
  sharedWindow: { heard },
  study,
}) => {
  study.init({ othersCritiques: 'after' });
  writeOthers(study);
  const before = linesOf(study);
  const desk = await openDesk(wide);
  const { page } = desk;
  const leaks = new Leaks(desk, heard, study);
  const bar = desk.root.locator('.critiques-bar');
  const one = bar.locator('.other');
  const active = bar.locator('.other.in-hand');
  const marks = (number: number): Locator => one.nth(number).locator('.mark');
  const field = (name: string): Locator => bar.locator('vscode-text-area', { hasText: name }).locator('textarea');

  await test.step('nothing is seen of them before', async () => {
    await desk.press('Alt+c');
    await expect(desk.notice).toHaveText('Save your own judgment first. Then you can see critiques by others.');
    await desk.rank(1, 2, 3);
    expect(heard.messages.join('\n')).not.toContain('flightless');
    await desk.press('Enter');
    await expect(desk.notice).toHaveText(
      'Saved. 9 critiques by others can be judged now. Press Alt+C to judge them, or Enter to go to the next item.',
    );
    await expect(desk.status).toHaveText(/^Saved /);
    await desk.at(1);
  });

  // Keys typed at once go where they were meant to.
  await desk.press('k', 'k', 'Alt+c', 'y');
  await expect(marks(0)).toHaveText(['accepted']);
  await expect(one).toHaveCount(3);
  await expect(active).toBeFocused();
  const order = await one
    .locator('.said, .its-verdict')
    .evaluateAll((parts) => parts.map((part) => part.closest('li')?.textContent ?? ''));
  const shown = study.annotations()[0]!.shown;
  const response = Number(shown[0]!.slice(1)) - 1;
  const ofResponse = [byModel[response]!, byPerson[response]![0], byJudge[response]!];
  const found = [0, 1, 2].map((number) =>
    ofResponse.findIndex((text) => order.filter((each, at, all) => all.indexOf(each) === at)[number]!.includes(text)),
  );
  expect([...found].sort()).toEqual([0, 1, 2]);
  await expect(one.locator('.origin')).toHaveText(found.map((by) => ['by a model', 'by a person', 'by a model'][by]!));

  await test.step('each in its own right', async () => {
    await desk.press('s', 'Shift+N', '1');
    await expect(marks(0)).toHaveText(['1st', 'accepted', 'sound', 'verdict wrong']);
    await desk.press('j', 'f', 'Shift+Y', '2', 'x', 'ArrowDown', '2', '-', 'n');
    await expect(marks(1)).toHaveText(['2nd', 'flawed', 'verdict right', 'to be merged']);
    await expect(marks(2)).toHaveText(['2nd', 'rejected', 'cannot tell']);
    await expect(desk.notice).toHaveText('You rejected critique 3.');
    await desk.press('Control+z');
    await expect(marks(2)).toHaveText(['2nd', 'cannot tell']);
    await desk.press('m');
    await expect(desk.notice).toContainText('Choose at least two critiques to merge');
    await desk.press('x');
    await expect(marks(2)).toHaveText(['2nd', 'cannot tell', 'to be merged']);
  });

  const problems = await lookAt(desk, 'others-critiques');

  await test.step('two are merged, and one is edited', async () => {
    await desk.press('m');
    await expect(bar.locator('textarea:focus')).toHaveCount(1);
    await expect(desk.notice).toHaveText('Edit your text, based on 2 and 3. Press Esc to leave the text field.');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('What the two say, in one.');
    await desk.press('Escape');
    await expect(active.locator('.origin')).toHaveText('Your text, based on 2 and 3');
    await expect(active).toBeFocused();
    await desk.press('k', 'k', 'k', 'e');
    await expect(bar.locator('textarea:focus')).toHaveCount(1);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' And so on.');
    await desk.press('Escape');
    await expect(active.locator('.origin')).toHaveText('Your text, based on 1');
  });
  problems.push(...(await lookAt(desk, 'others-critiques-merged')));

  await test.step('those of the next response, and back', async () => {
    await desk.press('ArrowRight');
    await expect(bar.locator('strong').first()).toHaveText('Critiques of B by others');
    await desk.press('f');
    await expect(marks(0)).toHaveText(['flawed']);
    await desk.press('Escape');
    await expect(bar).toHaveCount(0);
    await expect(desk.card('B')).toBeFocused();
    await expect(desk.card('A').getByRole('button', { name: '3 critiques by others' })).toContainText('3 judged');
    await expect(desk.card('B').getByRole('button', { name: '3 critiques by others' })).toContainText('1 judged');
  });
  problems.push(...(await lookAt(desk, 'others-critiques-judged')));
  await leaks.look('judged');
  expect(problems).toEqual([]);

  await desk.press('Enter');
  await desk.at(2);
  const [first, second] = study.annotations();
  expect(first!.judgement).not.toHaveProperty('metaCritiques');
  expect(second!.judgement.ranking).toEqual(first!.judgement.ranking);
  const idOf = (by: number): string =>
    before.find(({ origin, item }) => item === second!.item && origin.kind === ['imported', 'human', 'model'][by])!.id;
  const [ofA, ofB] = second!.judgement.metaCritiques!;
  expect(ofA).toMatchObject({
    response: shown[0],
    critiques: [
      { annotation: idOf(found[0]!), accepted: true, soundness: 'sound', agrees: false },
      { annotation: idOf(found[1]!), soundness: 'flawed', agrees: true },
      { annotation: idOf(found[2]!), soundness: 'unsure' },
    ],
    ranking: { tiers: [[0], [1, 2]] },
  });
  expect(ofA!.critiques[2]).not.toHaveProperty('accepted');
  const [merged, edited] = ofA!.texts!;
  expect([merged!.of, edited!.of]).toEqual([[1, 2], [0]]);
  expect(JSON.stringify(merged)).toContain('What the two say, in one.');
  expect(JSON.stringify(edited)).toContain(' And so on.');
  expect(ofB).toMatchObject({ response: shown[1], critiques: [{ soundness: 'flawed' }, {}, {}] });

  await test.step('it comes back as it was saved, and is reported', async () => {
    await desk.press('Shift+K');
    await desk.at(1);
    await expect(desk.status).toHaveText(/^Saved /);
    await desk.press('k', 'k', 'Alt+c');
    await expect(marks(0)).toHaveText(['1st', 'accepted', 'sound', 'verdict wrong']);
    await expect(bar.locator('.other')).toHaveCount(5);
    const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');
    const report = JSON.parse(
      execFileSync(process.execPath, [cli, 'report', study.project, '--section', 'coverage', '--json'], {
        encoding: 'utf8',
      }),
    ) as { critiques: unknown };
    expect(report.critiques).toMatchObject({
      judged: 4,
      unsure: 1,
      reworked: 3,
      flawed: { rate: 0.666667, n: 3 },
      overturned: { rate: 0.5, n: 2 },
    });
    execFileSync(process.execPath, [cli, 'validate', study.journal]);
  });
  await expect(field('Critique of A').first()).toBeVisible();
  await leaks.look('came back');
  expect(leaks.seen).toEqual([]);
});
