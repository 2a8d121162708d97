import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Desk } from './desk';
import { tiersByLetter, type StudyFolder } from './studyFolder';
import { expect, newServer, test, type Server } from './workbench';

const begun = 'B names its source, while ';
const finished = 'A only sounds sure of it; 3 of 4 numbers are made up.';

// Its extension host would be killed too.
test.beforeEach(({ sharedWindow }) => sharedWindow.close());

test('a judgement that was saved stands when the extension host is killed right after', async ({
  openDesk,
  server,
  study,
}) => {
  const desk = await openDesk();
  await desk.rank(2, 1, 3);
  await desk.press('Enter');
  await lineIn(study);
  killExtensionHost(server);
  await desk.page.reload();
  // Whether the host still came to the second item is open.
  await expect(desk.where).toHaveText(/^Item [12] of/);
  await desk.goTo(1);
  await savedStands(desk, study);
});

test('a desk whose extension host is killed in the middle of typing says so, and all that was typed comes back as a draft', async ({
  openDesk,
  server,
  study,
}) => {
  const desk = await openDesk();
  await desk.rank(2, 1, 3);
  await desk.writeCritique('C', begun);
  killExtensionHost(server);
  await desk.page.keyboard.type(finished);
  await expect(desk.alert).toContainText('reload the window');
  await expect(desk.critique('C')).toHaveValue(begun + finished);
  await desk.page.reload();
  await desk.at(1);
  await draftIsBack(desk, study, begun + finished);
});

test('saved judgements stand and drafts come back when the whole server is killed', async ({ openDesk, study }) => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'tiebreak-e2e-home-'));
  const folders = { userDataDir: path.join(home, 'user-data'), extensionsDir: path.join(home, 'extensions') };
  const first = await newServer(folders);
  let second: Server | undefined;
  try {
    const desk = await openDesk({ server: first });
    await desk.rank(2, 1, 3);
    await desk.press('Enter');
    await desk.at(2);
    await desk.rank(1, 2, 2, 4);
    await desk.writeCritique('D', begun + finished);
    await first.crash();
    // The browser keeps what belongs to a place on the web, so the server comes back where it was.
    await first.stop();
    second = await newServer({ ...folders, port: first.port });
    await desk.page.reload();
    await desk.at(2);
    await desk.shows(1, 2, 2, 4);
    await expect(desk.written('D')).toHaveText(begun + finished);
    await expect(desk.status).toHaveText('Draft, not saved');
    await desk.press('Shift+K');
    await savedStands(desk, study);
  } finally {
    await first.stop();
    await second?.stop();
    fs.rmSync(home, { recursive: true, force: true });
  }
});

async function savedStands(desk: Desk, study: StudyFolder): Promise<void> {
  expect(study.annotations().map(tiersByLetter)).toEqual([['B', 'A', 'C']]);
  await desk.at(1);
  await expect(desk.status).toHaveText(/^Saved /);
  await desk.shows(2, 1, 3);
  await expect(desk.progress).toHaveAttribute('value', '1');
}

async function draftIsBack(desk: Desk, study: StudyFolder, text: string): Promise<void> {
  await desk.shows(2, 1, 3);
  await expect(desk.written('C')).toHaveText(text);
  await expect(desk.status).toHaveText('Draft, not saved');
  expect(study.journalText()).toBe('');
  await desk.press('Enter');
  await desk.at(2);
  expect(study.annotations()[0]!.judgement.critiques?.map((critique) => critique.text)).toEqual([text]);
}

function killExtensionHost(server: Server): void {
  const pids = server.extensionHostPids();
  expect(pids).not.toEqual([]);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
}

/** As soon as a line is in the journal, before the screen has said anything. */
async function lineIn(study: StudyFolder): Promise<void> {
  for (let attempt = 0; attempt < 10_000; attempt++) {
    if (study.journalText().endsWith('\n')) return;
    await sleep(1);
  }
  throw new Error('nothing was saved');
}
