import { problem } from '../../../model/problems/problem';
import { LayoutError } from '../../fields/recordFields';
import { judgeNamed } from '../labels/whoJudged';
import type { Content, Layout } from '../layout';
import { metadataOf, meaningfulText } from '../texts/nestedValues';

/**
 * `{instance_id, prompt, chosen: "A" | "B", annotator}`: Potato's preference pairs name the winner, but do not hold the
 * two responses. They can be read once the responses have been joined to each row, as `A` and `B` or by a mapping.
 */
export const potato: Layout = {
  name: 'potato',
  title: 'Potato preference pairs with their responses',
  origin: 'davidjurgens/potato, potato/export/coding_eval_exporter.py _export_preference',
  fields: { id: 'instance_id', prompt: 'prompt', a: 'A', b: 'B', chosen: 'chosen', annotator: 'annotator' },
  matches: (record) => record.has('id', 'prompt') && ['A', 'B'].includes(record.maybeText('chosen') ?? ''),
  read(record): Content {
    if (!record.has('a', 'b'))
      throw new LayoutError(problem('layouts.potatoWithoutResponses', {}), { field: record.has('a') ? 'b' : 'a' });
    const [annotator, chosen] = [meaningfulText(record.value('annotator')), record.value('chosen')];
    const outcome = chosen === 'A' ? 'a' : chosen === 'B' ? 'b' : undefined;
    return {
      id: record.ownId(),
      ...record.promptAt(),
      responses: [
        { id: 'A', text: record.textAt('a') },
        { id: 'B', text: record.textAt('b') },
      ],
      ...(outcome && {
        labels: [{ ...judgeNamed(record, annotator), judgement: { comparisons: [{ a: 'A', b: 'B', outcome }] } }],
      }),
      ...metadataOf(record, outcome ? {} : { chosen }),
    };
  },
};
