import { computed, signal } from '@preact/signals';
import { notKnownOf } from '../../../src/core/model/report/document/notKnown';
import type { Todo } from '../../../src/core/model/report/document/todo';
import { todoOf } from '../../../src/core/model/report/document/todoOf';
import type { CountedPart } from '../../../src/protocol/report';
import { figures, quality } from '../store';

/** Everything to be done, the most severe first; undefined until both parts are counted. */
export const todos = computed<readonly Todo[] | undefined>(() =>
  figures.value && quality.value ? todoOf(quality.value.report, figures.value) : undefined,
);

/** What nobody can know yet; null where all is known. */
export const notKnown = computed(() => notKnownOf(quality.value?.report, figures.value));

const parts: Readonly<Record<CountedPart, { readonly value: readonly Todo[] }>> = {
  coverage: computed(() => todoOf(undefined, figures.value)),
  quality: computed(() => todoOf(quality.value?.report, undefined)),
};

/** What is to be done about one part. */
export const todosOf = (part: CountedPart): readonly Todo[] => parts[part].value;

/** The one that is chosen, and which of the items that it names. */
export const chosen = signal<{ readonly id: string | undefined; readonly entry: number }>({ id: undefined, entry: 0 });

export function choose(id: string): void {
  if (chosen.value.id !== id) chosen.value = { id, entry: 0 };
}

export function chooseEntry(entry: number): void {
  chosen.value = { ...chosen.value, entry };
}
