import type { Judgement } from '../model/annotation/annotation';
import type { Criterion } from '../model/rubric/criterion';
import { kindOfCriterion } from '../model/rubric/criterionKind';
import type { Item, ItemCriterion } from '../model/item/item';
import type { Aspect } from '../model/annotation/aspect';
import type { Rubrics } from '../model/rubric/rubric';
import type { Label } from '../dataset/layouts/layout';
import { rubricId } from '../dataset/layouts/labels/scoreRubric';
import type { ImportTarget } from './studyItems';

/** What a study calls its criteria and aspects. */
export interface StudyCriteriaNames {
  readonly rubrics: Rubrics;
  readonly aspects: readonly Aspect[];
}

/** Ids that rows give to the one criterion that each of them has: they name another one in every row. */
const ofRows = new Set([rubricId, 'principle']);

/**
 * A label with the study's own ids for the criteria that it is by: those of its rubrics and its items have with the
 * same words, whatever a row calls them. A criterion that the study does not have is named by its words where a row has
 * no name for it. A grade by one of the study's scales is a verdict by that, and by one of its aspects a rating, with
 * what was written of it as its note.
 */
export function withStudyCriteria(
  label: Label,
  { criteria = [] }: Pick<Item, 'criteria'>,
  target: ImportTarget,
  { rubrics, aspects }: StudyCriteriaNames,
): Label {
  if (criteria.length === 0) return label;
  const known = target.rubrics.flatMap(
    ({ id, version }) =>
      rubrics.rubrics.find((rubric) => rubric.id === id)?.versions.find((each) => each.version === version)?.criteria ??
      [],
  );
  const ids = new Map(criteria.map((criterion) => [criterion.id, idFor(criterion, target.criteria ?? [], known)]));
  const named = (id: string): string => ids.get(id) ?? id;
  const { judgement } = label;
  const { comparisons, verdicts, winners, ratings } = judgement;
  const renamed: Judgement = {
    ...judgement,
    ...(comparisons && {
      comparisons: comparisons.map((each) =>
        each.criterion === undefined ? each : { ...each, criterion: named(each.criterion) },
      ),
    }),
    ...(verdicts && { verdicts: verdicts.map((each) => ({ ...each, criterion: named(each.criterion) })) }),
    ...(winners && { winners: winners.map((each) => ({ ...each, criterion: named(each.criterion) })) }),
    ...(ratings && { ratings: ratings.map((each) => ({ ...each, aspect: named(each.aspect) })) }),
  };
  const graded = criteria.find(({ id }) => id === rubricId);
  return { ...label, judgement: graded ? withGrade(renamed, graded, named(rubricId), known, aspects) : renamed };
}

function idFor({ id, text }: ItemCriterion, own: readonly ItemCriterion[], known: readonly Criterion[]): string {
  const all: readonly { readonly id: string; readonly text: string }[] = [...known, ...own];
  const same = all.find((each) => each.id === id && each.text === text) ?? all.find((each) => each.text === text);
  if (same) return same.id;
  return ofRows.has(id) ? text : id;
}

/** A grade as the study has it: by a scale of its rubrics or by an aspect, with the words that explain it beside it. */
function withGrade(
  judgement: Judgement,
  { text }: ItemCriterion,
  name: string,
  known: readonly Criterion[],
  aspects: readonly Aspect[],
): Judgement {
  const scale = known.find((each) => each.id === name && kindOfCriterion(each) === 'scale');
  const aspect = scale ? undefined : aspects.find((each) => (each.description ?? each.name) === text);
  const [grade, ...others] = judgement.ratings?.filter((each) => each.aspect === name) ?? [];
  if (!grade || others.length > 0 || (!scale && !aspect)) return judgement;
  const { ratings: _ratings, critiques = [], ...rest } = judgement;
  const note = critiques.find(({ response }) => response === grade.response)?.text;
  const left = critiques.filter(({ response }) => response !== grade.response);
  const said = { response: grade.response, value: grade.value, ...(note !== undefined && { note }) };
  return {
    ...rest,
    ...(left.length > 0 && { critiques: left }),
    ...(scale
      ? { verdicts: [...(judgement.verdicts ?? []), { ...said, criterion: scale.id }] }
      : { ratings: [{ ...said, aspect: aspect?.name ?? name }] }),
  };
}
