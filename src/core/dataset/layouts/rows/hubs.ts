import type { Judgement } from '../../../model/annotation/annotation';
import { problem } from '../../../model/problems/problem';
import { isObject, LayoutError, otherFields, textOf } from '../../fields/recordFields';
import { numberOf, type RecordReader } from '../../records/recordReader';
import { rankingLabel, ratingOf, unnamedModel } from '../labels/numericJudgements';
import { documentOf, hasDocument, promptOfDocument, summaryOf, workerAt } from '../texts/summarizeFromFeedback';
import { textIn } from '../texts/nestedValues';
import { isTranscript, isTranscriptPrompt, promptOfTranscript } from '../texts/transcript';
import { better, labelled, layoutOf, promptIn, textsIn } from './layoutRow';

/** Datasets of the hubs that no trainer's form is named after. */

/** `{qid, question, date, metadata, response_j, response_k}`: the community voted j higher than k. */
export const stackExchangePaired = layoutOf({
  name: 'stack-exchange-paired',
  title: 'StackExchange, paired: two answers, of which the first has more votes',
  origin:
    'lvwerra/stack-exchange-paired, dataset card; huggingface/trl, examples/research_projects/stack_llama_2/scripts/dpo_llama2.py',
  fields: { question: 'question', better: 'response_j', worse: 'response_k' },
  needs: { texts: ['question', 'better', 'worse'] },
  prompt: promptIn('question'),
  responses: textsIn({ j: 'better', k: 'worse' }),
  more: [better('j', 'k')],
});

/**
 * `{prompt: "\n\nHuman: …\n\nAssistant: ", answers: [{answer, model, rank}], turns, num_responses, source: [text],
 * good_natured}`: seven answers that GPT-4 ranked, 1 for best.
 */
export const nectar = layoutOf({
  name: 'nectar',
  title: 'Nectar: a transcript and seven ranked answers',
  origin: 'berkeley-nest/Nectar; axolotl-ai-cloud/axolotl, src/axolotl/prompt_strategies/dpo/zephyr.py',
  fields: { id: 'id', prompt: 'prompt', answers: 'answers' },
  needs: {
    texts: ['prompt'],
    also: (record) => {
      const [first] = record.maybeList('answers');
      return isObject(first) && 'answer' in first && 'rank' in first;
    },
  },
  prompt: (record) => {
    const promptText = record.textAt('prompt');
    const isConversation = isTranscript(promptText) || isTranscriptPrompt(promptText);
    return {
      prompt: isConversation ? promptOfTranscript(promptText.trimEnd()) : [{ role: 'user', content: promptText }],
      promptText,
    };
  },
  responses: (record) => {
    const answers = record.objectsAt('answers').map((entry, index) => ({
      id: `r${index + 1}`,
      entry,
      text: textIn(entry.answer, `${record.path('answers')}[${index}].answer`),
      rank: numberOf(entry.rank),
    }));
    return {
      responses: answers.map(({ id, entry, text, rank }) => {
        const model = textOf(entry.model);
        const metadata = otherFields(entry, ['answer', 'model', ...(rank === undefined ? [] : ['rank'])]);
        return { id, text, ...(model && { model }), ...(metadata && { metadata }) };
      }),
      labels: rankingLabel(answers).map((label) => ({ judge: unnamedModel, ...label })),
    };
  },
});

/**
 * `{info, summaries: [{text, policy, note}, {…}], choice: 0 | 1, worker, batch, split, extra: {confidence}}`. The note
 * is what the worker took the summary to say before reading the post. Confidence runs from 1 (surely the first) to 9
 * (surely the second) and is read so only where it agrees with the choice; it stays in the metadata. Many workers judge
 * one pair, so an item has no id but its content.
 */
export const summaryComparisons = layoutOf({
  name: 'summary-comparisons',
  title: 'Learning to summarize: two summaries and a choice',
  origin: 'openai/summarize-from-feedback, README.md (Comparisons)',
  composes: true,
  fields: { info: 'info', summaries: 'summaries', choice: 'choice', worker: 'worker', extra: 'extra' },
  needs: { lists: ['summaries'], also: hasDocument },
  both: (record) => {
    const entries = record.objectsAt('summaries');
    if (entries.length !== 2)
      throw new LayoutError(
        problem('layouts.notTwoSummaries', { path: record.path('summaries'), count: entries.length }),
      );
    const summaries = entries.map((entry, index) =>
      summaryOf(index === 0 ? 'a' : 'b', entry, `${record.path('summaries')}[${index}]`),
    );
    const critiques = summaries.flatMap((summary) => summary.critiques);
    return {
      ...promptOfDocument(record),
      responses: summaries.map(({ response }) => response),
      ...labelled({ ...choiceAt(record), ...(critiques.length > 0 && { critiques }) }, () => workerAt(record)),
    };
  },
  more: [documentOf],
});

function choiceAt(record: RecordReader): Judgement {
  const value = record.value('choice') ?? null;
  const choice = numberOf(value);
  if (value !== null && choice !== 0 && choice !== 1)
    throw new LayoutError(
      problem('layouts.wrongValue', {
        path: record.path('choice'),
        value: JSON.stringify(value).slice(0, 40),
        wanted: 'numberOfSummary',
      }),
    );
  const extra = record.value('extra');
  record.keep('extra');
  if (choice === undefined) return {};
  const towards = numberOf(isObject(extra) ? extra.confidence : undefined) ?? 5;
  const agrees = choice === 0 ? towards >= 1 && towards < 5 : towards > 5 && towards <= 9;
  return {
    comparisons: [{ a: 'a', b: 'b', outcome: choice === 0 ? 'a' : 'b' }],
    ...(agrees && { confidence: Math.abs(towards - 5) / 4 }),
  };
}

/**
 * `{info, summary: {text, policy, note, axes: {overall, accuracy, coverage, coherence}}, worker, batch, split}`: one
 * summary, rated 1 to 7 on each axis, or null.
 */
export const summaryAxes = layoutOf({
  name: 'summary-axes',
  title: 'Learning to summarize: one summary rated on several axes',
  origin: 'openai/summarize-from-feedback, README.md (Axis evals)',
  composes: true,
  fields: { info: 'info', summary: 'summary', worker: 'worker' },
  needs: { objects: ['summary'], also: hasDocument },
  both: (record) => {
    const entry = record.objectAt('summary');
    const { response, critiques } = summaryOf('summary', entry, record.path('summary'));
    const ratings = isObject(entry.axes)
      ? Object.entries(entry.axes).map(([axis, value]) => ratingOf(response.id, axis, value))
      : [];
    const judgement = { ...(ratings.length > 0 && { ratings }), ...(critiques.length > 0 && { critiques }) };
    return { ...promptOfDocument(record), responses: [response], ...labelled(judgement, () => workerAt(record)) };
  },
  more: [documentOf],
});
