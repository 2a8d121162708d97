import type { Annotation } from '../../model/annotation/annotation';
import type { Criterion } from '../../model/rubric/criterion';
import { kindOfCriterion } from '../../model/rubric/criterionKind';
import type { Item, Response } from '../../model/item/item';
import { defaultAspects } from '../../model/annotation/aspect';
import { judgedResponses } from '../../model/item/judgedResponses';
import { criterionNamed } from '../derive/criteria';
import type { Judged, RowNotifier } from '../format';
import { conversationText, critiqueTextOn, responseText } from '../texts/judgeTexts';
import { absolutePrompt, absoluteRubric, readsOtherwise, scores } from './prometheus';

/** A response with its grade from 1 to 5 by a scale whose levels are described, and why. */
export interface Grade {
  readonly annotation: Annotation;
  readonly response: Response;
  readonly criterion: Criterion;
  readonly score: number;
  readonly words: string;
  /** What the provenance of its row says. */
  readonly named: { readonly response: string; readonly criterion: string };
}

/** What is said of a response by a criterion or an aspect. */
interface Said {
  readonly response: string;
  readonly by: Criterion | undefined;
  readonly value: unknown;
  readonly note?: string | undefined;
}

/**
 * The grades of an item that Prometheus can learn from: verdicts by scales, and ratings by the item's own criterion or
 * an aspect of the study. The words are the note beside it, or else the critique of the response. Others are told and
 * left.
 */
export function* gradesOf(judged: Judged, _options: unknown, notify: RowNotifier): Generator<Grade> {
  for (const annotation of judged.annotations) {
    const responses = new Map(
      judgedResponses(judged.item, annotation.judgement).map((response) => [response.id, response]),
    );
    const all = saidIn(annotation, judged).filter(({ value }) => value !== null);
    if (all.length === 0) notify.drop('nothing-of-it');
    for (const { response: id, by, value, note = '' } of all) {
      const response = responses.get(id);
      if (!response) notify.drop('stale');
      else if (!by || !isScoreRubric(by)) notify.drop('no-levels');
      else if (typeof value !== 'number' || !scores.some((score) => score === value)) notify.drop('not-a-grade');
      else {
        const words = note.trim() === '' ? critiqueTextOn(annotation, id) : note;
        if (words === '') notify.drop('no-words');
        else if (readsOtherwise(words, value)) notify.drop('reads-as-verdict');
        else {
          const named = { response: id, criterion: by.id };
          yield { annotation, response, criterion: by, score: value, words, named };
        }
      }
    }
  }
}

/** What a judge is asked for a grade. */
export const gradedPrompt = ({ item, response, criterion }: Grade & { readonly item: Item }): string =>
  absolutePrompt({
    instruction: conversationText(item.prompt),
    response: responseText(response),
    reference: item.references?.[0],
    rubric: absoluteRubric(criterion),
  });

function saidIn(annotation: Annotation, judged: Judged): Said[] {
  const { verdicts = [], ratings = [] } = annotation.judgement;
  const { aspects = defaultAspects } = judged.study.project.task;
  const aspectNamed = (name: string): Criterion | undefined => {
    const aspect = aspects.find((each) => each.name === name);
    return (
      aspect && {
        id: name,
        text: aspect.description ?? name,
        kind: 'scale',
        min: aspect.min,
        max: aspect.max,
        weight: 1,
        ...(aspect.levels && { levels: aspect.levels }),
      }
    );
  };
  return [
    ...verdicts.map(({ response, criterion, value, note }) => ({
      response,
      by: criterionNamed(judged, annotation, criterion)?.criterion,
      value,
      note,
    })),
    ...ratings.map(({ response, aspect, value, note }) => ({
      response,
      by: aspectNamed(aspect) ?? criterionNamed(judged, annotation, aspect)?.criterion,
      value,
      note,
    })),
  ];
}

/** Whether it is a scale from 1 to 5 with a description of each score, as `SCORE_RUBRIC_TEMPLATE` has it. */
function isScoreRubric(criterion: Criterion): boolean {
  const { min = 1, max = 5, levels = {} } = criterion;
  return (
    kindOfCriterion(criterion) === 'scale' &&
    min === 1 &&
    max === 5 &&
    scores.every((score) => (levels[score] ?? '').trim() !== '')
  );
}
