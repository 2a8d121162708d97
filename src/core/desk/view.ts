import type { DeskItem, DeskSteps, Notice, Replaced } from '../model/desk';
import { saysTheSame } from '../model/draft';
import { judgementOf } from './judgement';
import { replacedBy } from './replaced';
import type { OpenItem } from './session';
import { comparisonInHand, nextOf } from './ways/pair';
import { sortsIntoBuckets } from './ways/rank';
import { stepsInHand } from './ways/steps';
import type { Change, Hand } from './ways/way';

/** Steps that are shown before and behind the one in hand. */
const stepsAround = 40;
/** Of a step so much is shown, in UTF-16 units. */
const mostOfStep = 4000;

/** What the desk shows of an item, without its texts. */
export function itemOf(ordinal: number, open: OpenItem, hand: Hand, typed: number | undefined): Omit<DeskItem, 'served'> {
  const { annotation, draft, saved } = open;
  const skipReason = annotation?.judgement.skip?.reason;
  const replaces = replacesOf(open);
  const inHand = draft.mode === 'pair' ? comparisonInHand(hand) : undefined;
  return {
    key: keyOf(ordinal, open),
    draft,
    status: statusOf(open, saysTheSame(draft, saved)),
    ...(replaces && { replaces }),
    ...(annotation && { savedAt: annotation.time }),
    ...(skipReason !== undefined && { skipReason }),
    stale: isStale(open),
    selected: hand.selected,
    part: hand.part,
    buckets: draft.mode === 'rank' && sortsIntoBuckets(hand),
    ...(typed !== undefined && { typed }),
    ...(inHand && { pair: { a: inHand.a, b: inHand.b, left: nextOf(draft).left } }),
    ...(draft.mode === 'steps' && { steps: stepsShown(hand) }),
  };
}

function stepsShown(hand: Hand): DeskSteps {
  const all = stepsInHand(hand, hand.selected);
  const text = hand.text(hand.selected);
  const from = Math.max(0, hand.part - stepsAround);
  const shown = all.slice(from, hand.part + stepsAround + 1).map(({ start, end, label }) => ({ start, text: text.slice(start, Math.min(end, start + mostOfStep)), label, left: Math.max(0, end - start - mostOfStep) }));
  return { count: all.length, from, shown };
}

/** What of the judgement in force the draft of an item replaces; what was judged on other texts is none of its. */
export function replacesOf(open: Pick<OpenItem, 'annotation' | 'draft' | 'shown'>): Replaced | undefined {
  const { annotation, draft, shown } = open;
  if (!annotation || isStale(open) || (!annotation.judgement.ranking && !annotation.judgement.comparisons)) return undefined;
  return replacedBy(judgementOf(draft, shown, annotation.judgement), draft, annotation.judgement);
}

/** What is said of a change; where it is the first by which something of the judgement in force is replaced, that too. */
export function noticeOf(open: OpenItem, { draft, notice }: Change): Notice | undefined {
  const what = draft && !replacesOf(open) ? replacesOf({ ...open, draft }) : undefined;
  return what ? { kind: 'replaces', what, after: notice ?? null } : notice;
}

function statusOf({ annotation }: OpenItem, unchanged: boolean): DeskItem['status'] {
  if (!unchanged) return 'draft';
  if (!annotation) return 'empty';
  if (annotation.judgement.skip) return 'skipped';
  return annotation.origin.kind === 'imported' ? 'imported' : 'saved';
}

/** Whether the judgement in force was made on other texts than the item's. */
export function isStale({ annotation, shown }: Pick<OpenItem, 'annotation' | 'shown'>): boolean {
  return annotation !== undefined && annotation.hash !== shown.item.hash;
}

/** Names an item's texts in their order on one desk, without its id. */
export function keyOf(ordinal: number, { shown }: OpenItem): string {
  return `${ordinal}:${shown.seed}:${shown.item.hash}`;
}
