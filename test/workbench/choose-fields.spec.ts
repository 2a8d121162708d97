import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { Project } from '../../src/core/model/study/project';
import { annotateInExplorer } from '../harness/explorer.mjs';
import { workbookOf, zipOf } from './archives';
import { FieldChooserPage, Desk } from './desk';
import { screenshots } from './looks';
import { expect, test } from './workbench';

const readProject = (file: string): Project['dataset'] =>
  (JSON.parse(fs.readFileSync(file, 'utf8')) as Project).dataset;

test('what was recognised is shown before anything is written, one Enter annotates it, and its fields are changed only after what becomes of judgements was said', async ({
  openWindow,
  study,
}) => {
  const page = await openWindow();
  const chooser = new FieldChooserPage(page);
  const desk = new Desk(page);

  await test.step('Escape leaves the dataset as it was', async () => {
    await annotateInExplorer(page, 'sample.jsonl');
    await chooser.shows('Annotate sample.jsonl');
    await page.keyboard.press('Escape');
    await expect(chooser.input).toBeHidden();
    expect(fs.readdirSync(study.path)).toEqual(['sample.jsonl']);
  });

  await test.step('one Enter annotates it', async () => {
    await annotateInExplorer(page, 'sample.jsonl');
    await chooser.shows('Annotate sample.jsonl');
    await expect(chooser.active).toContainText('creates sample.tiebreak');
    await expect(chooser.active).toContainText('the first 15 records can be read');
    await expect(chooser.rows.filter({ hasText: /^Responses/ })).toContainText(/← .?responses/);
    await expect(chooser.rows.filter({ hasText: /Prompt: .My laptop sits on my desk/ })).toBeVisible();
    await expect(chooser.rows.filter({ hasText: /Response 3: / })).toBeVisible();
    await expect(chooser.rows.filter({ hasText: 'battery-plugged-in' })).toContainText('ID');
    expect(fs.readdirSync(study.path)).toEqual(['sample.jsonl']);
    await page.keyboard.press('Enter');
    await desk.at(1);
    await desk.rank(1, 2, 3);
    await desk.press('Enter');
    await desk.at(2);
    expect(study.annotations()).toHaveLength(1);
  });

  const before = readProject(study.project);
  await test.step('another field takes effect only after what becomes of the judgement was said', async () => {
    await chooseFields(page);
    await chooser.shows('Fields of sample');
    await page.keyboard.type('prompt');
    await chooser.enter(/which field contains “Prompt”\?$/);
    await page.keyboard.type('metadata.topic');
    await chooser.enter('Fields of sample');
    await chooser.enter(/^This study has annotations/);
    await expect(chooser.active).toContainText('changed items: 15 of the first 15');
    await expect(chooser.rows.filter({ hasText: 'They count again if you change the fields back.' })).toBeVisible();
  });

  await test.step('Escape leads back, and again it leaves everything as it was', async () => {
    await page.keyboard.press('Escape');
    await chooser.shows('Fields of sample');
    await page.keyboard.press('Escape');
    await expect(chooser.input).toBeHidden();
    await desk.at(2);
    expect(readProject(study.project)).toEqual(before);
  });

  await test.step('Enter changes them, and the desk shows the items as they are read now', async () => {
    await chooseFields(page);
    await chooser.shows('Fields of sample');
    await page.keyboard.type('prompt');
    await chooser.enter(/which field contains “Prompt”\?$/);
    await page.keyboard.type('metadata.topic');
    await chooser.enter('Fields of sample');
    await chooser.enter(/^This study has annotations/);
    await page.keyboard.press('Enter');
    await expect.poll(() => readProject(study.project).mapping).toEqual({ prompt: 'metadata.topic' });
    await expect(desk.prompt).toContainText('programming');
    await desk.at(2);
    await expect(desk.status).toHaveText('Not judged');
    expect(study.annotations()).toHaveLength(1);
  });
});

test('a table with columns of other names is annotated after its fields are chosen, and rows are gathered by their prompt, by keyboard alone', async ({
  openWindow,
  study,
}) => {
  const rows = [
    ['Hi', 'Hello'],
    ['Bye', 'See you'],
    ['Hi', 'Go away'],
  ].map(([prompt, completion], i) => ({ prompt, completion, label: i < 2 }));
  fs.writeFileSync(path.join(study.path, 'rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  fs.writeFileSync(
    path.join(study.path, 'odd.csv'),
    'topic,answer_a,answer_b,source\nWhat is rain?,Water that falls.,Clouds crying.,web\nWhy is the sky blue?,Scattering.,"The sea, mirrored.",book\n',
  );
  const page = await openWindow();
  await annotateInExplorer(page, 'odd.csv');
  const chooser = new FieldChooserPage(page);
  await chooser.shows('Annotate odd.csv');
  // The answers are told by their names; what was asked is not, and is the one thing to say.
  await expect(chooser.active).toContainText('no field is named as the prompt; it may be “topic”');
  await page.keyboard.type('prompt');
  await chooser.enter(/which field contains “Prompt”\?$/);
  await expect(chooser.active).toContainText(/^topic.What is rain\?/);
  await chooser.enter('Annotate odd.csv');
  await page.keyboard.type('source');
  await expect(chooser.active).toContainText(/^source.web/);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(chooser.rows.filter({ hasText: /Response 2: .Clouds crying\./ })).toBeVisible();
  expect(fs.readdirSync(study.path).sort()).toEqual(['odd.csv', 'rows.jsonl', 'sample.jsonl']);

  await test.step('a field is chosen anew, by its name and a path that is typed, and the item follows', async () => {
    await page.keyboard.type('prompt');
    await chooser.enter(/which field contains “Prompt”\?$/);
    await page.keyboard.type('source');
    await chooser.enter('Annotate odd.csv');
    await expect(chooser.rows.filter({ hasText: /Prompt: .web/ })).toBeVisible();
    await page.keyboard.type('prompt');
    await chooser.enter(/which field contains “Prompt”\?$/);
    await page.keyboard.type('nowhere.at.all');
    await expect(chooser.active).toContainText('use the path you typed');
    await chooser.enter('Annotate odd.csv');
    await expect(chooser.active).toContainText('Choose the field for “Prompt”…');
    await chooser.enter(/which field contains “Prompt”\?$/);
    await page.keyboard.press('Escape');
    await chooser.shows('Annotate odd.csv');
    await chooser.enter(/which field contains “Prompt”\?$/);
    await chooser.enter('Annotate odd.csv');
    await expect(chooser.rows.filter({ hasText: /Prompt: .What is rain/ })).toBeVisible();
  });

  await page.keyboard.press('Enter');
  const desk = new Desk(page);
  await desk.at(1);
  await expect(desk.prompt).toContainText('What is rain?');
  await expect(desk.cards).toHaveCount(2);
  expect(readProject(path.join(study.path, 'odd.tiebreak'))).toEqual({
    sources: ['odd.csv'],
    layout: 'paired-responses',
    mapping: { first: 'answer_a', second: 'answer_b', prompt: 'topic' },
  });

  await test.step('rows that share their prompts are gathered on request, and what is seen is what is judged', async () => {
    await page.keyboard.press('Control+w');
    await expect(page.locator('.editor-group-container .tab')).toHaveCount(0);
    await annotateInExplorer(page, 'rows.jsonl');
    await chooser.shows('Annotate rows.jsonl');
    await page.keyboard.type('same prompt');
    await expect(chooser.active).toContainText('not combined: each row is one item');
    await page.keyboard.press('Enter');
    await expect(chooser.rows.filter({ hasText: 'combined into one item' })).toBeVisible();
    // What the label says of the two is told only to who asks: neither by its value nor by the order of the texts.
    const responses = chooser.rows.filter({ hasText: /Response \d: / });
    await expect(responses).toHaveText([/Response 1: .Go away/, /Response 2: .Hello/]);
    await expect(chooser.rows.filter({ hasText: /^Label/ }).last()).toContainText('label hidden');
    await page.keyboard.type('show the labels');
    await page.keyboard.press('Enter');
    await expect(responses).toHaveText([/Response 1: .Hello/, /Response 2: .Go away/]);
    await expect(chooser.rows.filter({ hasText: /^Label/ }).last()).toContainText('true');
    await page.keyboard.press('Enter');
    await desk.at(1);
    await expect(desk.cards).toHaveCount(2);
    expect(readProject(path.join(study.path, 'rows.tiebreak'))).toMatchObject({ layout: 'kto', gather: true });
  });
});

test('what is read by a guess says so first, and what is used for nothing is seen', async ({ openWindow, study }) => {
  const rows = [0, 1, 2, 3].map((n) => ({
    question: `What happened in year ${n}?`,
    story: `A long story of the year ${n}, which nobody asked for.`,
    answers: [`It rained for ${n} days.`, `The sun shone for ${n} weeks.`],
  }));
  fs.writeFileSync(path.join(study.path, 'guess.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const page = await openWindow();
  await annotateInExplorer(page, 'guess.jsonl');
  const chooser = new FieldChooserPage(page);
  await chooser.shows('Annotate guess.jsonl');
  await expect(chooser.active).toContainText('A guess: please check it');
  await expect(chooser.active).toContainText('nothing uses “story”');
  await expect(chooser.rows.filter({ hasText: /Response 2: .The sun shone for 0 weeks\./ })).toBeVisible();
  fs.mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: path.join(screenshots, 'chooser-guess.png') });
  await page.keyboard.press('Enter');
  await expect(chooser.active).toContainText('creates guess.tiebreak');
  await page.keyboard.press('Enter');
  const desk = new Desk(page);
  await desk.at(1);
  await expect(desk.prompt).toContainText('What happened in year 0?');
  expect(readProject(path.join(study.path, 'guess.tiebreak'))).toEqual({
    sources: ['guess.jsonl'],
    layout: 'responses',
    mapping: { prompt: 'question', responses: 'answers' },
  });
});

test('what a code means is asked by one item, and the responses may stand in other fields', async ({
  openWindow,
  study,
}) => {
  const rows = [2, 1, 1, 2, 1].map((pick, n) => ({
    question: `What happened in year ${n}?`,
    answer_1: `It rained for ${n} days.`,
    answer_2: `The sun shone for ${n} weeks.`,
    draft_text: `Nothing much, ${n} times.`,
    pick_label: pick,
  }));
  fs.writeFileSync(path.join(study.path, 'codes.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const page = await openWindow();
  await annotateInExplorer(page, 'codes.jsonl');
  const chooser = new FieldChooserPage(page);
  await chooser.shows('Annotate codes.jsonl');
  await expect(chooser.active).toContainText('What does “pick_label” mean?');
  fs.mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: path.join(screenshots, 'chooser-roles.png') });

  await test.step('one answer says what both values mean, and the item shows it', async () => {
    await chooser.enter(/item 1 has pick_label = 2\. Which response was better\?$/);
    await expect(chooser.rows.filter({ hasText: /Response 2.*The sun shone for 0 weeks\./ })).toBeVisible();
    await page.screenshot({ path: path.join(screenshots, 'chooser-question.png') });
    await page.keyboard.press('ArrowDown');
    await chooser.enter('Annotate codes.jsonl');
    await expect(chooser.active).toContainText('creates codes.tiebreak');
    await expect(chooser.rows.filter({ hasText: 'Meaning of label values' })).toContainText('2 = second, 1 = first');
    await expect(chooser.rows.filter({ hasText: /^Labels: 1 \(comparisons\)/ })).toBeVisible();
  });

  await test.step('a third field becomes a response, and the item follows', async () => {
    await page.keyboard.type('Responses');
    await chooser.enter(/which fields contain the responses\? Choose one list, or one field per response$/);
    await page.keyboard.type('draft');
    await expect(chooser.rows).toHaveText([/^draftuse the path you typed$/, /^draft_text/]);
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(chooser.active).toContainText('draft_text', { timeout: 500 });
    }).toPass();
    await page.keyboard.press('Space');
    await expect(chooser.widget).toContainText('3 Selected');
    await page.screenshot({ path: path.join(screenshots, 'chooser-responses.png') });
    await page.keyboard.press('Enter');
    await chooser.shows('Annotate codes.jsonl');
    await expect(chooser.rows.filter({ hasText: /Response \d: .Nothing much, 0 times\./ })).toBeVisible();
  });

  await page.keyboard.press('Enter');
  await new Desk(page).at(1);
  expect(readProject(path.join(study.path, 'codes.tiebreak'))).toEqual({
    sources: ['codes.jsonl'],
    layout: 'responses',
    mapping: {
      prompt: 'question',
      responses: 'answer_1,answer_2,draft_text',
      label: 'pick_label',
      values: '2=second,1=first',
    },
  });
});

test('a workbook, a zip archive, CSV of Excel and a folder with a file for each model are annotated as they are', async ({
  openWindow,
  study,
}) => {
  const write = (name: string, content: string | Buffer): void =>
    fs.writeFileSync(path.join(study.path, name), content);
  const rows = ['Why?', 'How?', 'When?'].map((prompt) => ({ prompt, completion: 'So.' }));
  write(
    'workbook.xlsx',
    workbookOf({
      Prefs: [
        ['prompt', 'chosen', 'rejected'],
        ['What is in the workbook?', 'Rows.', 'Nothing.'],
        ['And more?', 42, 'No.'],
      ],
      Notes: [['a'], ['b']],
    }),
  );
  write(
    'packed.zip',
    zipOf({
      'data/prefs.csv': 'prompt;chosen;rejected\nWhat is in the archive?;A file.;Nothing.\nAnd more?;Yes.;No.\n',
    }),
  );
  write(
    'western.csv',
    Buffer.from('prompt;chosen;rejected\r\nWas ist größer?;Köln;Bonn\r\nUnd schöner?;Köln;Bonn\r\n', 'latin1'),
  );
  fs.mkdirSync(path.join(study.path, 'outputs'));
  for (const model of ['gpt-4o', 'llama'])
    write(
      `outputs/${model}.jsonl`,
      rows.map((row) => `${JSON.stringify({ ...row, completion: `${model} says so.` })}\n`).join(''),
    );
  const page = await openWindow();
  const chooser = new FieldChooserPage(page);
  const desk = new Desk(page);

  await test.step('outputs', async () => {
    await annotateInExplorer(page, 'outputs');
    await chooser.shows('Annotate outputs');
    await expect(chooser.rows.filter({ hasText: 'one file per model' })).toContainText('Files');
    await expect(chooser.rows.filter({ hasText: /Response 2: .llama says so\./ })).toBeVisible();
    await page.keyboard.press('Enter');
    await desk.at(1);
    await expect(desk.cards).toHaveCount(2);
    expect(readProject(path.join(study.path, 'outputs.tiebreak'))).toMatchObject({
      sources: ['outputs'],
      gather: 'files',
    });
    await page.keyboard.press('Control+w');
    await expect(page.locator('.editor-group-container .tab')).toHaveCount(0);
  });

  // The arrows of the Explorer lead down.
  for (const [name, text] of [
    ['packed.zip', 'What is in the archive?'],
    ['western.csv', 'Was ist größer?'],
  ] as const) {
    await test.step(name, async () => {
      await annotateInExplorer(page, name);
      await chooser.shows(`Annotate ${name}`);
      await expect(chooser.rows.filter({ hasText: /^Prompt: / })).toContainText(text);
      await page.keyboard.press('Escape');
      await expect(chooser.input).toBeHidden();
    });
  }

  await test.step('workbook.xlsx', async () => {
    await annotateInExplorer(page, 'workbook.xlsx');
    await chooser.shows('Annotate workbook.xlsx');
    await page.keyboard.press('Enter');
    await desk.at(1);
    await expect(desk.prompt).toContainText('What is in the workbook?');
    await expect(desk.cards).toHaveCount(2);
    expect(readProject(path.join(study.path, 'workbook.tiebreak'))).toEqual({
      sources: ['workbook.xlsx'],
      layout: 'preference-pairs',
      mapping: {},
    });
  });
});

test.describe('with a record that lacks a field', () => {
  test.use({ dataset: { records: [{ prompt: 'Hi', responses: ['a', 'b'] }, { prompt: 'Hi' }] }, sharesWindow: true });

  test('the desk says so in words of the editor, and leads to the fields', async ({ openDesk }) => {
    const desk = await openDesk();
    await desk.goTo(2);
    await expect(desk.alert).toContainText('choose another field with “Choose Fields…”');
    await desk.root.getByRole('button', { name: 'Choose fields…' }).click();
    await new FieldChooserPage(desk.page).shows('Fields of sample');
  });
});

/** Asks for the fields of the study in the editor, through the command palette. */
async function chooseFields(page: Page): Promise<void> {
  const chooser = new FieldChooserPage(page);
  await page.keyboard.press('F1');
  await expect(chooser.input).toBeFocused();
  await page.keyboard.type('Tiebreak: Choose Fields');
  await expect(chooser.active).toContainText('Choose Fields…');
  await page.keyboard.press('Enter');
}
