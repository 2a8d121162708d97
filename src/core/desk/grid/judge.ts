import { isAnswer, type Criterion, type VerdictValue } from '../../model/criterion';
import type { Judging } from '../../model/judging';
import type { MarkingAction } from '../../model/markingActions';
import type { MetaCritiqueAction } from '../../model/metaCritiqueActions';
import type { RuleAction } from '../../model/ruleActions';
import { verdictAt, winnersBy, withVerdict, withWinners } from '../../model/verdict';
import { ways } from '../ways';
import type { Change, Hand } from '../ways/way';
import { answerBeside, answerBy, mostFor, rangeOf } from './answers';
import { alongCells, cellsLeft, gridOf, placeInGrid, toCell } from './cells';
import { nameOf } from './criteria';

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
  /** Whether it is the one for the criterion's winner. */
  readonly isWinner: boolean;
}

/**
 * What an action changes where it is about the grid; undefined where it is the way's to judge, also while the grid is
 * in hand.
 */
export function judgeInGrid(
  hand: Hand,
  action: Exclude<Judging, MarkingAction | MetaCritiqueAction | RuleAction>,
): Change | undefined {
  switch (action.do) {
    case 'grid':
      return (action.on ?? hand.cell === null) ? open(hand) : close(hand);
    case 'cell':
      return toCell(
        hand,
        hand.list.criteria.findIndex(({ id }) => id === action.criterion),
        action.column,
      );
    case 'cellBy':
    case 'answer':
    case 'winner':
      return inHand(hand, action) ?? {};
    // A response that is named is one to be placed, whatever is in hand.
    case 'number':
    case 'clear':
      return action.index === undefined ? inHand(hand, action) : undefined;
    case 'select':
    case 'selectBy':
    case 'move':
    case 'notApplicable':
      return inHand(hand, action);
    case 'accept':
    case 'acceptNone':
    case 'because':
    case 'buckets':
    case 'compare':
    case 'confidence':
    case 'cutStep':
    case 'drop':
    case 'firstError':
    case 'flag':
    case 'joinStep':
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
export function mostInCell(hand: Hand): number | undefined {
  const at = atCell(hand);
  return at && (at.isWinner ? hand.draft.places.length : mostFor(at.criterion));
}

function open(hand: Hand): Change {
  if (hand.list.criteria.length === 0) return { notice: { kind: 'no-criteria' } };
  const { first = { row: 0, column: 0 }, left } = cellsLeft(hand);
  return { ...toCell(hand, first.row, first.column), notice: { kind: 'grid', on: true, left } };
}

/** What is in hand of the way goes by the response that is selected now. */
function close(hand: Hand): Change {
  if (hand.cell === null) return {};
  return {
    ...(hand.draft.mode === 'steps' ? { part: 0 } : ways[hand.draft.mode].point?.(hand, hand.part)),
    cell: null,
    notice: { kind: 'grid', on: false, left: cellsLeft(hand).left },
  };
}

function atCell(hand: Hand): AtCell | undefined {
  const place = placeInGrid(hand);
  const criterion = place && hand.list.criteria[place.row];
  return criterion && { ...place, criterion, isWinner: place.column === gridOf(hand).winners };
}

type InHandAction = Extract<
  Judging,
  { do: 'cellBy' | 'answer' | 'winner' | 'number' | 'clear' | 'select' | 'selectBy' | 'move' | 'notApplicable' }
>;

function inHand(hand: Hand, action: InHandAction): Change | undefined {
  const at = atCell(hand);
  if (!at) return undefined;
  switch (action.do) {
    case 'cellBy':
      return toCell(hand, at.row + action.rows, at.column + action.columns);
    case 'select':
      return toCell(hand, at.row, action.index);
    case 'selectBy':
      return alongCells(hand, at, action.by);
    case 'number':
      return at.isWinner ? winnerBy(hand, at, action.value) : answer(hand, at, answerBy(at.criterion, action.value));
    case 'answer':
      return answer(hand, at, action.value);
    case 'winner':
      return won(hand, at, toggled(winnersBy(hand.draft.winners, at.criterion.id), action.index));
    case 'clear':
      return at.isWinner ? won(hand, at, []) : said(hand, at, undefined);
    case 'move':
      return at.isWinner ? {} : said(hand, at, answerBeside(at.criterion, valueIn(hand, at), action.step));
    case 'notApplicable':
      return valueIn(hand, at) === null ? said(hand, at, undefined) : answer(hand, at, null);
  }
}

/** Answers, and goes on to the next cell. */
function answer(hand: Hand, at: AtCell, value: VerdictValue | null | undefined): Change {
  const { criterion, isWinner } = at;
  if (isWinner)
    return { notice: { kind: 'no-such-answer', answers: { of: 'winner', count: hand.draft.places.length } } };
  if (value === undefined || (value !== null && !isAnswer(criterion, value)))
    return { notice: { kind: 'no-such-answer', answers: rangeOf(criterion) } };
  return { ...alongCells(hand, at, 1), ...said(hand, at, value) };
}

/**
 * By number: 0 says that all are tied. The first one named goes on to the next cell; one more, once the cell is in hand
 * again, is tied with it, or named no longer.
 */
function winnerBy(hand: Hand, at: AtCell, value: number): Change {
  const { length } = hand.draft.places;
  if (value > length) return { notice: { kind: 'no-such-answer', answers: { of: 'winner', count: length } } };
  const before = winnersBy(hand.draft.winners, at.criterion.id);
  if (value === 0) return { ...alongCells(hand, at, 1), ...won(hand, at, [...hand.draft.places.keys()]) };
  const change = won(hand, at, toggled(before, value - 1));
  return before.length === 0 ? { ...alongCells(hand, at, 1), ...change } : change;
}

const toggled = (indices: readonly number[], index: number): number[] =>
  indices.includes(index) ? indices.filter((each) => each !== index) : [...indices, index];

const valueIn = ({ draft }: Hand, { criterion, column }: AtCell): VerdictValue | null | undefined =>
  verdictAt(draft.verdicts, criterion.id, column)?.value;

/** The verdict in a cell, or (undefined) none any more; its note stays with it, and goes with it. */
function said(
  hand: Hand,
  { row, column, criterion, isWinner }: AtCell,
  value: VerdictValue | null | undefined,
): Change {
  const { draft, list } = hand;
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

function won(hand: Hand, { row, criterion, isWinner }: AtCell, winners: readonly number[]): Change {
  const { draft, list } = hand;
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
