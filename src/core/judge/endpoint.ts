import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { problem, UserError } from '../model/problems/problem';
import type { Answer, Answerer } from './answerer';
import { answerJsonSchema } from './answers';
import type { JudgeFile } from './judgeFile';
import type { Messages } from './messages';
import type { Question } from './questions';
import { StopError } from './stopError';

/** How often a question is asked before it is given up. */
const maxTries = 5;
/** The longest wait between two tries, in milliseconds, also where the endpoint asks for a longer one. */
const longestWait = 60_000;
/** Statuses after which the same question may be answered: too early, too many, or a server in trouble. */
const passing = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);
/** Statuses that every question would get: the key, the account, the address. */
const lasting = new Set([401, 402, 403, 404, 405]);

const token = z.looseObject({ token: z.string(), logprob: z.number() });
/** What is read of an answer (OpenAI's API reference, "The chat completion object"). */
const completion = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        message: z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish() }),
        logprobs: z.looseObject({ content: z.array(token).nullish() }).nullish(),
      }),
    )
    .min(1),
  usage: z
    .looseObject({ prompt_tokens: z.int().nonnegative(), completion_tokens: z.int().nonnegative() })
    .nullish()
    .catch(undefined),
});

/**
 * Asks an endpoint that speaks OpenAI's chat completions: `POST ENDPOINT/chat/completions`. What fails for a time is
 * asked again, later each time and as late as the endpoint says (`Retry-After`).
 * @param key the key of the endpoint, if it needs one
 * @param firstWait milliseconds before the second try
 */
export function endpointAnswerer(judge: JudgeFile, key: string | undefined, firstWait = 1000): Answerer {
  const endpoint = (judge.endpoint ?? '').replace(/\/+$/, '');
  const url = `${endpoint}/chat/completions`;
  return {
    async ask(question, messages, signal) {
      const body = JSON.stringify(requestOf(question, messages, judge));
      let reason = '';
      for (let tries = 1; tries <= maxTries; tries++) {
        if (tries > 1) await wait(pauseBefore(tries, firstWait, reason), undefined, { signal });
        const tried = await attempt(url, body, key, judge.timeout * 1000, signal);
        if ('answer' in tried) return tried.answer;
        if ('refused' in tried) throw tried.refused;
        ({ reason } = tried);
      }
      throw new UserError(
        problem('judge.unreachable', { endpoint, reason: reason.replace(/^after \d+ ms: /, ''), tries: maxTries }),
      );
    },
    close: () => Promise.resolve(),
  };
}

/** What is posted. */
function requestOf(question: Question, { system, user }: Messages, judge: JudgeFile): object {
  return {
    model: judge.model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    ...judge.sampling,
    // Each sample of a seed is one of its own.
    ...(judge.sampling.seed !== undefined && { seed: judge.sampling.seed + question.sample }),
    ...(judge.answer === 'schema' && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', strict: true, schema: withoutDialect(answerJsonSchema(question)) },
      },
    }),
    ...(judge.answer === 'json' && { response_format: { type: 'json_object' } }),
    ...(judge.logprobs && { logprobs: true }),
  };
}

const withoutDialect = ({ $schema: _, ...schema }: Record<string, unknown>): Record<string, unknown> => schema;

type Tried = { readonly answer: Answer } | { readonly refused: UserError } | { readonly reason: string };

/** One try: the answer, why the question is refused, or why it may be asked again. */
async function attempt(
  url: string,
  body: string,
  key: string | undefined,
  timeout: number,
  signal: AbortSignal,
): Promise<Tried> {
  const limit = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body,
      signal: AbortSignal.any([signal, limit]),
      redirect: 'error',
    });
    const text = await response.text();
    if (response.ok) return answerIn(text);
    const said = saidIn(text);
    const { status } = response;
    if (passing.has(status)) return { reason: `${askedToWait(response)}HTTP ${status}: ${said}` };
    const refused = problem('judge.refused', { status, said });
    return { refused: lasting.has(status) ? new StopError(refused) : new UserError(refused) };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return { reason: `no answer in ${timeout / 1000} s` };
    if (!(error instanceof Error)) throw error;
    return { reason: error.cause instanceof Error ? error.cause.message || error.message : error.message };
  }
}

/** An answer that is none is asked for again: what stands between may have cut it off. */
function answerIn(text: string): Tried {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { reason: `the answer is no JSON: ${shortened(text)}` };
  }
  const read = completion.safeParse(value);
  const choice = read.data?.choices[0];
  if (!choice) return { reason: `the answer is no chat completion: ${shortened(text)}` };
  const { message, finish_reason: end, logprobs } = choice;
  const probability = logprobs?.content ? probabilityOf(logprobs.content) : undefined;
  const usage = read.data?.usage;
  const why = message.refusal
    ? `the model refuses: ${message.refusal}`
    : end === 'length'
      ? 'the answer was cut off: raise max_tokens'
      : end === 'content_filter'
        ? 'the answer was held back by a filter of the endpoint'
        : undefined;
  return {
    answer: {
      text: message.content ?? '',
      ...(usage && { tokens: { input: usage.prompt_tokens, output: usage.completion_tokens } }),
      ...(probability !== undefined && { probability }),
      ...(why !== undefined && { problem: why }),
    },
  };
}

/**
 * The probability of the token that says the verdict: the first behind `"winner":`, `"step":` or `"value":`. Undefined
 * where there are several, as of verdicts on many criteria.
 */
export function probabilityOf(
  tokens: readonly { readonly token: string; readonly logprob: number }[],
): number | undefined {
  const places: number[] = [];
  let text = '';
  for (const { token: each, logprob } of tokens) {
    const isNext = /"(?:winner|step|value)"\s*:\s*"?$/.test(text) && /[^\s"]/.test(each);
    text += each;
    if (isNext) places.push(logprob);
  }
  const [only] = places;
  return places.length === 1 && only !== undefined ? Math.min(1, Math.exp(only)) : undefined;
}

/** What an endpoint says of an error: its message, or the beginning of what it wrote. */
function saidIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    if (typeof error === 'string') return error;
    if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  } catch {
    // It is said in words.
  }
  return shortened(text);
}

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** What the endpoint asks to wait, before the reason. */
function askedToWait(response: Response): string {
  const said = response.headers.get('retry-after') ?? '';
  const seconds = /^\d+(?:\.\d+)?$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000;
  return seconds > 0 ? `after ${Math.round(seconds * 1000)} ms: ` : '';
}

/** Twice as long each time, with a part drawn at random so that not all ask at once; or as long as was asked. */
function pauseBefore(tries: number, firstWait: number, reason: string): number {
  const [, asked] = /^after (\d+) ms: /.exec(reason) ?? [];
  const own = firstWait * 2 ** (tries - 2) * (0.75 + Math.random() / 2);
  return Math.min(longestWait, Math.max(own, Number(asked ?? 0)));
}
