import { isDeepStrictEqual } from 'node:util';
import type { Criterion, UnplacedCriterion } from '../model/criterion';
import { versionInForce, type Rubric, type Rubrics, type Scope } from '../model/rubric';
import { checked } from './criteria';
import { criterionHomes, freeId, slugOf } from './ids';
import { changeRubric } from './library';
import { normalCriterion, type Pack } from './packs/pack';
import { firstVersion, rubricNamed, withCriteria, type Editing } from './versions';

/** What became of a pack. */
export interface Added {
  readonly id: string;
  readonly version: number;
  /** A rubric was added; one with its id has a new version, or another latest version; or it says the same already. */
  readonly outcome: 'added' | 'new-version' | 'changed' | 'unchanged';
  /** Criteria whose id another rubric has, and which have another here. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
}

/** What is wished of packs that are added. */
export interface Wishes {
  /** What the rubric is called whose pack has no title, by its 0-based place among the packs. */
  readonly titleOf: (at: number) => string;
  /** Instead of the packs' own. */
  readonly scope?: Scope | undefined;
}

/**
 * Adds the rubrics of packs, one after the other, or makes a version of the one that has a pack's id (made of the title, where it has none). A criterion
 * without an id that the latest version has, by title or text, keeps that one's id. Throws `UserError` for a criterion that is none.
 */
export function addPacks(rubrics: Rubrics, packs: readonly Pack[], { titleOf, scope }: Wishes, editing: Editing): { rubrics: Rubrics; added: Added[] } {
  const homes = criterionHomes(rubrics);
  const added: Added[] = [];
  let library = rubrics;
  for (const [at, pack] of packs.entries()) {
    const { rubrics: next, ...result } = add(library, pack, { title: pack.title ?? titleOf(at), scope: scope ?? pack.scope }, homes, editing);
    library = next;
    added.push(result);
  }
  return { rubrics: library, added };
}

/** @param homes the rubric of every id of a criterion, which hears of the new ones */
function add(rubrics: Rubrics, pack: Pack, { title, scope }: { readonly title: string; readonly scope: Scope | undefined }, homes: Map<string, string>, editing: Editing): Added & { rubrics: Rubrics } {
  const id = pack.id ?? (slugOf(title) || 'rubric');
  const known = rubrics.rubrics.find((rubric) => rubric.id === id);
  const { criteria, renamed } = placed(pack.criteria, id, homes, known && versionInForce(known).criteria);
  for (const criterion of criteria) homes.set(criterion.id, id);
  if (!known) {
    const version = firstVersion(id, criteria, editing);
    const rubric: Rubric = { id, title, ...(pack.description !== undefined && { description: pack.description }), ...(scope && { scope }), versions: [version] };
    return { rubrics: { ...rubrics, rubrics: [...rubrics.rubrics, rubric] }, id, version: version.version, outcome: 'added', renamed };
  }
  const fields = { ...(pack.title !== undefined && { title }), ...(pack.description !== undefined && { description: pack.description }), ...(scope && { scope }) };
  const changed = withCriteria(changeRubric(rubrics, id, fields), id, (before) => (isDeepStrictEqual(before.map(normalCriterion), criteria.map(normalCriterion)) ? before : criteria), editing);
  const now = rubricNamed(changed, id);
  const version = versionInForce(now).version;
  if (isDeepStrictEqual(now, known)) return { rubrics, id, version, outcome: 'unchanged', renamed };
  return { rubrics: changed, id, version, outcome: version > versionInForce(known).version ? 'new-version' : 'changed', renamed };
}

/** A pack's criteria with ids. @param rubric the one that they are for @param before its criteria in force */
function placed(criteria: readonly UnplacedCriterion[], rubric: string, homes: ReadonlyMap<string, string>, before: readonly Criterion[] = []): { criteria: Criterion[]; renamed: { from: string; to: string }[] } {
  const given = new Set(criteria.map(({ id }) => id));
  const used = new Set<string>();
  const renamed: { from: string; to: string }[] = [];
  const taken = { has: (id: string): boolean => homes.has(id) || used.has(id) || given.has(id) };
  const withIds = criteria.map((criterion) => {
    const wished = criterion.id ?? before.find(({ id, ...each }) => !given.has(id) && !used.has(id) && asksTheSame(each, criterion))?.id;
    const isOpen = wished !== undefined && (homes.get(wished) ?? rubric) === rubric;
    const id = isOpen ? wished : freeId(criterion.title ?? criterion.text, taken, 'criterion');
    if (criterion.id !== undefined && id !== criterion.id) renamed.push({ from: criterion.id, to: id });
    used.add(id);
    return checked({ ...criterion, id });
  });
  return { criteria: withIds, renamed };
}

const asksTheSame = (one: Pick<Criterion, 'text' | 'title'>, other: UnplacedCriterion): boolean => one.text === other.text || (one.title !== undefined && one.title === other.title);
