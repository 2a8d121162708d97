import { problem } from '../../../model/problems/problem';
import { LayoutError } from '../../fields/recordFields';
import { numberOf } from '../../records/recordReader';
import { steerlmSystem, templatedPrompt } from '../texts/extraIdTurns';
import type { Content, Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';

/** In this order: examples/nlp/data/steerlm/common.py ALL_STEERLM_ATTRIBUTES. */
export const steerlmAttributes = [
  'quality',
  'toxicity',
  'humor',
  'creativity',
  'helpfulness',
  'correctness',
  'coherence',
  'complexity',
  'verbosity',
] as const;
const answerMarker = '<extra_id_1>Assistant\n';
/** Where no attribute was rated: `model.regression.loss_mask_val` of conf/training_rm.yaml. */
const masked = -100;

/**
 * `{text, label: [nine numbers]}`: a whole conversation in SteerLM's template, and what its last answer was rated on
 * the nine attributes; -100 where it was not. The template's own system prompt is none of the conversation's.
 */
export const nemoAlignerRegression: Layout = {
  name: 'nemo-aligner-regression',
  title: "A conversation and nine ratings, as in NeMo-Aligner's regression reward model",
  origin:
    'NVIDIA/NeMo-Aligner at af2b3bd96, nemo_aligner/data/nlp/datasets.py:760 RegressionRewardModelDataset; examples/nlp/data/steerlm/process_to_regression_format.py',
  fields: { id: 'id', text: 'text', label: 'label' },
  matches: (record) =>
    record.hasList('label') &&
    (record.maybeText('text') ?? '').startsWith('<extra_id_0>System\n') &&
    (record.maybeText('text') ?? '').includes(answerMarker),
  read(record): Content {
    const text = record.textAt('text');
    const at = text.lastIndexOf(answerMarker) + answerMarker.length;
    const turns = at < answerMarker.length ? undefined : templatedPrompt(text.slice(0, at))?.prompt;
    if (!turns)
      throw new LayoutError(problem('layouts.notSteerLmTemplate', { path: record.path('text') }), { field: 'text' });
    const ratings = record.listAt('label').flatMap((each, i) => {
      const [aspect, value] = [steerlmAttributes[i], numberOf(each)];
      return aspect === undefined || value === undefined || value === masked
        ? []
        : [{ response: 'response', aspect, value }];
    });
    return {
      id: record.ownId(),
      prompt: turns[0]?.content === steerlmSystem ? turns.slice(1) : turns,
      responses: [{ id: 'response', text: text.slice(at).replace(/\n<extra_id_[12]>$/, '') }],
      ...(ratings.length > 0 && { labels: [{ judgement: { ratings } }] }),
      ...metadataOf(record),
    };
  },
};
