import type { Annotation, Judgement } from '../../model/annotation/annotation';
import type { Notice } from '../../model/desk/deskState';
import { withCodePointOffsets } from '../../journal/codePointOffsets';
import { isEmptyDraft, sameJudgement } from '../../model/annotation/draft';
import { tooShort, type TooShort } from '../../model/annotation/writingRequirements';
import { newChecks } from './drafts';
import { placeOfText } from '../requiredTexts';
import type { DraftEditing } from '../draftEditing';
import type { ExternalChanges } from '../externalChanges';
import { cellsLeft } from '../grid/cells';
import { draftOf, judgementOf, inBlindOrder } from './draftConversion';
import type { Navigation } from '../navigation';
import { saveConfirmations } from '../item/saveConfirmations';
import { withRefinements } from '../item/refinements';
import type { OpenItem } from '../item/openItem';
import type { DeskController } from '../deskController';
import { isStale } from '../item/isStale';
import { controlTestOf } from '../progress/controlTest';
import { knownAnswerShown, knownOf } from '../item/knownAnswerShown';
import { modesByName } from '../modes';
import type { JudgingState } from '../modes/mode';

/**
 * A save that takes longer is shown to be under way; a quick one goes straight on to the next item. In milliseconds.
 */
const slowSave = 150;

/** Makes judgements of drafts: saves, skips and brings back, and goes on. */
export class Saving {
  constructor(
    private readonly controller: DeskController,
    private readonly navigation: Navigation,
    private readonly editing: DraftEditing,
    private readonly externalChanges: ExternalChanges,
  ) {}

  /**
   * Saves the judgement and goes on to the next item that has none. Asks again before it saves less than a whole one,
   * or one that goes against itself.
   */
  async save(open: OpenItem): Promise<void> {
    const { controller } = this;
    const { draft, saved, annotation } = open;
    const state = controller.selection.stateFor(open);
    const on = modesByName[draft.mode].goOn?.(state);
    if (on) {
      this.editing.turn(open, on);
      return;
    }
    const questions = saveConfirmations(open, state, controller.session.study);
    // What was asked in other words is not said again without a word.
    if (
      annotation &&
      !isStale(open) &&
      sameJudgement(draft, saved) &&
      !newChecks(open) &&
      !questions.some(({ kind }) => kind === 'confirm-criteria-changed')
    ) {
      await this.navigation.goOn();
      controller.announce(undefined);
      return;
    }
    // Who has seen the known answer judges no more by themselves.
    if (knownAnswerShown(controller.session.study.project, open)) {
      controller.announce({ kind: 'control-final' });
      return;
    }
    const short = isEmptyDraft(draft) ? undefined : tooShort(draft, state.task);
    if (short) {
      this.askForText(short, state);
      return;
    }
    const cells = cellsLeft(state);
    if (state.task.verdicts === 'all' && cells.left > 0 && !isEmptyDraft(draft)) {
      this.askForVerdicts(cells);
      return;
    }
    const question = questions.find(
      (each) => each.kind === 'nothing-judged' || !controller.confirmation.allows(draft, each),
    );
    if (question) {
      controller.confirmation.ask(draft, question);
      controller.announce(question);
      return;
    }
    controller.confirmation.saved(cells);
    // What was said of other texts is not said again.
    const before = isStale(open) ? undefined : annotation?.judgement;
    const judgement = judgementOf(draft, open.shown, before);
    const isRefined =
      (judgement.refinements?.length ?? 0) > (before?.refinements?.length ?? open.shown.refined?.length ?? 0);
    const known = knownOf(controller.session.study.project, open, judgement);
    const toJudge = await controller.session.othersCritiques.waiting(open);
    if (isRefined)
      await this.saveHere(open, judgement, () => ({
        kind: 'saved-refined',
        count: controller.open?.shown.responses.length ?? 0,
      }));
    else if (toJudge > 0)
      await this.saveHere(open, judgement, () => ({ kind: 'critiques', said: { what: 'saved', count: toJudge } }));
    else if (known) {
      await this.saveHere(open, judgement, () => ({ kind: 'saved-control', agrees: known.agrees }));
      const test = await controlTestOf(controller.session.study, controller.session.annotator);
      if (test) controller.announce({ kind: 'saved-control', agrees: known.agrees, test });
    } else await this.commit(open, judgement, 'saved');
  }

  /** Records that the item was skipped, and why. What was drafted stays a draft no more. */
  skip(open: OpenItem, reason: string): Promise<void> {
    return this.commit(open, { skip: { reason } }, 'skipped');
  }

  /** Saves what an earlier version of the item's judgement says once more, as the annotator's own. */
  async bringBack(open: OpenItem, version: Annotation): Promise<void> {
    const { session, clock } = this.controller;
    // A judgement of one turn is none of the whole.
    if (version.turn !== open.shown.judgementKey?.turn) {
      await this.navigation.toTurn(version.turn);
      const there = this.controller.open;
      if (there && there.shown.judgementKey?.turn === version.turn) await this.bringBack(there, version);
      return;
    }
    // What it refines is among the responses that it judges.
    const { item, annotator, judgementKey, labels } = open.shown;
    const shown = withRefinements(
      inBlindOrder(item, session.study.project.seed, annotator, judgementKey, labels),
      version.judgement,
    );
    const draft = draftOf(version, shown, session.study.project.task.mode);
    const annotation = await session.save(
      { ...open, shown, draft },
      withCodePointOffsets(version, shown.responses).judgement,
      clock.spent(),
    );
    session.history.push({ kind: 'save', ...this.controller.here, annotation, draft: open.draft, shown: open.shown });
    await this.externalChanges.follow();
    this.controller.announce({ kind: 'brought-back' });
  }

  /** Tells which text the study asks for, and moves the keyboard there. */
  private askForText(short: TooShort, state: JudgingState): void {
    const place = placeOfText(short, state);
    if (place) this.editing.judge(place);
    this.controller.announce({ kind: 'too-short', ...short });
    this.controller.sending.focus({ kind: 'field', field: short.field });
  }

  /** The study wants every cell filled: how many are empty is told, and the first of them is in hand. */
  private askForVerdicts({ left, of }: { readonly left: number; readonly of: number }): void {
    this.editing.judge({ do: 'grid', on: true });
    this.controller.announce({ kind: 'verdicts-needed', left, of });
  }

  /**
   * The item stays: what was refined stands among the responses, to be judged too, or others' critiques can be seen and
   * judged now.
   */
  private async saveHere(open: OpenItem, judgement: Judgement, notice: () => Notice): Promise<void> {
    const { controller } = this;
    await this.append(open, judgement);
    controller.clock.start(0);
    await this.externalChanges.follow();
    controller.announce(notice());
  }

  private async commit(open: OpenItem, judgement: Judgement, kind: 'saved' | 'skipped'): Promise<void> {
    await this.append(open, judgement);
    let said = false;
    const announce = (): void => {
      if (!said) this.controller.announce({ kind });
      said = true;
    };
    // Said after the next item is sent, whose paint it would hold up by a frame, unless that is long in coming.
    const late = setTimeout(announce, slowSave);
    try {
      await this.navigation.goOn();
    } finally {
      clearTimeout(late);
      announce();
    }
  }

  private async append(open: OpenItem, judgement: Judgement): Promise<void> {
    const { controller } = this;
    const { session } = controller;
    controller.saving = true;
    const slow = setTimeout(() => controller.notify(), slowSave);
    try {
      const annotation = await session.save(open, judgement, controller.clock.spent());
      // Another annotator may have taken the seat meanwhile, with a history of their own.
      if (annotation.annotator === session.annotator)
        session.history.push({ kind: 'save', ...controller.here, annotation, draft: open.draft, shown: open.shown });
    } finally {
      clearTimeout(slow);
      controller.saving = false;
    }
  }
}
