import { isObject } from '../../fields/recordFields';
import { chosenOverRejected, type Content, type Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';
import { modelAnswer } from '../lists/rmb';

/**
 * `{pair_uid, conversation_input: messages, chosen: {llm_name, answer}, reject: {llm_name, answer}, category_path}`.
 */
export const rmbPairs: Layout = {
  name: 'rmb-pairs',
  title: 'RMB: a chosen and a rejected answer',
  origin: 'Zhou-Zoey/RMB-Reward-Model-Benchmark, RMB_dataset/Pairwise_set',
  fields: { id: 'pair_uid', conversation: 'conversation_input', chosen: 'chosen', rejected: 'reject' },
  matches: (record) => record.has('conversation', 'chosen', 'rejected') && isObject(record.value('chosen')),
  read: (record): Content => ({
    id: record.ownId(),
    ...record.promptAt('conversation'),
    responses: ['chosen', 'rejected'].map((name) => modelAnswer(name, record.objectAt(name), record.path(name))),
    labels: chosenOverRejected,
    ...metadataOf(record),
  }),
};
