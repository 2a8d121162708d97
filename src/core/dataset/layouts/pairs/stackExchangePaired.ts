import { firstIsBetter, type Content, type Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';

/** `{qid, question, date, metadata, response_j, response_k}`: the community voted j higher than k. */
export const stackExchangePaired: Layout = {
  name: 'stack-exchange-paired',
  title: 'StackExchange, paired: two answers, of which the first has more votes',
  origin:
    'lvwerra/stack-exchange-paired, dataset card; huggingface/trl, examples/research_projects/stack_llama_2/scripts/dpo_llama2.py',
  fields: { question: 'question', better: 'response_j', worse: 'response_k' },
  matches: (record) => record.hasText('question', 'better', 'worse'),
  read: (record): Content => ({
    ...record.promptAt('question'),
    responses: [
      { id: 'j', text: record.textAt('better') },
      { id: 'k', text: record.textAt('worse') },
    ],
    labels: firstIsBetter('j', 'k'),
    ...metadataOf(record),
  }),
};
