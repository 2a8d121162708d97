import type { Judgement } from '../../model/annotation/annotation';
import { seedOf } from '../../model/annotation/blindOrder';
import type { KnownAnswer } from '../../model/study/knownAnswer';
import { noFirstError } from './saidColumns';
import type { StudyJudgements } from './studyJudgements';

/**
 * The most steps between a first error and the known one that is not taken for another: the widest tolerance at which
 * Who&When counts (S. Zhang et al., Which Agent Causes Task Failures and When?, arXiv 2505.00212, 2025).
 */
const tolerated = 3;

/** Whether a first error is at most so many steps from the known one; none is as known only where none is known. */
export function isWithin(found: number, known: number, steps = tolerated): boolean {
  return found === noFirstError || known === noFirstError ? found === known : Math.abs(found - known) <= steps;
}

/** The first errors that a judgement finds, by run: the number of the step, or `noFirstError` in a run that it judges and finds none in. */
export function firstErrorsIn({ runSteps = [] }: Pick<Judgement, 'runSteps'>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { response, at, label, firstError, lost } of runSteps) {
    if (lost || (label === null && !firstError)) continue;
    if (firstError) found.set(response, at);
    else if (!found.has(response)) found.set(response, noFirstError);
  }
  return found;
}

/** Whether no run has another first error than is known. A run that is not judged says nothing. */
export function findsKnownErrors(
  judgement: Judgement,
  { firstErrors = {} }: Pick<KnownAnswer, 'firstErrors'>,
): boolean {
  const found = firstErrorsIn(judgement);
  return Object.entries(firstErrors).every(([response, at]) => {
    const own = found.get(response);
    return own === undefined || isWithin(own, at ?? noFirstError);
  });
}

/** The known first errors of the runs of control items, by the place of the run (`noFirstError` where there is none). */
export function knownFirstErrors({
  facts,
  annotations,
  knownAnswers = {},
}: StudyJudgements): ReadonlyMap<number, number> {
  const known = new Map<number, number>();
  for (const [at, item] of annotations.item.entries()) {
    const { firstErrors } = Object.hasOwn(knownAnswers, item) ? (knownAnswers[item] ?? {}) : {};
    if (!firstErrors) continue;
    const row = annotations.row[at] ?? 0;
    const byKey = new Map(Object.entries(firstErrors).map(([id, step]) => [seedOf(id), step ?? noFirstError]));
    const end = facts.responseEnds[row] ?? 0;
    for (let place = row === 0 ? 0 : (facts.responseEnds[row - 1] ?? 0); place < end; place++) {
      const value = byKey.get(facts.responseKeys[place] ?? -1);
      if (value !== undefined) known.set(place, value);
    }
  }
  return known;
}
