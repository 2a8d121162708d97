import { expect, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { Desk, keyTimeout, pressUntil } from './desk';

/** The editor of rubrics in a window, as a person sees and types it. */
export class RubricScreen {
  private constructor(
    readonly page: Page,
    private readonly content: FrameLocator,
  ) {}

  /** The one in the window, once it is there. */
  static async in(page: Page): Promise<RubricScreen> {
    return new RubricScreen(page, webviewAt(page, await numberOf(page, '.rubrics')));
  }

  get root(): Locator {
    return this.content.locator('.rubrics');
  }

  get tree(): Locator {
    return this.content.getByRole('tree');
  }

  get rows(): Locator {
    return this.content.getByRole('treeitem');
  }

  get selected(): Locator {
    return this.content.locator('.row.selected');
  }

  get search(): Locator {
    return this.content.locator('.search input');
  }

  get notice(): Locator {
    return this.content.locator('.foot .notice');
  }

  get preview(): Locator {
    return this.content.locator('.preview');
  }

  /** A text field by its label. */
  field(label: string): Locator {
    return this.content.getByRole('textbox', { name: label });
  }

  button(name: string | RegExp): Locator {
    return this.content.getByRole('button', { name });
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Presses a key until it is heard. */
  async pressUntil(key: string, isHeard: () => Promise<void>): Promise<void> {
    await pressUntil(this.page, key, isHeard);
  }

  /**
   * Goes to the search and back to the outline, for keys that must not be pressed twice; the outline has the keyboard.
   * See `pressUntil`.
   */
  async listens(): Promise<void> {
    await expect(this.tree).toBeFocused();
    await this.pressUntil('Control+f', () => expect(this.search).toBeFocused({ timeout: keyTimeout }));
    await this.press('ArrowDown');
    await expect(this.tree).toBeFocused();
  }

  /** Answers a question at the top of the window. */
  async answer(title: string | RegExp, text: string): Promise<void> {
    const widget = this.page.locator('.quick-input-widget');
    await expect(widget.locator('.quick-input-title')).toHaveText(title);
    const input = widget.locator('input[type=text]');
    await expect(input).toBeFocused();
    // A key that was late stands in it.
    await input.fill('');
    await this.page.keyboard.type(text);
    await this.press('Enter');
  }

  /** The document, to look at it from inside. */
  async frame(): Promise<Frame> {
    const element = await this.root.elementHandle();
    const frame = await element.ownerFrame();
    if (!frame) throw new Error('the editor has no document');
    return frame;
  }
}

/** The desk in a window that shows an editor of rubrics too. */
export async function deskBeside(page: Page): Promise<Desk> {
  return new Desk(page, await numberOf(page, '.desk'));
}

const webviewAt = (page: Page, number: number): FrameLocator =>
  page.locator('iframe.webview.ready').nth(number).contentFrame().frameLocator('#active-frame');

/** Which of the window's webviews holds an element. */
async function numberOf(page: Page, selector: string): Promise<number> {
  let found = -1;
  await expect(async () => {
    const count = await page.locator('iframe.webview.ready').count();
    for (let number = 0; number < count; number++)
      if ((await webviewAt(page, number).locator(selector).count()) > 0) found = number;
    expect(found).toBeGreaterThanOrEqual(0);
  }).toPass();
  return found;
}
