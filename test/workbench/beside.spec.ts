import fs from 'node:fs';
import { openThroughExplorer } from './desk';
import { expect, test } from './workbench';

const record = {
  id: 'album',
  prompt: 'When did the album come out?',
  context: 'Asked in 2018.',
  evidence: [{ id: 'first', title: 'The album', text: 'It came out in August.' }, { id: 'second', text: 'Its singles came out in May.' }],
  references: ['In August 2018.'],
  responses: [{ id: 'a', text: 'In August.' }, { id: 'b', text: 'In May.' }],
};

test('context and evidence stand beside the conversation, and a passage is ticked by its key', async ({ openWindow, study }) => {
  fs.writeFileSync(study.dataset, [record, { ...record, id: 'other', prompt: 'And the next one?' }].map((each) => `${JSON.stringify(each)}\n`).join(''));
  const page = await openWindow();
  const desk = await openThroughExplorer(page, 'sample.jsonl');
  const { passages } = desk;
  await expect(passages).toHaveCount(3);
  await expect(passages.nth(0)).toContainText('Asked in 2018.');
  await expect(passages.nth(1)).toContainText('The album');
  await expect(desk.body).not.toContainText('In August 2018.');

  await desk.press('Alt+Shift+2');
  await expect(desk.notice).toHaveText('Passage 2 supports A.');
  await desk.press('i');
  await expect(passages).toHaveCount(0);
  await desk.press('i');
  await desk.press('j', 'Alt+Shift+2');
  await expect(desk.notice).toHaveText('Passage 2 supports B.');
  await expect(passages.nth(2)).toContainText('supports A');
  await desk.press('k');
  await desk.rank(1, 2);
  await desk.press('Enter');
  await desk.at(2);
  const [annotation] = study.annotations();
  expect(annotation?.judgement.supports).toEqual(annotation?.shown.map((response) => ({ response, passage: 'second' })));
});
