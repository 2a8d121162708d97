import { expect, type Locator, type Page } from '@playwright/test';
import { Desk } from './desk';

/** Runs a command of Tiebreak from the command palette. */
export async function runCommand(page: Page, title: string): Promise<void> {
  const input = page.locator('.quick-input-widget input[type=text]');
  await page.locator('.activitybar .action-label[aria-label="Tiebreak"]').waitFor();
  await page.keyboard.press('F1');
  await expect(input).toBeVisible();
  await input.fill(`>Tiebreak: ${title}`);
  await expect(page.locator('.quick-input-widget .monaco-list-row.focused')).toContainText(title);
  await page.keyboard.press('Enter');
}

/** Joins in a window, as a person does who got a link by mail; the desk is open then. */
export async function join(page: Page, link: string): Promise<Desk> {
  await runCommand(page, 'Join a Team Study');
  const input = page.locator('.quick-input-widget input[type=text]');
  await expect(page.locator('.quick-input-widget')).toContainText('Paste the invitation');
  await input.fill(link);
  await page.keyboard.press('Enter');
  await expect(page.locator('.quick-input-widget .monaco-list-row.focused')).toContainText('Use this folder');
  await page.keyboard.press('Enter');
  const desk = new Desk(page);
  await desk.ready();
  return desk;
}

/** What the status bar says of the team. */
export const teamStatus = (page: Page): Locator => page.locator('.statusbar-item[id$="tiebreak.team"]');

/** Judges the item on the screen: the first response, or the last, best. */
export async function judge(desk: Desk, order: readonly [number, number, number]): Promise<void> {
  await desk.ready();
  const before = await desk.prompt.textContent();
  await desk.rank(...order);
  await desk.press('Enter');
  // The last one leaves none on the screen.
  await expect(desk.prompt.filter({ hasText: before ?? '' })).toHaveCount(0);
}

async function openTeamMenu(page: Page): Promise<Locator> {
  await runCommand(page, 'Team…');
  const picker = page.locator('.quick-input-widget');
  await expect(picker).toContainText('Sync Now');
  return picker;
}

/** Takes a line of the menu "Team…". */
export async function choose(page: Page, label: string): Promise<void> {
  const picker = await openTeamMenu(page);
  await page.keyboard.type(label);
  await expect(picker.locator('.monaco-list-row.focused')).toContainText(label);
  await page.keyboard.press('Enter');
}
