import type { Replay } from '../../journal/replay';
import { noRow } from '../../journal/annotationVersions';
import { turnsOf, type Item } from '../../model/item/item';
import { plainKey, wholeOf, type JudgementKey } from '../../model/annotation/judgementKey';
import { judgeableTurnCount } from '../../model/item/judgeableTurns';
import type { ShownItem } from './shownItem';

/** Counts the turns of an item that can be judged by themselves (see `judgeableTurnCount`). */
export const turnsIn = ({ responses }: Pick<Item, 'responses'>): number => judgeableTurnCount(responses.map(turnsOf));

/** The seat that an item can be judged in: without a turn that it does not have, or no longer has. */
export function judgementKeyOfTurn(item: Item, judgementKey: JudgementKey): JudgementKey {
  const count = turnsIn(item);
  return judgementKey.turn === undefined || (count > 1 && judgementKey.turn < count)
    ? judgementKey
    : wholeOf(judgementKey);
}

/**
 * In which seat an item is opened where nobody says: as a whole, or at the turn that was judged last where the whole
 * was not judged and a turn was.
 */
export function judgementKeyToOpen(replay: Replay, annotator: string, item: Item): JudgementKey {
  const { turn } =
    replay.judgedBy(annotator, item) === noRow ? (replay.countedOn(annotator, item) ?? plainKey) : plainKey;
  return turn === undefined ? plainKey : judgementKeyOfTurn(item, { turn });
}

/**
 * What of an item as its texts are the annotator has judged in the seat that it is shown in and those of its other
 * turns: the whole (null) first, then turns by number.
 */
export function turnsJudged(
  replay: Replay,
  { annotator, item, judgementKey = plainKey }: ShownItem,
): (number | null)[] {
  const currentAnnotations = replay
    .everyOn(annotator, item)
    .filter(
      ({ hash, context, repeat, role }) =>
        hash === item.hash &&
        context === judgementKey.context &&
        repeat === judgementKey.repeat &&
        role === judgementKey.role,
    );
  return currentAnnotations.map(({ turn = null }) => turn).sort((a, b) => (a ?? -1) - (b ?? -1));
}
