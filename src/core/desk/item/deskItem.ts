import { createHash } from 'node:crypto';
import type { DeskItem, DeskSteps, Notice, Replaced, QueuePosition } from '../../model/desk/deskState';
import { sameJudgement, type Draft } from '../../model/annotation/draft';
import { decisiveCriteriaShown } from '../drafts/decisiveCriteria';
import type { DeskMarking, Marking } from '../../model/desk/marking';
import { contextShown } from './contextsOfItem';
import { deskRubricOf, withShownVerdicts } from '../grid/deskRubric';
import { judgementOf } from '../drafts/draftConversion';
import { critiquesState } from '../othersCritiques/deskCritiques';
import { replacedFields } from '../drafts/replacedFields';
import { deskRulesOf, withShownRules } from '../rules/deskRules';
import type { OpenItem, Session } from '../session';
import { selectedComparison, tournamentOf } from '../modes/pair';
import { isStale } from './isStale';
import { opinionsShown } from './opinions';
import { knownAnswerShown } from './knownAnswerShown';
import { turnsJudged } from './turns';
import { withoutImagePaths } from '../../model/item/markdownImages';
import { sortsIntoBuckets } from '../modes/rank';
import { deskTestsOf } from '../tests/deskTests';
import { stepInHand } from '../runs/applyRunAction';
import { selectedSteps } from '../modes/steps';
import type { DraftUpdate, JudgingState } from '../modes/mode';
import type { Next, Selection } from '../selection';

/** Steps that are shown before and behind the one in hand. */
const stepsAround = 40;
/** Of a step so much is shown, in UTF-16 units. */
const maxOfStep = 4000;

/**
 * Describes an item for the desk, without its texts. Where items come that must not be told from the rest, nothing
 * tells where one stands before it is judged.
 */
export function itemShown(
  ordinal: number,
  open: OpenItem,
  state: JudgingState,
  { digits, next }: Pick<Selection, 'digits' | 'next'>,
  queuePosition: QueuePosition,
  { repeatsItems, study, describe, queue }: Pick<Session, 'repeatsItems' | 'study' | 'describe' | 'queue'>,
): DeskItem {
  const { annotation, draft, judgedUnder, shown } = open;
  const isHidden = repeatsItems && !annotation && queuePosition.kind !== 'asked';
  const { contexts: named = [], tips = {} } = study.project.task;
  const tip = Object.hasOwn(tips, shown.item.id) ? tips[shown.item.id] : undefined;
  const known = knownAnswerShown(study.project, open);
  const opinions = opinionsShown(open, describe, queue.isNamed);
  const context = shown.judgementKey?.context;
  const rubric = deskRubricOf(open, state, study);
  const critiques = critiquesState(open.draft, shown, state.critiques ?? null);
  const rules = deskRulesOf(state);
  const tests = deskTestsOf(open, study.project.code);
  return {
    ...itemOf(ordinal, open, state, digits.waiting, next),
    draft: withNamesOfPatches(
      withShownRules(withShownVerdicts(open.draft, state.list.criteria), state.rules ?? { rules: [] }),
    ),
    because: decisiveCriteriaShown(draft, study.rubrics, shown.item),
    queuePosition:
      isHidden &&
      (queuePosition.kind === 'uncertain' || queuePosition.kind === 'thin' || queuePosition.kind === 'informative')
        ? { ...queuePosition, why: 'untold' }
        : queuePosition,
    hidesPlace: isHidden,
    ...(tip !== undefined && { tip }),
    ...(known && { known }),
    ...(opinions && { opinions }),
    ...(context !== undefined && { context: contextShown(context, named) }),
    ...(rubric && { rubric }),
    ...(critiques && { critiques }),
    ...(rules && { rules }),
    ...(tests && { tests }),
    judgedUnder: judgedUnder.map((each) => (each === undefined ? null : contextShown(each, named))),
    turn: shown.judgementKey?.turn ?? null,
    turnsJudged: turnsJudged(study.replay, shown),
  };
}

/** Keeps of patches that were written by hand only which files they change: all of them would be sent with each key. */
const withNamesOfPatches = (draft: Draft): Draft =>
  draft.takeovers.every((each) => each === null)
    ? draft
    : {
        ...draft,
        takeovers: draft.takeovers.map(
          (each) => each && { ...each, patch: (each.patch.match(/^diff --git .*\n/gm) ?? []).join('') },
        ),
      };

/** Describes an item for the desk by the item and the draft alone. */
export function itemOf(
  ordinal: number,
  open: OpenItem,
  state: JudgingState,
  typed: number | undefined,
  next?: Next,
): Omit<
  DeskItem,
  | 'queuePosition'
  | 'hidesPlace'
  | 'judgedUnder'
  | 'turn'
  | 'turnsJudged'
  | 'tip'
  | 'known'
  | 'opinions'
  | 'context'
  | 'rubric'
  | 'critiques'
  | 'rules'
  | 'tests'
> {
  const { annotation, draft } = open;
  const skipReason = annotation?.judgement.skip?.reason;
  const replaces = replacesOf(open);
  const { marking } = state;
  const step = stepInHand(state);
  const active = draft.mode === 'pair' && state.cell === null ? selectedComparison(state) : undefined;
  return {
    key: keyOf(ordinal, open),
    draft,
    status: statusOf(open),
    ...(replaces && { replaces }),
    ...(annotation && { savedAt: annotation.time }),
    ...(skipReason !== undefined && { skipReason }),
    stale: isStale(open),
    selected: state.selected,
    part: state.part,
    ...(next && { next: { index: next.selected, part: next.part } }),
    buckets: draft.mode === 'rank' && sortsIntoBuckets(state),
    ...(typed !== undefined && { typed }),
    ...(active && { pair: { a: active.a, b: active.b, left: tournamentOf(draft).left } }),
    ...(marking && { marking: markingShown(marking) }),
    ...(step && { run: { step: step.step, nth: step.shown.nth, row: step.shown.row } }),
    ...(draft.mode === 'steps' && { steps: stepsShown(state) }),
  };
}

const markingShown = ({ selection: _, ...rest }: Marking): DeskMarking => rest;

function stepsShown(state: JudgingState): DeskSteps {
  const all = selectedSteps(state, state.selected);
  const { text } = withoutImagePaths(state.text(state.selected));
  const from = Math.max(0, state.part - stepsAround);
  const shown = all.slice(from, state.part + stepsAround + 1).map(({ start, end, label }) => ({
    start,
    text: text.slice(start, Math.min(end, start + maxOfStep)),
    label,
    left: Math.max(0, end - start - maxOfStep),
  }));
  return { count: all.length, from, shown };
}

/**
 * Finds the part of the judgement in force that the draft of an item replaces; a judgement of other texts is not
 * replaced.
 */
function replacesOf(open: Pick<OpenItem, 'annotation' | 'draft' | 'shown'>): Replaced | undefined {
  const { annotation, draft, shown } = open;
  if (!annotation || isStale(open) || (!annotation.judgement.ranking && !annotation.judgement.comparisons))
    return undefined;
  return replacedFields(judgementOf(draft, shown, annotation.judgement), draft, annotation.judgement);
}

/**
 * Chooses the notice for a change: that something of the judgement in force is replaced, where this change is the first
 * to do so, or else the change's own.
 */
export function noticeOf(open: OpenItem, { draft, notice }: DraftUpdate): Notice | undefined {
  const what = draft && !replacesOf(open) ? replacesOf({ ...open, draft }) : undefined;
  return what ? { kind: 'replaces', what, after: notice ?? null } : notice;
}

function statusOf({ annotation, draft, saved, suggestion }: OpenItem): DeskItem['status'] {
  if (suggestion && sameJudgement(draft, suggestion.draft)) return 'suggested';
  if (!sameJudgement(draft, saved)) return 'draft';
  if (!annotation) return 'empty';
  if (annotation.judgement.skip) return 'skipped';
  return annotation.origin.kind === 'imported' ? 'imported' : 'saved';
}

/**
 * Names one judgement of an item, and its texts in their order, on one desk: without its id, and without the seed that
 * would tell how the source orders them.
 */
export function keyOf(ordinal: number, { shown: { seed, item, judgementKey } }: OpenItem): string {
  const name = JSON.stringify([seed, item.hash, judgementKey?.context, judgementKey?.turn]);
  return `${ordinal}:${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}
