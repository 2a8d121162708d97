import type { LineParser, StatusCollector } from '../testStatus';

/**
 * Reads what vitest prints with `--reporter=verbose` (vitest, reporters/verbose): ` ✓ a.test.ts > suite > name 1ms`,
 * `×` of one that failed, `↓` of one that was skipped. A file that could not be read is an error:
 * ` FAIL  b.test.ts [ b.test.ts ]`.
 */
export const vitestParser = (found: StatusCollector): LineParser => ({
  line(line) {
    const [, sign, name = ''] =
      /^\s*([✓√×✗↓]) (?:\|[^|]+\| )?(\S.* > .+?)(?: \(retry x\d+\))?(?: \d+(?:\.\d+)?\s?m?s)?(?: \[skipped\])?$/.exec(
        line,
      ) ?? [];
    if (sign !== undefined)
      found.add(name, sign === '↓' ? 'skipped' : sign === '✓' || sign === '√' ? 'passed' : 'failed');
    const [, file] = /^\s*FAIL\s+(\S+) \[ \S+ \]\s*$/.exec(line) ?? [];
    if (file !== undefined) found.add(file, 'error');
  },
});
