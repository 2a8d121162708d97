import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tiebreak } from '../made/commandLine';
import { jsonl, temporaryFolder } from '../made/temporaryFolder';

/** Names of data that every object of JavaScript inherits. */
it.each(['constructor', 'toString', 'valueOf', '__proto__'])(
  'takes a field, a role, a part and a model called %s for what they are',
  async (name) => {
    const folder = temporaryFolder();
    const own = (value: unknown): object => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as object;
    const files: Record<string, object> = {
      'fields.jsonl': {
        prompt: 'q',
        response_b: 'two answers',
        ...(JSON.parse(`{${JSON.stringify(name)}:"one answer"}`) as object),
      },
      'roles.jsonl': { prompt: [{ role: name, content: 'hi' }], chosen: 'a', rejected: 'b' },
      'parts.jsonl': { prompt: [{ role: 'user', content: [{ type: name, ...own('x') }] }], chosen: 'a', rejected: 'b' },
      'scores.jsonl': { prompt: 'q', responses: ['a', 'b'], ...own([1, 2]) },
    };
    for (const [file, record] of Object.entries(files)) {
      writeFileSync(join(folder, file), jsonl([record]));
      const { out, err } = await tiebreak(folder, 'inspect', file, '--json');
      expect(out + err).not.toMatch(/\n {4}at |native code|is not a function|Cannot read|TypeError/);
    }
    const mapped = await tiebreak(
      folder,
      'inspect',
      'fields.jsonl',
      '--layout',
      'responses',
      '--map',
      `responses=${name},response_b`,
    );
    expect(mapped.out + mapped.err).not.toMatch(/\n {4}at |native code|is not a function|TypeError/);
  },
);
