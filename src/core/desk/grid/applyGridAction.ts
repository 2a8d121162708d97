import { isAnswer, type Criterion, type VerdictValue } from '../../model/rubric/criterion';
import type { JudgementAction } from '../../model/annotation/judgementAction';
import type { MarkingAction } from '../../model/desk/markingActions';
import type { MetaCritiqueAction } from '../../model/desk/metaCritiqueActions';
import type { RuleAction } from '../../model/desk/ruleActions';
import type { RunAction } from '../../model/desk/runActions';
import { verdictAt, winnersBy, withVerdict, withWinners } from '../../model/annotation/verdict';
import { modesByName } from '../modes';
import type { DraftUpdate, JudgingState } from '../modes/mode';
import { answerStepped, answerBy, maxFor, rangeOf } from './answers';
import { alongCells, cellsLeft, gridOf, placeInGrid, toCell } from './cells';
import { nameOf } from './criteriaInForce';

/**
 * The grid lies across the ways to judge: verdicts and rankings are one annotation, so it is no way of its own. While a
 * cell is in hand it gets the keys that would be the way's, and the rest stays where it is. The cell goes by its
 * criterion's id, since criteria come and go while somebody judges. Criteria are sent once for all items that share a
 * list of rubric versions, without their weights; a state names the list.
 */

/** A cell in hand with what it asks. */
interface AtCell {
  readonly row: number;
  readonly column: number;
  readonly criterion: Criterion;
  /** True for the cell of a criterion's winner. */
  readonly isWinner: boolean;
}

/**
 * Applies an action to the grid; undefined where the action is for the annotation mode, also while the grid is in hand.
 */
export function applyGridAction(
  state: JudgingState,
  action: Exclude<
    JudgementAction,
    MarkingAction | MetaCritiqueAction | RuleAction | RunAction | { do: 'diffComment' | 'takeover' }
  >,
): DraftUpdate | undefined {
  switch (action.do) {
    case 'grid':
      return (action.on ?? state.cell === null) ? open(state) : close(state);
    case 'cell':
      return toCell(
        state,
        state.list.criteria.findIndex(({ id }) => id === action.criterion),
        action.column,
      );
    case 'cellBy':
    case 'answer':
    case 'winner':
      return active(state, action) ?? {};
    // A response that is named is one to be placed, whatever is in hand.
    case 'number':
    case 'clear':
      return action.index === undefined ? active(state, action) : undefined;
    case 'select':
    case 'selectBy':
    case 'move':
    case 'notApplicable':
      return active(state, action);
    case 'accept':
    case 'acceptNone':
    case 'because':
    case 'buckets':
    case 'compare':
    case 'cutStep':
    case 'drop':
    case 'firstError':
    case 'flag':
    case 'joinStep':
    case 'level':
    case 'mode':
    case 'orderTier':
    case 'rate':
    case 'removeAnswer':
    case 'support':
    case 'turn':
      return undefined;
  }
}

/** The largest number that means something in the cell in hand; undefined while the grid is not in hand. */
export function maxInCell(state: JudgingState): number | undefined {
  const at = atCell(state);
  return at && (at.isWinner ? state.draft.places.length : maxFor(at.criterion));
}

function open(state: JudgingState): DraftUpdate {
  if (state.list.criteria.length === 0) return { notice: { kind: 'no-criteria' } };
  const { first = { row: 0, column: 0 }, left } = cellsLeft(state);
  return { ...toCell(state, first.row, first.column), notice: { kind: 'grid', on: true, left } };
}

/** Leaves the grid: keys go to the annotation mode again, for the response that is selected now. */
function close(state: JudgingState): DraftUpdate {
  if (state.cell === null) return {};
  return {
    ...(state.draft.mode === 'steps' ? { part: 0 } : modesByName[state.draft.mode].point?.(state, state.part)),
    cell: null,
    notice: { kind: 'grid', on: false, left: cellsLeft(state).left },
  };
}

function atCell(state: JudgingState): AtCell | undefined {
  const place = placeInGrid(state);
  const criterion = place && state.list.criteria[place.row];
  return criterion && { ...place, criterion, isWinner: place.column === gridOf(state).winners };
}

type SelectionAction = Extract<
  JudgementAction,
  { do: 'cellBy' | 'answer' | 'winner' | 'number' | 'clear' | 'select' | 'selectBy' | 'move' | 'notApplicable' }
>;

function active(state: JudgingState, action: SelectionAction): DraftUpdate | undefined {
  const at = atCell(state);
  if (!at) return undefined;
  switch (action.do) {
    case 'cellBy':
      return toCell(state, at.row + action.rows, at.column + action.columns);
    case 'select':
      return toCell(state, at.row, action.index);
    case 'selectBy':
      return alongCells(state, at, action.by);
    case 'number':
      return at.isWinner ? winnerBy(state, at, action.value) : answer(state, at, answerBy(at.criterion, action.value));
    case 'answer':
      return answer(state, at, action.value);
    case 'winner':
      return won(state, at, toggled(winnersBy(state.draft.winners, at.criterion.id), action.index));
    case 'clear':
      return at.isWinner ? won(state, at, []) : said(state, at, undefined);
    case 'move':
      return at.isWinner ? {} : said(state, at, answerStepped(at.criterion, valueIn(state, at), action.step));
    case 'notApplicable':
      return valueIn(state, at) === null ? said(state, at, undefined) : answer(state, at, null);
  }
}

/** Answers, and goes on to the next cell. */
function answer(state: JudgingState, at: AtCell, value: VerdictValue | null | undefined): DraftUpdate {
  const { criterion, isWinner } = at;
  if (isWinner)
    return { notice: { kind: 'no-such-answer', answers: { of: 'winner', count: state.draft.places.length } } };
  if (value === undefined || (value !== null && !isAnswer(criterion, value)))
    return { notice: { kind: 'no-such-answer', answers: rangeOf(criterion) } };
  return { ...alongCells(state, at, 1), ...said(state, at, value) };
}

/**
 * By number: 0 says that all are tied. The first one named goes on to the next cell; one more, once the cell is in hand
 * again, is tied with it, or named no longer.
 */
function winnerBy(state: JudgingState, at: AtCell, value: number): DraftUpdate {
  const { length } = state.draft.places;
  if (value > length) return { notice: { kind: 'no-such-answer', answers: { of: 'winner', count: length } } };
  const before = winnersBy(state.draft.winners, at.criterion.id);
  if (value === 0) return { ...alongCells(state, at, 1), ...won(state, at, [...state.draft.places.keys()]) };
  const change = won(state, at, toggled(before, value - 1));
  return before.length === 0 ? { ...alongCells(state, at, 1), ...change } : change;
}

const toggled = (indices: readonly number[], index: number): number[] =>
  indices.includes(index) ? indices.filter((each) => each !== index) : [...indices, index];

const valueIn = ({ draft }: JudgingState, { criterion, column }: AtCell): VerdictValue | null | undefined =>
  verdictAt(draft.verdicts, criterion.id, column)?.value;

/** The verdict in a cell, or (undefined) none any more; its note stays with it, and goes with it. */
function said(
  state: JudgingState,
  { row, column, criterion, isWinner }: AtCell,
  value: VerdictValue | null | undefined,
): DraftUpdate {
  const { draft, list } = state;
  if (isWinner) return {};
  const note = verdictAt(draft.verdicts, criterion.id, column)?.note ?? '';
  const verdicts = withVerdict(
    draft.verdicts,
    criterion.id,
    column,
    value === undefined ? null : { value, note },
    draft.places.length,
  );
  const meaning = value === undefined || value === null ? undefined : criterion.levels?.[String(value)];
  return {
    draft: { ...draft, verdicts },
    notice: {
      kind: 'verdict',
      index: column,
      row,
      of: list.criteria.length,
      name: nameOf(criterion),
      ...(value !== undefined && { value }),
      ...(meaning !== undefined && { meaning }),
    },
  };
}

function won(state: JudgingState, { row, criterion, isWinner }: AtCell, winners: readonly number[]): DraftUpdate {
  const { draft, list } = state;
  const known = winners.filter((index) => index < draft.places.length);
  if (!isWinner) return {};
  return {
    draft: { ...draft, winners: withWinners(draft.winners, criterion.id, known) },
    notice: {
      kind: 'winner',
      winners: known.toSorted((a, b) => a - b),
      row,
      of: list.criteria.length,
      name: nameOf(criterion),
    },
  };
}
