import type { Step } from '../../../model/annotation/annotation';
import type { Message, Response } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { LayoutError, otherFields, wrongValue } from '../../fields/recordFields';
import { asMessages } from '../../items/messages';
import { booleanOf, numberOf, type RecordReader } from '../../records/recordReader';
import { acceptable } from '../labels/chosenAndRejected';
import { areYesAndNo } from '../labels/labelCodes';
import { responseOfSteps } from '../labels/steps';
import type { Content } from '../layout';
import { rankingLabel } from '../labels/numericJudgements';
import { answerOf, mayEndWithAnswer, systemFirst } from '../texts/lastAnswer';
import { messagesIn, textIn, textsAt } from '../texts/nestedValues';
import { answerAt, isAnswer, responseOf } from '../texts/preferencePair';
import { withEarlier } from '../texts/promptByFieldName';
import { toolsAt, withMedia } from '../texts/toolsAndMedia';
import { continuation, isTranscriptPrompt, promptOfTranscript } from '../texts/transcript';
import { answersIn, better, comparedBy, goodIn, kept, labelled, layoutOf, promptIn } from './layoutRow';
import { rewarded } from './nemo';

/** What trainers read: TRL, LLaMA-Factory, ms-swift, HALOs, hosted services, and papers' own. */

/** `{prompt, completion, label: boolean}`, as text or messages: one completion, good or not. */
export const kto = layoutOf({
  name: 'kto',
  title: 'A completion labeled good or bad, as in TRL (KTO)',
  origin: 'huggingface/trl, docs/source/dataset_formats.md (unpaired preference)',
  fields: { id: 'id', prompt: 'prompt', completion: 'completion', label: 'label', tools: 'tools' },
  hasCodes: true,
  needs: {
    values: ['prompt'],
    also: (record) => isAnswer(record.value('completion')) && booleanOf(record.value('label')) !== undefined,
  },
  bornOut: (records) => areYesAndNo(records.map((record) => record.value('label'))),
  prompt: (record) => {
    const { prompt, ...text } = withEarlier(record, record.promptAt());
    return { prompt: withMedia(record, prompt), ...text, ...toolsAt(record) };
  },
  responses: answersIn({ completion: 'completion' }),
  more: [goodIn('label')],
});

/** Prompt and response of a conversation that ends with the answer. */
function partedAt(record: RecordReader, name: string, id: string): Content {
  const { prompt, response } = answerOf(record, name, id);
  return { prompt: withMedia(record, systemFirst(record, prompt)), ...toolsAt(record), responses: [response] };
}

/**
 * `{messages, label: boolean}` of LLaMA-Factory and ms-swift, or `{conversations, kto_tag}`: a conversation whose last
 * answer is good or not.
 */
export const ktoMessages = layoutOf({
  name: 'kto-messages',
  title: 'Conversations whose last answer is labeled good or bad, as in LLaMA-Factory (KTO)',
  origin:
    'hiyouga/LLaMA-Factory, data/dataset_info.json kto_en_demo and src/llamafactory/data/converter.py; modelscope/ms-swift, docs (KTO)',
  fields: {
    id: 'id',
    messages: 'messages',
    conversations: 'conversations',
    system: 'system',
    label: 'label',
    tag: 'kto_tag',
    tools: 'tools',
  },
  hasCodes: true,
  needs: {
    also: (record) =>
      ['messages', 'conversations'].some((name) => mayEndWithAnswer(record.maybeList(name))) &&
      booleanOf(record.value('label') ?? record.value('tag')) !== undefined,
  },
  bornOut: (records) => areYesAndNo(records.map((record) => record.value('label') ?? record.value('tag'))),
  both: (record) => partedAt(record, record.has('messages') ? 'messages' : 'conversations', 'completion'),
  more: [(record, item) => goodIn(record.has('label') ? 'label' : 'tag')(record, item)],
});

/**
 * `{messages, label: [numbers]}`, or one number that is none of a class: what a reward model with one output an aspect
 * learns. The file does not name the aspects; they are "label", or "label 1", "label 2" and so on. Whole numbers by
 * themselves are classes, or good and bad (`kto-messages`).
 */
export const msSwiftRegression = layoutOf({
  name: 'ms-swift-regression',
  title: 'A conversation and a list of ratings without names, as in ms-swift (regression)',
  origin: 'modelscope/ms-swift at 3602360, swift/template/base.py (problem_type regression)',
  fields: { id: 'id', messages: 'messages', system: 'system', label: 'label', tools: 'tools' },
  needs: {
    also: (record) =>
      asMessages(record.value('messages'))?.at(-1)?.role === 'assistant' && isRatings(record.value('label')),
  },
  both: (record) => partedAt(record, 'messages', 'response'),
  more: [
    (record) => {
      const label = record.value('label');
      const values = Array.isArray(label)
        ? label.map((each: unknown, i) => [`label ${i + 1}`, numberOf(each)] as const)
        : [['label', numberOf(label)] as const];
      const ratings = values.flatMap(([aspect, value]) =>
        value === undefined ? [] : [{ response: 'response', aspect, value }],
      );
      return ratings.length > 0 ? labelled({ ratings }) : { left: { label } };
    },
  ],
});

const isRatings = (label: unknown): boolean =>
  Array.isArray(label)
    ? label.length > 0 && label.every((each) => typeof each === 'number')
    : typeof label === 'number' && !Number.isInteger(label);

/**
 * `{messages, positive_messages: [messages], negative_messages: [messages]}`: responses that are right for a prompt,
 * and those that are not. How those of one side stand to each other is not said.
 */
export const msSwiftReranker = layoutOf({
  name: 'ms-swift-reranker',
  title: 'A prompt with right and wrong responses, as in ms-swift rerankers',
  origin: 'modelscope/ms-swift at 3602360a5, docs/source_en/BestPractices/Reranker.md',
  fields: {
    id: 'id',
    messages: 'messages',
    positive: 'positive_messages',
    negative: 'negative_messages',
    tools: 'tools',
    system: 'system',
  },
  needs: {
    lists: ['messages', 'positive', 'negative'],
    also: (record) => record.maybeList('positive').every(Array.isArray),
  },
  prompt: (record) => ({
    prompt: withMedia(record, systemFirst(record, record.messagesAt('messages'))),
    ...toolsAt(record),
  }),
  responses: (record) => {
    const [right, wrong] = [conversationsAt(record, 'positive'), conversationsAt(record, 'negative')];
    if (right.length + wrong.length === 0) throw record.wrong('positive', record.value('positive'), 'conversations');
    const ids = (responses: readonly Response[]): string[] => responses.map(({ id }) => id);
    return { responses: [...right, ...wrong], ...labelled({ acceptable: acceptable(ids(right), ids(wrong)) }) };
  },
});

const conversationsAt = (record: RecordReader, name: 'positive' | 'negative'): Response[] =>
  record
    .listAt(name)
    .map((entry, i) => responseOf(`${name}-${i + 1}`, messagesIn(entry, `${record.path(name)}[${i}]`)));

/**
 * `{prompt, completions: [step], labels: [bool]}`: one solution, its steps right or wrong. A label that is null was not
 * judged; one between 0 and 1 stays in the metadata with the others.
 */
export const stepwise = layoutOf({
  name: 'stepwise',
  title: 'Steps, each labeled right or wrong, as in TRL and axolotl',
  origin:
    'huggingface/trl, trl/experimental/prm/prm_trainer.py tokenize_row; docs/source/dataset_formats.md (stepwise supervision)',
  ofSteps: true,
  fields: { id: 'id', prompt: 'prompt', completions: 'completions', labels: 'labels' },
  needs: {
    texts: ['prompt'],
    lists: ['completions', 'labels'],
    also: (record) =>
      record.listAt('completions').every((step) => typeof step === 'string') &&
      record
        .listAt('labels')
        .every((label) => label === null || booleanOf(label) !== undefined || numberOf(label) !== undefined),
  },
  prompt: promptIn('prompt'),
  responses: (record) => {
    const [texts, labels] = [textsAt(record, 'completions'), record.listAt('labels')];
    if (texts.length !== labels.length)
      throw new LayoutError(
        problem('layouts.stepLabelsDiffer', {
          path: record.path('completions'),
          steps: texts.length,
          labelsPath: record.path('labels'),
          labels: labels.length,
        }),
      );
    const right = labels.map(booleanOf);
    const { response, steps } = responseOfSteps(
      'solution',
      texts.map((text, i) => ({ text, label: right[i] === undefined ? null : right[i] ? 'correct' : 'incorrect' })),
    );
    return { responses: [response], ...labelled({ steps }) };
  },
  more: [
    (record) => {
      const labels = record.listAt('labels');
      return labels.every((label) => label === null || booleanOf(label) !== undefined) ? {} : { left: { labels } };
    },
  ],
});

/**
 * Responses with the scores of a list beside them, which each keeps in its metadata, and the ranking that these are.
 * Throws `LayoutError` where the lists differ in their number or a score is none.
 */
function scoredResponses(
  record: RecordReader,
  name: string,
  responses: readonly Response[],
): { readonly responses: readonly Response[]; readonly labels: ReturnType<typeof rankingLabel> } {
  const list = record.listAt(name);
  if (list.length !== responses.length)
    throw new LayoutError(
      problem('layouts.scoresDiffer', {
        path: record.path(name),
        scores: list.length,
        responses: responses.length,
      }),
      { field: name },
    );
  const scores = list.map((entry, i) => {
    const score = numberOf(entry);
    if (score === undefined) throw record.wrong(`${name}[${i}]`, entry, 'number');
    return score;
  });
  return {
    responses: responses.map((response, i) => ({ ...response, metadata: { score: scores[i] } })),
    labels: rankingLabel(responses.map(({ id }, i) => ({ id, rank: -(scores[i] ?? 0) }))),
  };
}

/**
 * Reads a prompt as text, its responses as a list of texts, and a list of their scores: which of them is better is all
 * that their readers take of these, and so they are a ranking; equal ones are tied.
 */
const scored = {
  needs: {
    texts: ['prompt' as const],
    lists: ['responses', 'scores'] as const,
    also: (record: RecordReader) =>
      record.maybeList('responses').length === record.maybeList('scores').length &&
      record.maybeList('responses').every((entry) => typeof entry === 'string'),
  },
  both: (record: RecordReader): Content => {
    const promptText = record.textAt('prompt');
    const isConversation = isTranscriptPrompt(promptText);
    const responses = textsAt(record, 'responses').map((text, i) =>
      isConversation ? continuation(`r${i + 1}`, text) : { id: `r${i + 1}`, text },
    );
    return {
      prompt: isConversation ? promptOfTranscript(promptText.trimEnd()) : [{ role: 'user', content: promptText }],
      promptText,
      ...scoredResponses(record, 'scores', responses),
    };
  },
};

/** `{query, responses: [text], scores: [number]}`. */
export const rrhf = layoutOf({
  name: 'rrhf',
  title: 'A query and its scored responses, as in RRHF',
  origin: 'GanjinZero/RRHF at e1a2b61, train.py:81 and 140-201',
  fields: { id: 'id', prompt: 'query', responses: 'responses', scores: 'scores' },
  ...scored,
});

/** `{prompt, all_responses: [text], overall_scores: [number]}`. */
export const lipo = layoutOf({
  name: 'lipo',
  title: 'A prompt and its scored responses, as in ordinal preference optimization (LiPO, NDCG, ListMLE)',
  origin: 'zhaoyang02/ordinal-preference-optimization at 3514873f, scripts/run_list.py (columns_to_keep)',
  fields: { id: 'id', prompt: 'prompt', responses: 'all_responses', scores: 'overall_scores' },
  ...scored,
});

/**
 * `{prompt_id, prompt: messages, output_A, output_B, label: 1 | 0, reward_A, reward_B, type: "pairwise_feedback"}`, or
 * one `output` with `label` and `reward` (`binary_feedback`; any other type has a reward alone). Several records share
 * a prompt_id, so it is no item's id; nor is sample_id, which counts anew for every prompt. HALOs takes every label but
 * 1 for B; what is neither 1 nor 0 is no label here and stays in the metadata.
 */
export const halos = layoutOf({
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
  needs: {
    values: ['prompt'],
    also: (record) =>
      record.has('prompt_id') && (record.has('a', 'b') || (record.has('output') && record.hasText('type'))),
  },
  prompt: promptIn('prompt'),
  responses: (record) => {
    const outputs = record.has('output') ? { output: 'reward' } : { a: 'rewardA', b: 'rewardB' };
    return {
      responses: Object.entries(outputs).map(([name, reward]) =>
        rewarded(record, responseOf(name, answerAt(record, name)), reward),
      ),
    };
  },
  more: [
    (record, item) => (record.has('output') ? goodIn('label')(record, item) : kept('type')(record, item)),
    (record, item) => (record.has('output') ? {} : comparedBy('label', { 1: 'a', 0: 'b' })(record, item)),
  ],
});

/**
 * `{input: {messages, tools?, parallel_tool_calls?}, preferred_output: messages, non_preferred_output: messages}` of
 * OpenAI, Azure, Together and Fireworks.
 */
export const openaiPreference = layoutOf({
  name: 'openai-preference',
  title: 'Preferred and non-preferred output, as for hosted fine-tuning services',
  origin:
    'OpenAI, direct preference optimization guide; togethercomputer/together-python, src/together/utils/files.py validate_preference_openai',
  fields: { input: 'input', preferred: 'preferred_output', other: 'non_preferred_output', tools: 'input.tools' },
  needs: { objects: ['input'], values: ['preferred', 'other'] },
  prompt: (record) => ({
    prompt: messagesIn(record.objectAt('input').messages, `${record.path('input')}.messages`),
    ...toolsAt(record),
  }),
  responses: answersIn({ preferred: 'preferred', non_preferred: 'other' }),
  more: [
    better('preferred', 'non_preferred'),
    (record, { tools }) => ({
      left: { input: otherFields(record.objectAt('input'), ['messages', ...(tools ? ['tools'] : [])]) },
    }),
  ],
});

/**
 * `{comparison: {prompt_conversation, completion_A, completion_B}, label: "A" | "B" | "Tie"}`, all messages: what
 * Tinker's preference models learn.
 */
export const tinkerComparisons = layoutOf({
  name: 'tinker-comparisons',
  title: 'Two completions with a label, as in the Tinker cookbook',
  origin: 'thinking-machines-lab/tinker-cookbook at 9dfcc3a, tinker_cookbook/preference/types.py LabeledComparison',
  fields: {
    id: 'id',
    prompt: 'comparison.prompt_conversation',
    a: 'comparison.completion_A',
    b: 'comparison.completion_B',
    label: 'label',
  },
  needs: { lists: ['prompt', 'a', 'b'] },
  prompt: promptIn('prompt'),
  responses: answersIn({ a: 'a', b: 'b' }),
  more: [comparedBy('label', { A: 'a', B: 'b', Tie: 'tie' })],
});

/**
 * `{prefix: [[turn]], suffix: [text], reward: [number], sft_index}`: for each response the turns before it, behind
 * `<|prompter|>` and `<|assistant|>`, which end with the latter. All of a record have the same; how good each response
 * is its reward says. What stands before the first marker is the system's.
 */
export const pro = layoutOf({
  name: 'pro',
  title: 'Responses with rewards and the turns before each, as in PRO',
  origin: 'AlibabaResearch/DAMO-ConvAI at 483554e, PRO/train/utils/data_manager.py:59-69',
  fields: { id: 'id', prefix: 'prefix', responses: 'suffix', rewards: 'reward', sft: 'sft_index' },
  needs: {
    lists: ['prefix', 'responses', 'rewards'],
    also: (record) => record.maybeList('prefix').every(Array.isArray),
  },
  both: (record) => {
    const prefixes = record.listAt('prefix').map((prefix, i) => turnsIn(prefix, `${record.path('prefix')}[${i}]`));
    const texts = textsAt(record, 'responses');
    if (prefixes.length !== texts.length)
      throw new LayoutError(
        problem('layouts.conversationsDiffer', {
          path: record.path('prefix'),
          conversations: prefixes.length,
          responses: texts.length,
        }),
        { field: 'prefix' },
      );
    const [prompt = []] = prefixes;
    const other = prefixes.findIndex((each) => JSON.stringify(each) !== JSON.stringify(prompt));
    if (other >= 0)
      throw new LayoutError(problem('layouts.otherConversation', { path: `${record.path('prefix')}[${other}]` }), {
        field: 'prefix',
      });
    // Which response the trainer imitates follows from the rewards.
    record.value('sft');
    const responses = texts.map((text, i) => ({ id: `r${i + 1}`, text }));
    return { prompt, ...scoredResponses(record, 'rewards', responses) };
  },
});

const markers = [
  ['<|prompter|>', 'user'],
  ['<|assistant|>', 'assistant'],
] as const;

/** The turns of a prefix without the marker that ends it; at least one. */
function turnsIn(value: unknown, path: string): Message[] {
  if (!Array.isArray(value)) throw wrongValue(path, value, 'listOfTexts', 'prefix');
  const turns = value.map((entry: unknown, i): Message => {
    const text = textIn(entry, `${path}[${i}]`);
    const [marker, role] = markers.find(([each]) => text.startsWith(each)) ?? ['', 'system'];
    return { role, content: text.slice(marker.length) };
  });
  const last = turns.at(-1);
  const prompt = last?.role === 'assistant' && last.content === '' ? turns.slice(0, -1) : turns;
  if (prompt.length === 0) throw new LayoutError(problem('layouts.noTurnBeforeAnswer', { path }), { field: 'prefix' });
  return prompt;
}

const stepMarker = 'ки';

/**
 * `{input: "… Step 1: … ки\nStep 2: … ки", label: "… Step 1: … +\nStep 2: … -", task}`: the marker stands where the
 * label has its sign. A program judged the steps, by completing them many times.
 */
export const mathShepherd = layoutOf({
  name: 'math-shepherd',
  title: 'Math-Shepherd: solutions with + or - for each step',
  origin: 'peiyi9979/Math-Shepherd, dataset card; arXiv 2312.08935',
  ofSteps: true,
  fields: { input: 'input', label: 'label', task: 'task' },
  needs: { texts: ['input', 'label'], also: (record) => record.textAt('input').includes(stepMarker) },
  both: (record) => {
    const [input, label] = [record.textAt('input'), record.textAt('label')];
    const start = /\s*(?=Step 1:)/.exec(input)?.index ?? 0;
    const prompt = input.slice(0, start);
    const texts = stepsOf(input.slice(start), stepMarker);
    const signs = signsOf(label);
    if (texts.length !== signs.length)
      throw new LayoutError(
        problem('layouts.signsDiffer', {
          path: record.path('input'),
          steps: texts.length,
          signsPath: record.path('label'),
          signs: signs.length,
        }),
      );
    const { response, steps } = responseOfSteps(
      'solution',
      texts.map((text, i) => ({ text, label: signs[i] ?? null })),
    );
    return {
      prompt: [{ role: 'user', content: prompt }],
      promptText: prompt,
      responses: [response],
      ...(steps.length > 0 && labelled({ steps }, () => ({ judge: 'math-shepherd' }))),
    };
  },
  more: [(record) => ({ left: { task: record.value('task') } })],
});

/** The texts before each marker, without the white space around them. */
function stepsOf(solution: string, mark: string): string[] {
  const parts = solution.split(mark).map((part) => part.trim());
  return parts.at(-1) === '' ? parts.slice(0, -1) : parts;
}

/** The sign at the end of each step's last line; a step that ends without one was not judged. */
function signsOf(label: string): Step['label'][] {
  return [...label.matchAll(/ ([+-])(?=\s*(?:\nStep \d+:|$))/g)].map(([, sign]) =>
    sign === '+' ? 'correct' : 'incorrect',
  );
}
