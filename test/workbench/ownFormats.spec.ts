import fs from 'node:fs';
import type { Project } from '../../src/core/model/study/project';
import { openExport } from './exportView';
import { expect, test } from './workbench';

const records = [0, 1].map((n) => ({
  id: `q${n}`,
  prompt: `Question ${n}?`,
  responses: ['worst', 'best'].map((name) => ({
    id: `q${n}-${name}`,
    text: `The ${name} answer to ${n}.`,
    model: name,
  })),
}));

test.use({ dataset: { records } });

test('a format of the study itself is chosen, previewed and told where it is faulty', async ({ openDesk, study }) => {
  study.init();
  const project = JSON.parse(fs.readFileSync(study.project, 'utf8')) as Project;
  const formats = {
    'our-pairs': {
      of: 'pairs',
      title: 'Pairs for our own trainer',
      columns: { question: 'prompt.text', good: 'chosen.text', bad: 'rejected.text', writer: 'chosen.model' },
    },
    faulty: { of: 'pairs', columns: { question: 'prompt.txt' } },
  };
  fs.writeFileSync(study.project, JSON.stringify({ ...project, formats }));
  const desk = await openDesk({ item: 'any' });
  await desk.rank(1, 2);
  await desk.press('Enter');
  await expect.poll(() => study.annotations().length).toBe(1);
  const view = await openExport(desk.page);
  await view.choose(view.trainer, 'Formats of this study');
  await view.counted('1 row from one annotation');
  await expect(view.rows.first()).toContainText('"good": "The');
  await expect(view.rows.first()).toContainText('"writer": "…"');
  await expect(view.root.locator('#format-title')).toHaveText('Pairs for our own trainer');
  await expect(view.root).toContainText('formats.faulty.columns.question: “prompt.txt” is not a value of pairs');
});
