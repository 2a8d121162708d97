import { sameDraft, sameJudgement, type Draft } from '../../model/annotation/draft';
import type { DraftKey } from './draftName';
import type { DraftStore, StoredDraft } from './draftStore';
import type { ShownItem } from '../item/shownItem';
import type { OpenItem } from '../item/openItem';

/** Results of tests that are not saved with the judgement in force. */
export const newChecks = ({ checks, annotation }: Pick<OpenItem, 'checks' | 'annotation'>): OpenItem['checks'] =>
  checks === annotation?.checks ? undefined : checks;

/**
 * The drafts of an annotator's sitting: at hand for items that were opened, and on the disk as the store keeps them.
 */
export class Drafts {
  /** Drafts of items that were opened; null where there is none. */
  private readonly opened = new Map<string, StoredDraft | null>();

  /** @param study the project's file */
  constructor(
    private readonly study: string,
    private readonly store: DraftStore,
  ) {}

  /** The draft of a judgement; null where there is none. */
  async of(shown: ShownItem): Promise<StoredDraft | null> {
    const key = this.key(shown);
    const name = JSON.stringify(key);
    const kept = this.opened.get(name);
    if (kept !== undefined) return kept;
    const loaded = (await this.store.load(key)) ?? null;
    // What was typed while the disk was read is newer.
    const newest = this.opened.get(name) ?? loaded;
    this.opened.set(name, newest);
    return newest;
  }

  /**
   * Keeps what is not saved yet. One that says what is saved, in another way to judge, is kept while the sitting lasts
   * and is no draft on the disk.
   */
  keep(
    open: Pick<OpenItem, 'shown' | 'saved' | 'served' | 'checks' | 'annotation'>,
    draft: Draft,
    elapsed: number,
  ): void {
    const { shown, saved, served } = open;
    const checks = newChecks(open);
    const key = this.key(shown);
    const { refined } = shown;
    this.opened.set(
      JSON.stringify(key),
      sameDraft(draft, saved) && !checks ? null : { draft, elapsed, refined, served, checks },
    );
    this.store.keep(
      key,
      sameJudgement(draft, saved) && !checks
        ? undefined
        : { draft, elapsed, ...(refined && { refined }), ...(served && { served }), ...(checks && { checks }) },
    );
  }

  /** Keeps a draft whatever is saved; resolves once it would survive a crash. */
  async keepSafe(shown: ShownItem, stored: StoredDraft): Promise<void> {
    const key = this.key(shown);
    this.opened.set(JSON.stringify(key), stored);
    this.store.keep(key, stored);
    await this.store.flush();
  }

  /** The judgement is what is saved. */
  forget(shown: ShownItem): void {
    const key = this.key(shown);
    this.opened.set(JSON.stringify(key), null);
    this.store.keep(key, undefined);
  }

  /** Somebody else sits here: what is on the disk stays theirs who left it. */
  clear(): void {
    this.opened.clear();
  }

  /** The names of all drafts on the disk, whoever kept them. */
  names(): Promise<ReadonlySet<string>> {
    return this.store.names();
  }

  /** Resolves once every draft so far would survive a crash. */
  flush(): Promise<void> {
    return this.store.flush();
  }

  /** Whatever was refined of it, a judgement has one draft. */
  private key({ item, annotator, seed, firstSeed = seed, judgementKey }: ShownItem): DraftKey {
    return { study: this.study, annotator, item: item.id, hash: item.hash, seed: firstSeed, judgementKey };
  }
}
