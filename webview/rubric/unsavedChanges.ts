import { signal } from '@preact/signals';
import type { Criterion, CriterionFields } from '../../src/core/model/rubric/criterion';
import type { FieldIssue } from '../../src/core/model/rubric/rubricView';
import type { Changes } from '../../src/protocol/rubric';
import { ask } from './host';
import { failed } from './store';

/** What was changed of a criterion and is not in the library yet: it is on its way, or makes no criterion so far. */
interface Unsaved {
  readonly changes: Changes;
  readonly issues: readonly FieldIssue[];
}

/** By criterion. What makes no criterion stays here until it does, whatever is selected meanwhile. */
export const unsaved = signal<ReadonlyMap<string, Unsaved>>(new Map());

/** What is typed is written after a pause of so many milliseconds, and once its field is left. */
const pause = 400;
const waiting = new Map<string, number>();
let step = 0;

/** Changes from here on are a step of their own, to be taken back by itself. */
export const beginStep = (): void => {
  step++;
};

/** The criterion with what is not saved yet, as its fields show it. Fields may hold what they cannot. */
export function withUnsavedChanges(criterion: Criterion): Criterion {
  const changes = unsaved.value.get(criterion.id)?.changes;
  if (!changes) return criterion;
  return Object.fromEntries(
    Object.entries({ ...criterion, ...changes }).filter(([, value]) => value !== null),
  ) as Criterion;
}

export const issuesOf = (id: string): readonly FieldIssue[] => unsaved.value.get(id)?.issues ?? [];

/** Changes a field of a criterion; null takes it away. `soon`: more of it is about to be typed. */
export function changeField(id: string, field: keyof CriterionFields, value: unknown, soon = false): void {
  const before = unsaved.value.get(id);
  put(id, { changes: { ...before?.changes, [field]: value }, issues: before?.issues ?? [] });
  window.clearTimeout(waiting.get(id));
  if (soon)
    waiting.set(
      id,
      window.setTimeout(() => flush(id), pause),
    );
  else {
    beginStep();
    flush(id);
  }
}

/** Writes what was changed, now. */
export function flush(id: string): void {
  window.clearTimeout(waiting.get(id));
  waiting.delete(id);
  const sent = unsaved.value.get(id)?.changes;
  if (!sent) return;
  ask({ method: 'change', criterion: id, changes: sent, step }).then(({ issues }) => {
    const now = unsaved.value.get(id);
    if (!now) return;
    if (issues.length > 0) {
      if (now.changes === sent) put(id, { changes: sent, issues });
      return;
    }
    const left = Object.fromEntries(
      Object.entries(now.changes).filter(([field, value]) => sent[field as keyof Changes] !== value),
    ) as Changes;
    put(id, Object.keys(left).length === 0 ? undefined : { changes: left, issues: [] });
  }, failed);
}

/** Writes all of it, where a criterion can be made of it. */
export function flushAll(): void {
  for (const id of waiting.keys()) flush(id);
}

/** Takes back what is not saved. */
export function discard(id: string): void {
  window.clearTimeout(waiting.get(id));
  put(id, undefined);
}

function put(id: string, value: Unsaved | undefined): void {
  const next = new Map(unsaved.value);
  if (value) next.set(id, value);
  else next.delete(id);
  unsaved.value = next;
}
