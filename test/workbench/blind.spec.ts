import fs from 'node:fs';
import path from 'node:path';
import type { Project } from '../../src/core/model/project';
import { Desk, reload } from './desk';
import { everythingIn, Heard } from './heard';
import { expect, test } from './workbench';

/** What must not be seen has this in its name, and nothing else has. */
const leak = /leak/i;

const code = 'So:\n\n```python\ndef first(xs):\n    return sorted(xs)[0]\n```\n';
const texts = [`${code}\nThe old dog sat down.`, '<think>\nA cat, perhaps.\n</think>\n\nThe cat sat down.', 'Nobody sat down.\nThey stood.'];
const response = (text: string, index: number): unknown => ({
  id: `resp-leak-${index}`,
  model: ['zephyr-leak-7b', 'mistral-leak-8x7b', 'gpt-leak'][index],
  metadata: { origin: `source-leak-${index}`, temperature: 0.5 },
  ...(index === 1 ? { messages: [{ role: 'assistant', content: '', tool_calls: [{ id: 'call-leak', type: 'function', function: { name: 'look', arguments: '{"where":"mat"}' } }] }, { role: 'tool', tool_call_id: 'call-leak', content: 'a cat' }, { role: 'assistant', content: text }] } : { text }),
});
const item = (number: number): unknown => ({
  id: `item-${number}`,
  prompt: `Who sat down in story ${number}?`,
  responses: texts.map(response),
  evidence: [{ id: 'passage', text: 'There was a mat.', response: 'resp-leak-1' }],
  context: 'A house.',
  metadata: { split: 'metadata-leak' },
});
test.use({ dataset: { records: [1, 2, 3].map(item) } });

/** Ways to judge, and keys that judge something in it. */
const ways: readonly { readonly task: Partial<Project['task']>; readonly keys: readonly string[] }[] = [
  { task: { mode: 'rank' }, keys: ['2', '1', '2'] },
];

for (const { task, keys } of ways) {
  test(`no response is given away while one judges blind: ${task.mode ?? ''}`, async ({ openWindow, study }) => {
    test.setTimeout(180_000);
    const heard = new Heard();
    const page = await openWindow({ openFile: study.init(task), prepare: (prepared) => heard.record(prepared) });
    const desk = new Desk(page);
    const seen: string[] = [];
    /** Looks at all that is there; `path` too: whether a path may be seen of the study. */
    const look = async (what: string, mayName: 'path' | 'nothing' = 'nothing'): Promise<void> => {
      // Behind another editor it has no document.
      const places = { desk: (await desk.root.isVisible()) ? await everythingIn(await desk.frame()) : '', window: await everythingIn(page.mainFrame()), messages: heard.messages.join('\n') };
      for (const [place, text] of Object.entries(places)) for (const found of text.match(new RegExp(`.{0,60}${leak.source}.{0,60}`, 'gi')) ?? []) seen.push(`${what}, ${place}: ${found}`);
      const folder = new RegExp(`.{0,80}${path.basename(study.path)}`);
      const told = [places.desk, ...heard.messages.filter((message) => message.includes('"kind":'))];
      for (const text of mayName === 'path' ? [] : told) if (folder.test(text)) seen.push(`${what}: names the folder of the study: ${folder.exec(text)?.[0] ?? ''}`);
    };
    await desk.at(1);
    // What is not heard would not be seen.
    expect(heard.messages.join('\n')).toContain('Nobody sat down.');
    expect(await everythingIn(await desk.frame())).toContain('Who sat down in story 1?');
    await look('fresh');

    await desk.press(...keys);
    await look('judged');
    await desk.press('c');
    await expect(desk.root.locator('textarea:focus, vscode-text-area:focus-within')).not.toHaveCount(0);
    await page.keyboard.type('mine');
    await desk.leaveField();
    await desk.press('Shift+R', 'l', 'y', 'Alt+Shift+1', 'Shift+1');
    await look('unfolded, with lengths, a passage and a flag');
    await desk.press('Control+f');
    await expect(desk.root.locator('.find-bar input')).toBeFocused();
    await page.keyboard.type('sat');
    await look('find');
    await desk.press('Escape');
    await desk.at(1);

    await test.step('differences', async () => {
      await desk.press('d');
      await chooseOther(desk);
      await expect(desk.root.locator('.difference').first()).toBeVisible();
      await look('difference');
      await desk.press('Shift+D');
      await expect(desk.root.locator('del').first()).toBeVisible();
      await look('difference in one text');
      await desk.press('Shift+D', 'Alt+d');
      await expect(page.locator('.monaco-diff-editor')).toBeVisible();
      await look('diff editor');
      await page.locator('.tab.active').hover();
      await expect(page.locator('.monaco-hover:visible, .workbench-hover:visible').first()).toBeVisible();
      await look('tooltip of the diff editor');
      await desk.press('Control+w');
      await desk.at(1);
      await desk.press('d');
      await expect(desk.root.locator('.difference')).toHaveCount(0);
    });

    await test.step('code in an editor', async () => {
      await desk.press('Shift+Y');
      await expect(page.locator('.tab.active', { hasText: 'Untitled-1' })).toBeVisible();
      await look('code in an editor');
      await desk.press('Control+w');
      await page.getByRole('button', { name: /Don't Save/ }).click();
      await desk.at(1);
    });

    await test.step('a save that fails, and one that does not', async () => {
      fs.mkdirSync(study.journal, { recursive: true });
      await desk.press('Enter');
      if (!(await desk.alert.isVisible())) await desk.press('Enter');
      await expect(desk.alert).toContainText('a folder stands in its place');
      await look('an error', 'path');
      fs.rmSync(study.journal, { recursive: true });
      await desk.press('Enter');
      await expect(desk.where).toHaveText(/^Item 2 of/);
      await look('saved', 'path');
      await desk.at(2);
      await desk.press('Control+z');
      await desk.at(1);
      await look('undone', 'path');
    });

    await test.step('pickers', async () => {
      const picker = page.locator('.quick-input-widget');
      await desk.press('h');
      await expect(picker).toContainText('History of this item');
      await expect(picker.locator('.monaco-list-row')).not.toHaveCount(0);
      await look('history', 'path');
      await picker.locator('.monaco-list-row').first().hover();
      await picker.locator('.monaco-list-row .codicon-json').first().click();
      await expect(page.locator('.monaco-editor', { hasText: '"judgement"' })).toBeVisible();
      await look('a version', 'path');
      await desk.press('Control+w');
      await desk.at(1);
      await desk.press('/');
      await expect(picker).toContainText('Search items');
      await expect(picker.locator('input[type="text"]')).toBeFocused();
      await page.keyboard.type('sat down');
      await expect(picker.locator('.monaco-list-row')).toHaveCount(3);
      await look('search', 'path');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('zephyr');
      await expect(picker).toContainText('0 found');
      await desk.press('Escape');
      await desk.at(1);
      await desk.press('g');
      await expect(picker).toContainText('Go to item');
      await look('go to', 'path');
      await desk.press('Escape');
      await desk.at(1);
    });

    await test.step('the side bar, the status bar and their tooltips', async () => {
      await page.locator('.activitybar .action-label[aria-label="Tiebreak"]').click();
      const rows = page.locator('.pane .monaco-list .monaco-list-row');
      await expect(rows.filter({ hasText: 'Who sat down' }).first()).toBeVisible();
      for (const target of [rows.filter({ hasText: 'Who sat down' }).first(), rows.filter({ hasText: 'Ana' }).first(), page.locator('.statusbar-item[id*="tiebreak"]').first()]) {
        await target.hover();
        await expect(page.locator('.monaco-hover:visible, .workbench-hover:visible').first()).toBeVisible();
        await look('side bar and tooltip', 'path');
        await page.mouse.move(0, 0);
      }
    });

    const before = heard.messages.length;
    await reload(page, path.basename(study.project));
    await desk.at(1);
    expect(heard.messages.slice(before).join('\n')).toContain('Nobody sat down.');
    await look('reloaded', 'path');
    expect(seen).toEqual([]);
  });
}

/** Of three the other one is asked for; of two that are compared it is known. */
async function chooseOther({ page }: Desk): Promise<void> {
  const picker = page.locator('.quick-input-widget', { hasText: 'Difference of' });
  const asked = picker.locator('input[type=text]:focus');
  const shown = new Desk(page).root.locator('.difference');
  await expect(async () => expect((await asked.count()) + (await shown.count())).toBeGreaterThan(0)).toPass();
  if (await asked.isVisible()) await page.keyboard.press('Enter');
}
