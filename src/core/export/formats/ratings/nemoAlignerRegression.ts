import * as z from 'zod';
import { steerlmAttributes as attributes } from '../../../dataset/layouts/rows/nemo';
import { formatCount } from '../../../model/text/formatCount';
import { rowFormat } from '../../builders/rowFormat';
import { nemoAligner } from '../../commands/nvidia';
import { aspectOf, assertAttributes, ratedResponsesIn } from '../../derive/ratings';
import { text } from '../../formatRules';
import { steerlmText } from '../../texts/helpSteerTemplate';

/** `model.regression.loss_mask_val` of conf/training_rm.yaml: no loss where it stands. */
const masked = -100;
const scale = { min: 0, max: 4, title: 'SteerLM' };

/**
 * NeMo-Aligner's regression reward model, `{text, label: [nine floats]}` (nemo_aligner/data/nlp/datasets.py
 * RegressionRewardModelDataset; the text by process_to_regression_format.py). What was not rated is -100, which masks
 * it; a response without any of the nine is left out. Attributes go from 0 to 4, and aspects with another scale are
 * refused. Of several annotators (`aggregate`) the mean.
 */
export const nemoAlignerRegression = rowFormat({
  name: 'nemo-aligner-regression',
  title: "Nine ratings for NeMo-Aligner's regression reward model",
  family: 'attributes',
  shape: 'text',
  template: true,
  files: ['jsonl'],
  takes: ['aggregate', 'attributes', 'context', 'evidence', 'media'],
  agreesOn: 'ratings',
  rated: true,
  trainers: [
    {
      name: 'NeMo-Aligner (regression reward model)',
      command: nemoAligner(
        'train_reward_model.py',
        '++model.data.data_impl=jsonl',
        'model.reward_model_type=regression',
        'model.regression.num_attributes=9',
        'model.regression.loss_mask_val=-100',
      ),
    },
  ],
  *find(judged, options, notify, file) {
    assertAttributes(attributes, scale, file, options);
    for (const { annotations, response, values } of ratedResponsesIn(judged, options, notify)) {
      const label = attributes.map(
        (attribute) => values.get(aspectOf(attribute, values.keys(), options) ?? '') ?? masked,
      );
      const conversation = steerlmText(judged.item, response);
      if (conversation === undefined) notify.drop('not-template');
      else if (label.every((value) => value === masked)) notify.drop('missing-rating');
      else if (label.some((value) => value !== masked && (value < scale.min || value > scale.max)))
        notify.drop('off-scale');
      else yield { annotations, response, conversation, label };
    }
  },
  columns: {
    text: { rule: text.min(1, 'is empty'), value: ({ conversation }) => conversation },
    label: {
      rule: z
        .array(
          z.number('must be a number: null cannot be made a tensor; -100 masks it'),
          'must be a list of numbers: RegressionRewardModelDataset asserts it',
        )
        .length(
          attributes.length,
          `has not ${formatCount(attributes.length, 'value')}: they are ${attributes.join(', ')}`,
        ),
      value: ({ label }) => label,
      isReal: '[]',
    },
  },
  rules: {
    silent: ({ label }) =>
      Array.isArray(label) && label.every((value) => value === masked)
        ? 'every attribute is masked: the row has no loss. At least one attribute needs a value'
        : undefined,
  },
});
