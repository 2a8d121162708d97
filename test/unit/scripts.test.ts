import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './made/bundle';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

describe('scripts of the package', () => {
  // npm runs them with cmd.exe on Windows.
  it.each(Object.entries(scripts))('%s is a command of every shell', (_, script) => {
    for (const command of script.split('&&')) {
      expect(command.trim()).toMatch(/^(node|tsc|eslint|prettier|vitest|playwright)( |$)/);
      expect(command).not.toMatch(/['$`;|<>*\\]/);
    }
  });
});
