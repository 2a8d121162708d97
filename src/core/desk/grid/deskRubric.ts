import type { DeskRubric } from '../../model/desk/deskRubric';
import type { Criterion } from '../../model/rubric/criterion';
import { sameJudgement, type Draft } from '../../model/annotation/draft';
import type { Study } from '../../study/study';
import type { OpenItem } from '../session';
import { modesByName } from '../modes';
import type { JudgingState } from '../modes/mode';
import { cellsLeft, placeInGrid } from './cells';
import { changedCriteria } from './changedCriteria';
import { scoresOf } from './scores';

/** Describes an item's rubric for the desk, without the criteria; undefined where no criterion is in force. */
export function deskRubricOf(
  open: OpenItem,
  state: JudgingState,
  { rubrics }: Pick<Study, 'rubrics'>,
): DeskRubric | undefined {
  const { key, criteria } = state.list;
  if (criteria.length === 0) return undefined;
  const { left, of } = cellsLeft(state);
  const scores = isJudgedByHand(open, state) ? scoresOf(criteria, state.draft, open.shown) : undefined;
  return {
    list: key,
    count: criteria.length,
    cell: placeInGrid(state) ?? null,
    left,
    of,
    changed: changedCriteria(criteria, rubrics, open),
    ...(scores && { scores }),
  };
}

/** A draft without what is said by criteria that are not shown: labels from elsewhere may name anything. */
export function withShownVerdicts(draft: Draft, criteria: readonly Criterion[]): Draft {
  if (Object.keys(draft.verdicts).length === 0 && Object.keys(draft.winners).length === 0) return draft;
  const ids = new Set(criteria.map(({ id }) => id));
  const shownOf = <T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    Object.fromEntries(Object.entries(record).filter(([id]) => ids.has(id)));
  return { ...draft, verdicts: shownOf(draft.verdicts), winners: shownOf(draft.winners) };
}

/**
 * Whether the person's own judgement of the whole is there: complete in the way that it is made, or saved. What the
 * weights make of the verdicts is not shown before, as it would be copied; and not only after the save, as one could
 * not think again where the two differ.
 */
function isJudgedByHand({ annotation, draft, saved }: OpenItem, state: JudgingState): boolean {
  const isSaved =
    annotation !== undefined &&
    annotation.origin.kind === 'human' &&
    annotation.judgement.skip === undefined &&
    sameJudgement(draft, saved);
  return isSaved || modesByName[draft.mode].unfinished(state) === undefined;
}
