import { sameDraft, type Draft } from '../model/draft';

/** What was asked about before it is saved: the next Enter saves it although something is missing. A change of the draft, or another item, takes that back. */
export class Confirmation {
  private asked: Draft | undefined;

  /** Whether it was asked about exactly this draft. */
  allows(draft: Draft): boolean {
    return this.asked !== undefined && sameDraft(this.asked, draft);
  }

  ask(draft: Draft): void {
    this.asked = draft;
  }

  forget(): void {
    this.asked = undefined;
  }
}
