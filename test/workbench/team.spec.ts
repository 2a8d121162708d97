import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Annotation } from '../../src/core/model/annotation/annotation';
import { startPostgres, type TestServer } from '../harness/postgres.mjs';
import { journalIn } from './journalIn';
import { Desk } from './desk';
import { eachLook, screenshots, wide } from './looks';
import { choose, join, judge, teamStatus } from './teamWindow';
import { expect, test } from './workbench';

const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');
const count = 30;
const models = ['alpha-7b', 'beta-7b', 'gamma-7b'] as const;

/** Items of three answers, each by one model that only its id and its metadata name. */
const records = [...Array(count).keys()].map((n) => ({
  id: `q${n}`,
  prompt: `How does case ${n} end?`,
  responses: models.map((model, at) => ({
    id: `${model}-${n}`,
    text: `Case ${n} ends ${['well, as the record shows', 'some other way', 'not at all'][at]}.`,
    model,
  })),
}));

test.use({ dataset: { records } });

let postgres: TestServer;
test.beforeAll(async () => {
  postgres = await startPostgres();
});
test.afterAll(() => postgres.stop());

/** Runs `tiebreak team` as the lead; resolves to what it printed. */
async function team(address: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'team', ...args], {
    env: { ...process.env, TIEBREAK_TEAM: address },
  });
  return stdout;
}

/** A store with the study in it, and an invitation for each name. */
async function storeWith(
  project: string,
  parts: Readonly<Record<string, 'annotator' | 'adjudicator' | 'lead'>>,
  perItem = 2,
): Promise<{ address: string; links: Record<string, string> }> {
  const address = postgres.urlOf('lead', 'lead', await postgres.database());
  await team(address, 'init', project, '--as', 'Lea', '--per-item', String(perItem));
  const links: Record<string, string> = {};
  for (const [name, part] of Object.entries(parts)) {
    const [made] = JSON.parse(await team(address, 'invite', project, name, '--part', part, '--json')) as {
      link: string;
    }[];
    links[name] = made!.link;
  }
  return { address, links };
}

const folderOf = (study: { path: string }, name: string): string => {
  const folder = path.join(study.path, name);
  fs.mkdirSync(folder, { recursive: true });
  return folder;
};

const journalOf = (folder: string, name: string): string =>
  journalIn(path.join(folder, 'sample.tiebreak.d', 'annotations'), name);

function annotationsIn(folder: string, name: string): Annotation[] {
  const file = journalOf(path.join(folder, 'sample'), name);
  return fs.existsSync(file)
    ? fs
        .readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Annotation)
    : [];
}

test('two people who were invited judge without the dataset, blind; a lead sees it come in, and an adjudicator settles', async ({
  openWindow,
  study,
}) => {
  test.slow();
  study.init();
  const { address, links } = await storeWith(study.project, {
    Ana: 'annotator',
    Ben: 'annotator',
    Cleo: 'adjudicator',
  });
  const [ana, ben, cleo] = ['ana', 'ben', 'cleo'].map((name) => folderOf(study, name)) as [string, string, string];
  fs.mkdirSync(screenshots, { recursive: true });

  const anasPage = await openWindow({ folder: ana, ...wide });
  const anas = await join(anasPage, links['Ana']!);
  await test.step('nothing on the disk of an annotator tells a model, an id or the order of the source', () => {
    const everything = fs
      .readdirSync(ana, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
      .join('\n');
    expect(everything).toContain('How does case');
    for (const secret of [...models, '"q1', 'sample.jsonl']) expect(everything).not.toContain(secret);
  });
  for (let item = 0; item < 3; item++) await judge(anas, [1, 2, 3]);
  await expect.poll(() => annotationsIn(ana, 'Ana').length).toBe(3);
  await expect(teamStatus(anasPage)).toContainText('All sent');

  const lead = await openWindow({ openFile: study.project, ...wide });
  const leads = new Desk(lead);
  await leads.ready();
  await test.step('a lead without a password is told so, and enters it', async () => {
    await expect(teamStatus(lead)).toContainText('Not connected');
    await expect(leads.question).toContainText('The password for');
    await leads.button('Close').click();
    await choose(lead, 'Enter a New Invitation');
    await lead.locator('.quick-input-widget input').first().fill('lead');
    await lead.keyboard.press('Enter');
    await expect(teamStatus(lead)).toContainText('All sent');
  });
  await lead.locator('.activitybar .action-label[aria-label="Tiebreak"]').click();
  const view = lead.locator('.part.sidebar');
  await expect(view).toContainText('3 of 60 judgments');
  await expect(view.getByRole('treeitem', { name: /^Ana.*online/ })).toBeVisible();

  const bensPage = await openWindow({ folder: ben, ...wide });
  const bens = await join(bensPage, links['Ben']!);
  await test.step('items come by themselves until each has two judgments', async () => {
    for (let item = 3; item < count; item++) await judge(anas, [1, 2, 3]);
    for (let item = 0; item < count; item++) await judge(bens, [3, 2, 1]);
  });
  await expect(anas.root).toContainText('All items assigned to you are done');
  await eachLook(anas, async (look) => {
    await anasPage.screenshot({ path: path.join(screenshots, `team-done-${look}.png`) });
  });
  await expect(view).toContainText('60 of 60 judgments');
  await eachLook(leads, async (look) => {
    await lead.screenshot({ path: path.join(screenshots, `team-lead-${look}.png`) });
  });
  const pulled = ['Ana', 'Ben'].map((name) => fs.readFileSync(journalOf(study.path, name), 'utf8'));
  expect(pulled).toEqual(
    [ana, ben].map((folder, at) =>
      fs.readFileSync(journalOf(path.join(folder, 'sample'), ['Ana', 'Ben'][at] ?? ''), 'utf8'),
    ),
  );

  await test.step('disagreements wait for the adjudicator, who sees what was judged', async () => {
    await choose(lead, 'Send Disagreements');
    await expect(view).toContainText(/\d+ to adjudicate/);
    const page = await openWindow({ folder: cleo, ...wide });
    const cleos = await join(page, links['Cleo']!);
    const opinions = cleos.root.getByRole('region', { name: 'Judgments of annotators' });
    await expect(opinions.getByRole('listitem').first()).toBeVisible();
    await page.screenshot({ path: path.join(screenshots, 'team-adjudicator.png') });
    await judge(cleos, [1, 2, 3]);
    await expect.poll(() => annotationsIn(cleo, 'Cleo').map(({ role }) => role)).toEqual(['adjudicator']);
    await expect(teamStatus(page)).toContainText('All sent');
  });

  await test.step('a member who was removed is told so; what is saved stays', async () => {
    await team(address, 'members', study.project, '--remove', 'Ben', '--yes');
    await choose(bensPage, 'Sync Now');
    await expect(bens.question).toContainText(/membership has ended|was removed|rejected the login/);
    await expect(teamStatus(bensPage)).toContainText('Not connected');
    await bensPage.setViewportSize({ width: 900, height: 1000 });
    await bensPage.screenshot({ path: path.join(screenshots, 'team-removed-900.png') });
    expect(annotationsIn(ben, 'Ben')).toHaveLength(count);
  });

  await test.step('a store of a newer version says what to do', async () => {
    const database = new URL(address).pathname.slice(1);
    await postgres.asSuperuser('insert into tiebreak.schema_version (version) values (99)', database);
    await anasPage.reload();
    await anas.root.waitFor();
    await expect(anas.question).toContainText('Update Tiebreak');
    await anasPage.screenshot({ path: path.join(screenshots, 'team-newer-store.png') });
  });
});
