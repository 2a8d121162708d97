import { judge } from '../../../src/core/desk/ways/judge';
import { ways } from '../../../src/core/desk/ways';
import type { Change, Hand } from '../../../src/core/desk/ways/way';
import { emptyDraft } from '../../../src/core/model/draft';
import type { Judging } from '../../../src/core/model/judging';
import type { Mode } from '../../../src/core/model/mode';
import { defaultFlags, type Task } from '../../../src/core/model/project';
import { defaultAspects } from '../../../src/core/model/scale';

/** An item of so many responses that nobody has judged, as it comes into hand. */
export function freshHand(mode: Mode, count: number, task: Partial<Task> = {}): Hand {
  const hand = { draft: emptyDraft(count, mode), selected: 0, part: 0, buckets: true, passages: 1, task: { mode, aspects: defaultAspects, steps: 'line', strength: true, references: false, flags: defaultFlags, ...task }, text: (index: number) => `Step one of ${index}.\nStep two.` } as const;
  return { ...hand, ...ways[mode].first(hand) };
}

/** What is in hand after these actions, and the last change. */
export function after(hand: Hand, ...actions: readonly Judging[]): { readonly hand: Hand; readonly last: Change } {
  let last: Change = {};
  for (const action of actions) {
    last = judge(hand, action);
    const { draft = hand.draft, selected = hand.selected, part = hand.part, buckets = hand.buckets } = last;
    hand = { ...hand, draft, selected, part, buckets };
  }
  return { hand, last };
}

/** Digits as actions. */
export const digits = (...values: readonly number[]): Judging[] => values.map((value) => ({ do: 'number', value }));
