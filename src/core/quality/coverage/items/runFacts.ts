import { callLine } from '../../../desk/runs/stepLine';
import { turnsOf, type Response } from '../../../model/item/item';
import { hasPassed } from '../../../model/item/outcome';
import { stepsOf, type RunStep } from '../../../model/item/runSteps';

/** What reports need to know of responses that are runs, a row for each run: some 16 bytes, and two for each step. */
export interface FoundRuns {
  /** Places of the runs among all responses, rising. */
  readonly places: Uint32Array;
  /** Who wrote it: index into `harnesses`. */
  readonly harness: Uint16Array;
  readonly harnesses: readonly string[];
  /** 1 where it passed, 0 where not, -1 where no result says so (`hasPassed`). */
  readonly outcome: Int8Array;
  /** Of all steps of all runs behind each other: index into `deeds`. Those of a run end before its `ends`. */
  readonly steps: Uint16Array;
  readonly ends: Uint32Array;
  /** What steps do, and by which tool; none for a message. */
  readonly deeds: readonly Deed[];
}

/** What a step does: `command` runs something, `read` only looks, `call` is any other call. */
export type DeedKind = 'message' | 'command' | 'edit' | 'read' | 'call';

export interface Deed {
  readonly kind: DeedKind;
  readonly tool: string;
}

/** More tools than these are told apart as one, without a name. */
const maxDeeds = 1000;

/** Takes the runs among responses, one after the other. */
export class RunFacts {
  private readonly places: number[] = [];
  private readonly harness: number[] = [];
  private readonly harnesses = new Map<string, number>();
  private readonly outcome: number[] = [];
  private readonly steps: number[] = [];
  private readonly ends: number[] = [];
  private readonly deeds = new Map<string, number>();
  private readonly told: Deed[] = [];

  /** @param place of the response among all, which rises */
  add(place: number, response: Response): void {
    const { run } = response;
    if (!run) return;
    const harness = this.harnesses.get(run.harness) ?? this.harnesses.size;
    this.harnesses.set(run.harness, harness);
    const passed = hasPassed(response);
    this.places.push(place);
    this.harness.push(harness);
    this.outcome.push(passed === undefined ? -1 : passed ? 1 : 0);
    for (const step of stepsOf(turnsOf(response))) this.steps.push(this.numberOf(deedOf(step)));
    this.ends.push(this.steps.length);
  }

  found(): FoundRuns {
    return {
      places: Uint32Array.from(this.places),
      harness: Uint16Array.from(this.harness),
      harnesses: [...this.harnesses.keys()],
      outcome: Int8Array.from(this.outcome),
      steps: Uint16Array.from(this.steps),
      ends: Uint32Array.from(this.ends),
      deeds: this.told,
    };
  }

  private numberOf({ kind, tool }: Deed): number {
    const named = { kind, tool: this.deeds.size < maxDeeds ? tool : '' };
    const key = `${named.kind} ${named.tool}`;
    const known = this.deeds.get(key) ?? this.deeds.get(`${kind} ${tool}`);
    if (known !== undefined) return known;
    this.deeds.set(key, this.told.length);
    return this.told.push(named) - 1;
  }
}

const kinds = { say: 'message', run: 'command', edit: 'edit', read: 'read', call: 'call' } as const;

function deedOf(step: RunStep): Deed {
  if (step.kind === 'message') return { kind: 'message', tool: '' };
  return { kind: kinds[callLine(step.call).kind], tool: step.call.name };
}
