import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { Desk } from './desk';
import { expect, test } from './workbench';

const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');

/** A conversation tree as OpenAssistant publishes it: one message a line, the answers to one of them compared. */
const tree = (n: number): object[] => [
  { message_id: `p${n}`, parent_id: null, message_tree_id: `p${n}`, role: 'prompter', text: `Question ${n}?` },
  ...['first', 'second', 'third'].map((name) => ({
    message_id: `a${n}-${name}`,
    parent_id: `p${n}`,
    message_tree_id: `p${n}`,
    role: 'assistant',
    text: `The ${name} answer to question ${n}.`,
  })),
];

test.use({ dataset: { records: [1, 2, 3].flatMap(tree) } });

test('a second window and a second study on one dataset of message trees stop nobody', async ({
  openDesk,
  openWindow,
  study,
}) => {
  const here = await openDesk();
  await here.at(1);
  await here.rank(1, 2, 3);
  await here.press('Enter');
  await here.at(2);

  const there = new Desk(await openWindow({ openFile: study.project }));
  await there.at(2);
  await here.press('Shift+K');
  await here.at(1);
  await here.press('Shift+J');
  await here.at(2);
  await here.rank(3, 2, 1);
  await here.press('Enter');
  await here.at(3);
  await expect(here.alert).toHaveCount(0);

  const second = path.join(study.path, 'second.tiebreak');
  execFileSync(process.execPath, [cli, 'init', second, '--dataset', study.dataset]);
  const other = new Desk(await openWindow({ openFile: second }));
  await other.at(1);
  await other.rank(2, 1, 3);
  await other.press('Enter');
  await other.at(2);
  await here.press('Shift+K');
  await here.at(2);
  for (const desk of [here, there]) {
    await desk.press('Shift+K');
    await desk.at(1);
    await desk.shows(1, 2, 3);
    await expect(desk.status).toHaveText(/^Saved /);
  }
  await here.press('Shift+J');
  await here.at(2);
  await here.press('Shift+J');
  await here.at(3);
  await here.rank(1, 1, 1);
  await here.press('Enter');
  await expect.poll(() => study.annotations().length).toBe(3);
});
