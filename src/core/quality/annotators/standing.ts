import type { StudyJudgements } from '../judgements/studyJudgements';
import { valuesOf, type ValuedByAnnotation, type Wanted } from '../judgements/valuesOf';
import { copiesIn, type Copies } from './copies';
import { differencesOf, type Difference } from './differences';
import { groupsOf, type Group } from './groups';
import { pairwiseOf, type Pairwise } from './pairwise';

/** How annotators stand to each other by the kind of value by which they are compared: all by their numbers. */
export interface Standing {
  readonly table: Pairwise;
  readonly valued: ValuedByAnnotation;
  /** Groups that want different things; empty where all are of one mind. */
  readonly groups: readonly Group[];
  readonly copies: readonly Copies[];
  readonly differences: ReadonlyMap<number, Difference>;
  /** The number of an annotator's group; 0 for all where there are none. */
  readonly groupOf: (annotator: number) => number;
  /** Whether two are compared: those of one group who do not copy each other. */
  readonly isCompared: (a: number, b: number) => boolean;
}

/** Two groups first, then who copies whom, then who differs from the others of their own group. */
export function standingOf(judgements: StudyJudgements, kind: string, wanted: Wanted): Standing {
  const valued = valuesOf(judgements, kind, wanted);
  const count = judgements.annotators.length;
  const table = pairwiseOf(valued, count);
  const members = [...new Set([...table.entries.a, ...table.entries.b])].sort((a, b) => a - b);
  const groups = groupsOf(table, members);
  const numbers = new Map(groups.flatMap((group, at) => group.members.map((member) => [member, at] as const)));
  const groupOf = (annotator: number): number => numbers.get(annotator) ?? 0;
  const teams = groups.length > 0 ? groups.map((group) => group.members) : [members];
  const copies = teams.flatMap((team) => copiesIn(table, team, valued));
  // What two share who may copy says nothing of the others: beside it anybody would look as if they differed.
  const copying = new Set(copies.map(({ a, b }) => a * count + b));
  const isCompared = (a: number, b: number): boolean =>
    groupOf(a) === groupOf(b) && !copying.has(Math.min(a, b) * count + Math.max(a, b));
  const differences = new Map(teams.flatMap((team) => [...differencesOf(table, team, isCompared)]));
  return { table, valued, groups, copies, differences, groupOf, isCompared };
}
