import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { bundlesCommandLine, commandLine } from '../made/commandLine';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';

bundlesCommandLine();

it.each([['--help'], ['export', '--help'], ['inspect', 'data.jsonl'], ['inspect', 'data.jsonl', '--json']])(
  'ends quietly where nobody reads what it prints, as behind head: %s %s %s',
  async (...args) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'data.jsonl'), jsonl([{ prompt: 'Why?', chosen: 'Because.', rejected: 'So.' }]));
    const child = spawn(process.execPath, [commandLine(), ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const said = text(child.stderr);
    const [code] = (await once(child, 'close')) as [number];
    expect([code, await said]).toEqual([0, '']);
  },
);
