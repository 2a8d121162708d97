import { applyAction } from '../../../src/core/desk/modes/applyAction';
import { modesByName } from '../../../src/core/desk/modes';
import type { DraftUpdate, JudgingState } from '../../../src/core/desk/modes/mode';
import { emptyDraft } from '../../../src/core/model/annotation/draft';
import type { JudgementAction } from '../../../src/core/model/annotation/judgementAction';
import type { ModeName } from '../../../src/core/model/annotation/mode';
import { taskOf, type Task } from '../../../src/core/model/study/taskSchema';
import type { Project } from '../../../src/core/model/study/project';

const noCriteria: JudgingState['list'] = { key: '', criteria: [], shown: { key: '', rubrics: [], criteria: [] } };

/** Nothing judged yet of an item with these responses, whose first one is selected. */
export function stateOn(texts: readonly string[], mode: ModeName, more: Partial<JudgingState> = {}): JudgingState {
  return {
    draft: emptyDraft(texts.length, mode),
    selected: 0,
    part: 0,
    buckets: true,
    list: noCriteria,
    cell: null,
    passages: 1,
    task: taskOf({ task: { mode } } as Project),
    text: (index) => texts[index] ?? '',
    critiquesOf: () => undefined,
    critiques: null,
    ...more,
  };
}

/** An item of so many responses that nobody has judged, as it comes into hand. */
export function freshState(mode: ModeName, count: number, task: Partial<Task> = {}): JudgingState {
  const state = stateOn(
    Array.from({ length: count }, (_, index) => `Step one of ${index}.\nStep two.`),
    mode,
  );
  const asked = { ...state, task: { ...state.task, ...task } };
  return { ...asked, ...modesByName[mode].first(asked) };
}

/** What is in hand after these actions (a number is one that was typed), and the last change. */
export function after(
  state: JudgingState,
  ...actions: readonly (JudgementAction | number)[]
): { readonly state: JudgingState; readonly last: DraftUpdate } {
  let last: DraftUpdate = {};
  for (const action of actions) {
    last = applyAction(state, typeof action === 'number' ? { do: 'number', value: action } : action);
    const {
      draft = state.draft,
      selected = state.selected,
      part = state.part,
      buckets = state.buckets,
      cell = state.cell,
      rule = state.rule,
    } = last;
    state = { ...state, draft, selected, part, buckets, cell, rule };
  }
  return { state, last };
}

/** What is in hand after these actions. */
export function done(state: JudgingState, ...actions: readonly (JudgementAction | number)[]): JudgingState {
  return after(state, ...actions).state;
}
