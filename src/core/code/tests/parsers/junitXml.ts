import type { TestStatus } from '../../../model/annotation/checkEvidence';
import type { StatusCollector } from '../testStatus';

const inside: Readonly<Record<string, TestStatus>> = { failure: 'failed', error: 'error', skipped: 'skipped' };

/**
 * Reads a report in the XML of JUnit, as pytest, go-junit-report, jest-junit, mocha, vitest and Maven write it
 * (https://github.com/testmoapp/junitxml): `<testcase classname name>` with `<failure>`, `<error>` or `<skipped>` inside. A
 * name is `classname::name`. Reads tags alone; entities but the five of XML and numbers are left as they are, and none is
 * ever fetched.
 */
export function readJunitXml(text: string, found: StatusCollector): void {
  let test: string | undefined;
  let status: TestStatus = 'passed';
  const parts =
    /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
  for (const [, closes, tag = '', attributes = '', empty] of text.matchAll(parts)) {
    const kind = inside[tag];
    if (tag === 'testcase' && closes === '') {
      const values = new Map(
        [...attributes.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
          ([, name = '', double, single]) => [name, decoded(double ?? single ?? '')] as const,
        ),
      );
      const place = values.get('classname') ?? '';
      test = [...(place === '' ? [] : [place]), values.get('name') ?? ''].join('::');
      status = 'passed';
    } else if (kind && closes === '' && test !== undefined && status !== 'error') status = kind;
    if (tag === 'testcase' && (closes !== '' || empty !== '') && test !== undefined) {
      found.add(test, status);
      test = undefined;
    }
  }
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(lt|gt|amp|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return named[name.toLowerCase()] ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
