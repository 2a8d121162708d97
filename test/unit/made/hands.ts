import { judge } from '../../../src/core/desk/ways/judge';
import { ways } from '../../../src/core/desk/ways';
import type { Change, Hand } from '../../../src/core/desk/ways/way';
import { emptyDraft } from '../../../src/core/model/draft';
import type { Judging } from '../../../src/core/model/judging';
import type { Mode } from '../../../src/core/model/mode';
import { taskOf, type Project, type Task } from '../../../src/core/model/project';

const noCriteria: Hand['list'] = { key: '', criteria: [], shown: { key: '', rubrics: [], criteria: [] } };

/** Nothing judged yet of an item with these responses, whose first one is selected. */
export function handOn(texts: readonly string[], mode: Mode, more: Partial<Hand> = {}): Hand {
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
export function freshHand(mode: Mode, count: number, task: Partial<Task> = {}): Hand {
  const hand = handOn(
    Array.from({ length: count }, (_, index) => `Step one of ${index}.\nStep two.`),
    mode,
  );
  const asked = { ...hand, task: { ...hand.task, ...task } };
  return { ...asked, ...ways[mode].first(asked) };
}

/** What is in hand after these actions (a number is one that was typed), and the last change. */
export function after(
  hand: Hand,
  ...actions: readonly (Judging | number)[]
): { readonly hand: Hand; readonly last: Change } {
  let last: Change = {};
  for (const action of actions) {
    last = judge(hand, typeof action === 'number' ? { do: 'number', value: action } : action);
    const {
      draft = hand.draft,
      selected = hand.selected,
      part = hand.part,
      buckets = hand.buckets,
      cell = hand.cell,
      rule = hand.rule,
    } = last;
    hand = { ...hand, draft, selected, part, buckets, cell, rule };
  }
  return { hand, last };
}

/** What is in hand after these actions. */
export function done(hand: Hand, ...actions: readonly (Judging | number)[]): Hand {
  return after(hand, ...actions).hand;
}
