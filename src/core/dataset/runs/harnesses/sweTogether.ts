import type { Message, ToolCall } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import type { JsonObject } from '../../fields/recordFields';
import { turnsOfBlocks } from '../contentBlocks';
import type { Harness, RunAttempt, RunFile, RunTask } from '../harness';
import { Unread } from '../unread';
import { jsonIn, numberIn, objectIn, objectsInList, present, textIn, withReasoning } from '../values';
import { promptLength } from '../prompts';

const originalName = /original_session\.json$/i;
const oracleName = /oracle_session\.jsonl$/i;

/**
 * A session of a person with an agent, `original_session.json`: `{session_id, model, messages: [{role, content, thinking,
 * tool_uses: [{tool, input, output}]}], stats}`, where the calls stand in the content of a message, in Anthropic's form,
 * or beside it. Its task is named in the header of `oracle_session.jsonl` beside it.
 */
export const sweTogether: Harness = {
  name: 'swe-together',
  title: 'SWE-Together sessions (original_session.json)',
  origin: 'Togetherbench/SWE-Together, tasks/README.md and src/runner.py',
  markers: ['"session_id"'],
  matches: ({ name, first }) => {
    const head = objectIn(first);
    return originalName.test(name) && typeof head?.session_id === 'string' && Array.isArray(head.messages);
  },
  async *runs(file) {
    const whole = objectIn(await file.json());
    if (!whole) {
      yield { told: problem('runs.notReadable', {}) };
      return;
    }
    const unread = new Unread();
    const turns = objectsInList(whole.messages).flatMap((message) => turnsIn(message, unread));
    const start = promptLength(turns);
    const stats = objectIn(whole.stats);
    const head = headerIn(await file.textBeside(file.name.replace(originalName, 'oracle_session.jsonl')));
    yield {
      task: present<RunTask>({
        id: textIn(head?._task_name) ?? textIn(whole.session_id) ?? file.name,
        prompt: turns.slice(0, start),
      }),
      run: present<RunAttempt>({
        turns: turns.slice(start),
        model: textIn(whole.model),
        usage: present({ inputTokens: numberIn(stats?.input_tokens), outputTokens: numberIn(stats?.output_tokens) }),
      }),
    };
    yield* unread.told();
  },
};

function turnsIn(message: JsonObject, unread: Unread): readonly Message[] {
  if (message.role !== 'user' && message.role !== 'assistant') {
    unread.part(textIn(message.role) ?? 'message');
    return [];
  }
  const said = turnsOfBlocks(message.role, message.content ?? '', unread);
  const uses = said.some(({ toolCalls }) => toolCalls) ? [] : objectsInList(message.tool_uses);
  const calls = uses.flatMap(({ tool, input }): readonly ToolCall[] =>
    typeof tool === 'string' ? [{ name: tool, arguments: objectIn(input) ?? {} }] : [],
  );
  const thinking = said.some(({ content }) => content.startsWith('<think>')) ? undefined : textIn(message.thinking);
  const own = said.find(({ role }) => role === message.role);
  const turn: Message = {
    role: message.role,
    content: withReasoning(thinking, own?.content ?? ''),
    ...(own?.media && { media: own.media }),
    ...((own?.toolCalls ?? (calls.length > 0 ? calls : undefined)) && { toolCalls: own?.toolCalls ?? calls }),
  };
  return [
    ...said.filter((each) => each !== own),
    ...(turn.content !== '' || turn.toolCalls || turn.media ? [turn] : []),
    ...uses.flatMap(({ output }): readonly Message[] => {
      const gave = objectIn(output);
      const text = textIn(output) ?? textIn(gave?.text) ?? textIn(gave?.output);
      return text === undefined ? [] : [{ role: 'tool', content: text }];
    }),
  ];
}

/**
 * What is known of such a session as a task, `oracle_session.jsonl`: its header, `{_is_header, schema, _task_name,
 * _session_id, _base_commit, repo_id, _grading_patch}`, and a turn of the person a line, `{user_message, agent_text, ops:
 * [{tool, target}], cumulative_patch}`. With the session itself beside it, it is read there; without, its turns are the
 * run, in which nothing says what calls gave. `cumulative_patch` is replayed from the edits, and is no patch of the run
 * where that went wrong.
 */
export const sweTogetherOracle: Harness = {
  name: 'swe-together-oracle',
  title: 'SWE-Together sessions as tasks (oracle_session.jsonl)',
  origin:
    'Togetherbench/SWE-Together, eval/correctness/generate_task_goals.py and eval/user_behavior/extract_intents.py',
  markers: ['"_is_header"'],
  matches: ({ first }) => {
    const head = objectIn(first);
    return head?._is_header === true && String(head.schema).startsWith('agent_session/');
  },
  async *runs(file) {
    const unread = new Unread();
    const turns: Message[] = [];
    let head: JsonObject = {};
    let patch: string | undefined;
    let warnings = 0;
    for await (const value of file.lines()) {
      const line = objectIn(value);
      if (!line) unread.line();
      else if (line._is_header === true) head = line;
      else {
        turns.push(...turnsOfTurn(line));
        patch = textIn(line.cumulative_patch) ?? patch;
        warnings += objectsCount(line.replay_warnings_this_turn);
      }
    }
    if (head.schema !== known)
      yield { told: problem('runs.unknownVersion', { version: String(head.schema), known: [known] }) };
    const isBeside = await hasOriginal(file, textIn(head._session_id));
    const start = promptLength(turns);
    yield {
      task: present<RunTask>({
        id: textIn(head._task_name) ?? textIn(head._session_id) ?? file.name.replace(oracleName, ''),
        prompt: isBeside ? [] : turns.slice(0, start),
        truth: textIn(head._grading_patch),
        metadata: present<JsonObject>({ repository: textIn(head.repo_id), commit: textIn(head._base_commit) }),
      }),
      run: present<RunAttempt>({
        turns: isBeside ? [] : turns.slice(start),
        patch: warnings === 0 ? patch : undefined,
      }),
    };
    if (patch !== undefined && warnings > 0) yield { told: problem('runs.patchUncertain', { count: warnings }) };
    yield* unread.told();
  },
};

const known = 'agent_session/2.0';

const objectsCount = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

function turnsOfTurn(line: JsonObject): readonly Message[] {
  const calls = objectsInList(line.ops).flatMap(({ tool, kind, target, detail }): readonly ToolCall[] => {
    const name = textIn(tool) ?? textIn(kind);
    return name === undefined
      ? []
      : [{ name, arguments: present<JsonObject>({ target: textIn(target), detail: textIn(detail) }) }];
  });
  const content = textIn(line.agent_text) ?? '';
  const asked = textIn(line.user_message);
  return [
    ...(asked === undefined ? [] : [{ role: 'user', content: asked }]),
    ...(content === '' && calls.length === 0
      ? []
      : [{ role: 'assistant', content, ...(calls.length > 0 && { toolCalls: calls }) }]),
  ];
}

/** Whether the session itself lies beside, as it is named there. */
async function hasOriginal(file: RunFile, session: string | undefined): Promise<boolean> {
  const name = file.name.replace(oracleName, 'original_session.json');
  if (name === file.name || !(await file.has(name))) return false;
  const original = objectIn(await file.beside(name));
  return original !== undefined && (session === undefined || original.session_id === session);
}

const headerIn = (text: string | undefined): JsonObject | undefined => objectIn(jsonIn(text?.split('\n', 1)[0]));
