import type { Item, Response } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { isObject, LayoutError, otherFields } from '../../fields/recordFields';
import { booleanOf, numberOf, type RecordReader } from '../../records/recordReader';
import { tiersFromRanks } from '../labels/tiersFromRanks';
import { chosenOverRejected, type Content, type Fault, type JoinedRecord, type RecordJoin } from '../layout';
import { steerlmSystem, templatedAnswer, templatedPrompt } from '../texts/extraIdTurns';
import { messagesIn } from '../texts/nestedValues';
import { answerAt, responseOf } from '../texts/preferencePair';
import { better, goodIn, labelled, layoutOf, promptIn, type Apart } from './layoutRow';

/** What NVIDIA's NeMo-Aligner and NeMo-RL read. */

/** A prompt as NeMo-Aligner reads it: text, in the model's own template or not, or messages. */
const alignerPrompt: Apart['prompt'] = (record) =>
  templatedPrompt(record.maybeText('prompt') ?? '') ?? record.promptAt();

/** A response to it; its id is the name of its field. */
function alignerAnswer(record: RecordReader, name: string): Response {
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

/**
 * `{prompt, chosen_response, rejected_response, chosen_reward?, rejected_reward?}`: text, plain or in the template of
 * the model, or messages; the rewards are a reward model's. NeMo-RL's first DPODataset read the same.
 */
export const nemoAligner = layoutOf({
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
  needs: { values: ['prompt', 'chosen', 'rejected'] },
  prompt: alignerPrompt,
  responses: (record) => ({
    responses: [
      rewarded(record, alignerAnswer(record, 'chosen'), 'chosenReward'),
      rewarded(record, alignerAnswer(record, 'rejected'), 'rejectedReward'),
    ],
  }),
  more: [better('chosen', 'rejected')],
});

/** `{prompt, response, preference: "chosen" | "rejected"}`: one response, good or not. */
export const nemoAlignerKto = layoutOf({
  name: 'nemo-aligner-kto',
  title: 'A response that was chosen or rejected, as in NeMo-Aligner (KTO)',
  origin:
    'NVIDIA/NeMo-Aligner, nemo_aligner/data/nlp/datasets.py KTOModelDataset (preference 1 for "chosen", 0 for anything else)',
  fields: { id: 'id', prompt: 'prompt', response: 'response', preference: 'preference' },
  needs: {
    values: ['prompt', 'response'],
    also: (record) => isChosen(record.value('preference')) !== undefined,
  },
  prompt: alignerPrompt,
  responses: (record) => ({ responses: [alignerAnswer(record, 'response')] }),
  more: [goodIn('preference', (value) => isChosen(value) ?? booleanOf(value))],
});

function isChosen(value: unknown): boolean | undefined {
  return value === 'chosen' ? true : value === 'rejected' ? false : undefined;
}

/** In this order: examples/nlp/data/steerlm/common.py ALL_STEERLM_ATTRIBUTES. */
export const steerlmAttributes = [
  'quality',
  'toxicity',
  'humor',
  'creativity',
  'helpfulness',
  'correctness',
  'coherence',
  'complexity',
  'verbosity',
] as const;
/** Where no attribute was rated: `model.regression.loss_mask_val` of conf/training_rm.yaml. */
const masked = -100;
/** Behind it stands the last answer of a conversation in SteerLM's template. */
const answerMarker = '<extra_id_1>Assistant\n';

/** Whether a record has a whole conversation in the template of NeMo's models. */
function hasTemplatedText(record: RecordReader): boolean {
  const text = record.maybeText('text') ?? '';
  return text.startsWith('<extra_id_0>System\n') && text.includes(answerMarker);
}

/** The prompt and the last answer of such a conversation; undefined where it is of another template. */
function partedText(
  record: RecordReader,
): { readonly prompt: Pick<Content, 'prompt' | 'promptText'>; readonly answer: string } | undefined {
  const text = record.textAt('text');
  const at = text.lastIndexOf(answerMarker) + answerMarker.length;
  const prompt = at < answerMarker.length ? undefined : templatedPrompt(text.slice(0, at));
  return prompt && { prompt, answer: text.slice(at) };
}

/**
 * `{text, label: [nine numbers]}`: a whole conversation in SteerLM's template, and what its last answer was rated on
 * the nine attributes; -100 where it was not. The template's own system prompt is none of the conversation's.
 */
export const nemoAlignerRegression = layoutOf({
  name: 'nemo-aligner-regression',
  title: "A conversation and nine ratings, as in NeMo-Aligner's regression reward model",
  origin:
    'NVIDIA/NeMo-Aligner at af2b3bd96, nemo_aligner/data/nlp/datasets.py:760 RegressionRewardModelDataset; examples/nlp/data/steerlm/process_to_regression_format.py',
  fields: { id: 'id', text: 'text', label: 'label' },
  needs: { lists: ['label'], also: hasTemplatedText },
  both: (record) => {
    const { prompt, answer } = partedText(record) ?? {};
    if (!prompt)
      throw new LayoutError(problem('layouts.notSteerLmTemplate', { path: record.path('text') }), { field: 'text' });
    const [first, ...turns] = prompt.prompt;
    return {
      prompt: first?.content === steerlmSystem ? turns : prompt.prompt,
      responses: [{ id: 'response', text: (answer ?? '').replace(/\n<extra_id_[12]>$/, '') }],
    };
  },
  more: [
    (record) => {
      const ratings = record.listAt('label').flatMap((each, i) => {
        const [aspect, value] = [steerlmAttributes[i], numberOf(each)];
        return aspect === undefined || value === undefined || value === masked
          ? []
          : [{ response: 'response', aspect, value }];
      });
      return ratings.length > 0 ? labelled({ ratings }) : {};
    },
  ],
});

/**
 * `{text}`, line by line: of every two lines the first is a conversation with the chosen answer, the one behind it the
 * same conversation with the rejected one, in the template of NeMo's models. What is of another template cannot be
 * parted into prompt and answer.
 */
export const nemoAlignerRm = layoutOf({
  name: 'nemo-aligner-rm',
  title: 'Whole conversations, alternating between chosen and rejected, as in NeMo-Aligner',
  origin: 'NVIDIA/NeMo-Aligner at af2b3bd96, nemo_aligner/data/nlp/datasets.py:196 RewardModelDataset',
  fields: { id: 'id', text: 'text' },
  needs: { also: (record) => !record.has('label') && hasTemplatedText(record) },
  both: (record) => {
    const parted = partedText(record);
    if (!parted)
      throw new LayoutError(problem('layouts.notNemoTemplate', { path: record.path('text') }), { field: 'text' });
    return { ...parted.prompt, responses: [templatedAnswer('chosen', parted.answer)] };
  },
  joins: { key: ({ promptText }) => promptText, join: pairsOf },
});

/** Pairs of lines that follow each other, of those with the same prompt. */
function pairsOf(parts: readonly JoinedRecord[]): ReturnType<RecordJoin['join']> {
  const items: Content[] = [];
  const faults: Fault[] = [];
  for (let at = 0; at < parts.length; at++) {
    const [chosen, rejected] = [parts[at], parts[at + 1]];
    if (!chosen) break;
    if (!rejected || rejected.file !== chosen.file || rejected.line !== chosen.line + 1) {
      faults.push({
        part: chosen,
        reason: problem('layouts.noRejectedLine', {}),
      });
      continue;
    }
    at++;
    items.push(pairOf(chosen, rejected.item));
  }
  return { items, faults };
}

function pairOf({ item: { id, hash, responses, ...item }, file, line, unit }: JoinedRecord, rejected: Item): Content {
  const other = rejected.responses.map((response) => ({ ...response, id: 'rejected' }));
  const metadata = { ...rejected.metadata, ...item.metadata };
  return {
    ...item,
    ...(id !== hash && { id }),
    responses: [...responses, ...other],
    labels: chosenOverRejected,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    place: { file, line, ...(unit && { unit }) },
  };
}

/**
 * `{context: messages, completions: [{rank, completion: messages}]}`: the lowest rank is the best, equal ranks are
 * tied.
 */
export const nemoRl = layoutOf({
  name: 'nemo-rl',
  title: 'A context and ranked completions, as in NeMo-RL',
  origin:
    'NVIDIA-NeMo/RL at 07cd9a1, nemo_rl/data/datasets/preference_datasets/preference_dataset.py PreferenceDataset (its "chosen - rejected format" and binary_preference_dataset.py are the layout preference-pairs); nemo_rl/data/processors.py',
  fields: { id: 'id', context: 'context', completions: 'completions' },
  needs: {
    values: ['context'],
    lists: ['completions'],
    also: (record) =>
      record.listAt('completions').some((each) => isObject(each) && 'rank' in each && 'completion' in each),
  },
  prompt: promptIn('context'),
  responses: (record) => ({
    responses: record.objectsAt('completions').map(({ completion, ...entry }, i) => {
      const metadata = otherFields(entry, ['rank']);
      const path = `${record.path('completions')}[${i}].completion`;
      const answer = typeof completion === 'string' ? completion : messagesIn(completion, path);
      return { ...responseOf(`r${i + 1}`, answer), ...(metadata && { metadata }) };
    }),
  }),
  more: [
    (record, { responses }) => {
      const entries = record.objectsAt('completions');
      const tiers = tiersFromRanks(responses.map(({ id }, i) => [id, numberOf(entries[i]?.rank)]));
      return tiers.length > 0 ? labelled({ ranking: { tiers } }) : {};
    },
  ],
});
