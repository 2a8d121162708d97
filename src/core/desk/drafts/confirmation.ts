import type { Notice } from '../../model/desk/deskState';
import { sameDraft, type Draft } from '../../model/annotation/draft';

/** Something that is asked about before a judgement is saved. */
type Question = Notice;

/**
 * Remembers what was asked about before a save: the next Enter lets that stand, and saves it where nothing else is to
 * be asked. A change of the draft, or another item, takes that back. Empty cells of the grid are asked about more
 * calmly, since to judge without the grid is a way to work: for one item once for as many cells, whatever else is
 * changed meanwhile, and where a grid that nobody touched was let stand not again until one is touched.
 */
export class Confirmation {
  private asked: { readonly of: Draft; readonly kinds: ReadonlySet<string> } | undefined;
  /** The number of empty cells of this item when they were asked about. */
  private cells: number | undefined;
  /** Whether the last judgement that could have had verdicts was saved without any. */
  private leavesGrid = false;

  /** Tells whether this question was asked about this draft, so that it may stand. */
  allows(draft: Draft, question: Question): boolean {
    if (
      question.kind === 'confirm-verdicts-left' &&
      (question.left === this.cells || (question.left === question.of && this.leavesGrid))
    )
      return true;
    return this.asked !== undefined && this.asked.kinds.has(question.kind) && sameDraft(this.asked.of, draft);
  }

  ask(draft: Draft, question: Question): void {
    if (question.kind === 'confirm-verdicts-left') this.cells = question.left;
    const before = this.asked && sameDraft(this.asked.of, draft) ? this.asked.kinds : [];
    this.asked = { of: draft, kinds: new Set([...before, question.kind]) };
  }

  /** A judgement was saved, with so many empty cells of all that its grid has. */
  saved({ left, of }: { readonly left: number; readonly of: number }): void {
    if (of > 0) this.leavesGrid = left === of;
  }

  /** The draft is another. */
  forget(): void {
    this.asked = undefined;
  }

  /** Another item is on the desk. */
  begin(): void {
    this.forget();
    this.cells = undefined;
  }
}
