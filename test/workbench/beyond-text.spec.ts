import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');

test.describe('with calls of tools', () => {
  const called = (city: string): object => ({ role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: JSON.stringify({ city, days: 2 }) } }] });
  const tools = [{ type: 'function', function: { name: 'get_weather', description: 'The weather of the next days', parameters: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } } } }];
  const record = {
    prompt: [{ role: 'user', content: 'Do I need an umbrella in Rome?' }],
    responses: [{ id: 'call', messages: [called('Rome'), { role: 'tool', tool_call_id: 'call_1', name: 'get_weather', content: '{"rain": true}' }, { role: 'assistant', content: 'Yes, take one.' }] }, { id: 'wrong', messages: [called('Paris')] }],
    tools,
  };
  test.use({ dataset: { records: [record] } });

  test('the desk shows what can be called, each call with its arguments, and what the tool answered', async ({ openDesk }) => {
    const desk = await openDesk();
    await expect(desk.prompt.locator('.turn').first()).toContainText(/Tools\s*get_weather: The weather of the next days/);
    await expect(desk.prompt.locator('.turn').first().locator('li')).toHaveText(['city (string)', 'days (integer)']);
    const right = desk.cards.filter({ hasText: 'Yes, take one.' });
    await expect(right.locator('.turn .role')).toHaveText(['Assistant', 'Tool', 'Assistant']);
    await expect(right.locator('.turn').first().locator('li')).toHaveText(['city: Rome', 'days: 2']);
    await expect(right.locator('pre')).toHaveCount(0);
    await expect(right.locator('.turn').nth(1)).toContainText('← get_weather');
    await expect(desk.cards.filter({ hasText: 'Paris' }).locator('li').first()).toHaveText('city: Paris');
  });
});

test.describe('with preferences by one criterion', () => {
  const record = { prompt: 'How do I open a lock?', response_0: 'Call a locksmith.', response_1: 'Use a pick.', better_response_id: 1, safer_response_id: 0 };
  test.use({ dataset: { records: [record] } });

  test('the export asks by which, and writes the pairs of that one into a folder of its own', async ({ openDesk, study }) => {
    study.init();
    execFileSync(process.execPath, [cli, 'import', study.project, '--annotator', 'source']);
    const desk = await openDesk();
    const picker = desk.page.locator('.quick-input-widget');
    await desk.press('e');
    await expect(picker).toContainText('(1/2)');
    await desk.page.keyboard.type('trl-dpo-text');
    await desk.press('Enter');
    await expect(picker).toContainText('by which criterion? 2 comparisons are by one only');
    await expect(picker.locator('.monaco-list-row')).toContainText(['better', 'safer', 'Preferred as a whole']);
    await desk.page.keyboard.type('safer');
    await desk.press('Enter');
    await expect(picker).toContainText('(2/2): 1 rows');
    await expect(desk.page.locator('.editor-group-container', { hasText: 'Only what was preferred by the criterion safer' })).toHaveCount(1);
    await desk.press('Enter');
    const file = study.exported('trl-dpo-text-safer', 'train.jsonl');
    await expect.poll(() => fs.existsSync(file) && fs.readFileSync(file, 'utf8')).toBe('{"prompt":"How do I open a lock?","chosen":"Call a locksmith.","rejected":"Use a pick."}\n');
  });
});
