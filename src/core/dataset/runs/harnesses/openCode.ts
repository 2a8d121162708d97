import type { Media, Message, RunPart, ToolCall } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import { isObject, type JsonObject } from '../../fields/recordFields';
import { callsOf } from '../../items/toolCalls';
import type { Harness, RunAttempt, RunFile, RunRecord, RunTask } from '../harness';
import { Unread } from '../unread';
import { isBelow, numberIn, objectIn, objectsInList, present, textIn, withReasoning } from '../values';
import { promptLength } from '../prompts';

/**
 * A session, as `opencode export` writes it, `{info, messages: [{info, parts: [part]}]}`, or as it lies in `storage`:
 * `session/<project>/<session>.json`, its messages in `message/<session>`, and the parts of each in `part/<message>`. The
 * first message of a folder stands for its session. Messages behind the one that a session was reverted to (`revert`) are a
 * branch; a session of which another one is the parent did a part of its work.
 *
 * Or what `opencode run --format json` prints, an event a line, `{type, timestamp, sessionID, part | error}`, which tells
 * neither what was asked nor the model.
 *
 * Seen in real files: messages of `storage` (2025), exports of 1.15 and 1.17 (2026) and events of 1.x (2026).
 */
export const openCode: Harness = {
  name: 'opencode',
  title: 'opencode sessions (export, storage, run --format json)',
  origin:
    'anomalyco/opencode, packages/opencode/src/session/message-v2.ts, src/cli/cmd/export.ts and src/cli/cmd/run.ts',
  markers: ['"sessionID"', '"projectID"'],
  matches: ({ first }) => {
    const head = objectIn(first) ?? {};
    return isSession(objectIn(head.info) ?? {}) || isSession(head) || isMessage(head) || isPart(head) || isEvent(head);
  },
  async *runs(file) {
    if (await beginsWithEvent(file)) {
      yield* printedIn(file);
      return;
    }
    const whole = objectIn(await file.json());
    const unread = new Unread();
    if (!whole) yield { told: problem('runs.notReadable', {}) };
    else if (isObject(whole.info))
      yield* sessionIn(whole.info, textIn(whole.info.id) ?? file.name, objectsInList(whole.messages), unread);
    // Sessions and parts are read with the messages.
    else if (isMessage(whole)) yield* storedIn(file, String(whole.sessionID), unread);
    yield* unread.told();
  },
};

const isSession = (value: JsonObject): boolean =>
  typeof value.id === 'string' && typeof value.projectID === 'string' && typeof value.directory === 'string';

const isMessage = (value: JsonObject): boolean =>
  typeof value.id === 'string' &&
  typeof value.sessionID === 'string' &&
  (value.role === 'user' || value.role === 'assistant') &&
  isObject(value.time);

const isPart = (value: JsonObject): boolean =>
  typeof value.id === 'string' &&
  typeof value.sessionID === 'string' &&
  typeof value.messageID === 'string' &&
  typeof value.type === 'string';

const isEvent = (value: JsonObject): boolean =>
  typeof value.type === 'string' &&
  typeof value.timestamp === 'number' &&
  typeof value.sessionID === 'string' &&
  (isObject(value.part) || (value.type === 'error' && value.error !== undefined));

async function beginsWithEvent(file: RunFile): Promise<boolean> {
  for await (const value of file.lines()) return isObject(value) && isEvent(value);
  return false;
}

/** The sessions of which events were printed. */
async function* printedIn(file: RunFile): AsyncGenerator<RunRecord> {
  const unread = new Unread();
  const sessions = new Map<string, JsonObject[]>();
  for await (const value of file.lines()) {
    const event = objectIn(value);
    if (event && isEvent(event)) {
      const id = String(event.sessionID);
      const events = sessions.get(id);
      if (events) events.push(event);
      else sessions.set(id, [event]);
    } else unread.line();
  }
  for (const [id, events] of sessions) {
    const parts = objectsInList(events.map(({ part }) => part));
    const turns = turnsIn({ info: { role: 'assistant' }, parts }, unread);
    const ends = parts.filter(({ type }) => type === 'step-finish');
    if (turns.length === 0) yield { told: problem('runs.notReadable', {}) };
    else
      yield {
        task: { id, prompt: [] },
        run: present<RunAttempt>({
          turns,
          exit:
            events.map(({ error }) => textIn(objectIn(error)?.name)).find((name) => name !== undefined) ??
            textIn(ends.at(-1)?.reason),
          usage: usageIn(ends),
        }),
      };
  }
  yield* unread.told();
}

/** What of an id may be a part of a path. */
const nameIn = (id: unknown): string | undefined => {
  const name = textIn(id);
  return name !== undefined && isBelow(name) && !/[\\/]/.test(name) ? name : undefined;
};

/** The session of a folder of messages, once: with its first message. */
async function* storedIn(file: RunFile, session: string, unread: Unread): AsyncGenerator<RunRecord> {
  const names = (await file.names('')).filter((name) => /\.json$/i.test(name)).sort();
  const messages: { readonly info: JsonObject; readonly name: string }[] = [];
  for (const name of names) {
    const info = objectIn(await file.beside(name));
    if (info && isMessage(info) && info.sessionID === session) messages.push({ info, name });
    if (messages.length > 0 && messages[0]?.name !== file.name) return;
  }
  const read: JsonObject[] = [];
  for (const { info } of messages) {
    const id = nameIn(info.id);
    const folder = `../../part/${id ?? ''}`;
    const parts = id === undefined ? [] : (await file.names(folder)).filter((name) => /\.json$/i.test(name)).sort();
    if (parts.length === 0) yield { told: problem('runs.partMissing', { name: `part/${id ?? ''}` }) };
    const own: JsonObject[] = [];
    for (const name of parts) {
      const part = objectIn(await file.beside(`${folder}/${name}`));
      if (part) own.push(part);
      else unread.line();
    }
    read.push({ info, parts: own });
  }
  const info = await infoOf(file, session);
  const parent = nameIn(info.parentID);
  if (parent !== undefined && (await file.names(`../${parent}`)).length > 0)
    yield { task: { id: parent, prompt: [] }, run: { turns: [], subagents: helperIn(info, read, unread) } };
  else yield* sessionIn(info, session, read, unread);
}

/** What is known of a session, in the folder of its project. */
async function infoOf(file: RunFile, session: string): Promise<JsonObject> {
  const name = nameIn(session);
  for (const project of name === undefined ? [] : await file.names('../../session')) {
    const found =
      (await file.beside(`../../session/${project}/${name}.json`)) ??
      (await file.beside(`../../session/${project}/ses_${name}.json`));
    if (isObject(found)) return found;
  }
  return {};
}

const helperIn = (info: JsonObject, messages: readonly JsonObject[], unread: Unread): RunPart[] => [
  {
    ...present<{ name: string }>({ name: textIn(info.title) }),
    turns: messages.flatMap((message) => turnsIn(message, unread)),
  },
];

function* sessionIn(
  info: JsonObject,
  id: string,
  messages: readonly JsonObject[],
  unread: Unread,
): Generator<RunRecord> {
  const back = textIn(objectIn(info.revert)?.messageID);
  const at = back === undefined ? -1 : messages.findIndex((message) => objectIn(message.info)?.id === back);
  const own = at < 0 ? messages : messages.slice(0, at);
  const branch = at < 0 ? [] : messages.slice(at).flatMap((message) => turnsIn(message, unread));
  const turns = own.flatMap((message) => turnsIn(message, unread));
  if (turns.length === 0) {
    yield { told: problem('runs.notReadable', {}) };
    return;
  }
  const start = promptLength(turns);
  const infos = objectsInList(own.map((message) => message.info));
  const answers = infos.filter(({ role }) => role === 'assistant');
  const copied = own
    .filter((message) => objectIn(message.info)?.summary === true)
    .flatMap((message) => turnsIn(message, new Unread()).flatMap(({ key }) => key ?? []));
  yield {
    task: present<RunTask>({ id, prompt: turns.slice(0, start).map(({ key: _, ...turn }) => turn) }),
    run: present<RunAttempt>({
      turns: turns.slice(start),
      model: modelsIn(answers),
      exit: textIn(objectIn(answers.at(-1)?.error)?.name) ?? textIn(answers.at(-1)?.finish),
      usage: usageIn(answers),
      branches: branch.length > 0 ? [{ after: turns.length - start - 1, turns: branch }] : undefined,
      copied: copied.length > 0 ? copied : undefined,
    }),
  };
}

/** All models that answered, as a user may change it in a session. */
function modelsIn(answers: readonly JsonObject[]): string | undefined {
  const models = answers.flatMap((answer) => textIn(answer.modelID) ?? textIn(objectIn(answer.model)?.modelID) ?? []);
  return textIn([...new Set(models)].join(', '));
}

function usageIn(answers: readonly JsonObject[]): RunAttempt['usage'] {
  const sum = (of: (answer: JsonObject) => unknown): number | undefined => {
    const counts = answers.flatMap((answer) => numberIn(of(answer)) ?? []);
    return counts.length > 0 ? counts.reduce((all, each) => all + each, 0) : undefined;
  };
  return present({
    inputTokens: sum(({ tokens }) => objectIn(tokens)?.input),
    outputTokens: sum(({ tokens }) => objectIn(tokens)?.output),
    cachedTokens: sum(({ tokens }) => objectIn(objectIn(tokens)?.cache)?.read),
    cost: sum(({ cost }) => cost),
  });
}

/** Parts that are about the session, or name a file whose text is a part of its own. */
const beside: ReadonlySet<unknown> = new Set(['agent', 'compaction', 'patch', 'retry', 'snapshot', 'step-finish']);

/** A message of the assistant has several steps, each of what it said and the calls behind it. */
function turnsIn(message: JsonObject, unread: Unread): readonly Message[] {
  const role = objectIn(message.info)?.role === 'user' ? 'user' : 'assistant';
  const turns: Message[] = [];
  let step = newStep();
  const close = (): void => {
    const content = withReasoning(
      step.thoughts.length > 0 ? step.thoughts.join('\n') : undefined,
      step.texts.join('\n\n'),
    );
    if (content !== '' || step.calls.length + step.media.length > 0)
      turns.push({
        role,
        content,
        ...(step.calls.length > 0 && { toolCalls: step.calls }),
        ...(step.media.length > 0 && { media: step.media }),
        ...present<Pick<Message, 'key'>>({ key: step.key }),
      });
    turns.push(...step.results);
    step = newStep();
  };
  for (const part of objectsInList(message.parts)) {
    const media = part.type === 'file' ? mediaIn(part) : undefined;
    if (part.type === 'step-start') close();
    else if (part.type === 'text') {
      if (part.ignored !== true) step.texts.push(textIn(part.text) ?? '');
    } else if (part.type === 'reasoning') step.thoughts.push(textIn(part.text) ?? '');
    else if (part.type === 'tool') addCall(part, step, unread);
    else if (media) step.media.push(media);
    else if (part.type !== 'file' && !beside.has(part.type)) unread.part(textIn(part.type) ?? 'part');
    step.key ??= ['text', 'reasoning', 'tool'].includes(String(part.type)) ? textIn(part.id) : undefined;
  }
  close();
  return turns;
}

interface Step {
  key: string | undefined;
  readonly texts: string[];
  readonly thoughts: string[];
  readonly calls: ToolCall[];
  readonly media: Media[];
  readonly results: Message[];
}
const newStep = (): Step => ({ key: undefined, texts: [], thoughts: [], calls: [], media: [], results: [] });

function addCall({ callID, tool, state: given }: JsonObject, step: Step, unread: Unread): void {
  const state = objectIn(given) ?? {};
  const calls = callsOf({ tool_calls: [{ id: callID, function: { name: tool, arguments: state.input } }] });
  if (!Array.isArray(calls)) {
    unread.part('tool');
    return;
  }
  step.calls.push(...calls);
  const gave = typeof state.output === 'string' ? state.output : textIn(state.error);
  const media = objectsInList(state.attachments).flatMap((file) => mediaIn(file) ?? []);
  if (gave !== undefined)
    step.results.push({
      role: 'tool',
      content: gave,
      ...(media.length > 0 && { media }),
      ...present<Pick<Message, 'toolCallId'>>({ toolCallId: textIn(callID) }),
    });
}

/** An image with its bytes; other files are told to the model in a text. */
function mediaIn({ mime, url }: JsonObject): Media | undefined {
  const source = textIn(url);
  return typeof mime === 'string' && mime.startsWith('image/') && source !== undefined && /^(data|https?):/.test(source)
    ? { kind: 'image', source }
    : undefined;
}
