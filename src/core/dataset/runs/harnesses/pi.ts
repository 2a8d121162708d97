import type { Message } from '../../../model/item/item';
import { problem } from '../../../model/problems/problem';
import type { JsonObject } from '../../fields/recordFields';
import { pathTo, turnsOnPath } from '../branches';
import { promptLength } from '../prompts';
import { resultTurn, turnsOfBlocks } from '../contentBlocks';
import type { Harness, RunAttempt, RunTask } from '../harness';
import { Unread } from '../unread';
import { contentText, numberIn, objectIn, objectsInList, present, textIn } from '../values';

/**
 * A session: its head, `{type: "session", version, id, cwd}`, and an entry a line, `{type, id, parentId}`, of which those
 * of type "message" hold a message. Entries are a tree, in which the last one is where the session stands; what is not
 * on the path to it is a branch. In version 1 they have no ids and follow one another. OpenClaw writes the same form, with
 * the id of a call for the parent of what it gave.
 */
export const pi: Harness = {
  name: 'pi',
  title: 'pi and OpenClaw sessions (.jsonl)',
  origin:
    'badlogic/pi-mono, packages/coding-agent/docs/session.md and src/core/session-manager.ts (buildSessionContext)',
  markers: ['"session"'],
  matches: ({ first }) => {
    const head = objectIn(first);
    return head?.type === 'session' && typeof head.id === 'string' && typeof head.cwd === 'string';
  },
  async *runs(file) {
    const unread = new Unread();
    const entries: JsonObject[] = [];
    let head: JsonObject | undefined;
    for await (const value of file.lines()) {
      const entry = objectIn(value);
      if (!entry) unread.line();
      else if (entry.type === 'session') head ??= entry;
      else entries.push(entry);
    }
    const version = numberIn(head?.version) ?? 1;
    if (!known.includes(version))
      yield { told: problem('runs.unknownVersion', { version: String(version), known: known.map(String) }) };
    const tree = pathsIn(entries, textIn(head?.id));
    const { path } = tree;
    const { turns, start, branches } = turnsOnPath(tree, (entry) => turnsIn(entry, unread), promptLength);
    if (turns.length === 0) yield { told: problem('runs.notReadable', {}) };
    else {
      const copied = path.filter((entry) => summaryIn(entry) !== undefined).flatMap(({ id }) => textIn(id) ?? []);
      yield {
        task: present<RunTask>({
          id: textIn(head?.id) ?? file.name.replace(/\.jsonl$/i, ''),
          prompt: turns.slice(0, start).map(({ key: _, ...turn }) => turn),
        }),
        run: present<RunAttempt>({
          turns: turns.slice(start),
          model: messagesIn(path)
            .map(({ model }) => textIn(model))
            .find((model) => model !== undefined),
          exit: messagesIn(path)
            .map(({ stopReason }) => textIn(stopReason))
            .findLast((reason) => reason !== undefined),
          usage: usageIn(messagesIn(entries)),
          branches,
          copied: copied.length > 0 ? copied : undefined,
        }),
      };
    }
    yield* unread.told();
  },
};

const known = [1, 2, 3];

/** What hangs on something that is no entry follows the entry before it. */
function pathsIn(entries: readonly JsonObject[], session: string | undefined): ReturnType<typeof pathTo<JsonObject>> {
  const last = entries.at(-1);
  if (!last || !entries.every(({ id }) => typeof id === 'string')) return { path: entries, branches: [] };
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const before = new Map(entries.map((entry, at) => [entry, entries[at - 1]]));
  return pathTo(last, entries, (entry) => {
    const parent = textIn(entry.parentId);
    if (parent === undefined || parent === session) return undefined;
    return byId.get(parent) ?? before.get(entry);
  });
}

const messagesIn = (entries: readonly JsonObject[]): readonly JsonObject[] =>
  objectsInList(entries.map(({ message }) => message));

/** Entries about the session, or of extensions, which the model does not see. */
const beside: ReadonlySet<unknown> = new Set([
  'custom',
  'label',
  'model_change',
  'session_info',
  'thinking_level_change',
]);

/** What was said before, told once more: where it was compacted, or a branch was left. */
const summaryIn = ({ type, summary, message }: JsonObject): string | undefined => {
  const told = objectIn(message);
  if (type === 'compaction' || type === 'branch_summary') return textIn(summary);
  return told?.role === 'compactionSummary' || told?.role === 'branchSummary' ? textIn(told.summary) : undefined;
};

function turnsIn(entry: JsonObject, unread: Unread): readonly Message[] {
  const key = textIn(entry.id);
  const summary = summaryIn(entry);
  const turns =
    summary !== undefined
      ? [{ role: 'user', content: summary }]
      : entry.type === 'custom_message'
        ? turnsOfBlocks('user', entry.content, unread)
        : entry.type === 'message'
          ? turnsOfMessage(objectIn(entry.message) ?? {}, unread)
          : [];
  if (summary === undefined && entry.type !== 'message' && entry.type !== 'custom_message' && !beside.has(entry.type))
    unread.part(textIn(entry.type) ?? 'entry');
  return turns.map((turn, i) => (key !== undefined && i === 0 ? { ...turn, key } : turn));
}

function turnsOfMessage(message: JsonObject, unread: Unread): readonly Message[] {
  switch (message.role) {
    case 'user':
    case 'assistant':
      return turnsOfBlocks(message.role, message.content, unread);
    case 'custom':
    case 'hookMessage':
      return turnsOfBlocks('user', message.content, unread);
    case 'toolResult':
      return [resultTurn(message.content, textIn(message.toolCallId), textIn(message.toolName))];
    case 'bashExecution':
      // What a person ran, as the model is told (packages/coding-agent/src/core/messages.ts, bashExecutionToText).
      return [
        { role: 'user', content: `Ran \`${String(message.command)}\`\n\`\`\`\n${contentText(message.output)}\n\`\`\`` },
      ];
    default:
      unread.part(textIn(message.role) ?? 'message');
      return [];
  }
}

/** Of all entries, as branches were paid for as well. */
function usageIn(messages: readonly JsonObject[]): RunAttempt['usage'] {
  const usages = objectsInList(messages.map(({ usage }) => usage));
  if (usages.length === 0) return undefined;
  const sum = (of: (usage: JsonObject) => unknown): number =>
    usages.reduce((all, each) => all + (numberIn(of(each)) ?? 0), 0);
  return {
    inputTokens: sum(({ input }) => input),
    outputTokens: sum(({ output }) => output),
    cachedTokens: sum(({ cacheRead }) => cacheRead),
    cost: sum(({ cost }) => objectIn(cost)?.total),
  };
}
