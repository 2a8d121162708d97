import type { TestStatus } from '../../model/annotation/checkEvidence';

/** Statuses by the names of tests, as their runner names them. */
export type TestStatuses = ReadonlyMap<string, TestStatus>;

/** No run has more tests than are kept. */
const mostTests = 200_000;

/** The worse of two: a test that is told twice, as by its teardown, or in several files, is not better than either. */
const order: readonly TestStatus[] = ['skipped', 'passed', 'failed', 'error'];

/** Collects statuses; what is told of one test several times is the worst of it. */
export class StatusCollector {
  readonly statuses = new Map<string, TestStatus>();
  /** What datasets call tests that have another name here, with their statuses. */
  readonly aliases = new Map<string, TestStatus>();
  /** Tests beyond the most that are kept. */
  omitted = 0;

  add(name: string, status: TestStatus): void {
    const known = this.statuses.get(name);
    if (name === '' || (known !== undefined && order.indexOf(known) >= order.indexOf(status))) return;
    if (known === undefined && this.statuses.size >= mostTests) this.omitted++;
    else this.statuses.set(name, status);
  }

  /** Adds what a dataset may call a test. */
  alias(name: string, status: TestStatus): void {
    if (this.aliases.size < mostTests) this.aliases.set(name, worst(this.aliases.get(name), status));
  }
}

/** The worst of several statuses. */
export const worst = (first: TestStatus | undefined, second: TestStatus): TestStatus =>
  first !== undefined && order.indexOf(first) >= order.indexOf(second) ? first : second;

/** Reads what a runner prints, a line after the other. */
export interface LineParser {
  /** @param line without its end and without colors */
  line(line: string): void;
}

// eslint-disable-next-line no-control-regex -- what terminals read
const colors = /\x1b\[[0-9;?]*[A-Za-z]/g;
export const withoutColors = (line: string): string => line.replaceAll(colors, '').replace(/\r$/, '');
