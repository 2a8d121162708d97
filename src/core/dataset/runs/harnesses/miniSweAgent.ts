import type { Message } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import type { JsonObject } from '../../fields/recordFields';
import { callsOf } from '../../items/toolCalls';
import type { Harness, RunAttempt, RunTask } from '../harness';
import { contentText, numberIn, objectIn, objectsInList, present, shellCall, textIn } from '../values';

/**
 * One JSON object a file, `{trajectory_format: "mini-swe-agent-1" | "mini-swe-agent-1.1", info: {exit_status,
 * submission, model_stats, config}, messages, instance_id}`, or the messages alone. In version 1 the one block of shell
 * in a message is its call, and the next message of the user what it gave; in 1.1 calls are `tool_calls` or
 * `extra.actions`. The last message, of the role "exit", says how it ended.
 */
export const miniSweAgent: Harness = {
  name: 'mini-swe-agent',
  title: 'mini-swe-agent trajectories (.traj.json)',
  origin: 'SWE-agent/mini-swe-agent, docs/usage/output_files.md and src/minisweagent/agents/default.py',
  markers: ['mini-swe-agent-', 'mswea_bash_command', '<returncode>'],
  matches: ({ name, first }) =>
    Array.isArray(first)
      ? /\.traj\.json$/i.test(name) && objectsInList(first).some(({ role }) => role === 'assistant')
      : isVersioned(objectIn(first)) || (/\.traj\.json$/i.test(name) && 'messages' in (objectIn(first) ?? {})),
  async *runs(file) {
    const whole = await file.json();
    const object = objectIn(whole) ?? {};
    const messages = objectsInList(Array.isArray(whole) ? whole : object.messages);
    const first = messages.findIndex(({ role }) => role === 'assistant');
    if (first < 0) {
      yield { told: problem('runs.notReadable', {}) };
      return;
    }
    const info = objectIn(object.info) ?? {};
    const config = objectIn(info.config) ?? {};
    const last = objectIn(messages.at(-1)?.extra);
    yield {
      task: present<RunTask>({
        id: textIn(object.instance_id) ?? file.name.replace(/(\.traj)?\.json$/i, ''),
        prompt: messages
          .slice(0, first)
          .map(({ role, content }) => ({ role: String(role), content: contentText(content) })),
        metadata: present<JsonObject>({ image: textIn(objectIn(config.environment)?.image) }),
      }),
      run: present<RunAttempt>({
        turns: messages.slice(first).flatMap(turnOf),
        patch: textIn(info.submission) ?? textIn(last?.submission),
        exit: textIn(info.exit_status) ?? textIn(last?.exit_status),
        model: textIn(objectIn(config.model)?.model_name),
        usage: present({ cost: numberIn(objectIn(info.model_stats)?.instance_cost) }),
      }),
    };
    const format = textIn(object.trajectory_format);
    if (format !== undefined && !known.includes(format))
      yield { told: problem('runs.unknownVersion', { version: format, known }) };
  },
};

const known: readonly string[] = ['mini-swe-agent-1', 'mini-swe-agent-1.1'];

const isVersioned = (first: JsonObject | undefined): boolean =>
  first !== undefined &&
  (textIn(first.trajectory_format)?.startsWith('mini-swe-agent-') === true ||
    textIn(objectIn(first.info)?.mini_version) !== undefined);

function turnOf(message: JsonObject, at: number, all: readonly JsonObject[]): Message[] {
  const { role, extra } = message;
  const content = contentText(message.content);
  if (role === 'exit') return [];
  if (role === 'tool')
    return [{ role, content, ...(typeof message.tool_call_id === 'string' && { toolCallId: message.tool_call_id }) }];
  if (role !== 'assistant') {
    const before = all[at - 1];
    const isObservation = at > 0 && before !== undefined && (turnOf(before, 0, [])[0]?.toolCalls ?? false) !== false;
    return [{ role: isObservation ? 'tool' : String(role), content }];
  }
  const calls = callsOf(message);
  if (Array.isArray(calls)) return [{ role, content, toolCalls: calls }];
  const actions = objectsInList(objectIn(extra)?.actions).flatMap(({ command }) => textIn(command) ?? []);
  const blocks = [...content.matchAll(shellBlock)];
  const [block] = blocks;
  if (blocks.length === 1 && block) {
    const around = [content.slice(0, block.index), content.slice(block.index + block[0].length)];
    const said = around.map((part) => part.trim()).filter((part) => part !== '');
    return [{ role, content: said.join('\n\n'), toolCalls: [shellCall(block[1] ?? '')] }];
  }
  return actions.length > 0
    ? [{ role, content, toolCalls: actions.map((command) => shellCall(command)) }]
    : [{ role, content }];
}

/** The one block in which a message of version 1 holds its command (`action_regex` of its configuration). */
const shellBlock = /```(?:mswea_bash_command|bash)\s*\n(.*?)\n```/gs;
