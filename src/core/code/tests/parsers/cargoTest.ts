import type { TestStatus } from '../../../model/annotation/checkEvidence';
import type { LineParser, StatusCollector } from '../testStatus';

const statuses: Readonly<Record<string, TestStatus>> = { ok: 'passed', FAILED: 'failed', ignored: 'skipped' };

/**
 * Reads what `cargo test` prints (library/test/src/formatters/pretty.rs): `test a::b ... ok`, `test c - should panic ... ok`,
 * `test d ... ignored, later`. With `--nocapture` the status of a test may stand on a later line.
 */
export function cargoTestParser(found: StatusCollector): LineParser {
  let waiting: string | undefined;
  return {
    line(line) {
      const [, name, rest = ''] = /^test (.+?)(?: - should panic)? \.\.\. ?(.*)$/.exec(line) ?? [];
      const [word = ''] = (name === undefined ? line : rest).split(/[ ,<]/);
      const status = statuses[word];
      if (name !== undefined) waiting = name;
      if (status && waiting !== undefined) {
        found.add(waiting, status);
        waiting = undefined;
      }
    },
  };
}
