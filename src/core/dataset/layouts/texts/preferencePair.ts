import { problem } from '../../../model/problems/problem';
import type { Message, Response } from '../../../model/item/item';
import { field, LayoutError, wrongValue } from '../../fields/recordFields';
import { asMessage, asMessages } from '../../items/messages';
import { promptOfText, withoutEndOfTurn } from '../../items/roleMarkers';
import type { RecordReader } from '../../records/recordReader';
import { byShape } from '../../records/recordShape';
import { toolsAt, withMedia } from './toolsAndMedia';
import { contextAndEvidence, contextAndEvidenceFields } from './contextAndEvidence';
import { sharedPrompt } from './implicitPrompt';
import { ratingOf } from '../labels/numericJudgements';
import { labelsByJudge, type Said } from '../labels/whoJudged';
import { chosenOverRejected, type Content, type Layout } from '../layout';
import { meaningfulText, modelOf } from './nestedValues';
import { namesResponse } from '../pairs/pairedResponses';
import { promptByFieldName, withEarlier } from './promptByFieldName';
import { textAndTurns } from '../lists/responseList';
import { continuation, isTranscript, isTranscriptPrompt, promptLength, promptOfTranscript } from './transcript';

/**
 * `{prompt?, chosen, rejected}` of TRL and most hubs: text or messages, the prompt explicit, under another plain name
 * (`question`, `instruction` and `input` …) or implied by the messages, or the marked turns, that the two have in
 * common (HH-RLHF's transcripts to the byte); LLaMA-Factory's `{conversations, chosen, rejected}` too. Reads the mixed
 * form of ultrafeedback_binarized too (a text prompt beside message lists that repeat it), which TRL since 0.29 does
 * not. Each of the two may have a score, which is a rating, and a model (`score_chosen`, `chosen-rating`,
 * `chosen_model`).
 */
export const preferencePair: Layout = {
  name: 'preference-pairs',
  title: 'Prompt, chosen and rejected, as in TRL',
  origin:
    'huggingface/trl, docs/source/dataset_formats.md; anthropics/hh-rlhf; hiyouga/LLaMA-Factory, src/llamafactory/data/converter.py; HuggingFaceH4/ultrafeedback_binarized; argilla/ultrafeedback-binarized-preferences-cleaned; argilla-io/distilabel, src/distilabel/steps/formatting/dpo.py; allenai/reward-bench, rewardbench/utils.py load_eval_dataset',
  fields: {
    id: 'id',
    prompt: 'prompt',
    chosen: 'chosen',
    rejected: 'rejected',
    chosenScore: 'score_chosen',
    rejectedScore: 'score_rejected',
    chosenModel: 'chosen_model',
    rejectedModel: 'rejected_model',
    tools: 'tools',
    ...contextAndEvidenceFields,
  },
  joined: ['prompt'],
  free: { names: ['prompt', 'chosenScore', 'rejectedScore', 'chosenModel', 'rejectedModel'] },
  matches: (record) =>
    ['chosen', 'rejected'].every((name) => isAnswer(field(record.record, record.path(name)))) &&
    !namesResponse(record, field(record.record, record.path('chosen'))),
  read(record): Content {
    // A conversation under "context" is the prompt, and a text there is what stands beside it: what is no text is left
    // to the prompt.
    const beside = contextAndEvidence(record, [{ id: 'chosen' }, { id: 'rejected' }]);
    const { responses, ...asked } = pairAt(record);
    const models = besideBoth(record, 'Model');
    const scores = besideBoth(record, 'Score');
    // H4's rows hold the chosen conversation once more.
    if (
      record.record.messages !== undefined &&
      record.path('prompt') !== 'messages' &&
      JSON.stringify(record.value('messages')) !== JSON.stringify(record.value('chosen'))
    )
      record.keep('messages');
    return {
      id: record.ownId(),
      ...asked,
      responses: models
        ? responses.map((response) => ({ ...response, ...modelOf(models.values[response.id as Side]) }))
        : responses,
      ...beside,
      labels: labelsByJudge(record, [...pairSaid, ...(scores ? ratedPair(scores) : [])], () =>
        Object.values(models?.values ?? {}).flatMap((model) => meaningfulText(model) ?? []),
      ),
      ...record.rest(),
    };
  },
};

/** What a pair says by itself. */
const pairSaid: readonly Said[] = chosenOverRejected.map(({ judgement }) => ({ path: 'chosen', judgement }));

type Side = 'chosen' | 'rejected';

/** What the same two fields beside a pair hold, and what is said there, by the word in their names. */
interface BesideBoth {
  readonly word: string;
  /** Where the one of the chosen response stands. */
  readonly path: string;
  readonly values: Readonly<Record<Side, unknown>>;
}

/** Names of two fields beside a pair, as sources write them. */
const namesOf = (...words: readonly string[]): readonly (readonly [chosen: string, rejected: string, word: string])[] =>
  words.flatMap((word) =>
    (
      [
        ['chosen_', ''],
        ['chosen-', ''],
        ['', '_chosen'],
      ] as const
    ).map(
      ([before, behind]) =>
        [`${before}${word}${behind}`, `${before}${word}${behind}`.replace('chosen', 'rejected'), word] as const,
    ),
  );
const scoreNames = namesOf('score', 'rating', 'reward');
const namesBeside = { Score: scoreNames, Model: namesOf('model') } as const;
/** The names in use of which a record has both. */
const besideIn = byShape(({ keys }) => {
  const there = (names: typeof scoreNames): typeof scoreNames =>
    names.filter(([chosen, rejected]) => keys.includes(chosen) && keys.includes(rejected));
  return { Score: there(namesBeside.Score), Model: there(namesBeside.Model) };
});

/** What stands beside both responses: where a mapping says so, or under one of the names in use. */
function besideBoth(record: RecordReader, what: keyof typeof namesBeside): BesideBoth | undefined {
  const mapped = [record.path(`chosen${what}`), record.path(`rejected${what}`)] as const;
  const isOwn =
    mapped[0] === preferencePair.fields[`chosen${what}`] && mapped[1] === preferencePair.fields[`rejected${what}`];
  const found = isOwn
    ? besideIn(record)[what].find(([chosen, rejected]) =>
        [chosen, rejected].every((name) => record.record[name] !== undefined),
      )
    : ([...mapped, scoreNames.find(([, , word]) => mapped[0].toLowerCase().includes(word))?.[2] ?? 'score'] as const);
  if (!found) return undefined;
  const [chosen, rejected, word] = found;
  record.noteFound(`chosen${what}`, chosen);
  record.noteFound(`rejected${what}`, rejected);
  return { word, path: chosen, values: { chosen: record.value(chosen), rejected: record.value(rejected) } };
}

function ratedPair({ word, path, values }: BesideBoth): readonly Said[] {
  const ratings = (['chosen', 'rejected'] as const).map((side) => ratingOf(side, word, values[side]));
  // The machine that `chosen_reward` names is no more than "reward".
  const said = path.replace(/[_-]?chosen[_-]?/i, '') || word;
  return ratings.every(({ value }) => value === null) ? [] : [{ path: said, judgement: { ratings } }];
}

/**
 * Prompt, tools and responses of a record's pair. A prompt text that the messages do not repeat stays in the metadata.
 */
export function pairAt(record: RecordReader): Parts {
  const prompt = record.joined('prompt') ?? record.value('prompt') ?? undefined;
  const [chosen, rejected] = [answerAt(record, 'chosen'), answerAt(record, 'rejected')];
  const parts =
    prompt === undefined
      ? impliedParts(record, chosen, rejected)
      : pairParts(prompt, chosen, rejected, record.path('prompt'));
  if (
    typeof prompt === 'string' &&
    parts.promptText === undefined &&
    !parts.prompt.some(({ content }) => content === prompt)
  )
    record.keep('prompt');
  const asked = withEarlier(record, parts);
  return { ...asked, ...toolsAt(record), prompt: withMedia(record, asked.prompt) };
}

/**
 * The prompt that two answers begin with, up to a whole message or a role marker, else that of a field under another
 * name. Throws `LayoutError` where there is neither.
 */
function impliedParts(record: RecordReader, chosen: Answer, rejected: Answer): Parts {
  const areTexts = typeof chosen === 'string' && typeof rejected === 'string';
  const shared = areTexts ? impliedText(chosen, rejected) : impliedMessages(asTurns(chosen), asTurns(rejected));
  if (shared) return shared;
  const plain = promptByFieldName(record);
  if (plain) return { ...plain, responses: pair(asTurns(chosen), asTurns(rejected)) };
  // Its own field says best what is wrong with a conversation.
  if (record.record.conversations !== undefined && asMessages(record.record.conversations) === undefined)
    record.messagesAt('conversations');
  if (areTexts && isTranscript(chosen) && isTranscript(rejected))
    throw new LayoutError(
      problem('layouts.noSharedPrompt', { chosen: record.path('chosen'), rejected: record.path('rejected') }),
      { field: 'prompt' },
    );
  throw new LayoutError(problem(areTexts ? 'layouts.noSharedBeginning' : 'layouts.noPromptInPair', {}), {
    field: 'prompt',
  });
}

/** A response as sources of pairs write it. */
export type Answer = string | readonly Message[];
type Parts = Pick<Content, 'prompt' | 'promptText' | 'responses' | 'tools'>;

/** A text that stands in a list by itself, or step by step ("Step 1: …"); undefined of any other value. */
function textInList(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every((text): text is string => typeof text === 'string'))
    return undefined;
  return value.length === 1 || value.every((text) => /^\s*step\s*\d+\b/i.test(text)) ? value.join('\n') : undefined;
}

/** Whether a value can be a response: text, also in a list by itself, a message, or messages. */
export const isAnswer = (value: unknown): boolean =>
  typeof value === 'string' ||
  textInList(value) !== undefined ||
  asMessage(value) !== undefined ||
  asMessages(value) !== undefined;

/** A response that is text, also in a list by itself, a message, or messages. */
export function answerAt(record: RecordReader, name: string): Answer {
  const value = record.value(name);
  const text = typeof value === 'string' ? value : textInList(value);
  if (text !== undefined) return text;
  const single = asMessage(value);
  const messages = single ? [single] : asMessages(value);
  if (!messages) throw record.wrong(name, value, 'textOrMessage');
  return messages;
}

/**
 * Prompt and responses ("chosen" and "rejected") of a pair with a prompt of its own, in any of TRL's forms; `path`
 * names the prompt's field in errors.
 */
export function pairParts(prompt: unknown, chosen: Answer, rejected: Answer, path: string): Parts {
  const texts = typeof chosen === 'string' && typeof rejected === 'string';
  if (typeof prompt === 'string') {
    if (texts) return explicitText(prompt, chosen, rejected);
    const turns: [readonly Message[], readonly Message[]] = [asTurns(chosen), asTurns(rejected)];
    const repeats = turns.every((list) => list.length > 1 && list[0]?.role !== 'assistant');
    const repeated = repeats ? impliedMessages(...turns) : undefined;
    if (repeats && !repeated) throw new LayoutError(problem('layouts.noPromptInPair', {}), { field: 'prompt' });
    return repeated ?? { prompt: [{ role: 'user', content: prompt }], responses: pair(...turns) };
  }
  const messages = asMessages(prompt);
  if (!messages) throw wrongValue(path, prompt, 'textOrMessages', 'prompt');
  return { prompt: messages, responses: pair(asTurns(chosen), asTurns(rejected)) };
}

function explicitText(prompt: string, chosen: string, rejected: string): Parts {
  if (isTranscriptPrompt(prompt))
    return {
      prompt: promptOfTranscript(prompt),
      promptText: prompt,
      responses: [continuation('chosen', chosen), continuation('rejected', rejected)],
    };
  const asked = promptOfText(prompt);
  const isTemplated = asked.prompt[0]?.content !== prompt;
  const answer = (id: string, text: string): Response => {
    const said = isTemplated ? withoutEndOfTurn(text) : undefined;
    return said === undefined ? { id, text } : { id, text, turns: [{ role: 'assistant', content: said }] };
  };
  return { ...asked, responses: [answer('chosen', chosen), answer('rejected', rejected)] };
}

/**
 * Splits two texts at the last role marker that both share (trl `data_utils.extract_prompt` splits where they part, and
 * calls half a word the prompt).
 */
function impliedText(chosen: string, rejected: string): Parts | undefined {
  const length = isTranscript(chosen) && isTranscript(rejected) ? promptLength(chosen, rejected) : -1;
  if (length > 0)
    return {
      prompt: promptOfTranscript(chosen.slice(0, length)),
      promptText: chosen.slice(0, length),
      responses: [continuation('chosen', chosen.slice(length)), continuation('rejected', rejected.slice(length))],
    };
  const shared = sharedPrompt(chosen, rejected);
  return (
    shared && {
      prompt: [...shared.prompt],
      promptText: shared.promptText,
      responses: [
        { id: 'chosen', ...shared.answers[0] },
        { id: 'rejected', ...shared.answers[1] },
      ],
    }
  );
}

function impliedMessages(chosen: readonly Message[], rejected: readonly Message[]): Parts | undefined {
  const common = messagesInCommon(chosen, rejected);
  return common === 0
    ? undefined
    : { prompt: chosen.slice(0, common), responses: pair(chosen.slice(common), rejected.slice(common)) };
}

/** How many messages two conversations begin with alike; the last of each is its answer and never counted. */
export function messagesInCommon(a: readonly Message[], b: readonly Message[]): number {
  let common = 0;
  const same = (one: Message | undefined, other: Message | undefined): boolean =>
    one !== undefined &&
    other !== undefined &&
    one.role === other.role &&
    one.content === other.content &&
    JSON.stringify(one) === JSON.stringify(other);
  while (common < Math.min(a.length, b.length) - 1 && same(a[common], b[common])) common++;
  return common;
}

function asTurns(answer: Answer): readonly Message[] {
  return typeof answer === 'string' ? [{ role: 'assistant', content: answer }] : answer;
}

/** A response of its own, given as text, a message or messages. */
export const responseOf = (id: string, answer: Answer): Response => ({ id, ...textAndTurns(asTurns(answer)) });

function pair(chosen: readonly Message[], rejected: readonly Message[]): Response[] {
  return [responseOf('chosen', chosen), responseOf('rejected', rejected)];
}
