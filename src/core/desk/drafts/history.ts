import type { Annotation } from '../../model/annotation/annotation';
import { sameDraft, type Draft } from '../../model/annotation/draft';
import { positionOf, samePosition, type DeskPosition } from '../item/deskPosition';
import type { ShownItem } from '../item/shownItem';
import type { OpenItem } from '../item/openItem';
import type { Cell } from '../modes/mode';
import type { Next } from '../selection';

/** A change of a draft, at the place where to show it. */
export interface Edit extends DeskPosition {
  readonly kind: 'edit';
  readonly before: Draft;
  readonly after: Draft;
  /** The item as it was shown: the drafts go by its order. */
  readonly shown: ShownItem;
  /** Edits of one text field are one action. */
  readonly field?: string;
  /** The response that was selected, and the one that the next number was for. */
  readonly selected?: { readonly before: number; readonly after: number };
  readonly part?: { readonly before: number; readonly after: number };
  readonly cell?: { readonly before: Cell | null; readonly after: Cell | null };
  readonly rule?: { readonly before: string | null; readonly after: string | null };
  readonly runStep?: { readonly before: number | null; readonly after: number | null };
  readonly next?: { readonly before: Next | undefined; readonly after: Next | undefined };
}

/**
 * A judgement that was saved; `annotation` is the line that stands for it now, `draft` what it was made of on the item
 * as it was `shown`.
 */
export interface SavedJudgement extends DeskPosition {
  readonly kind: 'save';
  readonly annotation: Annotation;
  readonly draft: Draft;
  readonly shown: ShownItem;
}

/** One thing that can be taken back. */
export type UndoableAction = Edit | SavedJudgement;

/**
 * The judgement of an item as something to take back, though it was saved in an earlier sitting; undefined where the
 * annotator made none.
 */
export function savedEarlier(
  place: DeskPosition,
  { annotation, saved, shown }: Pick<OpenItem, 'annotation' | 'saved' | 'shown'>,
): SavedJudgement | undefined {
  return annotation?.origin.kind === 'human' ? { kind: 'save', ...place, annotation, draft: saved, shown } : undefined;
}

/**
 * Names where a judgement was saved and the id of its line: all that is kept of a sitting, so that undo goes on after a
 * reload. The judgement itself stands in the journal.
 */
export interface SavedPlace extends DeskPosition {
  readonly annotation: string;
}

/** So many judgements of earlier sittings can be taken back one after the other. */
const maxEarlier = 200;

/** Keeps what was done and can be undone, without limit and across items. */
export class History {
  /** Of earlier sittings, the last one at the end. */
  private earlier: SavedPlace[] = [];
  private readonly done: UndoableAction[] = [];
  private readonly undoneActions: UndoableAction[] = [];

  get canUndo(): boolean {
    return this.done.length > 0 || this.earlier.length > 0;
  }

  /** Lists where judgements were saved, in this sitting and before it, the last one at the end. */
  get saved(): readonly SavedPlace[] {
    return [
      ...this.earlier,
      ...this.done.flatMap((action) =>
        action.kind === 'save' ? [{ ...positionOf(action), annotation: action.annotation.id }] : [],
      ),
    ].slice(-maxEarlier);
  }

  /** Goes on from where an earlier sitting ended. */
  resume(earlier: readonly SavedPlace[]): void {
    this.earlier = [...earlier];
  }

  /** The last place of earlier sittings, which is none of them any more. */
  takeEarlier(): SavedPlace | undefined {
    return this.earlier.pop();
  }

  get canRedo(): boolean {
    return this.undoneActions.length > 0;
  }

  /**
   * Notes what was done, which ends what could be done again. Edits of one field that follow each other are one action.
   */
  push(action: UndoableAction): void {
    this.undoneActions.length = 0;
    const last = this.done.at(-1);
    const continues =
      action.kind === 'edit' &&
      action.field !== undefined &&
      last?.kind === 'edit' &&
      last.field === action.field &&
      samePosition(last, action) &&
      sameDraft(last.after, action.before);
    if (continues) this.done[this.done.length - 1] = { ...action, before: last.before };
    else this.done.push(action);
  }

  /** The action that `undo` would take back. */
  get next(): UndoableAction | undefined {
    return this.done.at(-1);
  }

  /** The action that `redo` would do again. */
  get nextUndone(): UndoableAction | undefined {
    return this.undoneActions.at(-1);
  }

  /** Puts an action with those that can be done again; call it once its effect is taken back. */
  undone(action: UndoableAction): void {
    if (this.done.at(-1) === action) this.done.pop();
    this.undoneActions.push(action);
  }

  /** Moves the last undone action back, as it stands now; call it once its effect is there again. */
  redo(action: UndoableAction): void {
    this.undoneActions.pop();
    this.done.push(action);
  }

  /** Forgets all actions. */
  clear(): void {
    this.earlier = [];
    this.done.length = 0;
    this.undoneActions.length = 0;
  }
}
