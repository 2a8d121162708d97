import { expect, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { keyTimeout, pressUntil } from './desk';

/** The export view in a window, as a person sees and types it. */
export class ExportView {
  private readonly content: FrameLocator;

  constructor(readonly page: Page) {
    this.content = page
      .locator('iframe.webview.ready')
      .filter({ visible: true })
      .contentFrame()
      .frameLocator('#active-frame');
  }

  get root(): Locator {
    return this.content.locator('.export');
  }

  get trainer(): Locator {
    return this.content.getByLabel('Trainer', { exact: false }).first();
  }

  /** A field of the form by its label. */
  field(label: string): Locator {
    return this.content.getByLabel(label, { exact: true });
  }

  /** A heading that folds a group of fields away. */
  group(title: string): Locator {
    return this.content.locator('summary', { hasText: title });
  }

  /** How many rows there would be. */
  get total(): Locator {
    return this.root.locator('.total');
  }

  get preview(): Locator {
    return this.content.getByRole('main');
  }

  get rows(): Locator {
    return this.root.locator('.rows:not(.old) li');
  }

  /** How an export ended, and what else is told. */
  get told(): Locator {
    return this.root.locator('.told');
  }

  get folder(): Locator {
    return this.root.locator('.folder');
  }

  /** A button by what a screen reader calls it. */
  button(name: string | RegExp): Locator {
    return this.content.getByRole('button', { name });
  }

  /**
   * Goes from the options to the rows and back, or the other way round: from the focus being here to VS Code knowing it
   * a moment passes, and keys of that moment are lost.
   */
  async listens(): Promise<void> {
    const moves = [
      { key: 'Control+ArrowDown', to: this.preview },
      { key: 'Control+ArrowUp', to: this.trainer },
    ];
    if (await this.preview.evaluate((rows) => rows === document.activeElement)) moves.reverse();
    for (const { key, to } of moves) {
      await pressUntil(this.page, key, () =>
        expect(to)
          .toBeFocused({ timeout: keyTimeout })
          .catch(async (error: unknown) => {
            await this.press('Control+1');
            throw error;
          }),
      );
    }
  }

  /**
   * Waits for a part of the view to have the keyboard after a question. On a busy machine the focus now and then stays
   * with the list that was closed: a person would press this too.
   */
  async hasKeyboard(part: Locator): Promise<void> {
    await expect(async () => {
      await expect(part)
        .toBeFocused({ timeout: keyTimeout })
        .catch(() => this.press('Control+1'));
      await expect(part).toBeFocused({ timeout: keyTimeout });
    }).toPass();
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Goes on with Tab, as far as a field. */
  async tabTo(field: Locator, most = 40): Promise<void> {
    for (let left = most; left > 0; left--) {
      if (await field.evaluate((element) => element === document.activeElement)) return;
      await this.press('Tab');
    }
    await expect(field).toBeFocused();
  }

  /**
   * Chooses in a list that has the keyboard. By its arrows: what is typed of a name must come within a second, which a
   * busy machine may not manage.
   */
  async choose(list: Locator, text: string): Promise<void> {
    await expect(list).toBeFocused();
    // Another trainer's formats come with the host's answer.
    await expect(list.locator('option').getByText(text, { exact: true })).toBeAttached();
    const labels = await list.locator('option').allTextContents();
    const steps = labels.indexOf(text) - (await list.evaluate((element: HTMLSelectElement) => element.selectedIndex));
    await this.press(...Array<string>(Math.abs(steps)).fill(steps < 0 ? 'ArrowUp' : 'ArrowDown'));
    await expect(list.locator('option:checked')).toHaveText(text);
  }

  /** Waits until these rows are counted. */
  async counted(text: string | RegExp): Promise<void> {
    await expect(this.total).toHaveText(text);
  }

  /** The document of the view, to look at it from inside. */
  async frame(): Promise<Frame> {
    const frame = await (await this.root.elementHandle()).ownerFrame();
    if (!frame) throw new Error('the view has no document');
    return frame;
  }
}

/** Opens the view by its key, from the desk or the study view. */
export async function openExport(page: Page, key = 'e'): Promise<ExportView> {
  await page.keyboard.press(key);
  const view = new ExportView(page);
  await expect(view.trainer).toBeFocused();
  await view.listens();
  return view;
}
