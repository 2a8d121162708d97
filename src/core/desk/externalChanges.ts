import { GuidelinesChangeDetector } from './item/guidelines';
import type { Navigation } from './navigation';
import type { DeskController } from './deskController';

/**
 * Takes over what changed elsewhere: on another desk, in another window, in the study's files, or with another
 * annotator chosen.
 */
export class ExternalChanges {
  private readonly guidelinesChanges: GuidelinesChangeDetector;

  constructor(
    private readonly controller: DeskController,
    private readonly navigation: Navigation,
  ) {
    this.guidelinesChanges = new GuidelinesChangeDetector(controller.session.study);
  }

  /** Shows the item on the screen as it stands now, and tells. */
  async follow(): Promise<void> {
    await this.reopen();
    await this.navigation.follow();
    this.controller.notify();
    if (this.guidelinesChanges.arrived()) this.controller.announce({ kind: 'guidelines-changed' });
  }

  private async reopen(): Promise<void> {
    const { session, clock, selection, modeChange, open: before } = this.controller;
    if (!before) return;
    const isSame = session.annotator === before.shown.annotator;
    // What came again to one annotator is an item like any other to the next.
    if (!isSame) this.controller.here = { ordinal: this.controller.here.ordinal };
    const open = await (isSame
      ? session.open(before.shown, before)
      : session.open(session.show(before.shown.item, this.controller.here.judgementKey)));
    if (!isSame) this.controller.here = { ...this.controller.here, judgementKey: open.shown.judgementKey };
    if (open.draft.mode !== before.draft.mode) modeChange.arrive(before.draft.mode, open.draft.mode);
    this.controller.update(open);
    // Other responses are on the desk, or in another order.
    if (open.shown.seed !== before.shown.seed) selection.reset(open);
    if (!isSame) clock.takeOver(open.elapsed);
  }
}
