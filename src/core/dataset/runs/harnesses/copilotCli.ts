import type { Message, RunPart, ToolCall } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import type { JsonObject } from '../../fields/recordFields';
import { callsOf } from '../../items/toolCalls';
import type { Harness, RunAttempt, RunTask } from '../harness';
import { Unread } from '../unread';
import { contentText, objectIn, objectsInList, present, textIn, withReasoning } from '../values';
import { promptLength } from '../prompts';

/**
 * A session, one event a line, `{type, data, id, timestamp, parentId}`: `session.start`, `system.message`,
 * `user.message`, `assistant.message` with its `toolRequests`, `tool.execution_complete` with what a request gave, and
 * others about the session. Events of a sub-agent name the call that it works for (`parentToolCallId`). There is no
 * published writer; read as in real files of 1.0.
 */
export const copilotCli: Harness = {
  name: 'copilot-cli',
  title: 'GitHub Copilot CLI sessions (events.jsonl)',
  origin: 'jazzyalex/agent-sessions, Resources/Fixtures/stage0/agents/copilot (files of version 1.0.77)',
  markers: ['"session.start"'],
  matches: ({ first }) => {
    const head = objectIn(first);
    return head?.type === 'session.start' && typeof objectIn(head.data)?.sessionId === 'string';
  },
  async *runs(file) {
    const unread = new Unread();
    const turns: Message[] = [];
    const helpers = new Map<string, Message[]>();
    let session: JsonObject | undefined;
    let model: string | undefined;
    for await (const value of file.lines()) {
      const event = objectIn(value);
      const data = objectIn(event?.data);
      if (!event || !data) {
        unread.line();
        continue;
      }
      const type = String(event.type);
      if (type === 'session.start') session ??= data;
      if (type === 'assistant.message') model ??= textIn(data.model);
      const helper = textIn(data.parentToolCallId);
      const own = helper === undefined ? turns : (helpers.get(helper) ?? []);
      if (helper !== undefined) helpers.set(helper, own);
      const turn = turnIn(type, data);
      if (turn) own.push({ ...turn, ...(typeof event.id === 'string' && { key: event.id }) });
      else if (!/^(session|hook|subagent|system|tool|abort|assistant)\b/.test(type)) unread.part(type);
    }
    if (turns.length === 0) yield { told: problem('runs.notReadable', {}) };
    else {
      const start = promptLength(turns);
      yield {
        task: present<RunTask>({
          id: textIn(session?.sessionId) ?? file.name,
          prompt: turns.slice(0, start).map(({ key: _, ...turn }) => turn),
        }),
        run: present<RunAttempt>({
          turns: turns.slice(start),
          model: model ?? textIn(session?.selectedModel),
          subagents: helpers.size > 0 ? [...helpers].map(([call, own]): RunPart => ({ call, turns: own })) : undefined,
        }),
      };
    }
    yield* unread.told();
  },
};

/** What an event says; undefined for one that is about the session, or tells the same once more. */
function turnIn(type: string, data: JsonObject): Message | undefined {
  switch (type) {
    case 'system.message':
      return { role: 'system', content: contentText(data.content) };
    case 'user.message':
      return { role: 'user', content: contentText(data.content) };
    case 'assistant.message': {
      const calls = objectsInList(data.toolRequests).flatMap((request): readonly ToolCall[] => {
        const read = callsOf({
          tool_calls: [{ id: request.toolCallId, function: { name: request.name, arguments: request.arguments } }],
        });
        return Array.isArray(read) ? read : [];
      });
      return {
        role: 'assistant',
        content: withReasoning(textIn(data.reasoningText), contentText(data.content)),
        ...(calls.length > 0 && { toolCalls: calls }),
      };
    }
    case 'tool.execution_complete':
      return {
        role: 'tool',
        content: textIn(objectIn(data.result)?.content) ?? textIn(objectIn(data.error)?.message) ?? '',
        ...present<Pick<Message, 'toolCallId'>>({ toolCallId: textIn(data.toolCallId) }),
      };
    default:
      return undefined;
  }
}
