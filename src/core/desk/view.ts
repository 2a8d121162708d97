import { createHash } from 'node:crypto';
import type { DeskItem, DeskSteps, Notice, Replaced, Served } from '../model/desk';
import { saysTheSame } from '../model/draft';
import { becauseShown } from './because';
import type { DeskMarking, Marking } from '../model/marking';
import { contextShown } from './contexts';
import { rubricShown, withShownVerdicts } from './grid/shown';
import { judgementOf } from './judgement';
import { critiquesState } from './othersCritiques/sent';
import { replacedBy } from './replaced';
import { rulesShown, withShownRules } from './rules/shown';
import type { OpenItem, Session } from './session';
import { comparisonInHand, nextOf } from './ways/pair';
import { turnsJudged } from './turns';
import { withoutImagePaths } from '../model/textImages';
import { sortsIntoBuckets } from './ways/rank';
import { stepsInHand } from './ways/steps';
import type { Change, Hand } from './ways/way';

/** Steps that are shown before and behind the one in hand. */
const stepsAround = 40;
/** Of a step so much is shown, in UTF-16 units. */
const mostOfStep = 4000;

/**
 * What the desk shows of an item, without its texts. Where items come that must not be told from the rest, nothing
 * tells where one stands before it is judged.
 */
export function itemShown(
  ordinal: number,
  open: OpenItem,
  hand: Hand,
  typed: number | undefined,
  served: Served,
  { weaves, study }: Pick<Session, 'weaves' | 'study'>,
): DeskItem {
  const { annotation, draft, judgedUnder, shown } = open;
  const isHidden = weaves && !annotation && served.kind !== 'asked';
  const named = study.project.task.contexts ?? [];
  const context = shown.seat?.context;
  const rubric = rubricShown(open, hand, study);
  const critiques = critiquesState(open.draft, shown, hand.critiques ?? null);
  const rules = rulesShown(hand);
  return {
    ...itemOf(ordinal, open, hand, typed),
    draft: withShownRules(withShownVerdicts(open.draft, hand.list.criteria), hand.rules ?? { rules: [] }),
    because: becauseShown(draft, study.rubrics, shown.item),
    served: isHidden && (served.kind === 'uncertain' || served.kind === 'thin') ? { ...served, why: 'untold' } : served,
    hidesPlace: isHidden,
    ...(context !== undefined && { context: contextShown(context, named) }),
    ...(rubric && { rubric }),
    ...(critiques && { critiques }),
    ...(rules && { rules }),
    judgedUnder: judgedUnder.map((each) => (each === undefined ? null : contextShown(each, named))),
    turn: shown.seat?.turn ?? null,
    turnsJudged: turnsJudged(study.replay, shown),
  };
}

/** The same, as far as it follows from the item and what is in hand alone. */
export function itemOf(
  ordinal: number,
  open: OpenItem,
  hand: Hand,
  typed: number | undefined,
): Omit<
  DeskItem,
  'served' | 'hidesPlace' | 'judgedUnder' | 'turn' | 'turnsJudged' | 'context' | 'rubric' | 'critiques' | 'rules'
> {
  const { annotation, draft, saved } = open;
  const skipReason = annotation?.judgement.skip?.reason;
  const replaces = replacesOf(open);
  const { marking } = hand;
  const inHand = draft.mode === 'pair' && hand.cell === null ? comparisonInHand(hand) : undefined;
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
    ...(marking && { marking: markingShown(marking) }),
    ...(draft.mode === 'steps' && { steps: stepsShown(hand) }),
  };
}

const markingShown = ({ selection: _, ...rest }: Marking): DeskMarking => rest;

function stepsShown(hand: Hand): DeskSteps {
  const all = stepsInHand(hand, hand.selected);
  const { text } = withoutImagePaths(hand.text(hand.selected));
  const from = Math.max(0, hand.part - stepsAround);
  const shown = all.slice(from, hand.part + stepsAround + 1).map(({ start, end, label }) => ({
    start,
    text: text.slice(start, Math.min(end, start + mostOfStep)),
    label,
    left: Math.max(0, end - start - mostOfStep),
  }));
  return { count: all.length, from, shown };
}

/** What of the judgement in force the draft of an item replaces; what was judged on other texts is none of its. */
function replacesOf(open: Pick<OpenItem, 'annotation' | 'draft' | 'shown'>): Replaced | undefined {
  const { annotation, draft, shown } = open;
  if (!annotation || isStale(open) || (!annotation.judgement.ranking && !annotation.judgement.comparisons))
    return undefined;
  return replacedBy(judgementOf(draft, shown, annotation.judgement), draft, annotation.judgement);
}

/**
 * What is said of a change; where it is the first by which something of the judgement in force is replaced, that too.
 */
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

/**
 * Names one judgement of an item, and its texts in their order, on one desk: without its id, and without the seed that
 * would tell how the source orders them.
 */
export function keyOf(ordinal: number, { shown: { seed, item, seat } }: OpenItem): string {
  const name = JSON.stringify([seed, item.hash, seat?.context, seat?.turn]);
  return `${ordinal}:${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}
