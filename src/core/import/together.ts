import type { Comparison, Critique, Judgement } from '../model/annotation/annotation';
import { defined } from '../dataset/layouts/layout';

type Lists = {
  readonly [K in keyof Judgement as NonNullable<Judgement[K]> extends readonly unknown[] ? K : never]-?: NonNullable<
    Judgement[K]
  > extends readonly (infer Entry)[]
    ? Entry
    : never;
};
type Entries = { readonly [K in keyof Lists]: Map<string, Lists[K]> };

/**
 * What an entry of each list is about, of which a judgement says one thing; where that is all that the entry says, it
 * is about itself.
 */
const about: { readonly [K in keyof Lists]: (entry: Lists[K]) => unknown } = {
  comparisons: ({ a, b, criterion }) => [...[a, b].sort(), criterion],
  ratings: ({ response, aspect }) => [response, aspect],
  verdicts: ({ response, criterion }) => [response, criterion],
  winners: ({ criterion }) => criterion,
  critiques: ({ response }) => response,
  metaCritiques: (entry) => entry,
  steps: ({ response, start, end }) => [response, start, end],
  because: (entry) => entry,
  refinements: ({ response, text }) => [response, text],
  rules: ({ rule }) => rule,
  demonstrations: (entry) => entry,
  flags: (entry) => entry,
  supports: (entry) => entry,
};

/** What an entry says of that, where two could contradict each other. */
const saying: { readonly [K in keyof Lists]?: (entry: Lists[K]) => unknown } = {
  comparisons: ({ a, b, outcome, strength }: Comparison) => [
    a < b || outcome === 'tie' ? outcome : outcome === 'a' ? 'b' : outcome === 'b' ? 'a' : outcome,
    strength,
  ],
  ratings: ({ value }) => value,
  verdicts: ({ value }) => value,
  winners: ({ responses }) => [...responses].sort(),
  steps: ({ label }) => label,
  rules: ({ version, scope }) => [version, scope],
};

const listNames = Object.keys(about) as readonly (keyof Lists)[];

/** What one annotator says of an item in several rows, each of some of its responses, as one judgement. */
export class JudgementTogether {
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
    return defined({
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

  private contradictsIn<K extends keyof Lists>(name: K, list: readonly Lists[K][] = []): boolean {
    const [key, said] = [
      about[name] as (entry: Lists[K]) => unknown,
      saying[name] as ((entry: Lists[K]) => unknown) | undefined,
    ];
    if (!said) return false;
    return list.some((entry) => {
      const before = this.entries[name].get(JSON.stringify(key(entry)));
      return before !== undefined && !isSame(said(before), said(entry));
    });
  }

  private addList<K extends keyof Lists>(name: K, list: readonly Lists[K][] = []): boolean {
    const key = about[name] as (entry: Lists[K]) => unknown;
    const entries: Map<string, Lists[K]> = this.entries[name];
    let isNew = false;
    for (const entry of list) {
      const of = JSON.stringify(key(entry));
      const before = entries.get(of);
      const now =
        before === undefined
          ? entry
          : name === 'critiques'
            ? (bothCritiques(before as Critique, entry as Critique) as Lists[K])
            : noted(before, entry);
      isNew ||= before === undefined || !isSame(before, now);
      entries.set(of, now);
    }
    return isNew;
  }
}

/** The same said twice, with the note of either. */
function noted<T>(before: T, entry: T): T {
  return typeof before === 'object' && typeof entry === 'object' ? { ...entry, ...before } : before;
}

/** What is written of one response in two rows, one behind the other. */
function bothCritiques(before: Critique, more: Critique): Critique {
  const words = (a = '', b = ''): string =>
    b === '' || a.split('\n\n').includes(b) || a === b ? a : a === '' ? b : `${a}\n\n${b}`;
  const texts = Object.fromEntries(
    (['strengths', 'weaknesses', 'suggestion'] as const).flatMap((part) =>
      before[part] === undefined && more[part] === undefined ? [] : [[part, words(before[part], more[part])]],
    ),
  );
  const both = <T>(a: readonly T[] | undefined, b: readonly T[] | undefined): T[] | undefined =>
    (a ?? b)
      ? [...new Map([...(a ?? []), ...(b ?? [])].map((each) => [JSON.stringify(each), each])).values()]
      : undefined;
  const [spans, missing] = [both(before.spans, more.spans), both(before.missing, more.missing)];
  return {
    ...before,
    text: words(before.text, more.text),
    ...texts,
    ...(spans && { spans }),
    ...(missing && { missing }),
  };
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
