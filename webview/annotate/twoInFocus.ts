import { useRef } from 'preact/hooks';
import type { DeskItem } from '../../src/core/model/desk/deskState';
import type { Arrangement } from '../../src/protocol/desk';
import { orderShown } from './cards/cardRows';

/**
 * The two responses that stand open side by side while the others are folded, by shown index, as they stand from left
 * to right.
 */
export type InFocus = readonly [number, number];

/** The two that were in focus before, and which of them was selected. */
interface Before {
  readonly two: InFocus;
  readonly selected: number;
}

/**
 * The selected response and the one that was selected before it, which stays where it stands; at first its neighbour in
 * the order. Undefined where there are not two.
 */
export function twoInFocus(
  before: Before | undefined,
  selected: number,
  order: readonly number[],
): InFocus | undefined {
  if (before && order.includes(before.two[0]) && order.includes(before.two[1])) {
    const { two } = before;
    if (two.includes(selected)) return two;
    return two[0] === before.selected ? [two[0], selected] : [selected, two[1]];
  }
  const at = order.indexOf(selected);
  const [next, previous] = [order[at + 1], order[at - 1]];
  if (next !== undefined) return [selected, next];
  return previous === undefined ? undefined : [previous, selected];
}

/**
 * Which two are in focus on the desk; undefined where they are not wanted, or there are no more than two, or the way to
 * judge shows what it needs by itself.
 */
export function useTwoInFocus(arrangement: Arrangement, item: DeskItem): InFocus | undefined {
  const before = useRef<Before | undefined>(undefined);
  const { mode, places } = item.draft;
  const selected = item.next?.index ?? item.selected;
  const isWanted = arrangement === 'focus' && places.length > 2 && mode !== 'pair' && mode !== 'steps';
  const two = isWanted ? twoInFocus(before.current, selected, orderShown(item)) : undefined;
  before.current = two && { two, selected };
  return two;
}
