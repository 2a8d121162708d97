import { problem } from '../../model/problems/problem';
import type { RunRecord } from './harness';

/** So many kinds are named. */
const maxKinds = 8;

/** Counts what of a file is not known, so that it is told once, behind its runs. */
export class Unread {
  private readonly kinds = new Map<string, number>();
  private lines = 0;

  /** A part of a run: its kind in the writer's word. */
  part(kind: string): void {
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
  }

  /** A line, or a record, that is none of the harness's. */
  line(): void {
    this.lines++;
  }

  *told(): Generator<RunRecord> {
    const count = [...this.kinds.values()].reduce((sum, each) => sum + each, 0);
    if (count > 0)
      yield { told: problem('runs.partsUnread', { count, kinds: [...this.kinds.keys()].slice(0, maxKinds) }) };
    if (this.lines > 0) yield { told: problem('runs.linesUnread', { count: this.lines }) };
  }
}
