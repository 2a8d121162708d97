import type { JsonObject } from '../../fields/recordFields';
import type { Content, Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';
import { acceptable, areTexts, chosenAndRejected } from '../labels/chosenAndRejected';

/** The three styles in which RM-Bench gives every answer, in its order (arXiv 2410.16184, section 3.3). */
const styles = ['concise', 'detailed', 'detailed, with Markdown'];

/**
 * `{id, prompt, chosen: [3 texts], rejected: [3 texts], domain}`: each right answer is better than each wrong one,
 * whatever their styles.
 */
export const rmBench: Layout = {
  name: 'rm-bench',
  title: 'RM-Bench: right and wrong answers in three styles',
  origin: 'THU-KEG/RM-Bench at 2119ec5, README.md ("Dataset Details" and compute_accuracy)',
  fields: { id: 'id', prompt: 'prompt', chosen: 'chosen', rejected: 'rejected', domain: 'domain' },
  matches: (record) =>
    record.hasText('prompt') &&
    (record.hasText('domain') || record.hasText('subset')) &&
    record.hasList('chosen', 'rejected') &&
    areTexts(record, 'chosen', 'rejected'),
  read(record): Content {
    const { responses, chosen, rejected } = chosenAndRejected(record);
    const comparisons = chosen.flatMap((a) => rejected.map((b) => ({ a, b, outcome: 'a' as const })));
    return {
      id: record.ownId(),
      ...record.promptAt(),
      responses: responses.map((response) => ({ ...response, ...styleOf(response.id) })),
      labels: [{ judgement: { comparisons, acceptable: acceptable(chosen, rejected) } }],
      ...metadataOf(record, { domain: record.value('domain') }),
    };
  },
};

function styleOf(id: string): { metadata?: JsonObject } {
  const style = styles[Number(id.split('-').at(-1)) - 1];
  return style === undefined ? {} : { metadata: { style } };
}
