import type { Judgement } from '../../../model/annotation/annotation';
import type { Response } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { isObject, LayoutError, otherFields, textOf, wrongCode } from '../../fields/recordFields';
import { booleanOf, idOf, numberOf, type RecordReader } from '../../records/recordReader';
import { rankingLabel, ratingOf, unnamedModel } from '../labels/numericJudgements';
import { judgeNamed } from '../labels/whoJudged';
import type { Label } from '../layout';
import { documentOf, hasDocument, promptOfDocument, summaryOf, workerAt } from '../texts/summarizeFromFeedback';
import { textIn } from '../texts/nestedValues';
import {
  assistantMarker,
  continuation,
  isTranscript,
  isTranscriptPrompt,
  promptOfTranscript,
} from '../texts/transcript';
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
  if (value !== null && choice !== 0 && choice !== 1) throw wrongCode(record.path('choice'), value, 'numberOfSummary');
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

/**
 * `{post_id, domain, upvote_ratio, history, c_root_id_A, c_root_id_B, created_at_utc_A, created_at_utc_B, score_A,
 * score_B, human_ref_A, human_ref_B, labels, seconds_difference, score_ratio}`: a Reddit post and two comments.
 * `labels` is 1 where readers preferred A, 0 where they preferred B; the scores are upvotes, kept as ratings of the
 * same readers.
 */
export const shp = layoutOf({
  name: 'shp',
  title: 'Stanford Human Preferences: a post and two comments',
  origin: 'stanfordnlp/SHP; LAION-AI/Open-Assistant, model/model_training/custom_datasets/rank_datasets.py',
  fields: {
    history: 'history',
    answerA: 'human_ref_A',
    answerB: 'human_ref_B',
    idA: 'c_root_id_A',
    idB: 'c_root_id_B',
    scoreA: 'score_A',
    scoreB: 'score_B',
    label: 'labels',
    postId: 'post_id',
  },
  needs: { texts: ['history', 'answerA', 'answerB'] },
  both: (record) => {
    const history = record.textAt('history');
    const comments = [idOf(record.value('idA')), idOf(record.value('idB'))] as const;
    const [a, b] =
      comments[0] !== undefined && comments[1] !== undefined && comments[0] !== comments[1]
        ? ([comments[0], comments[1]] as const)
        : (['a', 'b'] as const);
    const post = idOf(record.value('postId'));
    record.keep('postId');
    return {
      ...(post !== undefined && a !== 'a' && { id: `${post}:${a}:${b}` }),
      prompt: [{ role: 'user', content: history }],
      promptText: history,
      responses: [commentAt(record, a, 'A'), commentAt(record, b, 'B')],
      labels: readersOf(record, a, b),
    };
  },
});

function commentAt(record: RecordReader, id: string, side: 'A' | 'B'): Response {
  const created = record.maybeNumber(`created_at_utc_${side}`);
  return {
    id,
    text: record.textAt(`answer${side}`),
    ...(created !== undefined && { metadata: { created_at_utc: created } }),
  };
}

function readersOf(record: RecordReader, a: string, b: string): Label[] {
  const preferred = record.maybeNumber('label');
  const ratings = [ratingOf(a, 'score', record.value('scoreA')), ratingOf(b, 'score', record.value('scoreB'))];
  const scored = ratings.some(({ value }) => value !== null);
  if (preferred !== undefined && preferred !== 0 && preferred !== 1)
    throw record.wrong('label', preferred, 'preferredResponse');
  if (preferred === undefined && !scored) return [];
  return [
    {
      judgement: {
        ...(preferred !== undefined && { comparisons: [{ a, b, outcome: preferred === 1 ? 'a' : 'b' }] }),
        ...(scored && { ratings }),
      },
    },
  ];
}

const pkuIds = ['response_0', 'response_1'] as const;

/**
 * `{prompt, response_0, response_1, prompt_source, response_i_source, is_response_i_safe, response_i_harm_category:
 * {NAME: true | false}, response_i_severity_level, better_response_id, safer_response_id, response_i_sha256}`; older
 * editions have no categories, levels or sources. Two preferences that may contradict each other: comparisons for the
 * criteria "better" (more helpful) and "safer". What is not safe is not acceptable; its harm categories are flags, its
 * severity (0 to 3) a rating.
 */
export const pkuSafeRlhf = layoutOf({
  name: 'pku-safe-rlhf',
  title: 'PKU-SafeRLHF: the better and the safer of two responses',
  origin: 'PKU-Alignment/PKU-SafeRLHF',
  fields: {
    id: 'id',
    prompt: 'prompt',
    response_0: 'response_0',
    response_1: 'response_1',
    better: 'better_response_id',
    safer: 'safer_response_id',
  },
  needs: {
    texts: ['prompt', ...pkuIds],
    also: (record) => record.has('better') || record.has('safer'),
  },
  prompt: promptIn('prompt'),
  responses: (record) => ({ responses: pkuIds.map((id) => sourcedAt(record, id)) }),
  more: [(record) => labelled(safetyAt(record))],
});

function sourcedAt(record: RecordReader, id: (typeof pkuIds)[number]): Response {
  const model = record.maybeText(`${id}_source`);
  const sha256 = record.maybeText(`${id}_sha256`);
  return {
    id,
    text: record.textAt(id),
    ...(model !== undefined && { model }),
    ...(sha256 !== undefined && { metadata: { sha256 } }),
  };
}

function safetyAt(record: RecordReader): Judgement {
  const comparisons = (['better', 'safer'] as const).flatMap((criterion) => {
    const value = record.value(criterion) ?? null;
    if (value === null) return [];
    const winner = numberOf(value);
    if (winner !== 0 && winner !== 1) throw wrongCode(record.path(criterion), value, 'numberOfResponse');
    return [{ a: pkuIds[0], b: pkuIds[1], outcome: winner === 0 ? ('a' as const) : ('b' as const), criterion }];
  });
  const safe = pkuIds.flatMap((id) => {
    const value = record.maybeBoolean(`is_${id}_safe`);
    return value === undefined ? [] : [[id, value] as const];
  });
  const flags = pkuIds.flatMap((response) => {
    const categories = record.value(`${response}_harm_category`);
    return isObject(categories)
      ? Object.entries(categories).flatMap(([flag, found]) => (booleanOf(found) === true ? [{ flag, response }] : []))
      : [];
  });
  const ratings = pkuIds.flatMap((response) => {
    const value = record.maybeNumber(`${response}_severity_level`);
    return value === undefined ? [] : [{ response, aspect: 'severity_level', value }];
  });
  return {
    ...(comparisons.length > 0 && { comparisons }),
    ...(safe.length > 0 && { acceptable: Object.fromEntries(safe) }),
    ...(ratings.length > 0 && { ratings }),
    ...(flags.length > 0 && { flags }),
  };
}

const harmlessnessName = 'min_harmlessness_score_transcript';

/**
 * `{transcript, min_harmlessness_score_transcript, num_params, model_type, rating, task_description,
 * task_description_harmlessness_score, red_team_member_id, is_upworker, tags}`: one conversation in which a person
 * tried to make the assistant misbehave. All that follows the first prompt is the one response. `rating` is that
 * person's own, 0 (the attempt failed) to 4 (it succeeded fully); the harmlessness score is a preference model's.
 */
export const redTeamAttempts = layoutOf({
  name: 'red-team-attempts',
  title: 'Red-team attempts of HH-RLHF: a rated conversation',
  origin: 'anthropics/hh-rlhf, README.md (red-team-attempts)',
  fields: {
    id: 'id',
    transcript: 'transcript',
    rating: 'rating',
    harmlessness: harmlessnessName,
    model: 'model_type',
    parameters: 'num_params',
    person: 'red_team_member_id',
  },
  needs: {
    also: (record) =>
      isTranscript(record.maybeText('transcript') ?? '') && (record.has('rating') || record.has('harmlessness')),
  },
  both: (record) => {
    const text = record.textAt('transcript');
    const length = text.indexOf(assistantMarker) + assistantMarker.length;
    if (!isTranscript(text)) throw record.wrong('transcript', text, 'transcript');
    const promptText = text.slice(0, length);
    const score = record.maybeNumber('harmlessness');
    const model = [record.maybeText('model'), record.value('parameters')]
      .filter((part) => typeof part === 'string' || typeof part === 'number')
      .join(' ');
    const response = {
      ...continuation('transcript', text.slice(length)),
      ...(model !== '' && { model }),
      ...(score !== undefined && { verifiers: [{ name: harmlessnessName, score }] }),
    };
    return { prompt: promptOfTranscript(promptText), promptText, responses: [response] };
  },
  more: [
    (record) => {
      const [value, person] = [record.maybeNumber('rating'), record.value('person')];
      if (value === undefined) return { labels: [] };
      const isNamed = numberOf(person) !== undefined || (typeof person === 'string' && person !== '');
      return labelled({ ratings: [{ response: 'transcript', aspect: 'rating', value }] }, () =>
        isNamed ? judgeNamed(record, String(person)) : {},
      );
    },
  ],
});
