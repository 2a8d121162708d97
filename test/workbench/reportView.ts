import fs from 'node:fs';
import path from 'node:path';
import { expect, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { keyTimeout, pressUntil } from './desk';

/** The report in a window, as a person sees and types it. */
export class ReportView {
  private readonly content: FrameLocator;

  constructor(readonly page: Page) {
    this.content = page
      .locator('iframe.webview.ready')
      .filter({ visible: true })
      .contentFrame()
      .frameLocator('#active-frame');
  }

  get root(): Locator {
    return this.content.locator('.report');
  }

  get head(): Locator {
    return this.root.locator('.top');
  }

  /** What there is to do, one after the other. */
  get todos(): Locator {
    return this.root.locator('.todo-list li');
  }

  /** The sentence of the one that has the keyboard. */
  get todo(): Locator {
    return this.root.locator('.todo-list .what:focus');
  }

  /** A section of the quality. */
  section(name: string): Locator {
    return this.content.getByRole('region', { name, exact: true });
  }

  /** Opens all tables of the quality. */
  async unfold(): Promise<void> {
    await this.root.locator('details').evaluateAll((all: HTMLDetailsElement[]) => {
      for (const each of all) each.open = true;
    });
  }

  /** Goes to a section of the quality. */
  contents(name: string): Locator {
    return this.root.locator('.contents').getByRole('button', { name });
  }

  get grid(): Locator {
    return this.content.getByRole('grid');
  }

  /** All cells of the table at a glance. */
  get heatMap(): Locator {
    return this.root.locator('.heat');
  }

  /** The cell that has the keyboard. */
  get at(): Locator {
    return this.content.locator('.grid .at');
  }

  get aside(): Locator {
    return this.root.locator('.aside');
  }

  get columns(): Locator {
    return this.root.locator('.toolbar select').first();
  }

  /** A button by what a screen reader calls it. */
  button(name: string | RegExp): Locator {
    return this.content.getByRole('button', { name });
  }

  tab(name: string): Locator {
    return this.content.getByRole('tab', { name });
  }

  /** Waits until everything is counted. */
  async counted(): Promise<void> {
    // A window that is reloaded brings the view back only when VS Code has loaded all extensions.
    await expect(this.head.locator('.age')).toContainText('Updated');
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Presses a key until it is heard. */
  async pressUntil(key: string, heard: Locator): Promise<void> {
    await pressUntil(this.page, key, () => expect(heard).toBeVisible({ timeout: keyTimeout }));
  }

  /**
   * Presses a key that asks something at the top of the window until it is heard, and takes an answer from the list.
   */
  async pick(key: string, answer: string): Promise<void> {
    const picker = this.page.locator('.quick-input-widget');
    const input = picker.locator('input[type=text]');
    await this.pressUntil(key, picker.locator('.monaco-list-row', { hasText: answer }));
    await expect(input).toBeFocused();
    // A key that was late stands in it.
    await input.fill('');
    await this.page.keyboard.type(answer);
    await expect(picker.locator('.monaco-list-row.focused')).toContainText(answer);
    await this.page.keyboard.press('Enter');
  }

  /** Brings the keyboard to the table by its key. */
  async focusGrid(): Promise<void> {
    await this.pressUntil('g', this.content.locator('.grid:focus'));
  }

  /** Chooses what stands in the columns, in the list that has the keyboard. */
  async chooseColumns(by: string): Promise<void> {
    await this.columns.selectOption(by);
    await expect(this.columns).toBeFocused();
  }

  /** Takes the place that is proposed for a file; what was written there. */
  async saved(name: string, folder: string): Promise<Buffer> {
    const input = this.page.locator('.quick-input-widget input[type=text]');
    await expect(input).toHaveValue(new RegExp(`${name.replaceAll('.', '\\.')}$`));
    await this.page.keyboard.press('Enter');
    const file = path.join(folder, name);
    await expect.poll(() => fs.existsSync(file) && fs.statSync(file).size > 0).toBe(true);
    return fs.readFileSync(file);
  }

  /** The document of the view, to look at it from inside. */
  async frame(): Promise<Frame> {
    const element = await this.root.elementHandle();
    const frame = await element.ownerFrame();
    if (!frame) throw new Error('the view has no document');
    return frame;
  }
}

/** Opens a tab by its key, and says whether models may be told of. */
export async function openReport(
  page: Page,
  key: 'Control+Alt+q' | 'Control+Alt+r',
  answer: 'Models shown' | 'Models hidden',
): Promise<ReportView> {
  await page.keyboard.press(key);
  const picker = page.locator('.quick-input-widget');
  await expect(picker.locator('.quick-input-title')).toContainText('show or hide models');
  await expect(picker.locator('input[type=text]')).toBeFocused();
  if (answer === 'Models shown') await page.keyboard.press('ArrowDown');
  await expect(picker.locator('.monaco-list-row.focused')).toContainText(answer);
  await page.keyboard.press('Enter');
  const view = new ReportView(page);
  await view.counted();
  return view;
}
