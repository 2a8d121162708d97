import type { Change, Hand } from '../../../src/core/desk/ways/way';
import { judge } from '../../../src/core/desk/ways/judge';
import { emptyDraft } from '../../../src/core/model/draft';
import type { Judging } from '../../../src/core/model/judging';
import type { Mode } from '../../../src/core/model/mode';
import { defaultFlags, type Task } from '../../../src/core/model/project';
import { defaultAspects } from '../../../src/core/model/scale';

const task: Task = { mode: 'rank', aspects: defaultAspects, steps: 'line', strength: true, references: false, flags: defaultFlags };

/** Nothing judged yet of an item with these responses. */
export function handOn(texts: readonly string[], mode: Mode, more: Partial<Hand> = {}): Hand {
  return { draft: emptyDraft(texts.length, mode), selected: 0, part: 0, buckets: true, task, passages: 1, text: (index) => texts[index] ?? '', ...more };
}

/** What is in hand after an action, as the desk goes by it. */
export function after(hand: Hand, { draft = hand.draft, selected = hand.selected, part = hand.part, buckets = hand.buckets }: Change): Hand {
  return { ...hand, draft, selected, part, buckets };
}

/** What is in hand after these actions, one after the other; a number is one that was typed. */
export function done(hand: Hand, ...actions: readonly (Judging | number)[]): Hand {
  return actions.reduce((now: Hand, action) => after(now, judge(now, typeof action === 'number' ? { do: 'number', value: action } : action)), hand);
}
