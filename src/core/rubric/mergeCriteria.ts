import { isDeepStrictEqual } from 'node:util';
import type { Criterion, CriterionOrigin } from '../model/rubric/criterion';
import { kindOfCriterion } from '../model/rubric/criterionKind';
import { problem, UserError, type Problem } from '../model/problems/problem';
import type { Rubrics } from '../model/rubric/rubric';
import { checkedCriterion, criterionNamed, putCriterion, removeCriterion } from './criteria';
import type { EditContext } from './versions';

/**
 * Makes one criterion of two that ask the same: `kept` with its id, place, words, answers and weight, and of `other`
 * its examples, tags, levels and categories that `kept` does not have, and its gate where `kept` has none. `other` is
 * taken out of its rubric, and its id is kept in `merged`, so that verdicts by it can still be told. Throws `UserError`
 * where a criterion is not there, or the two cannot be one: answers of different kinds or on different scales, a merit
 * and a fault.
 */
export function mergeCriteria(rubrics: Rubrics, kept: string, other: string, editing: EditContext): Rubrics {
  if (kept === other) throw new UserError(problem('rubric.mergedWithItself', { id: kept }));
  const [first, second] = [criterionNamed(rubrics, kept), criterionNamed(rubrics, other)];
  const reason = whyNot(first.criterion, second.criterion);
  if (reason) throw new UserError(reason);
  const merged = checkedCriterion(mergedOf(first.criterion, second.criterion));
  return putCriterion(removeCriterion(rubrics, other, editing), first.rubric, merged, editing);
}

/** Why two criteria cannot be one. */
function whyNot(first: Criterion, second: Criterion): Problem | undefined {
  const names = { kept: first.id, other: second.id };
  const [kind, otherKind] = [kindOfCriterion(first), kindOfCriterion(second)];
  if (kind !== otherKind) return problem('rubric.mergedAnswers', { ...names, keptKind: kind, otherKind });
  if (kind === 'scale' && ((first.min ?? 1) !== (second.min ?? 1) || (first.max ?? 5) !== (second.max ?? 5)))
    return problem('rubric.mergedScales', names);
  return first.weight * second.weight < 0 ? problem('rubric.mergedMeritAndFault', names) : undefined;
}

function mergedOf(first: Criterion, second: Criterion): Criterion {
  const { levels, categories, gate, tags, examples, origin } = first;
  const names = new Set(categories?.map(({ name }) => name));
  const parts = {
    levels: levels || second.levels ? { ...second.levels, ...levels } : undefined,
    categories: categories && [...categories, ...(second.categories ?? []).filter(({ name }) => !names.has(name))],
    gate: gate ?? second.gate,
    tags: union(tags, second.tags),
    examples: union(examples, second.examples),
    origin: originOf(origin, second.origin),
    merged: union(first.merged, [second.id, ...(second.merged ?? [])]),
  };
  return { ...first, ...Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) };
}

/** Joins two lists, each value once and in order; undefined where there is none. */
function union<T>(first: readonly T[] | undefined, second: readonly T[] | undefined): T[] | undefined {
  if (!first && !second) return undefined;
  const all = [...(first ?? []), ...(second ?? [])];
  return all.filter((value, at) => all.findIndex((each) => isDeepStrictEqual(each, value)) === at);
}

/** A person's hand and a model's together are both. */
function originOf(
  first: CriterionOrigin | undefined,
  second: CriterionOrigin | undefined,
): CriterionOrigin | undefined {
  if (!first || !second || isDeepStrictEqual(first, second)) return first;
  const names = [...new Set([first, second].flatMap((origin) => (origin.kind === 'human' ? [] : [origin.name])))];
  const kind = first.kind === 'model' && second.kind === 'model' ? 'model' : 'hybrid';
  return { kind, name: names.join(', ') };
}
