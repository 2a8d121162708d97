import type { RecordReader } from '../../records/recordReader';
import type { Response } from '../../../model/item/item';
import { templatedAnswer, templatedPrompt } from '../texts/extraIdTurns';
import { chosenOverRejected, type Content, type Layout } from '../layout';
import { metadataOf } from '../texts/nestedValues';
import { answerAt, responseOf } from '../texts/preferencePair';

/**
 * `{prompt, chosen_response, rejected_response, chosen_reward?, rejected_reward?}`: text, plain or in the template of
 * the model, or messages; the rewards are a reward model's. NeMo-RL's first DPODataset read the same.
 */
export const nemoAligner: Layout = {
  name: 'nemo-aligner',
  title: 'Chosen and rejected response with their rewards, as in NeMo-Aligner',
  origin:
    'NVIDIA/NeMo-Aligner at 01a6091, nemo_aligner/data/nlp/datasets.py DPOModelDataset; docs/user-guide/dpo.rst at 0955252 ("Prepare your Dataset"); NVIDIA-NeMo/RL when it was nemo_reinforcer, DPODataset',
  fields: {
    id: 'id',
    prompt: 'prompt',
    chosen: 'chosen_response',
    rejected: 'rejected_response',
    chosenReward: 'chosen_reward',
    rejectedReward: 'rejected_reward',
  },
  matches: (record) => record.has('prompt', 'chosen', 'rejected'),
  read: (record): Content => ({
    id: record.ownId(),
    ...alignerPrompt(record),
    responses: [
      rewarded(record, alignerAnswer(record, 'chosen'), 'chosenReward'),
      rewarded(record, alignerAnswer(record, 'rejected'), 'rejectedReward'),
    ],
    labels: chosenOverRejected,
    ...metadataOf(record),
  }),
};

/** A prompt as NeMo-Aligner reads it: text, in the model's own template or not, or messages. */
export function alignerPrompt(record: RecordReader): Pick<Content, 'prompt' | 'promptText'> {
  return templatedPrompt(record.maybeText('prompt') ?? '') ?? record.promptAt();
}

/** A response to it; its id is the name of its field. */
export function alignerAnswer(record: RecordReader, name: string): Response {
  const answer = answerAt(record, name);
  return typeof answer === 'string' && templatedPrompt(record.maybeText('prompt') ?? '')
    ? templatedAnswer(name, answer)
    : responseOf(name, answer);
}

/** A response with the reward that a field gives it, where it does. */
export function rewarded(record: RecordReader, response: Response, name: string): Response {
  const score = record.maybeNumber(name);
  return score === undefined ? response : { ...response, verifiers: [{ name: 'reward', score }] };
}
