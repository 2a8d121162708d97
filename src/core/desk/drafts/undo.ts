import type { ExternalChanges } from '../externalChanges';
import { savedEarlier, type Edit, type SavedJudgement } from './history';
import { draftForOrder } from './draftConversion';
import type { Navigation } from '../navigation';
import { positionOf } from '../item/deskPosition';
import type { DeskController } from '../deskController';

/** Takes back what was done and does it again, across items: goes to where it was done, so that it is seen. */
export class Undo {
  constructor(
    private readonly controller: DeskController,
    private readonly navigation: Navigation,
    private readonly externalChanges: ExternalChanges,
  ) {}

  /**
   * Takes the last action back; where there is none in this sitting, the judgement of the item on the screen, or else
   * the last one of an earlier sitting.
   */
  async undo(): Promise<void> {
    const { session, open, here } = this.controller;
    const action = session.history.next ?? (open && savedEarlier(here, open)) ?? (await this.lastEarlier());
    if (!action) {
      this.controller.notify();
      return;
    }
    if (action.kind === 'edit') {
      await this.restore(action, 'before');
      this.controller.announce({ kind: 'undone' });
    } else await this.retract(action);
    session.history.undone(action);
    this.controller.notify();
  }

  /** The last judgement of an earlier sitting that stands as it was saved then, with its item on the screen. */
  private async lastEarlier(): Promise<SavedJudgement | undefined> {
    const { history } = this.controller.session;
    for (let place = history.takeEarlier(); place; place = history.takeEarlier()) {
      if (!(await this.navigation.go(positionOf(place), { kind: 'asked' }))) continue;
      const { open, here } = this.controller;
      const saved = open && savedEarlier(here, open);
      if (saved?.annotation.id === place.annotation) return saved;
    }
    return undefined;
  }

  /** Does again what was taken back last. */
  async redo(): Promise<void> {
    const { history } = this.controller.session;
    const action = history.nextUndone;
    if (!action) return;
    if (action.kind === 'save') {
      await this.repeat(action);
      return;
    }
    await this.restore(action, 'after');
    this.controller.announce({ kind: 'redone' });
    history.redo(action);
    this.controller.notify();
  }

  private async retract(action: SavedJudgement): Promise<void> {
    const { controller } = this;
    await this.navigation.back(action);
    // The work goes on where it was: what it took so far counts on.
    controller.clock.takeOver((action.annotation.duration ?? 0) + controller.clock.spent());
    await controller.withItem((open) =>
      controller.session.retract(action.annotation, open, action.draft, controller.clock.spent(), action.shown),
    );
    controller.announce({ kind: 'retracted', ...(action.annotation.judgement.skip !== undefined && { skip: true }) });
    await this.externalChanges.follow();
  }

  private async repeat(action: SavedJudgement): Promise<void> {
    const { controller } = this;
    const { session } = controller;
    const annotation = await session.repeat(action.annotation);
    await this.navigation.go(positionOf(action), { kind: 'asked' });
    await controller.withItem((open) => session.forgetDraft(open));
    controller.clock.takeOver(0);
    session.history.redo({ ...action, annotation });
    controller.announce({ kind: annotation.judgement.skip ? 'skipped' : 'saved' });
    await this.externalChanges.follow();
  }

  /** Brings the draft back as it was on one side of an edit, and what was in hand then. */
  private async restore(action: Edit, side: 'before' | 'after'): Promise<void> {
    const { controller } = this;
    await this.navigation.back(action);
    await controller.withItem(async (open) => {
      const now = await controller.session.open(open.shown, open);
      const draft = draftForOrder(action[side], action.shown, now.shown);
      controller.session.keepDraft(now, draft, controller.clock.spent());
      controller.update({ ...now, draft });
      controller.selection.follow(
        {
          ...(action.selected && { selected: action.selected[side] }),
          ...(action.part && { part: action.part[side] }),
          ...(action.cell && { cell: action.cell[side] }),
          ...(action.rule && { rule: action.rule[side] }),
          ...(action.runStep && { runStep: action.runStep[side] }),
        },
        action.next?.[side],
      );
    });
  }
}
