import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../src');

it('every program that is started hides its window on Windows, where an editor has no console', () => {
  const starting = globSync('**/*.ts', { cwd: source })
    .map((file) => ({ file, text: readFileSync(join(source, file), 'utf8') }))
    .filter(({ text }) => text.includes("from 'node:child_process'"));
  expect(starting.length).toBeGreaterThan(0);
  for (const { file, text } of starting) {
    // Its types do not know the option.
    expect(text, file).not.toMatch(/\bfork\(/);
    // Expressions have an `exec` of their own.
    const starts = text.match(/(?<!\.)\b(?:spawn|execFile|exec)(?:Sync)?\b\)?\(/g) ?? [];
    expect(text.match(/windowsHide: true/g), file).toHaveLength(starts.length);
  }
});
