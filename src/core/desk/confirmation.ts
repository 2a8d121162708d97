import { sameDraft, type Draft } from '../model/draft';

/** What was asked about before it is saved: the next Enter lets that stand, and saves it where nothing else is to be asked. A change of the draft, or another item, takes that back. */
export class Confirmation {
  private asked: { readonly of: Draft; readonly kinds: ReadonlySet<string> } | undefined;

  /** Whether this was asked about exactly this draft. */
  allows(draft: Draft, kind: string): boolean {
    return this.asked !== undefined && this.asked.kinds.has(kind) && sameDraft(this.asked.of, draft);
  }

  ask(draft: Draft, kind: string): void {
    const before = this.asked && sameDraft(this.asked.of, draft) ? this.asked.kinds : [];
    this.asked = { of: draft, kinds: new Set([...before, kind]) };
  }

  forget(): void {
    this.asked = undefined;
  }
}
