import fs from 'node:fs';
import path from 'node:path';
import { tiersByLetter } from './studyFolder';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

const folder = {
  name: 'a folder in the place of the journal',
  put: (journal: string) => fs.mkdirSync(journal),
  says: /there is a folder in its place\. Move that folder away\. Save again/,
};
const full = {
  name: 'a full disk',
  put: (journal: string) => fs.symlinkSync('/dev/full', journal),
  says: /the disk is full\. Free some space\. Save again/,
};

// Linux alone has a device that is always full.
for (const { name, put, says } of process.platform === 'linux' ? [full, folder] : [folder]) {
  test(`${name} is told, and the judgement stays until it can be saved`, async ({ openDesk, study }) => {
    const desk = await openDesk();
    await desk.rank(1, 1, 2);
    await desk.writeCritique('C', 'not to be lost');
    await desk.leaveField();
    fs.mkdirSync(path.dirname(study.journal), { recursive: true });
    put(study.journal);

    await desk.press('Enter');
    await expect(desk.alert).toContainText(says);
    await expect(desk.alert).toContainText('kept as a draft');
    await expect(desk.where).toHaveText(/^Item 1 of/);
    await expect(desk.status).toHaveText('Draft, not saved');
    await expect(desk.written('C')).toHaveText('not to be lost');
    await expect(desk.progress).toHaveAttribute('value', '0');

    fs.rmSync(study.journal, { recursive: true });
    await desk.press('Enter');
    await desk.at(2);
    await expect(desk.alert).toHaveCount(0);
    const lines = study.annotations();
    expect(lines.map(tiersByLetter)).toEqual([['AB', 'C']]);
    expect(lines[0]!.judgement.critiques).toEqual([{ response: lines[0]!.shown[2], text: 'not to be lost' }]);
  });
}
