import type { Replay } from '../journal/replay';
import { noRow } from '../journal/versions';
import { turnsOf, type Item } from '../model/item';
import { bareSeat, wholeOf, type Seat } from '../model/seat';
import { turnsToJudge } from '../model/turnJudged';
import type { ShownItem } from './shownItem';

/** How many turns of an item can be judged by themselves (see `turnsToJudge`). */
export const turnsIn = ({ responses }: Pick<Item, 'responses'>): number => turnsToJudge(responses.map(turnsOf));

/** The seat that an item can be judged in: without a turn that it does not have, or no longer has. */
export function seatIn(item: Item, seat: Seat): Seat {
  const count = turnsIn(item);
  return seat.turn === undefined || (count > 1 && seat.turn < count) ? seat : wholeOf(seat);
}

/**
 * In which seat an item is opened where nobody says: as a whole, or at the turn that was judged last where the whole
 * was not judged and a turn was.
 */
export function seatToOpen(replay: Replay, annotator: string, item: Item): Seat {
  const { turn } =
    replay.judgedBy(annotator, item) === noRow ? (replay.countedOn(annotator, item) ?? bareSeat) : bareSeat;
  return turn === undefined ? bareSeat : seatIn(item, { turn });
}

/**
 * What of an item as its texts are the annotator has judged in the seat that it is shown in and those of its other
 * turns: the whole (null) first, then turns by number.
 */
export function turnsJudged(replay: Replay, { annotator, item, seat = bareSeat }: ShownItem): (number | null)[] {
  const standings = replay
    .everyOn(annotator, item)
    .filter(({ hash, context, repeat }) => hash === item.hash && context === seat.context && repeat === seat.repeat);
  return standings.map(({ turn = null }) => turn).sort((a, b) => (a ?? -1) - (b ?? -1));
}
