import fs from 'node:fs';
import path from 'node:path';
import { annotateInExplorer } from '../harness/explorer.mjs';
import { Desk } from './desk';
import { expect, test } from './workbench';
import { sample } from './studyFolder';

test.use({ sharesWindow: true });

declare global {
  interface Window {
    harmed?: boolean;
    heard?: string[];
  }
}

test.describe('with a broken line', () => {
  test.use({ dataset: { records: [sample[0], sample[1], '{"prompt": "cut off', sample[2]] } });

  test('Problems names the line and the reason, and the rest can be judged', async ({ openDesk, study }) => {
    const desk = await openDesk();
    await desk.press('Control+Shift+M');
    const problems = desk.page.locator('.markers-panel');
    await expect(problems).toContainText('sample.jsonl');
    await expect(problems).toContainText(/\[Ln 3, Col 1\]/);
    await expect(problems).toContainText(/JSON/);
    await desk.card('A').click();
    await desk.at(1);
    await desk.goTo(3);
    await expect(desk.alert).toContainText(/sample\.jsonl:3: .*JSON/);
    await desk.backTo(2);
    await desk.rank(1, 2, 3, 4);
    await desk.press('Enter');
    await desk.at(4);
    expect(study.annotations().map(({ item }) => item)).toEqual([sample[1]!.id]);
    await desk.press('Control+j');
    await expect(problems).toBeHidden();
  });
});

test('a study that cannot be opened says why, and counts no items', async ({ openWindow, study }) => {
  const project = study.init();
  const text = fs.readFileSync(project, 'utf8');
  const page = await openWindow({ openFile: project });
  const { root, where, alert } = new Desk(page);
  await expect(where).toHaveText(/^Item 1 of \d+$/);
  for (const [says, harm] of [
    [/sample\.tiebreak:1: This is not JSON/, () => fs.writeFileSync(project, text.replace(':', ' '))],
    [
      /sample\.jsonl: the dataset was not found/,
      () => {
        fs.rmSync(study.dataset);
        fs.writeFileSync(project, text);
      },
    ],
  ] as const) {
    harm();
    await expect(alert).toContainText(says);
    await expect(root.getByRole('heading')).toHaveText('Cannot open this study');
    await expect(where).toHaveCount(0);
    await expect(root.locator('.foot vscode-button:not([disabled])')).toHaveCount(0);
    await expect(page.locator('.statusbar')).not.toContainText(/\d\/\d/);
  }
});

test('an error says what is wrong with a file in which nothing can be read, and no study is made', async ({
  openWindow,
  study,
}) => {
  const files = { 'empty.jsonl': '', 'sample.jsonl': '{"prompt": "cut off\nno JSON\n' };
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(study.path, name), text);
  const page = await openWindow();
  const toast = page.locator('.notifications-toasts .notification-list-item');
  for (const [name, says] of [
    ['empty.jsonl', /empty\.jsonl: is empty\. Choose another file/],
    ['sample.jsonl', /sample\.jsonl:1: This is not JSON: .*Correct or remove the line/],
  ] as const) {
    await test.step(name, async () => {
      await annotateInExplorer(page, name);
      await expect(toast).toContainText(says);
      expect(fs.readdirSync(study.path)).toEqual(Object.keys(files));
      await toast.getByRole('button', { name: 'Open File' }).click();
      await expect(page.getByRole('tab', { name })).toBeVisible();
      await expect(toast).toHaveCount(0);
    });
  }
});

test.describe('with a dataset that attacks', () => {
  const attack = [
    '<script>parent.harmed = window.harmed = true</script>',
    '<img src="x" onerror="window.harmed = true">',
    '<svg onload="window.harmed = true"></svg><iframe srcdoc="<script>parent.harmed=true</script>"></iframe>',
    '[press me](javascript:window.harmed=true) ![](https://example.com/pixel.png)',
    '<style>body { display: none }</style>',
  ].join('\n\n');
  test.use({
    dataset: {
      records: [
        {
          id: 'attack',
          prompt: attack,
          responses: [
            { id: 'a', text: attack },
            { id: 'b', text: `\`\`\`html\n${attack}\n\`\`\`` },
          ],
        },
      ],
    },
  });

  test('markup is shown as text, nothing of it runs and nothing is fetched', async ({ openDesk }) => {
    const requests: string[] = [];
    const desk = await openDesk({ onRequest: (url) => requests.push(url) });
    await expect(desk.prompt).toContainText('<script>parent.harmed = window.harmed = true</script>');
    await expect(desk.card('A').locator('.body')).toContainText('onerror=');
    await expect(desk.prompt.locator('script, img, svg, iframe, style, [href^="javascript"]')).toHaveCount(0);
    await expect(
      desk.cards.locator('.body').locator('script, img, svg, iframe, style, [href^="javascript"], [onerror], [onload]'),
    ).toHaveCount(0);
    await desk.rank(1, 2);
    expect(await (await desk.frame()).evaluate(() => window.harmed)).toBeUndefined();
    expect(requests.filter((url) => url.includes('example.com'))).toEqual([]);
  });
});

test('a dataset that goes away is told in its place, and the draft is there when it is back', async ({
  openDesk,
  study,
}) => {
  const desk = await openDesk();
  const text = fs.readFileSync(study.dataset, 'utf8');
  await desk.rank(3, 1, 2);
  await desk.writeRationale('B is complete.');
  await desk.leaveField();
  fs.rmSync(study.dataset);
  await expect(desk.alert).toContainText('sample.jsonl: the dataset was not found. Put it back');
  fs.writeFileSync(study.dataset, text);
  await desk.shows(3, 1, 2);
  await expect(desk.written()).toHaveText('B is complete.');
  await expect(desk.question).toContainText('sample.jsonl changed on disk and was reloaded');
});

test('a dataset that another is renamed over is read anew, and the person is told', async ({ openDesk, study }) => {
  const desk = await openDesk();
  const fresh = `${study.dataset}.new`;
  fs.writeFileSync(
    fresh,
    sample
      .map((record, i) => `${JSON.stringify(i === 0 ? { ...record, prompt: 'Quite another question?' } : record)}\n`)
      .join(''),
  );
  fs.renameSync(fresh, study.dataset);
  await expect(desk.prompt).toContainText('Quite another question?');
  await expect(desk.question).toContainText('sample.jsonl changed on disk and was reloaded');
  await desk.rank(1, 2, 3);
  await desk.press('Enter');
  await desk.at(2);
});

test('Arabic runs from right to left, the rest of the desk does not', async ({ openDesk }) => {
  const desk = await openDesk();
  await desk.goTo(7);
  const text = desk.prompt.locator('.text').first();
  await expect(text).toContainText('اكتب');
  await expect(text).toHaveCSS('direction', 'rtl');
  await expect(text.locator('p').first()).toHaveCSS('direction', 'rtl');
  await expect(desk.card('A').locator('.body .text').first()).toHaveCSS('direction', 'rtl');
  await expect(desk.card('A').locator('header')).toHaveCSS('direction', 'ltr');
});

test.describe('with code, a formula and a table in Arabic', () => {
  const text =
    'هكذا `print("س")`:\n\n```python\nprint("مرحبا")\n```\n\n$x+1$ هنا.\n\n| س | ص |\n|---|--:|\n| ١ | 2 |\n\nIn English again.\n\n3. third\n4. fourth\n';
  test.use({
    dataset: {
      records: [{ prompt: 'اكتب', responses: [text, 'نعم'].map((each, n) => ({ id: `r${n}`, text: each })) }],
    },
  });

  test('code, formulas and paragraphs of other languages run from left to right within it, columns have the side and lists the number that they name', async ({
    openDesk,
  }) => {
    const desk = await openDesk();
    const body = desk.cards.filter({ hasText: 'هكذا' }).locator('.body .text').first();
    await expect(body).toHaveCSS('direction', 'rtl');
    for (const place of ['p > code', 'pre code', '.code-head', '.katex'])
      await expect(body.locator(place)).toHaveCSS('direction', 'ltr');
    await expect(body.locator('td')).toHaveText(['١', '2']);
    await expect(body.locator('td').first()).toHaveCSS('text-align', 'start');
    await expect(body.locator('td').last()).toHaveCSS('text-align', 'right');
    await expect(body.locator('p', { hasText: 'In English again.' })).toHaveCSS('unicode-bidi', 'plaintext');
    await expect(body.getByRole('list')).toHaveAttribute('start', '3');
    // A table that is wider than its card is scrolled by keyboard.
    await expect(body.locator('.table')).toHaveAttribute('tabindex', '0');
  });
});

test('nothing that reaches the desk names a model', async ({ openDesk }) => {
  const models = [
    ...new Set(sample.flatMap(({ responses }) => responses.flatMap(({ id, model }) => [model, id]))),
  ].filter((name) => name.length > 2);
  const desk = await openDesk({
    prepare: async (page) => {
      await page.addInitScript(() => {
        // The workbench talks to a webview through a port.
        // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with the port below
        const { postMessage } = MessagePort.prototype;
        MessagePort.prototype.postMessage = function (this: MessagePort, ...args: unknown[]) {
          (window.heard ??= []).push(JSON.stringify(args[0]));
          postMessage.apply(this, args as Parameters<typeof postMessage>);
        };
      });
    },
  });
  for (let number = 1; number <= sample.length; number++) {
    await desk.at(number);
    const html = await desk.root.evaluate((element) => element.ownerDocument.documentElement.outerHTML);
    expect(models.filter((name) => html.includes(name))).toEqual([]);
    await desk.press('Shift+J');
  }
  await expect(desk.notice).toHaveText('This is the last item.');
  const heard = (await desk.page.evaluate(() => window.heard ?? [])).filter((message) =>
    /"kind":"(content|state|reply)"/.test(message),
  );
  expect(heard.filter((message) => message.includes('"kind":"content"')).length).toBeGreaterThanOrEqual(sample.length);
  expect(models.filter((name) => heard.some((message) => message.includes(name)))).toEqual([]);
});
