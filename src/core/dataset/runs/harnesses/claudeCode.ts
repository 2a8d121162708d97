import { basename, dirname } from 'node:path';
import type { Media, Message, Run, RunPart, ToolCall } from '../../../model/item/item';
import { withKeys } from '../../../model/item/run';
import type { JsonObject } from '../../fields/recordFields';
import type { Branch } from '../branches';
import type { Harness, RunAttempt, RunFile, RunTask } from '../harness';
import { Unread } from '../unread';
import { contentText, numberIn, objectIn, objectsInList, present, textIn, withReasoning } from '../values';
import { promptLength } from '../prompts';

/**
 * A session, one event a line: `{type: "user" | "assistant", uuid, parentUuid, sessionId, isSidechain, isMeta, message}`
 * and lines of other types about it. The API's message is split over several lines with the same `message.id`, each with
 * the usage of the whole. Lines are a tree: what was rewound hangs beside the path to the last one. A result hangs on the
 * line of its call, so that calls made together branch too, and are no branches. Sub-agents are side chains, or files in
 * `<session>/subagents`. There is no published writer; the readers named here agree with real files of 1.0 to 2.1.
 */
export const claudeCode: Harness = {
  name: 'claude-code',
  title: 'Claude Code sessions (.jsonl)',
  origin:
    'meridianlabs-ai/inspect_scout, src/inspect_scout/sources/_claude_code/events.py; Harbor, agents/installed/claude_code.py',
  markers: ['"parentUuid"', '"sessionId"'],
  matches: ({ first, others }) =>
    [first, ...others].some((value) => {
      const line = objectIn(value);
      return (
        typeof line?.type === 'string' &&
        (('parentUuid' in line && 'sessionId' in line) ||
          (['user', 'assistant'].includes(line.type) && 'uuid' in line && 'message' in line))
      );
    }),
  async *runs(file) {
    const unread = new Unread();
    const lines: JsonObject[] = [];
    for await (const value of file.lines()) {
      const line = objectIn(value);
      if (!line) unread.line();
      else if (isEvent(line)) lines.push(line);
      else if (!aboutSession.has(String(line.type))) unread.part(textIn(line.type) ?? 'line');
    }
    const session =
      lines.map(({ sessionId }) => textIn(sessionId)).find((id) => id !== undefined) ??
      file.name.replace(/\.jsonl$/i, '');
    const own = lines.filter(({ isSidechain }) => isSidechain !== true);
    const isSubagent = own.length === 0 && lines.length > 0;
    const parent = isSubagent ? await sessionOf(file) : undefined;
    if (parent !== undefined)
      yield { task: { id: parent, prompt: [] }, run: { turns: [], subagents: subagentsIn(lines, unread) } };
    else if (lines.length > 0) {
      const { paths, branches } = pathsIn(isSubagent ? lines : own);
      const turns = withKeys(turnsIn(paths, unread));
      const numbers = new Map(turns.map(({ key }, number) => [key, number]));
      const start = promptLength(turns);
      const subagents = isSubagent
        ? []
        : subagentsIn(
            lines.filter((line) => !own.includes(line)),
            unread,
          );
      const summaries = paths
        .filter(({ isCompactSummary }) => isCompactSummary === true)
        .flatMap(({ uuid }) => textIn(uuid) ?? []);
      yield {
        task: present<RunTask>({ id: session, prompt: turns.slice(0, start).map(({ key: _, ...turn }) => turn) }),
        run: present<RunAttempt>({
          turns: turns.slice(start),
          model: modelIn(paths),
          usage: usageIn(lines),
          branches:
            branches.length > 0
              ? branches.map(({ from, nodes }): RunPart => {
                  const after = lastTurn(from, paths, numbers);
                  return {
                    ...(after !== undefined && { after: Math.max(-1, after - start) }),
                    turns: turnsIn(nodes, unread),
                  };
                })
              : undefined,
          subagents: subagents.length > 0 ? subagents : undefined,
          copied: summaries.length > 0 ? summaries : undefined,
        }),
      };
    }
    yield* unread.told();
  },
};

/** Lines that are about the session, or what its screen showed. */
const aboutSession: ReadonlySet<string> = new Set([
  'agent-name',
  'ai-title',
  'attachment',
  'custom-title',
  'file-history-snapshot',
  'last-prompt',
  'permission-mode',
  'pr-link',
  'progress',
  'queue-operation',
  'summary',
  'system',
  'worktree-state',
]);

/** Whether a line is part of the tree: what is said, and what hangs between it. */
const isEvent = (line: JsonObject): boolean => typeof line.uuid === 'string';

const isSaid = ({ type, message }: JsonObject): boolean =>
  (type === 'user' || type === 'assistant') && objectIn(message) !== undefined;

/** The session of which a file in `<session>/subagents` is a part, where that lies beside. */
async function sessionOf(file: RunFile): Promise<string | undefined> {
  const folder = dirname(file.path);
  const session = basename(dirname(folder));
  return basename(folder) === 'subagents' && (await file.has(`../../${session}.jsonl`)) ? session : undefined;
}

/**
 * The lines on the path to the last one, of each tree in the order of the file, with the results of their calls; and
 * what was said beside that path.
 */
function pathsIn(lines: readonly JsonObject[]): {
  readonly paths: readonly JsonObject[];
  readonly branches: readonly Branch<JsonObject>[];
} {
  const byId = new Map(lines.map((line) => [line.uuid, line]));
  const parentOf = (line: JsonObject): JsonObject | undefined => {
    const parent = byId.get(line.parentUuid ?? line.logicalParentUuid);
    return parent === line ? undefined : parent;
  };
  const rootOf = (line: JsonObject): JsonObject => {
    const passed = new Set<JsonObject>();
    let root = line;
    for (let next = parentOf(root); next && !passed.has(next); next = parentOf(root)) passed.add((root = next));
    return root;
  };
  const last = new Map<JsonObject, JsonObject>();
  for (const line of lines) if (isSaid(line)) last.set(rootOf(line), line);
  const onPath = new Set<JsonObject>();
  for (const leaf of last.values())
    for (let line: JsonObject | undefined = leaf; line && !onPath.has(line); line = parentOf(line)) onPath.add(line);
  const messages = new Set([...onPath].flatMap((line) => textIn(objectIn(line.message)?.id) ?? []));
  // Calls made together are lines of one message, of which the path may pass through some only.
  for (const line of lines)
    if (line.type === 'assistant' && messages.has(textIn(objectIn(line.message)?.id) ?? '')) onPath.add(line);
  const calls = new Set(
    [...onPath].flatMap((line) => blocksOf(line).flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []))),
  );
  for (const line of lines)
    if (blocksOf(line).some(({ type, tool_use_id }) => type === 'tool_result' && calls.has(tool_use_id)))
      onPath.add(line);
  const branches = new Set<{ readonly from: JsonObject | undefined; readonly nodes: JsonObject[] }>();
  const branchOf = new Map<JsonObject, { readonly from: JsonObject | undefined; readonly nodes: JsonObject[] }>();
  for (const line of lines.filter((each) => !onPath.has(each))) {
    const parent = parentOf(line);
    const branch = (parent && branchOf.get(parent)) ?? { from: parent, nodes: [] };
    branch.nodes.push(line);
    branches.add(branch);
    branchOf.set(line, branch);
  }
  return {
    paths: lines.filter((line) => onPath.has(line)),
    branches: [...branches].filter(({ nodes }) => nodes.some(isSaid)),
  };
}

/** The number of the turn of which a line on the path is, or the next one before it that says something. */
function lastTurn(
  line: JsonObject | undefined,
  paths: readonly JsonObject[],
  numbers: ReadonlyMap<string | undefined, number>,
): number | undefined {
  for (let at = line === undefined ? -1 : paths.indexOf(line); at >= 0; at--) {
    const number = numbers.get(textIn(paths[at]?.uuid));
    if (number !== undefined) return number;
  }
  return undefined;
}

/** The side chains in a file, each of an agent. */
function subagentsIn(lines: readonly JsonObject[], unread: Unread): RunPart[] {
  const agents = new Map<string, JsonObject[]>();
  for (const line of lines) {
    const id = textIn(line.agentId) ?? '';
    agents.set(id, [...(agents.get(id) ?? []), line]);
  }
  return [...agents.values()].map((own) => ({ turns: turnsIn(pathsIn(own).paths, unread) }));
}

function turnsIn(lines: readonly JsonObject[], unread: Unread): readonly Message[] {
  const turns: Message[] = [];
  const ofMessage = new Map<string, number>();
  for (const line of lines) {
    if (!isSaid(line) || line.isMeta === true) continue;
    const message = objectIn(line.message) ?? {};
    const key = textIn(line.uuid);
    if (line.type === 'user') {
      turns.push(...userTurns(message, key, unread));
      continue;
    }
    const id = textIn(message.id);
    const said = assistantTurn(message, key, unread);
    const before = id === undefined ? undefined : ofMessage.get(id);
    if (id !== undefined && before === undefined) ofMessage.set(id, turns.length);
    if (before === undefined) turns.push(said);
    else turns[before] = together(turns[before] ?? said, said);
  }
  return turns;
}

/** One message of two lines that are parts of it. */
const together = (a: Message, b: Message): Message => {
  const calls = [...(a.toolCalls ?? []), ...(b.toolCalls ?? [])];
  return {
    ...a,
    content: [a.content, b.content].filter((text) => text !== '').join('\n\n'),
    ...(calls.length > 0 && { toolCalls: calls }),
  };
};

function assistantTurn(message: JsonObject, key: string | undefined, unread: Unread): Message {
  const texts: string[] = typeof message.content === 'string' ? [message.content] : [];
  let reasoning: string | undefined;
  const calls: ToolCall[] = [];
  for (const block of objectsInList(message.content)) {
    if (block.type === 'text') texts.push(contentText([block]));
    // Newer versions keep its signature alone.
    else if (block.type === 'thinking') reasoning = textIn(block.thinking) ?? reasoning;
    else if (block.type === 'tool_use' && typeof block.name === 'string')
      calls.push({
        ...present<Pick<ToolCall, 'id'>>({ id: textIn(block.id) }),
        name: block.name,
        arguments: objectIn(block.input) ?? {},
      });
    else if (block.type !== 'redacted_thinking') unread.part(textIn(block.type) ?? 'content');
  }
  return {
    role: 'assistant',
    content: withReasoning(reasoning, texts.join('\n\n')),
    ...(calls.length > 0 && { toolCalls: calls }),
    ...(key !== undefined && { key }),
  };
}

function userTurns(message: JsonObject, key: string | undefined, unread: Unread): readonly Message[] {
  const named = key === undefined ? {} : { key };
  if (typeof message.content === 'string') return [{ role: 'user', content: message.content, ...named }];
  const turns: Message[] = [];
  const texts: string[] = [];
  const images: JsonObject[] = [];
  for (const block of objectsInList(message.content)) {
    if (block.type === 'tool_result')
      turns.push({
        role: 'tool',
        content: contentText(block.content),
        ...mediaOf(objectsInList(block.content)),
        ...present<Pick<Message, 'toolCallId'>>({ toolCallId: textIn(block.tool_use_id) }),
        ...named,
      });
    else if (block.type === 'text') texts.push(contentText([block]));
    else if (block.type === 'image') images.push(block);
    else unread.part(textIn(block.type) ?? 'content');
  }
  return texts.length + images.length > 0
    ? [...turns, { role: 'user', content: texts.join('\n\n'), ...mediaOf(images), ...named }]
    : turns;
}

/** Images in blocks of the API, which hold their bytes or where they are. */
function mediaOf(blocks: readonly JsonObject[]): Pick<Message, 'media'> {
  const media = blocks.flatMap(({ type, source }): Media[] => {
    const { media_type, data, url } = objectIn(source) ?? {};
    const address = typeof data === 'string' ? `data:${String(media_type)};base64,${data}` : textIn(url);
    return type === 'image' && address !== undefined ? [{ kind: 'image', source: address }] : [];
  });
  return media.length > 0 ? { media } : {};
}

const blocksOf = (line: JsonObject): readonly JsonObject[] => objectsInList(objectIn(line.message)?.content);

const modelIn = (lines: readonly JsonObject[]): string | undefined =>
  lines
    .map((line) => textIn(objectIn(line.message)?.model))
    .find((model) => model !== undefined && model !== '<synthetic>');

/** Each message's usage once, though each of its lines has it. */
function usageIn(lines: readonly JsonObject[]): Run['usage'] {
  const messages = new Map<unknown, JsonObject>();
  for (const line of lines) {
    const message = objectIn(line.message);
    const usage = objectIn(message?.usage);
    if (usage) messages.set(message?.id ?? line.uuid, usage);
  }
  const sum = (name: string): number | undefined =>
    messages.size === 0
      ? undefined
      : [...messages.values()].reduce((all, each) => all + (numberIn(each[name]) ?? 0), 0);
  return present({
    inputTokens: sum('input_tokens'),
    outputTokens: sum('output_tokens'),
    cachedTokens: sum('cache_read_input_tokens'),
  });
}
