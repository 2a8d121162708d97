import * as z from 'zod';
import { formatCount } from '../../../model/text/formatCount';
import { rowFormat } from '../../builders/rowFormat';
import { msSwiftWith } from '../../commands/fineTuningTools';
import { assertAttributes, columnsOf, ratedResponsesIn } from '../../derive/ratings';
import { messages } from '../../formatRules';
import { contentsOf, markersCounted } from '../../media/rules';
import { wholeTurns } from '../../sharedColumns';
import { swiftFault, swiftMedia, swiftMediaColumns, swiftMediaNames, swiftTurn } from '../pairs/msSwift';

/**
 * ms-swift's regression with one output an aspect, `{messages, label: [floats]}` (swift/template/base.py, `problem_type
 * regression`). The values of `label` are the aspects in the order of the project, or those that `attributes` names in
 * their order; the provenance of each row says which. Every row has all of them, as they are one tensor a batch: a
 * response that lacks one is left out. Of several annotators (`aggregate`) the mean.
 */
export const msSwiftRegression = rowFormat({
  name: 'ms-swift-regression',
  title: 'A conversation and a list of its ratings, for regression in ms-swift',
  family: 'attributes',
  media: swiftMedia,
  names: swiftMediaNames,
  files: ['jsonl'],
  takes: ['aggregate', 'attributes', 'context', 'evidence', 'media'],
  agreesOn: 'ratings',
  rated: true,
  trainers: [
    {
      name: 'ms-swift (regression)',
      command: msSwiftWith('swift sft --task_type seq_cls --problem_type regression --num_labels N'),
    },
  ],
  *find(judged, options, notify, file) {
    assertAttributes(undefined, { title: 'ms-swift' }, file, options);
    for (const { annotations, response, values } of ratedResponsesIn(judged, options, notify)) {
      const aspects = columnsOf(file.aspects, options, values.keys()).map(({ aspect }) => aspect);
      const label = aspects.flatMap((aspect) => values.get(aspect) ?? []);
      const fault = swiftFault(judged.item);
      if (fault) notify.drop(fault);
      else if (label.length < aspects.length) notify.drop('missing-rating');
      else yield { annotations, response, label, named: { response: response.id, aspects } };
    }
  },
  columns: {
    messages: {
      rule: messages('the whole conversation', 'is an empty list: nothing was said'),
      value: (row) => wholeTurns(row).flatMap(swiftTurn),
    },
    label: {
      rule: z
        .array(z.number('must be a number: null cannot be converted to a tensor'), 'must be a list of numbers')
        .min(1, 'holds no value'),
      value: ({ label }) => label,
      isReal: '[]',
    },
    ...swiftMediaColumns,
  },
  rules: {
    between: markersCounted(({ messages: turns }) => contentsOf(turns)),
    across() {
      let length: number | undefined;
      return ({ label }) => {
        const own = Array.isArray(label) ? label.length : 0;
        length ??= own;
        return own === length
          ? undefined
          : `has ${formatCount(own, 'value')} in "label" where the first row has ${length}: torch stops with "ValueError: expected sequence of length ${length}"`;
      };
    },
  },
});
