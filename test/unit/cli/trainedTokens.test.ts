import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { printTrainedTokens } from '../../../src/cli/commands/trainedTokens';
import { jsonl, temporaryFile } from '../made/temporaryFolder';

afterEach(() => vi.restoreAllMocks());

const turn = (role: string, content: string): object => ({ role, content });
const run = {
  prompt: [turn('user', 'Where is the lamp?')],
  chosen: [
    {
      ...turn('assistant', ''),
      tool_calls: [{ type: 'function', function: { name: 'look', arguments: { at: 'shelf' } } }],
    },
    { ...turn('tool', 'It is there.'), name: 'look' },
    turn('assistant', 'On the shelf.'),
  ],
  rejected: [turn('assistant', 'No idea.')],
};

/** What is printed of the second row. */
async function printed(row: object): Promise<string> {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const file = temporaryFile('train.jsonl', jsonl([{ ...run, chosen: run.rejected }, row]));
  await printTrainedTokens(file, { format: 'trl-dpo', row: 2 });
  return lines.join('\n');
}

it('shows of a row which texts a trainer learns, and which are lost to it', async () => {
  const text = await printed(run);
  expect(text).toContain('train.jsonl, row 2: an answer with calls and outputs of tools');
  const [, dpo = ''] = text.split(/^TRL DPO .*$/m);
  expect(dpo.split('\n\n')[0]).toContain('+ outputs of tools (learned): It is there.');
  expect(dpo.split('\n\n')[0]).toContain('- user (not learned): Where is the lamp?');
  const [, axolotl = ''] = text.split(/^axolotl DPO .*$/m);
  expect(axolotl.split('\n\n')[0]).toContain('! calls (lost):');
});

it('refuses a row that is not there', async () => {
  const file = temporaryFile('train.jsonl', jsonl([run]));
  await expect(printTrainedTokens(file, { format: 'trl-dpo', row: 7 })).rejects.toThrow('has no row 7');
  await expect(printTrainedTokens(join(file, '..', 'none.jsonl'), { format: 'trl-dpo', row: 1 })).rejects.toThrow();
});
