import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { openExport } from './exportView';
import { expect, test } from './workbench';

test.use({ sharesWindow: true });

const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');

test.describe('with calls of tools', () => {
  const called = (city: string): object => ({
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: 'call_1',
        type: 'function',
        function: { name: 'get_weather', arguments: JSON.stringify({ city, days: 2 }) },
      },
    ],
  });
  const tools = [
    {
      type: 'function',
      function: {
        name: 'get_weather',
        description: 'The weather of the next days',
        parameters: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } },
      },
    },
  ];
  const record = {
    prompt: [{ role: 'user', content: 'Do I need an umbrella in Rome?' }],
    responses: [
      {
        id: 'call',
        messages: [
          called('Rome'),
          { role: 'tool', tool_call_id: 'call_1', name: 'get_weather', content: '{"rain": true}' },
          { role: 'assistant', content: 'Yes, take one.' },
        ],
      },
      { id: 'wrong', messages: [called('Paris')] },
    ],
    tools,
  };
  test.use({ dataset: { records: [record] } });

  test('the desk shows what can be called, each call with its arguments, and what the tool answered', async ({
    openDesk,
  }) => {
    const desk = await openDesk();
    await expect(desk.prompt.locator('.turn').first()).toContainText(
      /Tools\s*get_weather: The weather of the next days/,
    );
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
  const record = {
    prompt: 'How do I open a lock?',
    response_0: 'Call a locksmith.',
    response_1: 'Use a pick.',
    better_response_id: 1,
    safer_response_id: 0,
  };
  test.use({ dataset: { records: [record] } });

  test('the export asks by which, and writes the pairs of that one into a folder of its own', async ({
    openDesk,
    study,
  }) => {
    study.init();
    execFileSync(process.execPath, [cli, 'import', study.project, '--annotator', 'source']);
    const desk = await openDesk();
    const view = await openExport(desk.page);
    await view.counted(/^0 rows/);
    await expect(view.preview).toContainText('preferred for one criterion only');
    await view.press('Tab');
    await view.choose(view.field('Format'), 'trl-dpo-text');
    const criterion = view.field('Preference');
    await view.tabTo(criterion);
    await expect(criterion.locator('option')).toHaveText(['Overall judgment', 'Criterion: better', 'Criterion: safer']);
    await view.press('ArrowDown', 'ArrowDown');
    await view.counted(/^1 row from/);
    await view.press('Control+Enter');
    const file = study.exported('trl-dpo-text-safer', 'train.jsonl');
    await expect
      .poll(() => fs.existsSync(file) && fs.readFileSync(file, 'utf8'))
      .toBe('{"prompt":"How do I open a lock?","chosen":"Call a locksmith.","rejected":"Use a pick."}\n');
  });
});
