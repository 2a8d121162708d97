import type { RecordReader } from '../../records/recordReader';
import type { Response } from '../../../model/item/item';
import type { Content, Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';
import { rewarded } from './nemoAligner';
import { answerAt, responseOf } from '../texts/preferencePair';
import { unpairedContent } from '../texts/unpairedContent';

/**
 * `{prompt_id, prompt: messages, output_A, output_B, label: 1 | 0, reward_A, reward_B, type: "pairwise_feedback"}`, or
 * one `output` with `label` and `reward` (`binary_feedback`; any other type has a reward alone). Several records share
 * a prompt_id, so it is no item's id; nor is sample_id, which counts anew for every prompt. HALOs takes every label but
 * 1 for B; what is neither 1 nor 0 is no label here and stays in the metadata.
 */
export const halos: Layout = {
  name: 'halos',
  title: 'HALOs feedback: pairs, or single outputs with a label or reward',
  origin:
    'ContextualAI/HALOs, train/label.py at 01060de (what writes it) and train/data.py get_feedback at 110030f (what reads it)',
  fields: {
    prompt: 'prompt',
    a: 'output_A',
    b: 'output_B',
    output: 'output',
    label: 'label',
    rewardA: 'reward_A',
    rewardB: 'reward_B',
    reward: 'reward',
    type: 'type',
  },
  matches: (record) =>
    record.has('prompt', 'prompt_id') && (record.has('a', 'b') || (record.has('output') && record.hasText('type'))),
  read: (record): Content => (record.has('output') ? single(record) : pair(record)),
};

function pair(record: RecordReader): Content {
  const label = record.maybeNumber('label');
  const outcome = label === 1 ? 'a' : label === 0 ? 'b' : undefined;
  return {
    ...record.promptAt(),
    responses: [outputAt(record, 'a', 'rewardA'), outputAt(record, 'b', 'rewardB')],
    ...(outcome && { labels: [{ judgement: { comparisons: [{ a: 'a', b: 'b', outcome }] } }] }),
    ...metadataOf(record, { type: record.value('type'), label: outcome ? undefined : record.value('label') }),
  };
}

function single(record: RecordReader): Content {
  const { metadata, ...content } = unpairedContent(
    record,
    { ...record.promptAt(), responses: [outputAt(record, 'output', 'reward')] },
    'label',
  );
  return { ...content, metadata: { ...metadata, type: record.value('type') } };
}

const outputAt = (record: RecordReader, name: string, reward: string): Response =>
  rewarded(record, responseOf(name, answerAt(record, name)), reward);
