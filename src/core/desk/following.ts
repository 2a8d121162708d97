import { GuidelinesNews } from './guidelines';
import type { Navigation } from './navigation';
import type { Stage } from './stage';

/**
 * Takes over what changed elsewhere: on another desk, in another window, in the study's files, or with another
 * annotator chosen.
 */
export class Following {
  private readonly news: GuidelinesNews;

  constructor(
    private readonly stage: Stage,
    private readonly navigation: Navigation,
  ) {
    this.news = new GuidelinesNews(stage.session.study);
  }

  /** Shows the item on the screen as it stands now, and tells. */
  async follow(): Promise<void> {
    await this.reopen();
    await this.navigation.follow();
    this.stage.tell();
    if (this.news.arrived()) this.stage.say({ kind: 'guidelines-changed' });
  }

  private async reopen(): Promise<void> {
    const { session, clock, inHand, open: before } = this.stage;
    if (!before) return;
    const isSame = session.annotator === before.shown.annotator;
    // What came again to one annotator is an item like any other to the next.
    if (!isSame) this.stage.here = { ordinal: this.stage.here.ordinal };
    const open = await (isSame
      ? session.open(before.shown, before)
      : session.open(session.show(before.shown.item, this.stage.here.seat)));
    if (!isSame) this.stage.here = { ...this.stage.here, seat: open.shown.seat };
    this.stage.update(open);
    // Other responses are on the desk, or in another order.
    if (open.shown.seed !== before.shown.seed) inHand.reset(open);
    if (!isSame) clock.takeOver(open.elapsed);
  }
}
