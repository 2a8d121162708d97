import type { Dataset } from '../../dataset/dataset';
import type { ParsedItem } from '../../dataset/items/parsedItem';
import { seedOf } from '../../model/annotation/blindOrder';
import type { InformativeItems } from '../../model/desk/informativeItems';
import type { QueueReason } from '../../model/desk/deskState';
import type { Item } from '../../model/item/item';
import type { OrderName } from '../../model/study/planSchema';
import { Permutation } from './permutation';
import type { OutcomeItems } from './outcomeItems';
import type { UncertainItems } from './uncertainItems';
import { uncertaintyOf } from './uncertainty';

/**
 * An order is a function: places of the queue lead to items and back. A shuffle keeps nothing an item (`permutation`)
 * and waits until the items are counted, so that each has its chance; the most uncertain first, thin slices first and
 * what a search found take 4 bytes an item. Thin slices first is worked out ahead, counting every item before as
 * judged. So whatever the order, what is known of judged items holds, and file order still reads records side by side.
 *
 * What the plan's filter lets through is a bit an item, whatever the order, and the queue waits for it. What a worker
 * found in all items for these lies in the cache beside the indexes. Who judges an item is drawn by rendezvous hashing
 * of seed, item and annotator: nothing is kept or agreed upon.
 */

/** The order in which items come: places, numbered from 0, and which item stands at each. */
export interface Order {
  /** Resolves once every place is known for good. */
  ready(): Promise<void>;
  /** The item (its 0-based place in the dataset) at a place; undefined before the first and past the last. */
  ordinalAt(place: number): number | undefined;
  /** Gives the place of an item in the order; undefined where it is not among those that come. */
  placeOf(ordinal: number): number | undefined;
  /** The first place behind an item, wherever it stands. */
  after(ordinal: number): number;
  /** Not every item comes. */
  readonly isPart?: true;
  /** Why an item, at its 0-based place in the dataset, comes where it does. */
  why(item: Pick<ParsedItem, 'item' | 'labels'>, ordinal: number): QueueReason;
  /**
   * Hears that there is one judgement more (1) or less (-1) of the item with an id; the item too, where whoever tells
   * has it at hand.
   */
  judged?(id: string, by: 1 | -1, item?: Item): void;
}

/** The orders that take no look at the items. */
export type FreeOrder = Exclude<OrderName, 'uncertain' | 'thin' | 'informative' | 'outcomes'>;

/** Tells whether an order has to read every item first. */
export const needsLook = (name: OrderName | undefined): name is Exclude<OrderName, FreeOrder> =>
  name === 'uncertain' || name === 'thin' || name === 'informative' || name === 'outcomes';

/**
 * An order that follows from the study alone, for one annotator. (Others take a look at every item: see
 * `uncertainItems`, `leastAnnotatedItems`.)
 */
export function orderNamed(name: FreeOrder, dataset: Dataset, seed: number, annotator: string): Order {
  switch (name) {
    case 'file':
      return fileOrder;
    case 'shuffled':
      return shuffledOrder(dataset, seedOf('order', String(seed)));
    case 'shuffled-each':
      return shuffledOrder(dataset, seedOf('order', String(seed), annotator));
  }
}

/** The order of the items in their files. A place past the end is found to be so when it is read. */
export const fileOrder: Order = {
  ready: () => Promise.resolve(),
  ordinalAt: (place) => (place < 0 ? undefined : place),
  placeOf: (ordinal) => ordinal,
  after: (ordinal) => ordinal + 1,
  why: () => ({ kind: 'file' }),
};

/**
 * Draws an order of all items by `seed` once it is known how many there are: every item has the same chance to be the
 * first.
 */
function shuffledOrder(dataset: Dataset, seed: number): Order {
  let known = new Permutation(0, seed);
  const places = (): Permutation => {
    if (known.count !== dataset.count) known = new Permutation(dataset.count, seed);
    return known;
  };
  const isKnown = (value: number): boolean => value >= 0 && value < dataset.count;
  return {
    ready: () => dataset.whenComplete(),
    ordinalAt: (place) => (isKnown(place) ? places().at(place) : undefined),
    placeOf: (ordinal) => (isKnown(ordinal) ? places().placeOf(ordinal) : undefined),
    after: (ordinal) => (isKnown(ordinal) ? places().placeOf(ordinal) + 1 : 0),
    why: () => ({ kind: 'shuffled' }),
  };
}

/** The most uncertain items first. */
export function uncertainOrder({ ordinals, scales }: UncertainItems): Order {
  return {
    ...orderAsListed(ordinals),
    why: (item) => ({ kind: 'uncertain', why: uncertaintyOf(item, scales) ?? null }),
  };
}

/** Those first whose outcomes disagree most. How much they do is not told, as outcomes are not. */
export function outcomeOrder({ ordinals }: OutcomeItems): Order {
  return { ...orderAsListed(ordinals), why: () => ({ kind: 'outcomes' }) };
}

/**
 * The most informative items first.
 * @param onJudged hears of every judgement: what teaches most changes with them
 */
export function informativeOrder({ ordinals, agree, against }: InformativeItems, onJudged: () => void): Order {
  const listed = orderAsListed(ordinals);
  return {
    ...listed,
    why: (_, ordinal) => {
      const place = listed.placeOf(ordinal);
      return {
        kind: 'informative',
        why: place === undefined ? null : { agree: agree[place] ?? 0, against: against[place] ?? 0 },
      };
    },
    judged: onJudged,
  };
}

/** Makes an order of a list of all items. */
export function orderAsListed(ordinals: Uint32Array): Pick<Order, 'ready' | 'ordinalAt' | 'placeOf' | 'after'> {
  return {
    ready: () => Promise.resolve(),
    ordinalAt: (place) => ordinals[place],
    placeOf: (ordinal) => placeIn(ordinals, ordinal),
    after: (ordinal) => (placeIn(ordinals, ordinal) ?? -1) + 1,
  };
}

/** Only some items, in the order in which they are given. @param what they have in common, for people */
export function foundOrder(ordinals: Uint32Array, what: string): Order {
  const order = isRising(ordinals) ? orderAsRising(ordinals) : orderAsListed(ordinals);
  return {
    ...order,
    isPart: true,
    why: (_, ordinal) => ({
      kind: 'found',
      what,
      place: (order.placeOf(ordinal) ?? 0) + 1,
      of: ordinals.length,
    }),
  };
}

const isRising = (ordinals: Uint32Array): boolean =>
  ordinals.every((ordinal, at) => at === 0 || (ordinals[at - 1] ?? 0) < ordinal);

/** Some items, in the dataset's order: behind an item that is not among them comes the next that is. */
function orderAsRising(ordinals: Uint32Array): ReturnType<typeof orderAsListed> {
  return {
    ready: () => Promise.resolve(),
    ordinalAt: (place) => ordinals[place],
    placeOf: (ordinal) => {
      const place = firstAbove(ordinals, ordinal) - 1;
      return ordinals[place] === ordinal ? place : undefined;
    },
    after: (ordinal) => firstAbove(ordinals, ordinal),
  };
}

function placeIn(ordinals: Uint32Array, ordinal: number): number | undefined {
  const place = ordinals.indexOf(ordinal);
  return place < 0 ? undefined : place;
}

/** The first place in a sorted list that holds more than `ordinal`. */
function firstAbove(ordinals: Uint32Array, ordinal: number): number {
  let [from, to] = [0, ordinals.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ordinals[middle] ?? 0) > ordinal) to = middle;
    else from = middle + 1;
  }
  return from;
}
