import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { freePort, startPostgres, type TestServer } from '../harness/postgres.mjs';
import { Desk } from './desk';
import { screenshots } from './looks';
import { choose, join, judge, runCommand, teamStatus } from './teamWindow';
import { expect, test } from './workbench';

const count = 12;
const records = [...Array(count).keys()].map((n) => ({
  id: `q${n}`,
  prompt: `How does case ${n} end?`,
  responses: ['alpha-7b', 'beta-7b', 'gamma-7b'].map((model, at) => ({
    id: `${model}-${n}`,
    text: `Case ${n} ends in way ${at}.`,
    model,
  })),
}));

test.use({ dataset: { records } });

let postgres: TestServer;
test.beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.asSuperuser("create role lea login password 'a long password'");
  await postgres.asSuperuser('create database tiebreak owner lea');
});
test.afterAll(() => postgres.stop());

const picker = (page: Page): Locator => page.locator('.quick-input-widget');
const dialog = (page: Page): Locator => page.locator('.monaco-dialog-box');

/** Takes a picture of a step at two widths. */
async function picture(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of [900, 1300]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: path.join(screenshots, `create-store-${name}-${width}.png`) });
  }
  if (before) await page.setViewportSize(before);
}

/** Answers the question with this text, whose answer may be there already. */
async function answer(page: Page, question: string | RegExp, text?: string): Promise<void> {
  await expect(picker(page)).toContainText(question);
  if (text !== undefined) await picker(page).locator('input').first().fill(text);
  await page.keyboard.press('Enter');
}

test('a lead without a terminal creates a store, invites, and sees who is behind and removes them, with the keyboard alone', async ({
  openWindow,
  study,
}) => {
  test.slow();
  fs.mkdirSync(screenshots, { recursive: true });
  study.init();
  const page = await openWindow({ openFile: study.project, width: 1300, height: 800 });
  const desk = new Desk(page);
  await desk.ready();
  await page.evaluate(() => navigator.clipboard.writeText('nothing'));

  await test.step('“Team…” asks whether to create a store', async () => {
    await runCommand(page, 'Team…');
    await expect(dialog(page)).toContainText('This study has no team store');
    await picture(page, '1-question');
    await page.keyboard.press('Enter');
  });

  const address = (port: number, user = 'lea', database = 'tiebreak'): string =>
    `postgres://${user}@127.0.0.1:${port}/${database}`;

  await test.step('an address that leads nowhere is asked for again, with why', async () => {
    await expect(picker(page)).toContainText('Address of the database');
    await picture(page, '2-address');
    await answer(page, 'Address of the database', 'db.example.org');
    await expect(picker(page)).toContainText('This is not the address of a store');
    await picture(page, '3-no-address');
    await answer(page, 'This is not the address', address(await freePort()));
    await answer(page, 'Password of “lea”', 'wrong');
    await expect(picker(page)).toContainText('othing listens on this port');
    await expect(picker(page)).toContainText('(1/4)');
    await picture(page, '4-unreachable');
  });

  await test.step('a wrong password, a missing database and a missing right are told apart', async () => {
    await answer(page, 'cannot be reached', address(postgres.port, 'lea', 'nowhere'));
    await answer(page, 'Password of “lea”', 'wrong');
    await expect(picker(page)).toContainText('has no account “lea” with this password');
    await picture(page, '5-wrong-password');
    await answer(page, 'has no account', 'a long password');
    await expect(picker(page)).toContainText('create database nowhere owner lea');
    await picture(page, '6-no-database');
    await answer(page, 'has no database', address(postgres.port));
    // The password is still there.
    await answer(page, 'Password of “lea”');
    await expect(picker(page)).toContainText('alter role lea createrole');
    await picture(page, '7-no-right');
    await postgres.asSuperuser('alter role lea createrole');
    await answer(page, 'alter role lea createrole');
  });

  await test.step('Escape leads back a step, and keeps what was entered', async () => {
    await expect(picker(page)).toContainText('Your name, as the members');
    await page.keyboard.press('Escape');
    await answer(page, 'Password of “lea”');
    await picture(page, '8-name');
    await answer(page, 'Your name, as the members', 'Lea');
    await picture(page, '9-per-item');
    await answer(page, 'How many annotators', '2');
  });

  await test.step('the store is there, and no file holds its password', async () => {
    await expect(dialog(page)).toContainText(`The team store is ready: ${count} items, ${2 * count} judgments`);
    await expect(dialog(page)).toContainText('Only a superuser can hide this');
    await picture(page, '10-ready');
    const files = fs
      .readdirSync(study.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile());
    for (const { parentPath, name } of files)
      expect(fs.readFileSync(path.join(parentPath, name), 'utf8')).not.toContain('long password');
  });

  const links: Record<string, string> = {};
  await test.step('invitations follow each other', async () => {
    await page.keyboard.press('Enter');
    for (const name of ['Ana', 'Ben']) {
      await answer(page, 'Name of the person', name);
      await expect(picker(page)).toContainText('settles disagreements');
      if (name === 'Ana') await picture(page, '11-role');
      await page.keyboard.press('Enter');
      await expect(dialog(page)).toContainText(`The invitation for ${name} was copied`);
      if (name === 'Ana') await picture(page, '12-invitation');
      links[name] = await page.evaluate(() => navigator.clipboard.readText());
      await page.keyboard.press(name === 'Ana' ? 'Enter' : 'Escape');
    }
    await expect(dialog(page)).toHaveCount(0);
    await expect(teamStatus(page)).toContainText('All sent');
  });

  await test.step('who is behind stands first', async () => {
    const ana = path.join(study.path, 'ana');
    fs.mkdirSync(ana);
    const window = await openWindow({ folder: ana, width: 1300, height: 800 });
    const anas = await join(window, links['Ana'] ?? '');
    for (let item = 0; item < 3; item++) await judge(anas, [1, 2, 3]);
    await expect(teamStatus(window)).toContainText('All sent');
    await choose(page, 'Members…');
    await expect(picker(page)).toContainText(/Members: 3 of 24 judgments/);
    const rows = picker(page).getByRole('option');
    await expect(rows.nth(1)).toContainText(/Ben.*0 of 12 judged · 2 behind the average/);
    await expect(rows.nth(2)).toContainText(/Ana.*3 of 12 judged/);
    await picture(page, '13-members');
  });

  await test.step('a member is removed and restored from there', async () => {
    await page.keyboard.type('Ben');
    await page.keyboard.press('Enter');
    await expect(picker(page)).toContainText('Remove…');
    await picture(page, '14-member');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('Do you want to remove Ben');
    await picture(page, '15-remove');
    await page.keyboard.press('Enter');
    await expect(picker(page).locator('input').first()).toHaveAttribute('placeholder', 'Ben was removed.');
    await picture(page, '16-removed');
    await page.keyboard.type('Ben');
    await page.keyboard.press('Enter');
    await expect(picker(page)).toContainText('Restore');
    await page.keyboard.press('Enter');
    await expect(picker(page).locator('input').first()).toHaveAttribute('placeholder', /Ben is a member again/);
    await page.keyboard.press('Escape');
  });
});
