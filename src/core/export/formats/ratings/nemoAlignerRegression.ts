import * as z from 'zod';
import { steerlmAttributes as attributes } from '../../../dataset/layouts/rows/nemo';
import { formatCount } from '../../../model/text/formatCount';
import { steerlmText } from '../../texts/helpSteerTemplate';
import type { ExportFormat } from '../../format';
import type { Fields } from '../../fields';
import { nonPairRows } from '../../builders/nonPairRow';
import { aspectOf, assertAttributes, ratedIn } from '../../derive/ratings';
import { text } from '../../formatRules';
import { nemoAligner } from '../../commands/nvidia';

/** `model.regression.loss_mask_val` of conf/training_rm.yaml: no loss where it stands. */
const masked = -100;
const scale = { min: 0, max: 4, title: 'SteerLM' };

/**
 * NeMo-Aligner's regression reward model, `{text, label: [nine floats]}` (nemo_aligner/data/nlp/datasets.py
 * RegressionRewardModelDataset; the text by process_to_regression_format.py). What was not rated is -100, which masks
 * it; a response without any of the nine is left out. Attributes go from 0 to 4, and aspects with another scale are
 * refused. Of several annotators (`aggregate`) the mean.
 */
export const nemoAlignerRegression: ExportFormat = {
  name: 'nemo-aligner-regression',
  title: "Nine ratings for NeMo-Aligner's regression reward model",
  family: 'attributes',
  shape: 'text',
  files: ['jsonl'],
  reals: ['label[]'],
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
  *rows(judged, options, file, notify) {
    assertAttributes(attributes, scale, file, options);
    for (const { annotations, response, values } of [...ratedIn(judged, options, notify)].flat()) {
      const label = attributes.map(
        (attribute) => values.get(aspectOf(attribute, values.keys(), options) ?? '') ?? masked,
      );
      const conversation = steerlmText(judged.item, response);
      const refusal =
        conversation === undefined
          ? 'not-template'
          : label.every((value) => value === masked)
            ? 'missing-rating'
            : label.some((value) => value !== masked && (value < scale.min || value > scale.max))
              ? 'off-scale'
              : undefined;
      if (refusal) notify.drop(refusal);
      else
        yield* nonPairRows(
          judged,
          {
            annotations,
            responses: [response],
            value: { text: conversation, label },
            named: { response: response.id },
          },
          'own-text',
          notify,
        );
    }
  },
  rules: {
    row: z.strictObject({
      text: text.min(1, 'is empty'),
      label: z
        .array(
          z.number('must be a number: null cannot be made a tensor; -100 masks it'),
          'must be a list of numbers: RegressionRewardModelDataset asserts it',
        )
        .length(
          attributes.length,
          `has not ${formatCount(attributes.length, 'value')}: they are ${attributes.join(', ')}`,
        ),
    }),
    silent: ({ label }: Fields) =>
      Array.isArray(label) && label.every((value) => value === masked)
        ? 'every attribute is masked: the row has no loss. At least one attribute needs a value'
        : undefined,
  },
};
