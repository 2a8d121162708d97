import type { TestStatus } from '../../model/annotation/checkEvidence';
import { cargoTestParser } from './parsers/cargoTest';
import { goTestParser } from './parsers/goTest';
import { jestParser } from './parsers/jest';
import { readJsonReport } from './parsers/jsonReport';
import { readJunitXml } from './parsers/junitXml';
import { nodeSpecParser } from './parsers/nodeSpec';
import { pytestParser } from './parsers/pytest';
import { tapParser } from './parsers/tap';
import { unittestParser } from './parsers/unittest';
import { vitestParser } from './parsers/vitest';
import { StatusCollector, withoutColors, type LineParser, type TestStatuses } from './testStatus';

const parsers = {
  pytest: pytestParser,
  unittest: unittestParser,
  go: goTestParser,
  cargo: cargoTestParser,
  vitest: vitestParser,
  jest: jestParser,
  mocha: jestParser,
  node: nodeSpecParser,
  tap: tapParser,
} satisfies Readonly<Record<string, (found: StatusCollector) => LineParser>>;
/** A program that runs tests, by how it prints what they did. */
export type TestRunner = keyof typeof parsers;
export const testRunners = Object.keys(parsers) as readonly TestRunner[];

const named: readonly (readonly [RegExp, readonly TestRunner[]])[] = [
  [/\b(?:pytest|py\.test)\b/, ['pytest']],
  [/\bunittest\b|\bmanage\.py\s+test\b|\bruntests\.py\b/, ['unittest']],
  [/\bgo\s+test\b|\bgotestsum\b/, ['go']],
  [/\bcargo\b.*\b(?:test|nextest)\b/, ['cargo']],
  [/\bvitest\b/, ['vitest']],
  [/\bjest\b/, ['jest']],
  [/\bmocha\b/, ['mocha', 'tap']],
  [/\bnode\b.*\s--test\b/, ['tap', 'node']],
  [/\btap\b/, ['tap']],
];

/** The runners that a command names; all, where it names none, as a script may start any. */
export const runnersIn = (command: string): readonly TestRunner[] => {
  const found = named.filter(([pattern]) => pattern.test(command)).flatMap(([, runners]) => runners);
  return found.length > 0 ? [...new Set(found)] : testRunners;
};

/** What a run of tests says of each. */
export interface ReadStatuses {
  readonly statuses: TestStatuses;
  /** What datasets call some of them. */
  readonly aliases: TestStatuses;
  /** Where it was read; absent where nothing was. */
  readonly from?: TestRunner | 'json' | 'junit';
  /** Tests beyond those that are kept. */
  readonly omitted: number;
}

/** A longer line names no test. A report in JSON can be in one line. In characters. */
const [maxLine, maxReport] = [16 * 1024, 32 * 1024 * 1024];

/** Reads statuses of tests out of an output while it comes; what is not needed is not kept. */
export class StatusReader {
  private readonly found: ReadonlyMap<TestRunner, { readonly statuses: StatusCollector; readonly parser: LineParser }>;
  private readonly decoder = new TextDecoder();
  private rest = '';
  private isSkipping = false;
  /** All of the output, where it may be a report in JSON. */
  private report: string[] | undefined;
  private reportLength = 0;

  /** @param runners those whose output it may be; what most tests are read of counts */
  constructor(runners: readonly TestRunner[]) {
    this.found = new Map(
      runners.map((runner) => {
        const statuses = new StatusCollector();
        return [runner, { statuses, parser: parsers[runner](statuses) }] as const;
      }),
    );
    if (runners.some((runner) => runner === 'jest' || runner === 'vitest' || runner === 'mocha')) this.report = [];
  }

  add(chunk: Uint8Array): void {
    const text = this.decoder.decode(chunk, { stream: true });
    this.reportLength += text.length;
    if (this.reportLength > maxReport) this.report = undefined;
    this.report?.push(text);
    const lines = text.split('\n');
    for (const [n, part] of lines.entries()) {
      if (!this.isSkipping) this.rest += part;
      if (this.rest.length > maxLine) {
        this.rest = '';
        this.isSkipping = true;
      }
      if (n < lines.length - 1) this.line();
    }
  }

  /** Returns what was read. @param junit the text of a report in JUnit's XML, which counts where it has tests */
  result(junit?: string): ReadStatuses {
    this.line();
    const report = new StatusCollector();
    if (junit !== undefined) {
      readJunitXml(junit, report);
      if (report.statuses.size > 0) return { ...read(report), from: 'junit' };
    }
    if (this.readsJson(report)) return { ...read(report), from: 'json' };
    const [best] = [...this.found].sort(([, a], [, b]) => b.statuses.statuses.size - a.statuses.statuses.size);
    if (!best || best[1].statuses.statuses.size === 0) return read(new StatusCollector());
    return { ...read(best[1].statuses), from: best[0] };
  }

  private line(): void {
    const line = withoutColors(this.rest);
    if (!this.isSkipping) for (const { parser } of this.found.values()) parser.line(line);
    this.rest = '';
    this.isSkipping = false;
  }

  private readsJson(found: StatusCollector): boolean {
    const text = this.report?.join('') ?? '';
    const [start, end] = [/^\{/m.exec(text)?.index ?? -1, text.lastIndexOf('}')];
    if (start < 0 || end < start) return false;
    try {
      return readJsonReport(JSON.parse(text.slice(start, end + 1)), found);
    } catch {
      return false;
    }
  }
}

const read = ({ statuses, aliases, omitted }: StatusCollector): ReadStatuses => ({ statuses, aliases, omitted });

/** Reads the statuses in a whole output. */
export function statusesIn(output: string, runners: readonly TestRunner[] = testRunners, junit?: string): ReadStatuses {
  const reader = new StatusReader(runners);
  reader.add(Buffer.from(output));
  return reader.result(junit);
}

/** Whether a status counts as passed (swebench/harness/grading.py, `test_passed`). */
export const isPassed = (status: TestStatus | undefined): boolean => status === 'passed';
