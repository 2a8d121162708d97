import type { Criterion } from '../model/rubric/criterion';
import { kindOfCriterion } from '../model/rubric/criterionKind';
import { versionInForce, type Rubric, type Rubrics } from '../model/rubric/rubric';
import type { CriterionLine, RubricDetail, RubricLine, RubricPlace, VersionLine } from '../model/rubric/rubricView';
import { differenceOf } from './difference';
import { isUsed, type UsedVersions } from './versions';

/** The UTF-16 units of a text without a title that stand in the outline. */
const maxLabelLength = 160;

/** The library as an outline: rubrics in their order, each with the criteria in force, the most important first. */
export function outlineOf({ rubrics }: Rubrics, used: UsedVersions): RubricLine[] {
  return rubrics.map((rubric) => {
    const { version, criteria } = versionInForce(rubric);
    const { id, title, scope = { kind: 'study' } } = rubric;
    return {
      id,
      title,
      scope,
      version,
      inUse: isUsed(used, id, version),
      gone: isGone(rubric, used),
      criteria: criteria.map(lineOf),
    };
  });
}

/** Gives all details of a place; undefined where nothing is there. */
export function detailOf({ rubrics }: Rubrics, place: RubricPlace, used: UsedVersions): RubricDetail | undefined {
  const rubric = rubrics.find(({ id }) => id === place.rubric);
  if (!rubric) return undefined;
  const last = versionInForce(rubric);
  if (place.criterion === null) {
    const { id, title, description = '', scope = { kind: 'study' } } = rubric;
    return { kind: 'rubric', rubric: id, title, description, scope, versions: versionsOf(rubric, used) };
  }
  const criterion = last.criteria.find(({ id }) => id === place.criterion);
  return (
    criterion && {
      kind: 'criterion',
      rubric: rubric.id,
      version: last.version,
      inUse: isUsed(used, rubric.id, last.version),
      criterion,
    }
  );
}

/**
 * A rubric that was taken out after it was judged under stands there with a last version that has no criteria (see
 * `removeRubric`).
 */
function isGone(rubric: Rubric, used: UsedVersions): boolean {
  return (
    versionInForce(rubric).criteria.length === 0 &&
    rubric.versions.some(({ version, criteria }) => criteria.length > 0 && isUsed(used, rubric.id, version))
  );
}

/** Names a criterion in one line. */
export function labelOf({ title, text }: Pick<Criterion, 'title' | 'text'>): string {
  const whole = (title ?? text).trim().replaceAll(/\s+/g, ' ');
  return whole.length > maxLabelLength ? `${whole.slice(0, maxLabelLength - 1).trimEnd()}…` : whole;
}

function lineOf(criterion: Criterion): CriterionLine {
  return {
    id: criterion.id,
    label: labelOf(criterion),
    kind: kindOfCriterion(criterion),
    weight: criterion.weight,
    gate: criterion.gate !== undefined,
    faulty: criterion.faulty !== undefined,
  };
}

/** The versions of a rubric, the latest first. */
function versionsOf(rubric: Rubric, used: UsedVersions): VersionLine[] {
  const inOrder = [...rubric.versions].sort((a, b) => a.version - b.version);
  const last = versionInForce(rubric);
  const lines = inOrder.map((version, at): VersionLine => {
    const before = inOrder[at - 1];
    const { added, removed, changed, moved } = differenceOf(before ?? { criteria: [] }, version);
    return {
      version: version.version,
      time: version.time,
      author: version.author,
      criteria: version.criteria.length,
      inUse: isUsed(used, rubric.id, version.version),
      inForce: version === last,
      change: before
        ? { added: added.length, removed: removed.length, changed: changed.length, moved: moved.length }
        : null,
    };
  });
  return lines.reverse();
}
