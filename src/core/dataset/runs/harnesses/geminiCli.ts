import type { Message, RunPart, ToolCall } from '../../../model/item/item';
import type { JsonObject } from '../../fields/recordFields';
import { problem } from '../../../model/problems/problem';
import type { Harness, RunAttempt, RunTask } from '../harness';
import { Unread } from '../unread';
import { contentText, listIn, numberIn, objectIn, objectsInList, present, textIn, withReasoning } from '../values';
import { promptLength } from '../prompts';

/**
 * A session, `{sessionId, projectHash, messages: [{id, type: "user" | "gemini", content, toolCalls: [{id, name, args,
 * result}], thoughts, tokens, model}]}`; since 2026 as lines: what is known of it, messages (one of the same id again
 * replaces it), `{$set}`, and `{$rewindTo: id}`, which takes back that message and all behind it. What was taken back is
 * a branch.
 */
export const geminiCli: Harness = {
  name: 'gemini-cli',
  title: 'Gemini CLI sessions',
  origin: 'google-gemini/gemini-cli, packages/core/src/services/chatRecordingService.ts (loadConversationRecord)',
  markers: ['"projectHash"'],
  matches: ({ first }) => {
    const head = objectIn(first);
    return typeof head?.sessionId === 'string' && typeof head.projectHash === 'string';
  },
  async *runs(file) {
    const unread = new Unread();
    const messages = new Map<string, JsonObject>();
    const branches: { readonly after: string | undefined; readonly messages: readonly JsonObject[] }[] = [];
    const whole = objectIn(/\.json$/i.test(file.name) ? await file.json() : undefined);
    let session = textIn(whole?.sessionId);
    let listed = objectsInList(whole?.messages);
    if (!whole)
      for await (const value of file.lines()) {
        const line = objectIn(value);
        const rewound = textIn(line?.$rewindTo);
        if (!line) unread.line();
        else if (rewound !== undefined) {
          const ids = [...messages.keys()];
          const back = ids.slice(Math.max(0, ids.indexOf(rewound)));
          branches.push({
            after: ids[ids.length - back.length - 1],
            messages: objectsInList(back.map((id) => messages.get(id))),
          });
          for (const id of back) messages.delete(id);
        } else if (typeof line.id === 'string') messages.set(line.id, line);
        else if ('$set' in line) {
          const set = objectIn(line.$set);
          session = textIn(set?.sessionId) ?? session;
          if (Array.isArray(set?.messages) && set.messages.length > 0) listed = objectsInList(set.messages);
        } else if (typeof line.sessionId === 'string') session ??= line.sessionId;
        else unread.part('line');
      }
    const own = listed.length > 0 ? listed : [...messages.values()];
    const turns = own.flatMap((message) => turnsIn(message, unread));
    if (turns.length === 0) yield { told: problem('runs.notReadable', {}) };
    else {
      const start = promptLength(turns);
      const sum = (name: string): number =>
        own.reduce((all, { tokens }) => all + (numberIn(objectIn(tokens)?.[name]) ?? 0), 0);
      yield {
        task: present<RunTask>({
          id: session ?? file.name,
          prompt: turns.slice(0, start).map(({ key: _, ...turn }) => turn),
        }),
        run: present<RunAttempt>({
          turns: turns.slice(start),
          model: own.map(({ model }) => textIn(model)).find((model) => model !== undefined),
          usage: { inputTokens: sum('input'), outputTokens: sum('output'), cachedTokens: sum('cached') },
          branches:
            branches.length > 0
              ? branches.map(({ after, messages: left }): RunPart => ({
                  after: Math.max(-1, turns.findLastIndex(({ key }) => key !== undefined && key === after) - start),
                  turns: left.flatMap((message) => turnsIn(message, unread)),
                }))
              : undefined,
        }),
      };
    }
    yield* unread.told();
  },
};

function turnsIn(message: JsonObject, unread: Unread): readonly Message[] {
  const named = typeof message.id === 'string' ? { key: message.id } : {};
  const content = contentText(Array.isArray(message.content) ? message.content : [message.content]);
  if (message.type === 'user') return [{ role: 'user', content, ...named }];
  // What the screen said of the session.
  if (message.type === 'info' || message.type === 'error' || message.type === 'warning') return [];
  if (message.type !== 'gemini') {
    unread.part(textIn(message.type) ?? 'message');
    return [];
  }
  const thoughts = objectsInList(message.thoughts).map(({ subject, description }) =>
    [subject, description].filter((text) => typeof text === 'string' && text !== '').join(': '),
  );
  const called = objectsInList(message.toolCalls);
  const calls = called.flatMap((call): ToolCall[] => {
    const name = textIn(call.name);
    return name === undefined
      ? []
      : [{ ...present<Pick<ToolCall, 'id'>>({ id: textIn(call.id) }), name, arguments: objectIn(call.args) ?? {} }];
  });
  return [
    {
      role: 'assistant',
      content: withReasoning(thoughts.length > 0 ? thoughts.join('\n') : undefined, content),
      ...(calls.length > 0 && { toolCalls: calls }),
      ...named,
    },
    ...called.flatMap((call): Message[] =>
      call.result === undefined || call.result === null
        ? []
        : [
            {
              role: 'tool',
              content: resultOf(call.result),
              ...present<Pick<Message, 'toolCallId'>>({ toolCallId: textIn(call.id) }),
            },
          ],
    ),
  ];
}

/** What a call gave: parts of text, or the response of a function. */
function resultOf(result: unknown): string {
  return listIn(Array.isArray(result) ? result : [result])
    .map((part) => {
      const response = objectIn(objectIn(objectIn(part)?.functionResponse)?.response);
      if (!response) return contentText([part]);
      return textIn(response.output) ?? textIn(response.error) ?? JSON.stringify(response);
    })
    .join('\n');
}
