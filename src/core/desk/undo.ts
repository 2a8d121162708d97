import type { Following } from './following';
import { savedEarlier, type Edit, type Saved } from './history';
import { carriedOver } from './judgement';
import type { Navigation } from './navigation';
import { placeOf } from './place';
import type { Stage } from './stage';

/** Takes back what was done and does it again, across items: goes to where it was done, so that it is seen. */
export class Undo {
  constructor(
    private readonly stage: Stage,
    private readonly navigation: Navigation,
    private readonly following: Following,
  ) {}

  /**
   * Takes the last action back; where there is none in this sitting, the judgement of the item on the screen, or else
   * the last one of an earlier sitting.
   */
  async undo(): Promise<void> {
    const { session, open, here } = this.stage;
    const action = session.history.next ?? (open && savedEarlier(here, open)) ?? (await this.lastEarlier());
    if (!action) {
      this.stage.tell();
      return;
    }
    if (action.kind === 'edit') {
      await this.restore(action, 'before');
      this.stage.say({ kind: 'undone' });
    } else await this.retract(action);
    session.history.undone(action);
    this.stage.tell();
  }

  /** The last judgement of an earlier sitting that stands as it was saved then, with its item on the screen. */
  private async lastEarlier(): Promise<Saved | undefined> {
    const { history } = this.stage.session;
    for (let place = history.takeEarlier(); place; place = history.takeEarlier()) {
      if (!(await this.navigation.go(placeOf(place), { kind: 'asked' }))) continue;
      const { open, here } = this.stage;
      const saved = open && savedEarlier(here, open);
      if (saved?.annotation.id === place.annotation) return saved;
    }
    return undefined;
  }

  /** Does again what was taken back last. */
  async redo(): Promise<void> {
    const { history } = this.stage.session;
    const action = history.nextUndone;
    if (!action) return;
    if (action.kind === 'save') {
      await this.repeat(action);
      return;
    }
    await this.restore(action, 'after');
    this.stage.say({ kind: 'redone' });
    history.redo(action);
    this.stage.tell();
  }

  private async retract(action: Saved): Promise<void> {
    const { stage } = this;
    await this.navigation.back(action);
    await stage.withItem((open) =>
      stage.session.retract(action.annotation, open, action.draft, stage.clock.spent(), action.shown),
    );
    stage.say({ kind: 'retracted' });
    await this.following.follow();
  }

  private async repeat(action: Saved): Promise<void> {
    const { stage } = this;
    const { session } = stage;
    const annotation = await session.repeat(action.annotation);
    await this.navigation.go(placeOf(action), { kind: 'asked' });
    await stage.withItem((open) => session.forgetDraft(open));
    session.history.redo({ ...action, annotation });
    stage.say({ kind: annotation.judgement.skip ? 'skipped' : 'saved' });
    await this.following.follow();
  }

  /** Brings the draft back as it was on one side of an edit, and what was in hand then. */
  private async restore(action: Edit, side: 'before' | 'after'): Promise<void> {
    const { stage } = this;
    await this.navigation.back(action);
    await stage.withItem(async (open) => {
      const now = await stage.session.open(open.shown, open);
      const draft = carriedOver(action[side], action.shown, now.shown);
      stage.session.keepDraft(now, draft, stage.clock.spent());
      stage.update({ ...now, draft });
      stage.inHand.hold({
        ...(action.selected && { selected: action.selected[side] }),
        ...(action.part && { part: action.part[side] }),
        ...(action.cell && { cell: action.cell[side] }),
        ...(action.rule && { rule: action.rule[side] }),
      });
    });
  }
}
