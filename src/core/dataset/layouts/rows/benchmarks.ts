import type { Judgement } from '../../../model/annotation/annotation';
import type { Response } from '../../../model/item/item';
import { isObject, objectIn, objectsIn, otherFields, textOf, type JsonObject } from '../../fields/recordFields';
import { booleanOf, numberOf, type RecordReader } from '../../records/recordReader';
import { acceptable, areTexts, chosenAndRejected } from '../labels/chosenAndRejected';
import { comparisonOf, numberedLabel } from '../labels/numericJudgements';
import { responseOfSteps, type SourceStep } from '../labels/steps';
import type { Content, Label } from '../layout';
import { meaningfulText, modelOf, textIn, textsAt } from '../texts/nestedValues';
import { better, comparedBy, kept, labelled, layoutOf, promptIn, textsIn } from './layoutRow';

/** Benchmarks of judges and reward models, and what compares models side by side. */

/**
 * `{id, prompt, chosen: [text], rejected: [text], num_correct, total_completions, models, subset}`. Several chosen ones
 * (subset "Ties") are equally right; how the rejected ones stand to each other is not known, so they stay unranked.
 * Which of `models` wrote which is not documented; they stay in the metadata.
 */
export const rewardBench2 = layoutOf({
  name: 'reward-bench-2',
  title: 'RewardBench 2: right and wrong answers',
  origin: 'allenai/reward-bench, rewardbench/utils.py load_eval_dataset_multi',
  fields: { id: 'id', prompt: 'prompt', chosen: 'chosen', rejected: 'rejected' },
  needs: {
    texts: ['prompt'],
    lists: ['chosen', 'rejected'],
    also: (record) =>
      (record.has('num_correct') || record.has('total_completions')) && areTexts(record, 'chosen', 'rejected'),
  },
  prompt: promptIn('prompt'),
  responses: (record) => {
    const { responses, chosen, rejected } = chosenAndRejected(record);
    return {
      responses,
      ...labelled({ ranking: { tiers: [[...chosen]] }, acceptable: acceptable(chosen, rejected) }),
    };
  },
});

/** The three styles in which RM-Bench gives every answer, in its order (arXiv 2410.16184, section 3.3). */
const styles = ['concise', 'detailed', 'detailed, with Markdown'];

/**
 * `{id, prompt, chosen: [3 texts], rejected: [3 texts], domain}`: each right answer is better than each wrong one,
 * whatever their styles.
 */
export const rmBench = layoutOf({
  name: 'rm-bench',
  title: 'RM-Bench: right and wrong answers in three styles',
  origin: 'THU-KEG/RM-Bench at 2119ec5, README.md ("Dataset Details" and compute_accuracy)',
  fields: { id: 'id', prompt: 'prompt', chosen: 'chosen', rejected: 'rejected', domain: 'domain' },
  needs: {
    texts: ['prompt'],
    lists: ['chosen', 'rejected'],
    also: (record) => (record.hasText('domain') || record.hasText('subset')) && areTexts(record, 'chosen', 'rejected'),
  },
  prompt: promptIn('prompt'),
  responses: (record) => {
    const { responses, chosen, rejected } = chosenAndRejected(record);
    const comparisons = chosen.flatMap((a) => rejected.map((b) => ({ a, b, outcome: 'a' as const })));
    return {
      responses: responses.map((response) => ({ ...response, ...styleOf(response.id) })),
      ...labelled({ comparisons, acceptable: acceptable(chosen, rejected) }),
    };
  },
  more: [kept('domain')],
});

function styleOf(id: string): { metadata?: JsonObject } {
  const style = styles[Number(id.split('-').at(-1)) - 1];
  return style === undefined ? {} : { metadata: { style } };
}

/** `{pair_id, original_id, source, question, response_model, response_A, response_B, label: "A>B" | "B>A"}`. */
export const judgeBench = layoutOf({
  name: 'judge-bench',
  title: 'JudgeBench: two answers, one right and one wrong',
  origin: 'ScalerLab/JudgeBench, README.md and run_judge.py',
  fields: {
    id: 'pair_id',
    question: 'question',
    a: 'response_A',
    b: 'response_B',
    model: 'response_model',
    label: 'label',
  },
  needs: { texts: ['question', 'a', 'b'], values: ['id'], keys: ['label'] },
  prompt: promptIn('question'),
  responses: (record) => {
    const model = modelOf(record.value('model'));
    return { responses: ['a', 'b'].map((id) => ({ id, text: record.textAt(id), ...model })) };
  },
  more: [comparedBy('label', { 'A>B': 'a', 'B>A': 'b', 'A=B': 'tie' })],
});

/**
 * `{bon_uid, conversation_input: messages, bon_best: {llm_name, answer}, loser_list: [{llm_name, answer}],
 * category_path}`: the best of several; the others are not ordered.
 */
export const rmb = layoutOf({
  name: 'rmb',
  title: 'RMB: the best answer and the worse answers',
  origin: 'Zhou-Zoey/RMB-Reward-Model-Benchmark, RMB_dataset/BoN_set',
  fields: { id: 'bon_uid', conversation: 'conversation_input', best: 'bon_best', losers: 'loser_list' },
  needs: { values: ['conversation', 'best'], lists: ['losers'] },
  prompt: promptIn('conversation'),
  responses: (record) => ({
    responses: [
      modelAnswer('best', record.objectAt('best'), record.path('best')),
      ...objectsIn(record.value('losers'), record.path('losers')).map((answer, i) =>
        modelAnswer(`loser-${i + 1}`, answer, `${record.path('losers')}[${i}]`),
      ),
    ],
  }),
  more: [() => labelled({ ranking: { tiers: [['best']] } })],
});

/** `{pair_uid, conversation_input: messages, chosen: {llm_name, answer}, reject: {llm_name, answer}, category_path}`. */
export const rmbPairs = layoutOf({
  name: 'rmb-pairs',
  title: 'RMB: a chosen and a rejected answer',
  origin: 'Zhou-Zoey/RMB-Reward-Model-Benchmark, RMB_dataset/Pairwise_set',
  fields: { id: 'pair_uid', conversation: 'conversation_input', chosen: 'chosen', rejected: 'reject' },
  needs: { values: ['conversation', 'rejected'], objects: ['chosen'] },
  prompt: promptIn('conversation'),
  responses: (record) => ({
    responses: ['chosen', 'rejected'].map((name) => modelAnswer(name, record.objectAt(name), record.path(name))),
  }),
  more: [better('chosen', 'rejected')],
});

/** An answer of RMB, with the model it is from. */
function modelAnswer(id: string, answer: JsonObject, path: string): Content['responses'][number] {
  const metadata = otherFields(answer, ['llm_name', 'answer']);
  return {
    id,
    text: textIn(answer.answer, `${path}.answer`),
    ...modelOf(answer.llm_name),
    ...(metadata && { metadata }),
  };
}

/**
 * `{scenario, label: 0 | 1 | 2, prompt, "response 1", "response 2"}`: the first, the second, or neither was preferred.
 * Where a file has not all of these fields its label may mean anything else (`paired-responses`).
 */
export const autoJ = layoutOf({
  name: 'auto-j',
  title: 'Auto-J: two responses and which one people prefer',
  origin: 'GAIR-NLP/auto-j, README.md (testdata_pairwise.jsonl)',
  fields: { prompt: 'prompt', first: 'response 1', second: 'response 2', label: 'label', scenario: 'scenario' },
  needs: { texts: ['prompt', 'first', 'second', 'scenario'], keys: ['label'] },
  prompt: promptIn('prompt'),
  responses: textsIn({ 'response 1': 'first', 'response 2': 'second' }),
  more: [comparedBy('label', { 0: 'a', 1: 'b', 2: 'tie' }), kept('scenario')],
});

/**
 * `{idx, question, original_process: [text], modified_process: [text], error_steps: [1-based], reason,
 * classification}`: a right solution, and the same with errors planted into it. The steps of class "redundency" (so
 * spelt) are right, but no help. Where the errors are and why stays out of the annotator's sight.
 */
export const prmBench = layoutOf({
  name: 'prm-bench',
  title: 'PRMBench: a correct solution and one with errors added on purpose, step by step',
  origin: 'ssmisya/PRMBench; modelscope/RM-Gallery, rm_gallery/gallery/data/load/local_prmbench.py',
  fields: {
    id: 'idx',
    question: 'question',
    originalQuestion: 'original_question',
    original: 'original_process',
    modified: 'modified_process',
    errors: 'error_steps',
    reason: 'reason',
    classification: 'classification',
  },
  needs: { lists: ['original', 'modified', 'errors'] },
  prompt: (record) => record.promptAt(record.hasText('question') ? 'question' : 'originalQuestion'),
  responses: (record) => {
    const type = meaningfulText(record.value('classification'));
    const wrong = {
      label: type?.startsWith('redundan') || type === 'redundency' ? ('unnecessary' as const) : ('incorrect' as const),
      ...(type !== undefined && { type }),
    };
    const errors = new Set(record.listAt('errors').map(numberOf));
    const steps = (name: string, at: (number: number) => Omit<SourceStep, 'text'>): SourceStep[] =>
      textsAt(record, name).map((text, i) => ({ text, ...at(i + 1) }));
    const original = responseOfSteps(
      'original',
      steps('original', () => ({ label: 'correct' })),
    );
    const modified = responseOfSteps(
      'modified',
      steps('modified', (number) => (errors.has(number) ? wrong : { label: 'correct' })),
    );
    const notes = meaningfulText(record.value('reason'));
    return {
      responses: [original.response, modified.response],
      ...(notes !== undefined && { notes }),
      ...labelled({ steps: [...original.steps, ...modified.steps] }),
    };
  },
  more: [(record) => ({ left: { classification: meaningfulText(record.value('classification')) } })],
});

/**
 * `{input_text, tags, output_text_a, output_text_b, score, individual_rater_scores: [{score, rationale?, is_flipped?}],
 * custom_fields}`, in `examples`. A score runs from 1.5 (A is much better) over 0 (a tie) to -1.5 (B is), also where a
 * rater saw the two the other way round. The score of the example is one label, that of each rater another; both stay
 * in the metadata as well.
 */
export const llmComparator = layoutOf({
  name: 'llm-comparator',
  title: 'LLM Comparator and AutoSxS: two responses with the score of a side-by-side evaluation',
  origin: 'PAIR-code/llm-comparator, README.md (JSON Data Format)',
  fields: {
    prompt: 'input_text',
    responseA: 'output_text_a',
    responseB: 'output_text_b',
    score: 'score',
    raters: 'individual_rater_scores',
  },
  needs: { texts: ['prompt', 'responseA', 'responseB'], values: ['score'], lists: ['raters'] },
  prompt: promptIn('prompt'),
  responses: textsIn({ a: 'responseA', b: 'responseB' }),
  more: [
    (record) => {
      const overall =
        (record.value('score') ?? null) === null ? [] : [{ judgement: byScore(record.numberAt('score')) }];
      const labels = [...overall, ...ratersAt(record)];
      record.keep('score', 'raters');
      return { labels };
    },
  ],
});

/** What LLM Comparator's scores say, of which 1.5 is "A is much better". */
const byScore = (score: number): Judgement => ({ comparisons: [comparisonOf('a', 'b', -score, 1.5)] });

function ratersAt(record: RecordReader): Label[] {
  return objectsIn(record.maybeList('raters'), record.path('raters')).flatMap((entry, rater) => {
    const score = numberOf(entry.score);
    if (score === undefined) return [];
    const rationale = textOf(entry.rationale);
    return [numberedLabel(rater, { ...byScore(score), ...(rationale && { rationale }) })];
  });
}

/**
 * `{unique_id, input: messages, output: [{answer: {role, content, label: {preference, is_preferred, …}}, steps?}],
 * metadata}`. Of two answers the preferred one is better; of more it is the best, and the others are not ordered.
 */
export const rmGallery = layoutOf({
  name: 'rm-gallery',
  title: 'RM-Gallery data samples',
  origin: 'modelscope/RM-Gallery, rm_gallery/core/data/schema.py DataSample and gallery/data/load',
  fields: { id: 'unique_id', input: 'input', output: 'output' },
  needs: {
    lists: ['input', 'output'],
    also: (record) => record.listAt('output').some((each) => isObject(each) && isObject(each.answer)),
  },
  both: (record) => {
    const answers = record.objectsAt('output').map((output, i) => galleryAnswer(output, i, record.path('output')));
    return {
      id: record.ownId(),
      prompt: record.messagesAt('input'),
      responses: answers.map(({ response }) => response),
      ...labelled(preferenceOf(answers.map(({ response, preferred }) => [response.id, preferred])) ?? {}),
    };
  },
});

interface GalleryAnswer {
  readonly response: Response;
  readonly preferred: boolean | undefined;
}

function galleryAnswer(output: JsonObject, index: number, path: string): GalleryAnswer {
  const answer = objectIn(output.answer, `${path}[${index}].answer`);
  const label = isObject(answer.label) ? answer.label : {};
  const { model, is_preferred: isPreferred, preference } = label;
  const metadata = {
    ...otherFields(output, ['answer']),
    ...otherFields(answer, ['role', 'content', 'label']),
    ...(Object.keys(label).length > 0 && { label }),
  };
  const preferred =
    booleanOf(isPreferred) ?? (preference === 'chosen' ? true : preference === 'rejected' ? false : undefined);
  return {
    response: {
      id: `r${index + 1}`,
      text: textIn(answer.content, `${path}[${index}].answer.content`),
      ...modelOf(model),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    },
    preferred,
  };
}

function preferenceOf(
  answers: readonly (readonly [id: string, preferred: boolean | undefined])[],
): Judgement | undefined {
  if (answers.some(([, preferred]) => preferred === undefined)) return undefined;
  const best = answers.filter(([, preferred]) => preferred).map(([id]) => id);
  const [first, second] = answers;
  if (answers.length === 2 && best.length === 1 && first && second)
    return { comparisons: [{ a: first[0], b: second[0], outcome: first[1] ? 'a' : 'b' }] };
  return best.length > 0 && answers.length > 1 ? { ranking: { tiers: [best] } } : undefined;
}
