import * as l10n from '@vscode/l10n';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { hasLine, orderWithTier, tiersOf } from '../../../src/core/model/annotation/ranking';

/** A row in the list of an item's cards: a response, or something said between two of them. */
export type Row =
  | {
      readonly kind: 'response';
      readonly index: number;
      /** Between it and the one on its left goes the acceptability line. */ readonly isAfterLine: boolean;
      /** Takes the whole width below the two in focus. */ readonly rests?: boolean;
    }
  | Divider;

export interface Divider {
  readonly kind: 'line' | 'bucket' | 'unranked' | 'tier';
  readonly text: string;
}

/** More cards than this are no longer all open at once. */
const maxOpen = 8;

/**
 * Those on the screen, in their order: by place while they are ranked, otherwise as they are shown; only the two that
 * are compared.
 */
export function orderShown({ draft, pair }: DeskItem): readonly number[] {
  if (draft.mode === 'pair') return pair ? [pair.a, pair.b] : [...draft.places.keys()];
  return draft.mode === 'rank' ? orderWithTier(draft.places, draft.within) : [...draft.places.keys()];
}

/**
 * Whether only the beginning of a response is shown: one of many, or of those that are not in hand.
 * @param two those in focus, where two are
 */
export function isFolded(
  { draft: { mode, places, within }, selected, next }: DeskItem,
  index: number,
  two?: readonly number[],
): boolean {
  if (two) return !two.includes(index);
  if (index === selected || index === next?.index) return false;
  if (mode === 'steps') return true;
  if (mode === 'pair') return false;
  if (within && !within.members.includes(index)) return true;
  return (within ? within.members.length : places.length) > maxOpen;
}

/**
 * `stack`: one card below the other, whatever is asked for. `list`: so unless columns are asked for; most are folded.
 * `cards`: as many side by side as have room.
 */
export type Shape = 'stack' | 'list' | 'cards';

export function shapeOf({ draft: { mode, places } }: DeskItem): Shape {
  if (mode === 'steps') return 'stack';
  return mode !== 'pair' && places.length > maxOpen ? 'list' : 'cards';
}

/**
 * The rows of the list, in which so many cards stand side by side.
 * @param two those in focus: they come first, the others below each other
 */
export function rowsOf(item: DeskItem, columns: number, two?: readonly number[]): Row[] {
  if (two) {
    const rest = orderShown(item).filter((index) => !two.includes(index));
    return [
      ...two.map((index): Row => ({ kind: 'response', index, isAfterLine: false })),
      ...rowsIn(item, 1, rest).map((row): Row => (row.kind === 'response' ? { ...row, rests: true } : row)),
    ];
  }
  return rowsIn(item, columns, orderShown(item));
}

/**
 * The responses that stand in the row of the selected one, where so many cards stand side by side in several rows; none
 * where there is one row, or something is said between them.
 */
export function besideSelected(item: DeskItem, columns: number): ReadonlySet<number> {
  const rows = rowsOf(item, columns);
  const order = rows.flatMap((row) => (row.kind === 'response' ? [row.index] : []));
  if (order.length < rows.length || order.length <= columns) return new Set();
  const first = Math.floor(order.indexOf(item.selected) / columns) * columns;
  return new Set(order.slice(first, first + columns));
}

function rowsIn(item: DeskItem, columns: number, order: readonly number[]): Row[] {
  const { mode, places, within, acceptable } = item.draft;
  if (mode !== 'rank') return order.map((index) => ({ kind: 'response', index, isAfterLine: false }));
  const above = hasLine(places, acceptable) ? order.filter((index) => acceptable[index] === true).length : undefined;
  const line = (): Divider => ({
    kind: 'line',
    text: lineText(acceptable.filter((each) => each === true).length, places.length),
  });
  const rows: Row[] = [];
  let across = 0;
  const divide = (divider: Divider): void => {
    rows.push(divider);
    across = 0;
  };
  order.forEach((index, at) => {
    const place = places[index] ?? null;
    const isFirst = at === 0 || (places[order[at - 1] ?? 0] ?? null) !== place;
    const heading =
      item.buckets && isFirst
        ? bucketHeading(item, place)
        : within && index === order.find((each) => within.members.includes(each))
          ? tierHeading(within.places)
          : undefined;
    const isLine = at === above;
    const isBeside = isLine && heading === undefined && across % columns > 0;
    if (isLine && !isBeside) divide(line());
    if (heading) divide(heading);
    rows.push({ kind: 'response', index, isAfterLine: isBeside });
    across++;
  });
  if (above === order.length) rows.push(line());
  return rows;
}

function lineText(above: number, count: number): string {
  if (above === 0) return l10n.t('none is acceptable');
  return above === count ? l10n.t('all are acceptable') : l10n.t('acceptable above, not below');
}

function bucketHeading({ draft: { places } }: DeskItem, bucket: number | null): Divider {
  const count = places.filter((place) => place === bucket).length;
  if (bucket === null) return { kind: 'unranked', text: l10n.t('Not in a bucket: {0}', count) };
  return {
    kind: 'bucket',
    text: bucket === 1 ? l10n.t('Bucket 1 (best): {0}', count) : l10n.t('Bucket {0}: {1}', bucket, count),
  };
}

function tierHeading(places: readonly (number | null)[]): Divider {
  const left = places.filter((place) => place === null).length;
  return {
    kind: 'tier',
    text: l10n.t('Order within the tie: {0} responses, {1} not ranked', places.length, left),
  };
}

/** The place of a response: among all, or within the tie that is being ordered. */
export interface RankPosition {
  readonly place: number | null;
  readonly of: number;
  /** Shown indices of those with the same place; none while a place is a bucket. */
  readonly tiedWith: readonly number[];
  readonly isWithin: boolean;
}

export function rankPositionOf({ draft: { mode, places, within }, buckets }: DeskItem, index: number): RankPosition {
  const at = within?.members.indexOf(index) ?? -1;
  const [own, members, known] =
    within && at >= 0 ? [at, within.members, within.places] : [index, [...places.keys()], places];
  const tier = mode === 'rank' && !buckets ? tiersOf(known).find((each) => each.includes(own)) : undefined;
  return {
    place: known[own] ?? null,
    of: known.length,
    tiedWith: (tier ?? []).filter((other) => other !== own).map((other) => members[other] ?? 0),
    isWithin: at >= 0,
  };
}
