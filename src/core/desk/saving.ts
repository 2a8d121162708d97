import type { Annotation, Judgement } from '../model/annotation';
import { inCodePoints } from '../journal/offsets';
import { isEmptyDraft, saysTheSame } from '../model/draft';
import type { Editing } from './editing';
import type { Following } from './following';
import { draftOf, judgementOf } from './judgement';
import type { Navigation } from './navigation';
import type { OpenItem } from './session';
import type { Stage } from './stage';
import { isStale } from './view';
import { ways } from './ways';

/** A save that takes longer is shown to be under way; a quick one goes straight on to the next item. In milliseconds. */
const slowSave = 150;

/** Makes judgements of drafts: saves, skips and brings back, and goes on. */
export class Saving {
  constructor(
    private readonly stage: Stage,
    private readonly navigation: Navigation,
    private readonly editing: Editing,
    private readonly following: Following,
  ) {}

  /** Saves the judgement and goes on to the next item that has none. Asks again before it saves less than a whole one. */
  async save(open: OpenItem): Promise<void> {
    const { stage } = this;
    const { draft, saved, annotation } = open;
    const hand = stage.inHand.handFor(open);
    const on = ways[draft.mode].goOn?.(hand);
    if (on) {
      this.editing.turn(open, on);
      return;
    }
    if (annotation && !isStale(open) && saysTheSame(draft, saved)) {
      await this.navigation.goOn();
      stage.say(undefined);
      return;
    }
    const missing = isEmptyDraft(draft) ? ({ kind: 'nothing-judged' } as const) : ways[draft.mode].unfinished(hand);
    if (missing && (missing.kind === 'nothing-judged' || !stage.confirmation.allows(draft))) {
      stage.confirmation.ask(draft);
      stage.say(missing);
      return;
    }
    // What was said of other texts, or of another turn, is not said again.
    const before = isStale(open) || saved.turn !== draft.turn ? undefined : annotation?.judgement;
    await this.commit(open, judgementOf(draft, open.shown, before), 'saved');
  }

  /** Records that the item was skipped, and why. What was drafted stays a draft no more. */
  skip(open: OpenItem, reason: string): Promise<void> {
    return this.commit(open, { skip: { reason } }, 'skipped');
  }

  /** Saves what an earlier version of the item's judgement says once more, as the annotator's own. */
  async bringBack(open: OpenItem, version: Annotation): Promise<void> {
    const { session, clock } = this.stage;
    const draft = draftOf(version, open.shown, session.study.project.task.mode);
    const annotation = await session.save({ ...open, draft }, inCodePoints(version, open.shown.responses).judgement, clock.spent());
    session.history.push({ kind: 'save', ...this.stage.here, annotation, draft: open.draft });
    await this.following.follow();
    this.stage.say({ kind: 'brought-back' });
  }

  private async commit(open: OpenItem, judgement: Judgement, kind: 'saved' | 'skipped'): Promise<void> {
    await this.append(open, judgement);
    let said = false;
    const say = (): void => {
      if (!said) this.stage.say({ kind });
      said = true;
    };
    // Said after the next item is sent, whose paint it would hold up by a frame, unless that is long in coming.
    const late = setTimeout(say, slowSave);
    try {
      await this.navigation.goOn();
    } finally {
      clearTimeout(late);
      say();
    }
  }

  private async append(open: OpenItem, judgement: Judgement): Promise<void> {
    const { stage } = this;
    const { session } = stage;
    stage.saving = true;
    const slow = setTimeout(() => stage.tell(), slowSave);
    try {
      const annotation = await session.save(open, judgement, stage.clock.spent());
      // Another annotator may have taken the seat meanwhile, with a history of their own.
      if (annotation.annotator === session.annotator) session.history.push({ kind: 'save', ...stage.here, annotation, draft: open.draft });
    } finally {
      clearTimeout(slow);
      stage.saving = false;
    }
  }
}
