import { ownValue } from '../../model/text/ownValue';
import type { Annotation } from '../../model/annotation/annotation';
import type { Criterion } from '../../model/rubric/criterion';
import type { Item, ItemCriterion } from '../../model/item/item';
import { versionInForce, type Rubric, type RubricVersion } from '../../model/rubric/rubric';
import { rubricsFor } from '../../rubric/inForce';
import type { Judged, ExportOptions } from '../format';

/**
 * What responses were judged by, as formats write it: criteria of the study's rubrics, criteria that came with an item,
 * and the question.
 */

/** A criterion, with the rubric version that it stands in; in none where it came with the item. */
export interface NamedCriterion {
  readonly criterion: Criterion;
  readonly rubric?: { readonly id: string; readonly version: number };
}

/**
 * The criteria that an item is to be judged by, the most important first: of each rubric in force for it the version in
 * force (or that the options name), then those that came with the item. Where no rubric is in force any more: those of
 * the versions under which it was judged. None that is faulty, and of two with the same text the first.
 */
export function criteriaForItem(
  { source, annotations, study: { rubrics } }: Pick<Judged, 'source' | 'annotations' | 'study'>,
  { rubrics: wanted = {} }: Pick<ExportOptions, 'rubrics'>,
): NamedCriterion[] {
  const inForce = rubricsFor(rubrics, source).map((rubric) =>
    placed(rubric, versionNamed(rubric, wanted[rubric.id]) ?? versionInForce(rubric)),
  );
  const used = (): NamedCriterion[][] =>
    rubrics.rubrics.flatMap((rubric) => {
      const named = annotations.flatMap(({ rubrics: refs }) =>
        refs.filter(({ id }) => id === rubric.id).map(({ version }) => version),
      );
      const version = named.length === 0 ? undefined : versionNamed(rubric, Math.max(...named));
      return version ? [placed(rubric, version)] : [];
    });
  const all = [
    ...(inForce.length > 0 ? inForce : used()).flat(),
    ...(source.criteria ?? []).map((own) => ({ criterion: criterionOf(own) })),
  ].filter(({ criterion: { faulty } }) => !faulty);
  return all.filter(({ criterion: { text } }, at) => all.findIndex(({ criterion }) => criterion.text === text) === at);
}

/**
 * The criterion that an annotation names by its id: in the rubric version that it was made under, among the item's own,
 * or wherever one is called so.
 */
export function criterionNamed(
  { source, study: { rubrics } }: Pick<Judged, 'source' | 'study'>,
  annotation: Pick<Annotation, 'rubrics'>,
  id: string,
): NamedCriterion | undefined {
  const made = rubrics.rubrics.flatMap((rubric) => {
    const ref = annotation.rubrics.find((each) => each.id === rubric.id);
    const version = ref && versionNamed(rubric, ref.version);
    return version ? placed(rubric, version) : [];
  });
  const own = source.criteria?.find((each) => each.id === id);
  const anywhere = (): NamedCriterion | undefined =>
    rubrics.rubrics
      .flatMap((rubric) =>
        [...rubric.versions].sort((a, b) => b.version - a.version).flatMap((version) => placed(rubric, version)),
      )
      .find(({ criterion }) => criterion.id === id);
  return made.find(({ criterion }) => criterion.id === id) ?? (own ? { criterion: criterionOf(own) } : anywhere());
}

/** What an annotator was asked. */
export function questionOf(
  { study: { project } }: Pick<Judged, 'study'>,
  { question: { version } }: Pick<Annotation, 'question'>,
): string {
  const { questions } = project.task;
  return (questions.find((each) => each.version === version) ?? questions.at(-1))?.text ?? '';
}

/** The references of an item, and before them what its annotators wrote as answers. */
export function idealAnswers({ source, annotations }: Pick<Judged, 'source' | 'annotations'>): string[] {
  const written = annotations.flatMap(({ judgement: { demonstrations = [] } }) =>
    demonstrations.map(({ turns }) => turns.map(({ content }) => content).join('\n\n')),
  );
  return [...new Set([...written, ...(source.references ?? [])])].filter((text) => text !== '');
}

const versionNamed = ({ versions }: Rubric, number: number | undefined): RubricVersion | undefined =>
  versions.find(({ version }) => version === number);

const placed = ({ id }: Rubric, { version, criteria }: RubricVersion): NamedCriterion[] =>
  criteria.map((criterion) => ({ criterion, rubric: { id, version } }));

/** A criterion that came with an item: as its source says, or a scale where its levels say what each means. */
function criterionOf({ id, text, weight = 1, levels = {}, kind, categories, ...scale }: ItemCriterion): Criterion {
  if (kind)
    return {
      id,
      text,
      weight,
      kind,
      ...scale,
      ...(Object.keys(levels).length > 0 && { levels: { ...levels } }),
      ...(categories && { categories: [...categories] }),
    };
  const numbers = Object.keys(levels).map(Number);
  if (numbers.length < 2 || numbers.some(Number.isNaN)) return { id, text, weight };
  return {
    id,
    text,
    weight,
    kind: 'scale',
    min: Math.min(...numbers),
    max: Math.max(...numbers),
    levels: { ...levels },
  };
}

/** What a criterion is called in a list. */
export const nameOfCriterion = ({ title, text }: Pick<Criterion, 'title' | 'text'>): string => title ?? text;

/** A field of an item's metadata that is text. */
export function metadataText({ metadata }: Pick<Item, 'metadata'>, name: string): string | undefined {
  const value = metadata && ownValue(metadata, name);
  return typeof value === 'string' ? value : undefined;
}
