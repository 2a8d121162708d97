import type { Judgement } from '../../../model/annotation/annotation';
import { isObject, otherFields } from '../../fields/recordFields';
import { idOf, numberOf, type RecordReader } from '../../records/recordReader';
import type { Content, Label, Layout } from '../layout';
import { languageOf, metadataOf, modelOf, meaningfulText } from '../texts/nestedValues';
import { rubricId, scoreRubric } from '../labels/scoreRubric';

/**
 * `{id, capability, task, instance_idx, system_prompt, input, reference_answer, score_rubric: {criteria,
 * score1_description …}, response, response_model_name | model_name, …}`, judged in `feedback`, `score` and
 * `eval_model_name`, or by several in `<judge>_score` and `<judge>_feedback` (`human_score` is people's). A record's id
 * is its prompt's, so the model is added to it.
 */
export const biggenBench: Layout = {
  name: 'biggen-bench',
  title: 'BiGGen-Bench: a response with its rubric, and the scores by judge models and people',
  origin:
    'prometheus-eval/prometheus-eval, BiGGen-Bench/run_response_eval.py and dummy_evals.json; dataset card of BiGGen-Bench-Results',
  fields: {
    id: 'id',
    system: 'system_prompt',
    prompt: 'input',
    reference: 'reference_answer',
    rubric: 'score_rubric',
    response: 'response',
    language: 'language',
  },
  matches: (record) => record.hasText('prompt') && isObject(record.value('rubric')) && record.has('response'),
  read(record): Content {
    const [system, rubric, reference, model] = [
      meaningfulText(record.value('system')),
      record.objectAt('rubric'),
      meaningfulText(record.value('reference')),
      modelOf(record.value('response_model_name') ?? record.value('model_name')),
    ];
    const [id, criteria, { prompt, promptText }] = [idOf(record.value('id')), scoreRubric(rubric), record.promptAt()];
    const labels = labelsOf(record);
    return {
      ...(id !== undefined && { id: model.model === undefined ? id : `${id}/${model.model}` }),
      ...(system === undefined
        ? { prompt, ...(promptText !== undefined && { promptText }) }
        : { prompt: [{ role: 'system', content: system }, ...prompt] }),
      responses: [{ id: 'response', text: record.textAt('response'), ...model }],
      ...(reference !== undefined && { references: [reference] }),
      ...(criteria.length > 0 && { criteria }),
      ...languageOf(record.value('language')),
      ...(labels.length > 0 && { labels }),
      ...metadataOf(record, {
        score_rubric: otherFields(rubric, [
          'criteria',
          ...Object.keys(criteria[0]?.levels ?? {}).map((level) => `score${level}_description`),
        ]),
      }),
    };
  },
};

/** One label per judge. A judge's several samples (a list of scores) are no one judgement, and stay in the metadata. */
function labelsOf(record: RecordReader): Label[] {
  const judges = Object.keys(record.record)
    .map((key) => /^(?:(.+)_)?score$/.exec(key))
    .filter((match) => match !== null);
  return judges.flatMap(([key, name]) => {
    const score = numberOf(record.record[key]);
    if (score === undefined) return [];
    record.value(key);
    const feedback = meaningfulText(record.value(name === undefined ? 'feedback' : `${name}_feedback`));
    const judge = name === undefined ? meaningfulText(record.value('eval_model_name')) : name;
    const judgement: Judgement = {
      ratings: [{ response: 'response', aspect: rubricId, value: score }],
      ...(feedback !== undefined && { critiques: [{ response: 'response', text: feedback }] }),
    };
    return [{ ...(judge === 'human' ? { annotator: judge } : judge !== undefined && { judge }), judgement }];
  });
}
