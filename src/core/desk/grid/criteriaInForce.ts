import type { Criterion } from '../../model/rubric/criterion';
import { kindOfCriterion } from '../../model/rubric/criterionKind';
import type { DeskCriteria, DeskCriterion, DeskExample } from '../../model/desk/deskRubric';
import type { RubricRef, Rubrics } from '../../model/rubric/rubric';
import { criteriaFor, currentRubrics, rubricsFor, type ScopedItem } from '../../rubric/inForce';
import { answersOf, isByValue } from './answers';

/** The criteria in force for an item, as the desk knows them. */
export interface CriteriaInForce {
  /** Names the list; items that are judged by the same criteria share it. */
  readonly key: string;
  readonly criteria: readonly Criterion[];
  /** The criteria as they are sent to the webview. */
  readonly shown: DeskCriteria;
}

/** By the list of rubric versions, of which there is one for all items under the same. */
const known = new WeakMap<readonly RubricRef[], CriteriaInForce>();
let serial = 0;

/** The criteria in force for an item, made once for all items that share them. */
export function criteriaInForce(rubrics: Rubrics, item: ScopedItem): CriteriaInForce {
  const refs = currentRubrics(rubrics, item);
  let found = known.get(refs);
  if (!found) known.set(refs, (found = listOf(rubrics, item)));
  return found;
}

/** Names a criterion for people: by its title, or else its text. */
export const nameOf = ({ title, text }: Pick<Criterion, 'title' | 'text'>): string => title ?? text;

function listOf(rubrics: Rubrics, item: ScopedItem): CriteriaInForce {
  const placed = criteriaFor(rubrics, item);
  const own = new Set(
    rubricsFor(rubrics, item)
      .filter(({ scope }) => scope?.kind === 'item')
      .map(({ id }) => id),
  );
  const key = String(++serial);
  const described = rubricsFor(rubrics, item).flatMap(({ id, title, description = '' }) =>
    description.trim() === '' ? [] : [{ id, title, description }],
  );
  const numbers = new Map(described.map(({ id }, number) => [id, number]));
  const shown = placed.map(({ rubric, criterion }) => criterionShown(criterion, own.has(rubric), numbers.get(rubric)));
  return {
    key,
    criteria: placed.map(({ criterion }) => criterion),
    shown: { key, rubrics: described.map(({ title, description }) => ({ title, description })), criteria: shown },
  };
}

function criterionShown(criterion: Criterion, own: boolean, rubric: number | undefined): DeskCriterion {
  const { id, title, text, min = 1, max = 5, gate, examples = [] } = criterion;
  const kind = kindOfCriterion(criterion);
  return {
    id,
    ...(title !== undefined && { title }),
    text,
    kind,
    answers: answersOf(criterion),
    ...(examples.length > 0 && { examples: examples.map(exampleShown) }),
    ...(kind === 'scale' && isByValue(criterion) && { range: { min, max } }),
    gate: gate !== undefined,
    own,
    ...(rubric !== undefined && { rubric }),
  };
}

const exampleShown = ({ text, value, note }: NonNullable<Criterion['examples']>[number]): DeskExample => ({
  text,
  value,
  ...(note !== undefined && { note }),
});
