import { judgementFields } from '../model/annotation/fields';
import type { ListField } from '../model/annotation/fields/field';
import { listNames, type EntryOf, type Judgement, type ListName } from '../model/annotation/judgement';
import { withoutUndefined } from '../dataset/layouts/layout';

type Entries = { readonly [K in ListName]: Map<string, EntryOf<K>> };

/** What one annotator says of an item in several rows, each of some of its responses, as one judgement. */
export class JudgementMerger {
  private readonly entries = Object.fromEntries(listNames.map((name) => [name, new Map()])) as unknown as Entries;
  private readonly acceptable = new Map<string, boolean>();
  private readonly rationales = new Set<string>();
  /** What is said once, by the first that says it. */
  private rest: Judgement = {};

  /**
   * Adds what a row says, and tells whether that is new. Nothing is added of one that says otherwise of the same than a
   * row before.
   */
  add(judgement: Judgement): 'new' | 'known' | 'contrary' {
    if (this.contradicts(judgement)) return 'contrary';
    const before = this.size();
    let isNew = listNames.map((name) => this.addList(name, judgement[name])).some((is) => is);
    for (const [id, value] of Object.entries(judgement.acceptable ?? {})) this.acceptable.set(id, value);
    if (judgement.rationale !== undefined) this.rationales.add(judgement.rationale);
    this.rest = { ...judgement, ...this.rest };
    isNew ||= this.size() > before;
    return isNew ? 'new' : 'known';
  }

  judgement(): Judgement {
    const lists = Object.fromEntries(
      listNames.map((name) => [name, this.entries[name].size === 0 ? undefined : [...this.entries[name].values()]]),
    );
    return withoutUndefined({
      ...this.rest,
      ...lists,
      acceptable: this.acceptable.size === 0 ? undefined : Object.fromEntries(this.acceptable),
      rationale: this.rationales.size === 0 ? undefined : [...this.rationales].join('\n\n'),
    });
  }

  private size(): number {
    return this.acceptable.size + this.rationales.size + Object.keys(this.rest).length;
  }

  private contradicts(judgement: Judgement): boolean {
    const { ranking, acceptable = {}, comparisons } = judgement;
    if (Object.entries(acceptable).some(([id, value]) => (this.acceptable.get(id) ?? value) !== value)) return true;
    if (ranking && (this.entries.comparisons.size > 0 || (this.rest.ranking && !isSame(this.rest.ranking, ranking))))
      return true;
    if (comparisons && this.rest.ranking) return true;
    return listNames.some((name) => this.contradictsIn(name, judgement[name]));
  }

  private contradictsIn<K extends ListName>(name: K, list: readonly EntryOf<K>[] = []): boolean {
    const rules = rulesOf(name);
    return list.some((entry) => {
      const before = this.entries[name].get(JSON.stringify(rules.about(entry)));
      return before !== undefined && !isSame(rules.says?.(before), rules.says?.(entry));
    });
  }

  private addList<K extends ListName>(name: K, list: readonly EntryOf<K>[] = []): boolean {
    const rules = rulesOf(name);
    const entries: Map<string, EntryOf<K>> = this.entries[name];
    let isNew = false;
    for (const entry of list) {
      const key = JSON.stringify(rules.about(entry));
      const before = entries.get(key);
      const now = before === undefined ? entry : (rules.merge?.(before, entry) ?? noted(before, entry));
      isNew ||= before === undefined || !isSame(before, now);
      entries.set(key, now);
    }
    return isNew;
  }
}

const rulesOf = <K extends ListName>(name: K): Pick<ListField<EntryOf<K>>, 'about' | 'says' | 'merge'> =>
  judgementFields[name];

/** The same said twice, with the note of either. */
function noted<T>(before: T, entry: T): T {
  return typeof before === 'object' && typeof entry === 'object' ? { ...entry, ...before } : before;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
