import { isDeepStrictEqual } from 'node:util';
import type { Criterion, UnplacedCriterion } from '../model/rubric/criterion';
import { versionInForce, type Rubric, type Rubrics, type Scope } from '../model/rubric/rubric';
import { checkedCriterion } from './criteria';
import { rubricOfEachCriterion, freeId, isWholeSlug, slugOf } from './ids';
import { changeRubric } from './library';
import { normalCriterion, type Pack } from './packs/pack';
import { firstVersion, rubricNamed, withCriteria, type EditContext } from './versions';

/** The outcome for one pack. */
export interface AddedPack {
  readonly id: string;
  readonly version: number;
  /** A rubric was added; one with its id has a new version, or another latest version; or it says the same already. */
  readonly outcome: 'added' | 'new-version' | 'changed' | 'unchanged';
  /** Criteria whose id another rubric has, and which have another here. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
}

/** Options for adding packs. */
export interface AddPackOptions {
  /** What the rubric is called whose pack has no title, by its 0-based place among the packs. */
  readonly titleOf: (at: number) => string;
  /** Instead of the packs' own. */
  readonly scope?: Scope | undefined;
}

/**
 * Adds the rubrics of packs, or makes a version of the one that a pack is of: the one with its id, or for a pack
 * without one that with its title, and as an id is made of that. No two packs are of one rubric, nor are two that are
 * for an item each, and not the same. A criterion without an id that the latest version has, by title or text, keeps
 * that one's id. Throws `UserError` for a criterion that is none.
 */
export function addPacks(
  rubrics: Rubrics,
  packs: readonly Pack[],
  { titleOf, scope }: AddPackOptions,
  editing: EditContext,
): { rubrics: Rubrics; added: AddedPack[] } {
  const ids: Ids = { homes: rubricOfEachCriterion(rubrics), counters: new Map() };
  const wished = packs.map((pack, at): WishedPack => ({
    ...pack,
    title: pack.title ?? titleOf(at),
    isNamed: pack.title !== undefined,
    scope: scope ?? pack.scope,
  }));
  const currentAnnotation = new PackMatcher(rubrics.rubrics, wished);
  const library = [...rubrics.rubrics];
  const added = wished.map((pack): AddedPack => {
    const place = currentAnnotation.take(pack);
    const known = place === undefined ? undefined : library[place];
    const { rubric, ...result } = known
      ? versionOf(known, pack, ids, editing)
      : madeOf(pack, currentAnnotation.newId(pack), ids, editing);
    if (place !== undefined) library[place] = rubric;
    else library.push(rubric);
    return result;
  });
  return {
    rubrics: added.every(({ outcome }) => outcome === 'unchanged') ? rubrics : { ...rubrics, rubrics: library },
    added,
  };
}

/** A pack as it is to be added: `isNamed` where the title is its own. */
interface WishedPack extends Pack {
  readonly title: string;
  readonly isNamed: boolean;
}

/** The rubrics that stand, each of which is taken by one pack at most. */
class PackMatcher {
  private readonly byId: ReadonlyMap<string, number>;
  private readonly byTitle = new Map<string, number[]>();
  private readonly taken = new Set<number>();
  /** Ids that packs have of their own. */
  private readonly given: ReadonlySet<string>;
  private readonly ids: Set<string>;
  private readonly counters = new Map<string, number>();
  private readonly titles: ReadonlySet<string>;

  constructor(
    private readonly rubrics: readonly Rubric[],
    packs: readonly WishedPack[],
  ) {
    this.byId = new Map(rubrics.map(({ id }, place) => [id, place]));
    for (const [place, { title }] of rubrics.entries()) addTo(this.byTitle, title, place);
    this.given = new Set(packs.flatMap(({ id }) => (id === undefined ? [] : [id])));
    this.ids = new Set([...this.byId.keys(), ...this.given]);
    this.titles = new Set(packs.flatMap(({ id, title }) => (id === undefined ? [title] : [])));
  }

  /** The place of the rubric that a pack is of. */
  take({ id, title, scope }: WishedPack): number | undefined {
    const place = id !== undefined ? this.byId.get(id) : (this.titled(title, scope) ?? this.slugged(title, scope));
    if (place !== undefined) this.taken.add(place);
    return place;
  }

  newId({ id, title }: WishedPack): string {
    const free = id ?? freeId(title, this.ids, 'rubric', this.counters);
    this.ids.add(free);
    return free;
  }

  private titled(title: string, scope: Scope | undefined): number | undefined {
    const open = (this.byTitle.get(title) ?? []).filter((place) => this.isOpen(place, scope));
    return open.find((place) => itemOf(this.rubrics[place]?.scope) === itemOf(scope)) ?? open[0];
  }

  /** Whoever gave a rubric another title left its id. */
  private slugged(title: string, scope: Scope | undefined): number | undefined {
    const place = isWholeSlug(title) ? this.byId.get(slugOf(title) || 'rubric') : undefined;
    return place !== undefined && this.isOpen(place, scope) && !this.titles.has(this.rubrics[place]?.title ?? '')
      ? place
      : undefined;
  }

  private isOpen(place: number, scope: Scope | undefined): boolean {
    const { id = '', scope: held } = this.rubrics[place] ?? {};
    const [own, other] = [itemOf(held), itemOf(scope)];
    return !this.taken.has(place) && !this.given.has(id) && (own === undefined || other === undefined || own === other);
  }
}

const itemOf = (scope: Scope | undefined): string | undefined => (scope?.kind === 'item' ? scope.item : undefined);

type Result = AddedPack & { readonly rubric: Rubric };

/** Ids of criteria in the study. */
interface Ids {
  /** The rubric of every one; hears of the new ones. */
  readonly homes: Map<string, string>;
  /** See `freeId`. */
  readonly counters: Map<string, number>;
}

function madeOf(
  { title, description, scope, criteria: wanted }: WishedPack,
  id: string,
  ids: Ids,
  editing: EditContext,
): Result {
  const { criteria, renamed } = placed(wanted, id, ids);
  const version = firstVersion(id, criteria, editing);
  return {
    rubric: {
      id,
      title,
      ...(description !== undefined && { description }),
      ...(scope && { scope }),
      versions: [version],
    },
    id,
    version: version.version,
    outcome: 'added',
    renamed,
  };
}

/** Makes the version of a rubric that a pack gives. */
function versionOf(
  known: Rubric,
  { title, isNamed, description, scope, criteria: wanted }: WishedPack,
  ids: Ids,
  editing: EditContext,
): Result {
  const { id } = known;
  const { criteria, renamed } = placed(wanted, id, ids, versionInForce(known).criteria);
  const fields = {
    ...(isNamed && { title }),
    ...(description !== undefined && { description }),
    ...(scope && { scope }),
  };
  const alone: Rubrics = { version: 1, rubrics: [known] };
  const changed = withCriteria(
    changeRubric(alone, id, fields),
    id,
    (before) => (isDeepStrictEqual(before.map(normalCriterion), criteria.map(normalCriterion)) ? before : criteria),
    editing,
  );
  const rubric = rubricNamed(changed, id);
  const { version } = versionInForce(rubric);
  if (isDeepStrictEqual(rubric, known)) return { rubric: known, id, version, outcome: 'unchanged', renamed };
  return { rubric, id, version, outcome: version > versionInForce(known).version ? 'new-version' : 'changed', renamed };
}

/** A pack's criteria with ids. @param rubric the one that they are for @param before its criteria in force */
function placed(
  criteria: readonly UnplacedCriterion[],
  rubric: string,
  { homes, counters }: Ids,
  before: readonly Criterion[] = [],
): { criteria: Criterion[]; renamed: { from: string; to: string }[] } {
  const given = new Set(criteria.map(({ id }) => id));
  const used = new Set<string>();
  const renamed: { from: string; to: string }[] = [];
  const taken = { has: (id: string): boolean => homes.has(id) || used.has(id) || given.has(id) };
  const [byText, byTitle] = [new Map<string, number[]>(), new Map<string, number[]>()];
  for (const [at, { text, title }] of before.entries()) {
    addTo(byText, text, at);
    if (title !== undefined) addTo(byTitle, title, at);
  }
  /** The id of the first one before that asks the same, by text or title, and that nobody has yet. */
  const sameAs = ({ text, title }: UnplacedCriterion): string | undefined => {
    const isOpen = (at: number): boolean => !given.has(before[at]?.id) && !used.has(before[at]?.id ?? '');
    const found = [
      byText.get(text)?.find(isOpen),
      title === undefined ? undefined : byTitle.get(title)?.find(isOpen),
    ].filter((at) => at !== undefined);
    return found.length === 0 ? undefined : before[Math.min(...found)]?.id;
  };
  const withIds = criteria.map((criterion) => {
    const wished = criterion.id ?? sameAs(criterion);
    const isOpen = wished !== undefined && (homes.get(wished) ?? rubric) === rubric;
    const id = isOpen ? wished : freeId(criterion.title ?? criterion.text, taken, 'criterion', counters);
    if (criterion.id !== undefined && id !== criterion.id) renamed.push({ from: criterion.id, to: id });
    used.add(id);
    return checkedCriterion({ ...criterion, id });
  });
  for (const { id } of withIds) homes.set(id, rubric);
  return { criteria: withIds, renamed };
}

function addTo(map: Map<string, number[]>, key: string, place: number): void {
  const list = map.get(key);
  if (list) list.push(place);
  else map.set(key, [place]);
}
