import { anchorOf, positionOf, type DeskPosition } from './item/deskPosition';

/**
 * Remembers which items were woven in behind which of the queue, on one desk: one goes back and forth over them as over
 * all others.
 */
export class VisitedItems {
  private readonly woven = new Map<number, DeskPosition[]>();

  /** An item is shown. */
  note(place: DeskPosition): void {
    if (place.behind === undefined) return;
    const those = this.woven.get(place.behind) ?? [];
    if (indexIn(those, place) < 0)
      those.push(
        positionOf({
          ...place,
          judgementKey: place.judgementKey?.repeat === undefined ? undefined : { repeat: place.judgementKey.repeat },
        }),
      );
    this.woven.set(place.behind, those);
  }

  /**
   * The place before or behind `here`; undefined where there is none.
   * @param queued the item of the queue beside another
   */
  async beside(
    here: DeskPosition,
    by: 1 | -1,
    queued: (ordinal: number, by: 1 | -1) => Promise<number | undefined>,
  ): Promise<DeskPosition | undefined> {
    const anchor = anchorOf(here);
    const those = this.woven.get(anchor) ?? [];
    const at = here.behind === undefined ? -1 : indexIn(those, here);
    if (by === -1 && at > 0) return those[at - 1];
    if (by === -1 && at === 0) return anchor < 0 ? undefined : { ordinal: anchor };
    const next = by === 1 ? those[at + 1] : undefined;
    if (next) return next;
    const ordinal = await queued(anchor, by);
    const last = by === -1 ? this.woven.get(ordinal ?? -1)?.at(-1) : undefined;
    return last ?? (ordinal === undefined ? undefined : { ordinal });
  }
}

const indexIn = (those: readonly DeskPosition[], { ordinal, judgementKey }: DeskPosition): number =>
  those.findIndex((each) => each.ordinal === ordinal && each.judgementKey?.repeat === judgementKey?.repeat);
