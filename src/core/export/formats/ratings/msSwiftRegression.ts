import * as z from 'zod';
import { formatCount } from '../../../model/text/formatCount';
import { turnsOf } from '../../../model/item/item';
import type { ExportFormat } from '../../format';
import type { Fields } from '../../fields';
import { nonPairRows } from '../../builders/nonPairRow';
import { assertAttributes, columnsOf, ratedIn } from '../../derive/ratings';
import { mediaColumns } from '../../media/itemMedia';
import { markersCounted, mediaColumnRules } from '../../media/rules';
import { messages } from '../../formatRules';
import { msSwiftWith } from '../../commands/fineTuningTools';
import { swiftFault, swiftMedia, swiftMediaNames, swiftTurn } from '../pairs/msSwiftTurns';

/**
 * ms-swift's regression with one output an aspect, `{messages, label: [floats]}` (swift/template/base.py, `problem_type
 * regression`). The values of `label` are the aspects in the order of the project, or those that `attributes` names in
 * their order; the provenance of each row says which. Every row has all of them, as they are one tensor a batch: a
 * response that lacks one is left out. Of several annotators (`aggregate`) the mean.
 */
export const msSwiftRegression: ExportFormat = {
  name: 'ms-swift-regression',
  title: 'A conversation and a list of its ratings, for regression in ms-swift',
  family: 'attributes',
  shape: 'messages',
  media: swiftMedia,
  names: swiftMediaNames,
  files: ['jsonl'],
  reals: ['label[]'],
  takes: ['aggregate', 'attributes', 'context', 'evidence', 'media'],
  agreesOn: 'ratings',
  rated: true,
  trainers: [
    {
      name: 'ms-swift (regression)',
      command: msSwiftWith('swift sft --task_type seq_cls --problem_type regression --num_labels N'),
    },
  ],
  *rows(judged, options, file, notify) {
    assertAttributes(undefined, { title: 'ms-swift' }, file, options);
    for (const { annotations, response, values } of [...ratedIn(judged, options, notify)].flat()) {
      const columns = columnsOf(file.aspects, options, values.keys());
      const label = columns.flatMap(({ aspect }) => values.get(aspect) ?? []);
      const fault = swiftFault(judged.item);
      if (fault) notify.drop(fault);
      else if (label.length < columns.length) notify.drop('missing-rating');
      else
        yield* nonPairRows(
          judged,
          {
            annotations,
            responses: [response],
            value: {
              messages: [...judged.item.prompt, ...turnsOf(response)].flatMap(swiftTurn),
              label,
              ...mediaColumns([...judged.item.prompt, ...turnsOf(response)], file.media),
            },
            named: { response: response.id, aspects: columns.map(({ aspect }) => aspect) },
          },
          'messages',
          notify,
        );
    }
  },
  rules: {
    row: z
      .strictObject({
        messages: messages('the whole conversation', 'is an empty list: nothing was said'),
        label: z
          .array(z.number('must be a number: null cannot be converted to a tensor'), 'must be a list of numbers')
          .min(1, 'holds no value'),
        ...mediaColumnRules,
      })
      .check(markersCounted(({ messages: turns }) => turns.map(({ content }) => content))),
    across() {
      let length: number | undefined;
      return ({ label }: Fields) => {
        const own = Array.isArray(label) ? label.length : 0;
        length ??= own;
        return own === length
          ? undefined
          : `has ${formatCount(own, 'value')} in "label" where the first row has ${length}: torch stops with "ValueError: expected sequence of length ${length}"`;
      };
    },
  },
};
