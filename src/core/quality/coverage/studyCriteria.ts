import type { Criterion } from '../../model/rubric/criterion';
import { versionInForce, type Rubrics, type Scope } from '../../model/rubric/rubric';
import { scopeKey } from '../../rubric/scopes';

/** A criterion of the study, as it stands in the latest version of its rubric that has it. */
export interface NumberedCriterion {
  /** From 0, in the order of the rubrics and, within one, of the latest version. */
  readonly number: number;
  readonly rubric: number;
  readonly criterion: Criterion;
  /** Whether it stands in the version of its rubric that is in force. */
  readonly inForce: boolean;
}

/** One version of a rubric. */
export interface NumberedVersion {
  /** Among all versions of all rubrics, from 0. */
  readonly number: number;
  readonly version: number;
  /** Numbers of the criteria that are judged by under it: those that are not marked as faulty. */
  readonly asked: Uint32Array;
  /**
   * What it says of each of its criteria, from the first number of its rubric on; nothing of those that only other
   * versions have.
   */
  readonly definitions: readonly (Criterion | undefined)[];
  /** The first number of its rubric. */
  readonly first: number;
}

export interface NumberedRubric {
  readonly id: string;
  readonly title: string;
  readonly scope: Scope | undefined;
  /** Names the scope; undefined where it is the whole study. */
  readonly within: string | undefined;
  /** Number of the version in force. */
  readonly current: number;
  readonly versions: ReadonlyMap<number, NumberedVersion>;
}

/** What a version says of a criterion, by number; undefined where it does not have it. */
export const definitionIn = ({ definitions, first }: NumberedVersion, criterion: number): Criterion | undefined =>
  definitions[criterion - first];

/** Whether somebody is to judge by a criterion under this version. */
export function asks(version: NumberedVersion, criterion: number): boolean {
  const definition = definitionIn(version, criterion);
  return definition !== undefined && definition.faulty === undefined;
}

/** All criteria that a study has or had, by number. */
export class StudyCriteria {
  readonly all: readonly NumberedCriterion[];
  readonly rubrics: readonly NumberedRubric[];
  /** Of all rubrics. */
  readonly versions: readonly NumberedVersion[];
  private readonly numbers = new Map<string, number>();
  /** By number: where they are looked at for every verdict, nothing else is to be fetched with them. */
  private readonly ids: readonly string[];
  private readonly byRubricId: ReadonlyMap<string, NumberedRubric>;

  constructor(readonly library: Rubrics) {
    const { rubrics } = library;
    const all: NumberedCriterion[] = [];
    const versions: NumberedVersion[] = [];
    this.rubrics = rubrics.map((rubric, index): NumberedRubric => {
      const current = versionInForce(rubric).version;
      const sorted = rubric.versions.toSorted((a, b) => b.version - a.version);
      const first = all.length;
      for (const { version, criteria } of sorted) {
        for (const criterion of criteria) {
          if (this.numbers.has(criterion.id)) continue;
          this.numbers.set(criterion.id, all.length);
          all.push({ number: all.length, rubric: index, criterion, inForce: version === current });
        }
      }
      const numbered = sorted.map(({ version, criteria }): [number, NumberedVersion] => {
        const definitions = new Array<Criterion | undefined>(all.length - first).fill(undefined);
        for (const criterion of criteria) definitions[(this.numbers.get(criterion.id) ?? 0) - first] = criterion;
        const asked = Uint32Array.from(
          criteria.filter(({ faulty }) => faulty === undefined).map(({ id: each }) => this.numbers.get(each) ?? 0),
        );
        const found = { number: versions.length, version, asked, definitions, first };
        versions.push(found);
        return [version, found];
      });
      const { id, title, scope } = rubric;
      return { id, title, scope, within: scopeKey(scope), current, versions: new Map(numbered) };
    });
    this.all = all;
    this.ids = all.map(({ criterion }) => criterion.id);
    this.versions = versions;
    this.byRubricId = new Map(this.rubrics.map((rubric) => [rubric.id, rubric]));
  }

  get count(): number {
    return this.all.length;
  }

  /**
   * The number of the criterion with an id; undefined where no rubric has it.
   * @param before that of the criterion before it: verdicts mostly stand in the order of the rubric, and comparing two
   *   texts costs less than looking one up
   */
  numberOf(id: string, before = -1): number | undefined {
    return this.ids[before + 1] === id ? before + 1 : this.numbers.get(id);
  }

  rubricNamed(id: string): NumberedRubric | undefined {
    return this.byRubricId.get(id);
  }

  /** The rubric versions in force that somebody can judge by. */
  get inForce(): { readonly rubric: NumberedRubric; readonly version: NumberedVersion }[] {
    return this.rubrics.flatMap((rubric) => {
      const version = rubric.versions.get(rubric.current);
      return version && version.asked.length > 0 ? [{ rubric, version }] : [];
    });
  }
}
