import type { TestStatus } from '../../../model/annotation/checkEvidence';
import type { LineParser, StatusCollector } from '../testStatus';

const signs: Readonly<Record<string, TestStatus>> = {
  '✓': 'passed',
  '√': 'passed',
  '✔': 'passed',
  '✕': 'failed',
  '×': 'failed',
  '✖': 'failed',
  '○': 'skipped',
  '✎': 'skipped',
  '-': 'skipped',
};

/**
 * Reads what jest prints with `--verbose` (jest-reporters, VerboseReporter) and mocha with its `spec` reporter
 * (mocha/lib/reporters/spec.js): tests below their suites, two spaces each. A name is that of its suites and its own,
 * with ` > ` between them. Mocha numbers what fails, `1) name`.
 */
export function jestParser(found: StatusCollector): LineParser {
  let suites: { readonly indent: number; readonly name: string }[] = [];
  let isOver = false;
  return {
    line(line) {
      if (/^(?:PASS|FAIL)\s+\S/.test(line)) {
        suites = [];
        isOver = false;
        return;
      }
      // Behind this come the failures once more.
      if (/^\s+●\s/.test(line) || /^\s+\d+ (?:passing|failing|pending)\b/.test(line)) isOver = true;
      if (isOver || line.trim() === '') return;
      const indent = line.length - line.trimStart().length;
      const [, sign = '', number, text = ''] =
        /^\s+(?:([✓√✔✕×✖○✎-])|(\d+)\)) (.+?)(?: \(\d+(?:\.\d+)?\s?m?s\))?$/.exec(line) ?? [];
      const status = number === undefined ? signs[sign] : 'failed';
      while ((suites.at(-1)?.indent ?? -1) >= indent) suites.pop();
      if (!status) {
        if (indent >= 2) suites.push({ indent, name: line.trim() });
        return;
      }
      const name = sign === '○' || sign === '✎' ? text.replace(/^(?:skipped|todo) /, '') : text;
      found.add([...suites.map((suite) => suite.name), name].join(' > '), status);
    },
  };
}
