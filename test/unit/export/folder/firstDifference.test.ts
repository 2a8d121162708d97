import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstDifference } from '../../../../src/core/export/folder/firstDifference';
import { temporaryFolder } from '../../made/temporaryFolder';

it('finds the first byte at which two files differ, and its line', async () => {
  const folder = temporaryFolder();
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  const bytes = fc.array(fc.constantFrom('a', 'b', '\n'), { maxLength: 30 }).map((signs) => signs.join(''));
  // Behind, at and before the end of what is read at a time.
  const before = fc.constantFrom('', 'x\n'.repeat(5), `${'y'.repeat((1 << 20) - 3)}\n`);
  await fc.assert(
    fc.asyncProperty(before, bytes, bytes, async (start, a, b) => {
      writeFileSync(one, start + a);
      writeFileSync(other, start + b);
      let byte = 0;
      while (byte < Math.min(a.length, b.length) && a[byte] === b[byte]) byte++;
      const expected =
        a === b ? undefined : { byte: start.length + byte, line: (start + a.slice(0, byte)).split('\n').length };
      expect(await firstDifference(one, other)).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});
