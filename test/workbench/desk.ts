import { expect, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test';

/**
 * A key that does nothing for so long was not heard; on a busy machine one that was heard may take a while. In
 * milliseconds.
 */
export const keyTimeout = 4000;

/**
 * Presses a key until it is heard: a moment passes from the focus being in a view to VS Code knowing it, and keys of
 * that moment are lost.
 */
export async function pressUntil(page: Page, key: string, isHeard: () => Promise<unknown>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await isHeard();
  }).toPass();
}

/** Presses keys one behind the other, faster than anybody types: none waits for what the one before it does. */
export async function pressAtOnce({ keyboard }: Page, ...keys: readonly string[]): Promise<void> {
  const strokes = keys
    .map((key) => key.split('+'))
    .flatMap((parts) => [
      ...parts.map((part) => () => keyboard.down(part)),
      ...parts.toReversed().map((part) => () => keyboard.up(part)),
    ]);
  await Promise.all(strokes.map((stroke) => stroke()));
}

/** The desk in a window, as a person sees and types it. */
export class Desk {
  private readonly content: FrameLocator;

  /** @param editor which one, where a window shows several */
  constructor(
    readonly page: Page,
    editor = 0,
  ) {
    this.content = page.locator('iframe.webview.ready').nth(editor).contentFrame().frameLocator('#active-frame');
  }

  get root(): Locator {
    return this.content.locator('.desk');
  }

  get status(): Locator {
    return this.content.locator('.head .status');
  }

  get where(): Locator {
    return this.content.locator('.head .where');
  }

  /** Why the item is here. */
  get queuePosition(): Locator {
    return this.content.locator('.head .served');
  }

  /** The context that the item is judged under, and those under which it was. */
  get under(): Locator {
    return this.content.locator('section.under');
  }

  get progress(): Locator {
    return this.content.locator('.head progress');
  }

  get notice(): Locator {
    return this.content.getByRole('status');
  }

  /** What is asked or told about the study, above the item. */
  get question(): Locator {
    return this.content.getByRole('region', { name: 'Question' });
  }

  /** The list of keys over the desk. */
  get keys(): Locator {
    return this.content.getByRole('dialog', { name: 'Keyboard shortcuts' });
  }

  /** A command in the list of keys, with its keys. */
  keyOf(title: string | RegExp): Locator {
    return this.keys.getByRole('listitem').filter({ hasText: title });
  }

  get alert(): Locator {
    return this.content.getByRole('alert');
  }

  get prompt(): Locator {
    return this.content.locator('.prompt');
  }

  get cards(): Locator {
    return this.content.locator('.card');
  }

  /** The response that has the keyboard. */
  get focused(): Locator {
    return this.content.locator('.card:focus');
  }

  /** Whatever of it has the keyboard, with what that stands in. */
  get inFocus(): Locator {
    return this.root.locator(':focus');
  }

  card(letter: string): Locator {
    return this.content.locator(`.card[data-index="${letter.charCodeAt(0) - 65}"]`);
  }

  /** A button by what a screen reader calls it. */
  button(name: string): Locator {
    return this.content.getByRole('button', { name });
  }

  /** Whatever is chosen on the screen. */
  get chosen(): Locator {
    return this.content.locator('button.chosen');
  }

  /** The text field of the critique of a response, while that is written. */
  critique(letter: string): Locator {
    return this.content.getByRole('region', { name: `Critique of ${letter}` }).locator('textarea');
  }

  /** The beginning of what is written: of the critique of a response, or of the rationale. */
  written(letter?: string): Locator {
    const place = letter === undefined ? this.content.locator('.rationale') : this.card(letter);
    return place.locator('.written .beginning');
  }

  /** The step in hand, where steps are judged. */
  get step(): Locator {
    return this.content.locator('.steps > .in-hand');
  }

  /** What stands between cards: the acceptability line, the head of a bucket or of a tie. */
  get dividers(): Locator {
    return this.content.locator('.cards .divider');
  }

  get answer(): Locator {
    return this.content.locator('.answer vscode-text-area textarea');
  }

  get clarification(): Locator {
    return this.content.locator('.clarification vscode-text-area textarea');
  }

  get rationale(): Locator {
    return this.content.getByRole('region', { name: 'Rationale' }).locator('textarea');
  }

  /** What stands beside the conversation: context, evidence, references. */
  get passages(): Locator {
    return this.content.locator('.passage');
  }

  /** Waits for the item with that number (from 1) to be on the screen and to have the keyboard. */
  async at(number: number): Promise<void> {
    await this.appears();
    await expect(this.where).toHaveText(new RegExp(`^Item ${number} of `));
    await expect(this.focused).toHaveCount(1);
    await this.listens();
  }

  /** Waits for an item, whichever, to be on the screen and to have the keyboard. */
  async ready(): Promise<void> {
    await this.appears();
    // On a busy machine the focus now and then stays with a list that was closed: a person would press this too.
    await expect(this.focused)
      .toHaveCount(1, { timeout: keyTimeout })
      .catch(() => this.press('Control+1'));
    await expect(this.focused).toHaveCount(1);
    await this.listens();
  }

  /**
   * The first desk of a window comes when VS Code has loaded all extensions, which a busy machine takes its time for.
   */
  private async appears(): Promise<void> {
    await this.where.waitFor();
  }

  /**
   * The same after something else had the keyboard, the list of themes say; a page without responses tells nothing. A
   * cell or a text field that had it has it again.
   */
  async readyAgain(): Promise<void> {
    if ((await this.cards.count()) === 0) return;
    if ((await this.inFocus.count()) === 0) await this.press('Control+1');
    await expect(this.inFocus).not.toHaveCount(0);
    if ((await this.focused.count()) > 0) await this.ready();
  }

  /**
   * Goes to what is beside and back: from the focus being here to VS Code knowing it a moment passes, and keys of that
   * moment are lost.
   */
  private async listens(): Promise<void> {
    // The first of several comparisons has none beside it; but it can be taken back in vain, which is told.
    if ((await this.content.locator('.comparing .chip').count()) > 0) {
      await expect(async () => {
        await this.press('Delete');
        await expect(this.notice).toContainText('are not compared', { timeout: keyTimeout });
      }).toPass();
      return;
    }
    const before = await this.activeCell();
    const last = await this.content.locator('.cards .card').last().getAttribute('data-index');
    const [there, back] =
      (await this.step.count()) === 0 && before.startsWith(`${last ?? ''} `) ? ['k', 'j'] : ['j', 'k'];
    await expect(async () => {
      await this.press(there);
      await expect.poll(() => this.activeCell(), { timeout: keyTimeout }).not.toBe(before);
    }).toPass();
    // A key that was late may have gone one further.
    await expect(async () => {
      if ((await this.activeCell()) !== before) await this.press(back);
      await expect.poll(() => this.activeCell(), { timeout: keyTimeout }).toBe(before);
    }).toPass();
  }

  /** Which response is selected, and which of its aspects or steps is in hand. */
  private activeCell(): Promise<string> {
    return this.root.evaluate((desk) => {
      const card = desk.querySelector<HTMLElement>('.card.selected');
      return `${card?.dataset.index ?? ''} ${[...(card?.querySelectorAll('.rating, .step') ?? [])].findIndex((row) => row.matches('.in-hand'))}`;
    });
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Types a place for A, B, C, … and waits until the desk shows them. */
  async rank(...places: readonly number[]): Promise<void> {
    await expect(this.card('A')).toHaveClass(/selected/);
    await this.press(...places.map(String));
    await this.shows(...places);
  }

  /** Waits until the desk shows these places of A, B, C, …; null for none. */
  async shows(...places: readonly (number | null)[]): Promise<void> {
    for (const [index, place] of places.entries()) {
      const chosen = this.card(String.fromCharCode(65 + index)).locator('.places .chosen');
      if (place === null) await expect(chosen).toHaveCount(0);
      else await expect(chosen).toHaveText(String(place));
    }
  }

  /** Opens the critique of the selected response with its key and types into it. */
  async writeCritique(letter: string, text: string): Promise<void> {
    await this.press('c');
    await expect(this.critique(letter)).toBeFocused();
    await this.page.keyboard.type(text);
    await expect(this.critique(letter)).toHaveValue(text);
  }

  async writeRationale(text: string): Promise<void> {
    await this.press('r');
    await expect(this.rationale).toBeFocused();
    await this.page.keyboard.type(text);
    await expect(this.rationale).toHaveValue(text);
  }

  /** Drags a response by its head, with the mouse. */
  async drag(letter: string, onto: string, position: 'before' | 'tie'): Promise<void> {
    const { mouse } = this.page;
    const from = await boxOf(this.card(letter).locator('.letter'));
    await mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await mouse.down();
    const to = await boxOf(this.card(onto));
    const [across, down] = position === 'before' ? [0.1, 0.1] : [0.5, 0.5];
    await mouse.move(to.x + to.width * across, to.y + to.height * down, { steps: 8 });
    // A place is told while the pointer moves over it, not when it comes in.
    await mouse.move(to.x + to.width * across + 3, to.y + to.height * down + 3, { steps: 3 });
    await expect(this.card(onto)).toHaveAttribute('data-drop', position);
    await mouse.up();
    await expect(this.card(onto)).not.toHaveAttribute('data-drop');
  }

  /**
   * Takes an answer from a list at the top of the window that says this, by typing it; what is asked comes a moment
   * before its answers.
   */
  async pick(said: string, answer: string): Promise<void> {
    const list = this.page.locator('.quick-input-widget', { hasText: said });
    const input = list.locator('input[type=text]');
    await expect(input).toBeFocused();
    // A key that was late stands in it.
    await input.fill('');
    await this.page.keyboard.type(answer);
    await expect(list.locator('.monaco-list-row.focused')).toContainText(answer);
    await this.press('Enter');
  }

  /** Goes to an item by its number (from 1). */
  async goTo(number: number): Promise<void> {
    // The widget stays in the page with its last title; only an open one has the focus.
    const input = this.page.locator('.quick-input-widget', { hasText: 'Go to item' }).locator('input[type=text]');
    await expect(async () => {
      await this.press('g');
      await expect(input).toBeFocused({ timeout: keyTimeout });
    }).toPass();
    // A key that was late stands in it.
    await input.fill('');
    await this.page.keyboard.type(String(number));
    await this.press('Enter');
    await expect(this.where).toHaveText(new RegExp(`^Item ${number} of `));
  }

  /** Goes back from a page without responses, where nothing tells whether keys are heard yet. */
  async backTo(number: number): Promise<void> {
    await expect(async () => {
      await this.press('Shift+K');
      await expect(this.where).toHaveText(new RegExp(`^Item ${number} of `), { timeout: 3000 });
    }).toPass();
    await this.at(number);
  }

  /** The document of the desk, to look at it from inside. */
  async frame(): Promise<Frame> {
    const element = await this.root.elementHandle();
    const frame = await element.ownerFrame();
    if (!frame) throw new Error('the desk has no document');
    return frame;
  }

  /** Lines of text that are seen of each response, as they stand in a window. */
  async linesSeen(): Promise<number[]> {
    return (await this.frame()).evaluate(() =>
      [...document.querySelectorAll('.card')].map((card) => {
        const text = card.querySelector('.body .text');
        const { left } = text?.getBoundingClientRect() ?? { left: 0 };
        const seen = [...Array(window.innerHeight).keys()].filter(
          (y) => document.elementFromPoint(left + 24, y)?.closest('.body') === card.querySelector('.body'),
        ).length;
        return Math.floor(seen / parseFloat(getComputedStyle(text ?? card).lineHeight));
      }),
    );
  }

  /** Back from a text field to the responses. */
  async leaveField(): Promise<void> {
    await this.press('Escape');
    await expect(this.focused).toHaveCount(1);
  }
}

async function boxOf(locator: Locator): Promise<NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return box;
}

/** Waits until the extension's own parts are there; a window without them would not know the command yet. */
export async function tiebreakReady(page: Page): Promise<void> {
  await page.locator('.activitybar .action-label[aria-label="Tiebreak"]').waitFor();
}

/** Puts the side bar back to what it shows in a new window. */
export async function showExplorer(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+E');
  await expect(page.locator('.explorer-viewlet, .explorer-folders-view').first()).toBeVisible();
}

/**
 * Reloads a window after it has stored that the desk is in front, on that file. In a browser VS Code stores its open
 * editors every five seconds and not when the page goes, so one that is reloaded sooner comes back without them.
 */
export async function reload(page: Page, file: string): Promise<void> {
  const front = async (): Promise<string> => inFront(await page.evaluate(stored, 'memento/workbench.parts.editor'));
  for (const text of ['tiebreak.project', file]) await expect.poll(front).toContain(text);
  await page.reload();
}

/**
 * The same of a window that was opened on one file, with this editor in front: VS Code brings back the others only
 * where its address names none.
 */
export async function comeBack(page: Page, editor: string): Promise<void> {
  await expect
    .poll(async () => inFront(await page.evaluate(stored, 'memento/workbench.parts.editor')))
    .toContain(editor);
  const address = new URL(page.url());
  address.searchParams.delete('payload');
  await page.goto(address.href);
}

/** The editor that comes back in front, as VS Code has stored it: the first of its group's `mru`. */
function inFront(parts: string): string {
  const found: unknown[] = [];
  for (const part of parts.split('\n').filter((line) => line.startsWith('{'))) {
    JSON.parse(part, (_, value: { readonly editors?: readonly unknown[]; readonly mru?: readonly number[] } | null) => {
      if (value?.mru) found.push(value.editors?.[value.mru[0] ?? 0]);
      return value;
    });
  }
  return JSON.stringify(found);
}

/** Waits until VS Code has stored something that the extension remembers for the workspace. */
export async function remembered(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(stored, 'tiebreak.tiebreak')).toContain(text);
}

/** What the workbench has stored under a key, in all its databases; runs in its page. */
async function stored(key: string): Promise<string> {
  const read = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error(request.error?.message));
    });
  const found: string[] = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('vscode-web-state-db-')) continue;
    const database = await read(indexedDB.open(name));
    found.push(String(await read(database.transaction('ItemTable').objectStore('ItemTable').get(key))));
    database.close();
  }
  return found.join('\n');
}

/** The questions at the top of the window about how a dataset is read. */
export class FieldChooserPage {
  readonly widget: Locator;

  constructor(readonly page: Page) {
    this.widget = page.locator('.quick-input-widget');
  }

  get input(): Locator {
    return this.widget.locator('input[type=text]');
  }

  get rows(): Locator {
    return this.widget.locator('.monaco-list-row');
  }

  /** The row that Enter takes. */
  get active(): Locator {
    return this.widget.locator('.monaco-list-row.focused');
  }

  /** Waits until this is what is asked, and the keyboard is there. */
  async shows(title: string | RegExp): Promise<void> {
    await expect(this.widget.locator('.quick-input-title')).toHaveText(title);
    // On a busy machine what had the keyboard before the list of commands now and then gets it back behind the
    // question: a person would click.
    await expect(async () => {
      const held = this.widget.locator('input:focus, .monaco-list:focus');
      await expect(held)
        .toHaveCount(1, { timeout: keyTimeout })
        .catch(() => this.input.click({ timeout: keyTimeout }));
      await expect(held).toHaveCount(1, { timeout: keyTimeout });
    }).toPass();
    await expect(this.active).toHaveCount(1);
  }

  /** Enter, and what is asked next. */
  async enter(next: string | RegExp): Promise<void> {
    await expect(this.active).toHaveCount(1);
    await this.page.keyboard.press('Enter');
    await this.shows(next);
  }
}
