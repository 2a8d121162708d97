import type { Media, Message, ToolCall, VerifierResult } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { isObject, type JsonObject } from '../../fields/recordFields';
import type { Harness, RunAttempt, RunFile, RunRecord, RunTask } from '../harness';
import { Unread } from '../unread';
import {
  contentText,
  idIn,
  listIn,
  numberIn,
  objectIn,
  objectsInList,
  present,
  textIn,
  withReasoning,
} from '../values';

/**
 * `{version, status, eval: {task, model, dataset}, samples: [{id, epoch, input, target, messages, scores, attachments,
 * limit, error}]}`, or the same as a zip (.eval): `header.json` without samples, absent from a log that broke off, for
 * which `_journal/start.json` stands, and `samples/<id>_epoch_<n>.json`. An entry may be written again: the last one of
 * its name counts. Since 2025 entries are zstd. Texts that are long or come again stand in `attachments`.
 */
export const inspectAi: Harness = {
  name: 'inspect-ai',
  title: 'Inspect AI logs (.eval, .json)',
  origin: 'UKGovernmentBEIS/inspect_ai, src/inspect_ai/log/_log.py and log/_recorders/eval.py',
  markers: ['"eval"'],
  matches: ({ first }) => {
    const log = objectIn(first);
    const evaluated = objectIn(log?.eval);
    return (
      typeof evaluated?.task === 'string' &&
      ('model' in evaluated || 'run_id' in evaluated) &&
      log?.status !== undefined
    );
  },
  matchesEntries: (names) =>
    names.some((name) => name === 'header.json' || name === '_journal/start.json') &&
    names.some((name) => name.startsWith('samples/') || name === '_journal/start.json'),
  async *runs(file) {
    const unread = new Unread();
    let count = 0;
    for await (const { sample, log } of samplesIn(file)) {
      const found = objectIn(sample);
      if (found && Array.isArray(found.messages)) {
        count++;
        yield attemptIn(found, objectIn(log.eval) ?? {}, unread);
      } else unread.line();
      const version = numberIn(log.version);
      if (count === 1 && version !== undefined && !known.includes(version))
        yield { told: problem('runs.unknownVersion', { version: String(version), known: known.map(String) }) };
    }
    if (count === 0) yield { told: problem('runs.notReadable', {}) };
    yield* unread.told();
  },
};

const known: readonly number[] = [1, 2, 3];

async function* samplesIn(file: RunFile): AsyncGenerator<{ readonly sample: unknown; readonly log: JsonObject }> {
  const entries = await file.entries();
  if (!entries) {
    const log = objectIn(await file.json()) ?? {};
    for (const sample of listIn(log.samples)) yield { sample, log };
    return;
  }
  const header =
    entries.find(({ name }) => name === 'header.json') ?? entries.find(({ name }) => name === '_journal/start.json');
  const log = objectIn(await header?.json()) ?? {};
  for (const entry of entries) if (/^samples\/.*\.json$/.test(entry.name)) yield { sample: await entry.json(), log };
}

function attemptIn(sample: JsonObject, evaluated: JsonObject, unread: Unread): RunRecord {
  const attachments = objectIn(sample.attachments) ?? {};
  const whole = (text: string): string =>
    text.replaceAll(
      /attachment:\/\/([0-9a-f]{32})/g,
      (reference, hash: string) => textIn(attachments[hash]) ?? reference,
    );
  const messages = objectsInList(sample.messages);
  const turns = messages.map((message) => turnOf(message, whole, unread));
  const lastInput = messages.findLastIndex(({ source }) => source === 'input');
  const first = turns.findIndex(({ role }, at) => at > lastInput && role === 'assistant');
  const start = first < 0 ? turns.length : first;
  const usage = Object.values(objectIn(sample.model_usage) ?? {}).filter(isObject);
  const sum = (name: string): number | undefined =>
    usage.length === 0 ? undefined : usage.reduce((all, each) => all + (numberIn(each[name]) ?? 0), 0);
  const error = objectIn(sample.error);
  const limit = textIn(objectIn(sample.limit)?.type);
  const target = Array.isArray(sample.target) ? sample.target.map(String).join('\n') : textIn(sample.target);
  return {
    task: present<RunTask>({
      id: `${textIn(evaluated.task) ?? ''}/${idIn(sample.id) ?? ''}`,
      prompt: turns.slice(0, start),
      truth: target === '' ? undefined : target,
    }),
    run: present<RunAttempt>({
      turns: turns.slice(start),
      model: textIn(evaluated.model),
      exit: error ? `error: ${textIn(error.message) ?? ''}` : limit === undefined ? undefined : `limit: ${limit}`,
      verifiers: Object.entries(
        objectIn(sample.scores) ?? (isObject(sample.score) ? { score: sample.score } : {}),
      ).flatMap(([name, score]) => resultsOf(name, objectIn(score) ?? {})),
      usage: present({
        inputTokens: sum('input_tokens'),
        outputTokens: sum('output_tokens'),
        cachedTokens: sum('input_tokens_cache_read') || undefined,
        seconds: numberIn(sample.total_time),
      }),
    }),
  };
}

function turnOf(message: JsonObject, whole: (text: string) => string, unread: Unread): Message {
  const { text, media } = contentOf(message.content, whole, unread);
  const error = textIn(objectIn(message.error)?.message);
  const calls = objectsInList(message.tool_calls).flatMap((call) => callIn(call, whole));
  return {
    role: message.role === 'developer' ? 'system' : String(message.role),
    content:
      error === undefined || text.includes(error) ? text : [text, error].filter((each) => each !== '').join('\n'),
    ...(media.length > 0 && { media }),
    ...(calls.length > 0 && { toolCalls: calls }),
    ...(message.role === 'tool' &&
      present<Pick<Message, 'toolName' | 'toolCallId'>>({
        toolName: textIn(message.function),
        toolCallId: textIn(message.tool_call_id),
      })),
    ...(typeof message.id === 'string' && message.id !== '' && { key: message.id }),
  };
}

function contentOf(
  content: unknown,
  whole: (text: string) => string,
  unread: Unread,
): { readonly text: string; readonly media: readonly Media[] } {
  if (typeof content === 'string') return { text: whole(content), media: [] };
  let text = '';
  let reasoning: string | undefined;
  const media: Media[] = [];
  for (const part of objectsInList(content)) {
    if (part.type === 'text') text += whole(contentText([part]));
    else if (part.type === 'reasoning') reasoning = [reasoning, textIn(part.reasoning)].filter(Boolean).join('\n');
    else if (part.type === 'image' || part.type === 'audio' || part.type === 'video') {
      const source = textIn(part[part.type]);
      if (source === undefined) unread.part(part.type);
      else media.push({ kind: part.type, source: whole(source), at: text.length });
    } else unread.part(textIn(part.type) ?? 'content');
  }
  return { text: withReasoning(reasoning || undefined, text), media };
}

function callIn(call: JsonObject, whole: (text: string) => string): readonly ToolCall[] {
  const name = textIn(call.function);
  if (name === undefined) return [];
  const given = objectIn(call.arguments) ?? {};
  return [
    {
      ...(typeof call.id === 'string' && call.id !== '' && { id: call.id }),
      name,
      arguments: Object.fromEntries(
        Object.entries(given).map(([key, value]) => [key, typeof value === 'string' ? whole(value) : value]),
      ),
    },
  ];
}

/** C and I are right and wrong, P is half, N is no answer (`inspect_ai/scorer/_metric.py`, value_to_float). */
function resultsOf(name: string, { value, answer, explanation }: JsonObject): readonly VerifierResult[] {
  const detail = textIn(explanation) ?? textIn(answer);
  const one = (of: string, result: Pick<VerifierResult, 'passed' | 'score'>): VerifierResult => ({
    name: of,
    ...result,
    ...(detail !== undefined && { detail }),
  });
  if (value === 'C' || value === 'I' || typeof value === 'boolean')
    return [one(name, { passed: value === 'C' || value === true })];
  if (value === 'P') return [one(name, { score: 0.5 })];
  if (value === 'N') return [one(name, { passed: false })];
  if (typeof value === 'number') return Number.isFinite(value) ? [one(name, { score: value })] : [];
  if (isObject(value))
    return Object.entries(value).flatMap(([part, inner]) =>
      resultsOf(`${name}.${part}`, { value: inner, answer, explanation }),
    );
  return typeof value === 'string' ? [{ name, detail: value }] : [];
}
