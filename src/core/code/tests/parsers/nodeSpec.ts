import type { LineParser, StatusCollector } from '../testStatus';

/**
 * Reads what `node --test` prints with its `spec` reporter (lib/internal/test_runner/reporter/spec.js): `▶ suite`, below it
 * `✔ name (1.5ms)`, and `✔ suite (3ms)` when it is over, which is no test of its own. Failures come once more at the end.
 */
export function nodeSpecParser(found: StatusCollector): LineParser {
  let suites: string[] = [];
  let isOver = false;
  return {
    line(line) {
      if (/^ℹ tests \d+/.test(line)) isOver = true;
      const [, spaces = '', sign, text = ''] =
        /^( *)([▶✔✖﹣⚠]) (.+?)(?: \([\d.]+ms\))?(?: # (?:SKIP|TODO).*)?$/u.exec(line) ?? [];
      if (isOver || sign === undefined) return;
      const depth = spaces.length / 2;
      if (sign === '▶') {
        suites = [...suites.slice(0, depth), text];
        return;
      }
      const isSuite = suites.length === depth + 1 && suites[depth] === text;
      suites = suites.slice(0, depth);
      if (isSuite) return;
      const isOpen = sign === '﹣' || sign === '⚠' || / # (?:SKIP|TODO)\b/.test(line);
      found.add([...suites, text].join(' > '), isOpen ? 'skipped' : sign === '✔' ? 'passed' : 'failed');
    },
  };
}
