import type { Aspect } from '../model/annotation/aspect';
import type { Item, Response } from '../model/item/item';
import type { PlacedCriterion, Rubrics } from '../model/rubric/rubric';
import type { Project } from '../model/study/project';
import type { JudgeQuestion, Suggestion } from '../model/suggestion/suggestion';
import { criteriaFor } from '../rubric/inForce';
import type { JudgeFile } from './judgeFile';

/** One thing that a judge is asked: of two responses which is better, or something of one. */
export interface Question {
  readonly asks: JudgeQuestion;
  readonly item: Item;
  /** In the order in which the model reads them. */
  readonly shown: readonly Response[];
  /** Which of the answers to it, from 0. */
  readonly sample: number;
  readonly criteria: readonly PlacedCriterion[];
  readonly aspects: readonly Aspect[];
}

/** What of a study is asked. */
export interface Asked {
  readonly project: Project;
  readonly rubrics: Rubrics;
}

/**
 * Lists what a judge is asked of an item: each pair of responses, in both orders unless its file says otherwise, or
 * each response; of runs only those that have steps. Nothing where the item has no criterion, aspect, pair or run.
 */
export function* questionsOn(item: Item, judge: JudgeFile, { project, rubrics }: Asked): Generator<Question> {
  const criteria =
    judge.asks === 'verdicts'
      ? criteriaFor(rubrics, item).filter(({ rubric }) => judge.rubrics?.includes(rubric) !== false)
      : [];
  const aspects = judge.asks === 'ratings' ? (project.task.aspects ?? []) : [];
  if (judge.asks === 'verdicts' && criteria.length === 0) return;
  if (judge.asks === 'ratings' && aspects.length === 0) return;
  for (const shown of readingsOf(item, judge))
    for (let sample = 0; sample < judge.samples; sample++)
      yield { asks: judge.asks, item, shown, sample, criteria, aspects };
}

/** The responses that the judge reads together, in each order. */
function* readingsOf({ responses }: Item, { asks, bothOrders }: JudgeFile): Generator<readonly Response[]> {
  if (asks !== 'pairs') {
    for (const response of responses) if (asks !== 'first-error' || response.run) yield [response];
    return;
  }
  for (const [at, first] of responses.entries())
    for (const second of responses.slice(at + 1)) {
      yield [first, second];
      if (bothOrders) yield [second, first];
    }
}

/** Names a question among those of one judge: what was answered is not asked again. */
export const keyOfQuestion = ({ item, shown, sample }: Question): string =>
  JSON.stringify([item.id, item.hash, shown.map(({ id }) => id), sample]);

/** The same of an answer. */
export const keyOfSuggestion = ({ item, hash, shown, sample }: Suggestion): string =>
  JSON.stringify([item, hash, shown, sample]);
