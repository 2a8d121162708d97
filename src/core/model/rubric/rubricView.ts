import type { Criterion } from './criterion';
import type { CriterionKind } from './criterionKind';
import type { Scope } from './rubric';

/** What the editor of rubrics shows of a library. */

/** A rubric of the library, or one of its criteria. */
export interface RubricPlace {
  readonly rubric: string;
  /** Null for the rubric itself. */
  readonly criterion: string | null;
}

/** A criterion as the outline has it. */
export interface CriterionLine {
  readonly id: string;
  /** Its title, or the beginning of its text. */
  readonly label: string;
  readonly kind: CriterionKind;
  readonly weight: number;
  readonly gate: boolean;
  readonly faulty: boolean;
}

/** A rubric as the outline has it: its version in force, the most important criterion first. */
export interface RubricLine {
  readonly id: string;
  readonly title: string;
  readonly scope: Scope;
  readonly version: number;
  /** Whether the version in force was judged under. */
  readonly inUse: boolean;
  /** It was taken out of the library, and is kept because it was judged under. */
  readonly gone: boolean;
  readonly criteria: readonly CriterionLine[];
}

/** A version of a rubric, and what became other with it. */
export interface VersionLine {
  readonly version: number;
  /** ISO 8601, in UTC. */
  readonly time?: string | undefined;
  readonly author?: string | undefined;
  readonly criteria: number;
  readonly inUse: boolean;
  readonly inForce: boolean;
  /** From the version before; null for the first. How many criteria were added, taken out, changed and moved. */
  readonly change: {
    readonly added: number;
    readonly removed: number;
    readonly changed: number;
    readonly moved: number;
  } | null;
}

/** All of what is selected. */
export type RubricDetail =
  | {
      readonly kind: 'criterion';
      readonly rubric: string;
      readonly version: number;
      readonly inUse: boolean;
      readonly criterion: Criterion;
    }
  | {
      readonly kind: 'rubric';
      readonly rubric: string;
      readonly title: string;
      readonly description: string;
      readonly scope: Scope;
      readonly versions: readonly VersionLine[];
    };

/** What is wrong with a field, by its dotted path in the criterion or rubric. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

/** How many annotations in force were made under a version that is in force no more. */
export interface OldCount {
  readonly rubric: string;
  readonly version: number;
  readonly count: number;
}

/** A pack that comes with Tiebreak. */
export interface Starter {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly criteria: number;
}
