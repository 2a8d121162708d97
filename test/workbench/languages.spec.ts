import fs from 'node:fs';
import path from 'node:path';
import { pressUntil } from './desk';
import { screenshots } from './looks';
import { expect, test } from './workbench';

const root = path.resolve(import.meta.dirname, '../..');

for (const language of ['de', 'es', 'fr', 'ja', 'pt-br', 'zh-cn'])
  test(`the desk and its keys speak ${language}, and nothing is cut in a narrow window`, async ({ openDesk }) => {
    const text = textsOf(`l10n/bundle.l10n.${language}.json`);
    const desk = await openDesk({
      item: 'any',
      width: 900,
      // A workbench of a language says so before its first script runs; its own texts would come with a language pack.
      prepare: async (page) => {
        await page.addInitScript((id) => {
          Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { get: () => id, set: () => undefined });
        }, language);
      },
    });
    await expect(desk.status).toHaveText(text('Not judged'));
    await desk.root.screenshot({ path: path.join(screenshots, `language-${language}-900.png`) });
    const cut = await desk.root.evaluate((page) =>
      [...page.querySelectorAll('button, vscode-button, .head *, .keys *, label')]
        .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.textContent),
    );
    expect(cut).toEqual([]);
    const english = untranslated(language);
    const drawn = await desk.root.locator('button, .keys span, label').allInnerTexts();
    expect(drawn.filter((each) => english.has(each.trim()))).toEqual([]);

    await test.step('commands have the names of the language', async () => {
      const title = textsOf(`package.nls.${language}.json`)('command.export');
      const picker = desk.page.locator('.quick-input-widget');
      await pressUntil(desk.page, 'F1', () => expect(picker).toBeVisible({ timeout: 1000 }));
      await desk.page.keyboard.type(title);
      await expect(picker.locator('.monaco-list-row').first()).toContainText(title);
      await desk.page.keyboard.press('Escape');
    });
  });

test('what is wrong with a setting is said in the language of the editor, by its schema too', async ({
  openDesk,
  study,
}) => {
  study.init();
  const text = textsOf('l10n/bundle.l10n.de.json');
  const desk = await openDesk({
    item: 'any',
    width: 1500,
    height: 900,
    prepare: async (page) => {
      await page.addInitScript(() => {
        Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { get: () => 'de', set: () => undefined });
      });
    },
  });
  await desk.press('Control+Alt+,');
  const form = desk.page.locator('iframe.webview.ready').last().contentFrame().frameLocator('#active-frame');
  await form.getByText(text('Texts to write')).click();
  const least = form.locator('[id="task.rationale.minLength"]');
  await least.fill('0');
  await desk.page.keyboard.press('Tab');
  await expect(least).toHaveAttribute('aria-invalid', 'true');
  await expect(form.locator('body')).toContainText('Muss größer als 0 sein, ist aber 0');
  await desk.page.screenshot({ path: path.join(screenshots, 'settings-de-wrong.png') });
});

/** English texts that a language says otherwise. */
function untranslated(language: string): ReadonlySet<string> {
  const texts = JSON.parse(fs.readFileSync(path.join(root, `l10n/bundle.l10n.${language}.json`), 'utf8')) as Readonly<
    Record<string, string>
  >;
  return new Set(Object.entries(texts).flatMap(([english, text]) => (english === text ? [] : [english])));
}

/** The texts of a file of a language, by their keys. */
function textsOf(file: string): (key: string) => string {
  const texts = JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as Readonly<Record<string, string>>;
  return (key) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`${file}: no text for ${JSON.stringify(key)}`);
    return text;
  };
}
