import type { Run } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import type { JsonObject } from '../../fields/recordFields';
import type { Harness, RunAttempt, RunTask } from '../harness';
import { Unread } from '../unread';
import { contentText, jsonIn, numberIn, objectIn, objectsInList, present, textIn } from '../values';
import { turnsOfItems } from './responsesApi';
import { promptLength } from '../prompts';

/**
 * A session, one line each: `{timestamp, type, payload}` with `session_meta`, `turn_context`, `response_item` (an item of
 * the Responses API) and `event_msg`, which tells the same once more for the screen; `compacted` repeats what stood before
 * in short. To September 2025 the first line was `{id, timestamp, instructions}` and the items stood by themselves between
 * `{record_type: "state"}`.
 */
export const codex: Harness = {
  name: 'codex',
  title: 'OpenAI Codex sessions (rollout-*.jsonl)',
  origin: 'Harbor, src/harbor/agents/installed/codex.py; openai/codex, codex-rs/protocol (RolloutItem)',
  markers: ['"session_meta"', '"record_type"'],
  matches: ({ first, others }) => {
    const head = objectIn(first);
    if (!head) return false;
    if (head.type === 'session_meta') return objectIn(head.payload) !== undefined;
    return (
      'instructions' in head && 'timestamp' in head && others.some((line) => objectIn(line)?.record_type === 'state')
    );
  },
  async *runs(file) {
    const unread = new Unread();
    const items: JsonObject[] = [];
    let session: JsonObject | undefined;
    let model: string | undefined;
    let usage: Run['usage'];
    for await (const value of file.lines()) {
      const line = objectIn(value);
      const payload = objectIn(line?.payload);
      if (!line) unread.line();
      else if (!payload) {
        if (typeof line.type === 'string') items.push(line);
        else session ??= line.record_type === undefined ? line : undefined;
      } else if (line.type === 'response_item') items.push(payload);
      else if (line.type === 'session_meta') session ??= payload;
      else if (line.type === 'turn_context') model ??= textIn(payload.model);
      else if (line.type === 'event_msg') usage = usageIn(payload) ?? usage;
      else if (!besideItems.has(String(line.type))) unread.part(textIn(line.type) ?? 'line');
    }
    const turns = turnsOfItems(items.filter(({ type }) => type !== 'ghost_snapshot').map(withPlainOutput), (type) => {
      unread.part(type);
    });
    if (turns.length === 0) yield { told: problem('runs.notReadable', {}) };
    else {
      const start = promptLength(turns);
      const git = objectIn(session?.git);
      yield {
        task: present<RunTask>({
          id: textIn(session?.id) ?? file.name.replace(/\.jsonl$/i, ''),
          prompt: turns.slice(0, start),
          metadata: present<JsonObject>({ repository: textIn(git?.repository_url), commit: textIn(git?.commit_hash) }),
        }),
        run: present<RunAttempt>({ turns: turns.slice(start), model, usage }),
      };
    }
    yield* unread.told();
  },
};

/** Lines that are about the session. */
const besideItems: ReadonlySet<string> = new Set(['compacted', 'world_state', 'inter_agent_communication_metadata']);

function usageIn(event: JsonObject): Run['usage'] | undefined {
  const total = objectIn(objectIn(event.info)?.total_token_usage);
  return event.type === 'token_count' && total
    ? present({
        inputTokens: numberIn(total.input_tokens),
        outputTokens: numberIn(total.output_tokens),
        cachedTokens: numberIn(total.cached_input_tokens),
      })
    : undefined;
}

/** What a call gave: a text, parts of one, or the JSON text `{output, metadata: {exit_code}}`. */
function withPlainOutput(item: JsonObject): JsonObject {
  const { output } = item;
  const wrapped = objectIn(jsonIn(output));
  if (typeof wrapped?.output === 'string' && 'metadata' in wrapped) return { ...item, output: wrapped.output };
  const part = objectIn(output);
  return part ? { ...item, output: contentText(objectsInList([part])) } : item;
}
