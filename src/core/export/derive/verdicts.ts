import type { Annotation } from '../../model/annotation/annotation';
import type { Response } from '../../model/item/item';
import { judgedResponses } from '../../model/item/judgedResponses';
import type { Criterion } from '../../model/rubric/criterion';
import type { Judged, RowNotifier } from '../format';
import { criterionNamed, type NamedCriterion } from './criteria';

type Verdict = NonNullable<Annotation['judgement']['verdicts']>[number];

/** A verdict on a response by a criterion. */
export interface JudgedVerdict extends Pick<Verdict, 'value' | 'note'> {
  readonly annotation: Annotation;
  readonly response: Response;
  /** By its id alone where no rubric has it any more. */
  readonly criterion: Pick<Criterion, 'id' | 'text' | 'weight'> & Partial<Criterion>;
  readonly rubric: NamedCriterion['rubric'];
  readonly named: { readonly response: string; readonly criterion: string };
}

/** Every verdict of each annotator; what gives none is told. */
export function* verdictsIn(judged: Judged, _options: unknown, notify: RowNotifier): Generator<JudgedVerdict> {
  for (const annotation of judged.annotations) {
    const { verdicts = [] } = annotation.judgement;
    const responses = judgedResponses(judged.item, annotation.judgement);
    if (verdicts.length === 0) notify.drop('nothing-of-it');
    for (const { response: id, criterion: name, value, note } of verdicts) {
      const response = responses.find((each) => each.id === id);
      if (!response) {
        notify.drop('stale');
        continue;
      }
      const found = criterionNamed(judged, annotation, name);
      yield {
        annotation,
        response,
        criterion: found?.criterion ?? { id: name, text: name, weight: 1 },
        rubric: found?.rubric,
        value,
        note,
        named: { response: id, criterion: name },
      };
    }
  }
}
