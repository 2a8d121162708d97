import type { Locator } from '@playwright/test';
import { expect, test } from './workbench';

const patch = '--- a/calc.py\n+++ b/calc.py\n@@ -1,2 +1,2 @@\n def add(a, b):\n-    return a - b\n+    return a + b\n';
const page =
  '<!doctype html><html><head><style>body { background: rgb(1, 2, 3) } .all { position: fixed; inset: 0 }</style></head><body><h1 style="color: rgb(4, 5, 6)">Hello</h1><img src="https://example.com/x.png" alt="cat" onerror="document.title = 1"><script>parent.document.title = "ran"</script><div class="all"></div></body></html>';
const records = [
  {
    prompt: 'Fix it.',
    responses: [
      { id: 'patch', text: patch },
      { id: 'table', text: 'city,country,people\nBerlin,Germany,3\nParis,France,2\n' },
    ],
  },
  {
    prompt: 'Draw it.',
    responses: [
      { id: 'diagram', text: 'graph TD\n  A[Start] --> B[End]\n' },
      { id: 'page', text: page },
    ],
  },
];
test.use({ dataset: { records } });

test('a response is drawn as what it is, shown otherwise by a key, and the journal says how it was shown', async ({
  openDesk,
  study,
}) => {
  study.init({ mode: 'pair' });
  const desk = await openDesk();
  const card = (name: string): Locator => desk.root.locator(`.card:has(.view:text-is("${name}"))`);
  await expect(card('Patch').locator('.patch-added')).toHaveText('+    return a + b');
  await expect(card('Table').locator('td')).toHaveText(['Berlin', 'Germany', '3', 'Paris', 'France', '2']);

  const first = desk.root.locator('.card[data-index="0"]');
  const id = (await first.locator('.patch-added').count()) > 0 ? 'patch' : 'table';
  await desk.press('Alt+w');
  await expect(first.locator('.view')).toHaveText('Plain text');
  await expect(first.locator('.text.plain')).toHaveCount(1);
  await desk.press('Alt+w');
  await expect(first.locator('.view')).toHaveText('Source text');
  await expect(first.locator('pre')).toHaveText(id === 'patch' ? patch : /^city,country,people/);
  await expect(desk.root.locator('.card[data-index="1"] .view')).toHaveText(/Patch|Table/);
  await desk.press('1', 'Enter');
  await desk.at(2);
  expect(study.annotations().at(-1)?.views).toEqual({ [id]: 'source' });

  await expect(card('Diagram').locator('.drawing img')).toHaveAttribute('src', /^blob:/);
  const html = card('HTML');
  await html.getByRole('button', { name: 'Preview' }).click();
  const heading = html.locator('.preview h1');
  await expect(heading).toHaveText('Hello');
  await expect(heading).toHaveCSS('color', 'rgb(4, 5, 6)');
  await expect(html.locator('.preview .page')).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  await expect(html.locator('.preview')).toContainText('Image: cat');
  await expect(html.locator('.preview script')).toHaveCount(0);
  // What is fixed to the page lies over nothing of the desk.
  const [over, frame] = await Promise.all([
    html.locator('.preview .all').boundingBox(),
    html.locator('.preview').boundingBox(),
  ]);
  expect(over?.height).toBeLessThanOrEqual(frame?.height ?? 0);
  await desk.press('1', 'Enter');
  await expect.poll(() => study.annotations().length).toBe(2);
  expect(study.annotations().at(-1)?.views).toBeUndefined();
});

test('a study fixes how texts are shown', async ({ openDesk, study }) => {
  study.init({ mode: 'pair', view: 'plain' });
  const desk = await openDesk();
  const views = desk.root.locator('.card .view');
  await expect(views).toHaveText(['Plain text', 'Plain text']);
  await desk.press('Alt+w');
  await expect(desk.notice).toHaveText('The study fixes the view of texts: Plain text');
  await expect(views).toHaveText(['Plain text', 'Plain text']);
});
