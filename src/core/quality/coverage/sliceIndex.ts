import type { Annotation } from '../../model/annotation/annotation';
import { seedOf } from '../../model/annotation/blindOrder';
import { madeUnder } from '../../rubric/oldVersions';
import type { CoverageSlice } from '../../model/report/coverage';
import type { NumberedVersion, StudyCriteria } from './studyCriteria';
import type { ItemFacts } from './items/itemFacts';

/**
 * The slices of a study by number: what the dataset says of items and responses, then annotators and rounds as they
 * come.
 */
export class SliceIndex {
  readonly slices: CoverageSlice[];
  private readonly annotators = new Map<string, number>();
  private readonly rounds = new Map<number, number>();

  constructor(
    private readonly facts: ItemFacts,
    private readonly by: readonly string[],
  ) {
    this.slices = [...facts.slices];
  }

  /** Those of a whole annotation. */
  of({ annotator, round }: Pick<Annotation, 'annotator' | 'round'>, row: number): number[] {
    const { members, ends } = this.facts;
    const found: number[] = [];
    let last = -1;
    for (let at = row === 0 ? 0 : (ends[row - 1] ?? 0); at < (ends[row] ?? 0); at++) {
      const slice = members[at] ?? 0;
      // Two rare values of one item are in the same slice.
      if (slice !== last) found.push(slice);
      last = slice;
    }
    if (this.by.includes('annotator'))
      found.push(this.numberOf(this.annotators, annotator, { by: 'annotator', value: annotator }));
    if (this.by.includes('round')) found.push(this.numberOf(this.rounds, round, { by: 'round', value: String(round) }));
    return found;
  }

  /**
   * The places of responses among all of the dataset's, in the order in which they were shown; -1 for one that the item
   * does not have.
   */
  places(shown: readonly string[], row: number): number[] {
    const { responseKeys, responseEnds } = this.facts;
    const [begin, end] = [row === 0 ? 0 : (responseEnds[row - 1] ?? 0), responseEnds[row] ?? 0];
    return shown.map((id) => {
      const key = seedOf(id);
      for (let place = begin; place < end; place++) if (responseKeys[place] === key) return place;
      return -1;
    });
  }

  /** Those of one response, by its place among all. */
  ofResponse(place: number): readonly number[] {
    const { responseMembers, responseMemberEnds } = this.facts;
    const found: number[] = [];
    if (place < 0) return found;
    for (let at = place === 0 ? 0 : (responseMemberEnds[place - 1] ?? 0); at < (responseMemberEnds[place] ?? 0); at++)
      found.push(responseMembers[at] ?? 0);
    return found;
  }

  private numberOf<K>(known: Map<K, number>, key: K, slice: CoverageSlice): number {
    let number = known.get(key);
    if (number === undefined) known.set(key, (number = this.slices.push(slice) - 1));
    return number;
  }
}

/** The rubric versions that an annotation was made under (see `madeUnder`), of those that are for its item. */
export function askedVersions(
  annotation: Annotation,
  row: number,
  study: StudyCriteria,
  facts: ItemFacts,
): NumberedVersion[] {
  const found: NumberedVersion[] = [];
  for (const { id, version } of madeUnder(annotation)) {
    const rubric = study.rubricNamed(id);
    const named = rubric?.versions.get(version);
    if (rubric && named && facts.isWithin(row, rubric.within)) found.push(named);
  }
  return found;
}
