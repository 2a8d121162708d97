import { problem } from '../../../model/problems/problem';
import { isObject, type JsonObject } from '../../fields/recordFields';
import { idOf, RecordReader } from '../../records/recordReader';
import type { Content, RecordJoin, Layout, JoinedRecord, Fault } from '../layout';
import { oasstTrees } from './oasstTrees';

/** Who speaks, as trees of messages name them. */
export const treeRoles: Readonly<Record<string, 'prompter' | 'assistant'>> = {
  prompter: 'prompter',
  user: 'prompter',
  human: 'prompter',
  assistant: 'assistant',
  bot: 'assistant',
  gpt: 'assistant',
  model: 'assistant',
};

/** Messages that name no tree are put together as if all were of this one. */
const oneTree = '';

/**
 * The messages of OpenAssistant's trees one by one, `{message_id, parent_id, text, role: "prompter" | "assistant",
 * lang, message_tree_id, rank, labels, …}`, in any order: put together to trees and read as those are. Where a mapping
 * names other fields the tree may be missing: the parents alone hold messages together. The tables of the Hugging Face
 * Hub hold labels and emojis as lists side by side (`{name: [], value: [], count: []}`); they are kept as the trees
 * have them.
 */
export const oasstMessages: Layout = {
  name: 'oasst-messages',
  title: 'OpenAssistant messages, one per row: replies to the same message and their ranks',
  origin:
    'LAION-AI/Open-Assistant, oasst-data/oasst_data/schemas.py (ExportMessageNode); datasets OpenAssistant/oasst1 and oasst2',
  fields: { id: 'message_id', parentId: 'parent_id', treeId: 'message_tree_id', text: 'text', role: 'role' },
  matches: (record) =>
    record.hasText('id', 'treeId', 'text') &&
    (record.value('role') === 'prompter' || record.value('role') === 'assistant'),
  read(record): Content {
    const id = record.ownId();
    if (id === undefined) throw record.wrong('id', record.value('id'), 'text');
    const role = treeRoles[record.textAt('role').toLowerCase()];
    if (role === undefined) throw record.wrong('role', record.value('role'), 'treeRole');
    const message = {
      message_id: id,
      parent_id: idOf(record.value('parentId')) ?? null,
      message_tree_id: record.maybeText('treeId') ?? oneTree,
      text: record.textAt('text'),
      role,
    };
    return { id, prompt: [], responses: [], metadata: { ...record.rest().metadata, ...message } };
  },
  joins: { key: ({ metadata }) => String(metadata?.message_tree_id), join: treesOf },
};

function treesOf(parts: readonly JoinedRecord[]): ReturnType<RecordJoin['join']> {
  const faults: Fault[] = [];
  const byId = new Map<string, JoinedRecord>();
  for (const part of parts) {
    const first = byId.get(part.item.id);
    if (first)
      faults.push({
        part,
        reason: problem('layouts.messageIdAgain', {
          id: part.item.id,
          line: first.line,
          unit: first.unit ?? 'line',
        }),
      });
    else byId.set(part.item.id, part);
  }
  const replies = new Map<string | null, JoinedRecord[]>();
  for (const part of byId.values()) {
    const parent = parentOf(part);
    const siblings = replies.get(parent);
    if (siblings) siblings.push(part);
    else replies.set(parent, [part]);
  }
  const items: Content[] = [];
  const placed = new Set<JoinedRecord>();
  for (const root of replies.get(null) ?? []) {
    const { message_tree_id, tree_state, ...prompt } = root.item.metadata ?? {};
    const tree = {
      message_tree_id,
      ...(tree_state !== undefined && { tree_state }),
      prompt: { ...nodeOf(prompt), replies: [] },
    };
    /** Nodes whose replies are to be hung in; no recursion, for trees may be deep. */
    const open: { part: JoinedRecord; node: { replies: JsonObject[] } }[] = [{ part: root, node: tree.prompt }];
    for (let next = open.pop(); next; next = open.pop()) {
      placed.add(next.part);
      for (const reply of replies.get(next.part.item.id) ?? []) {
        const { message_tree_id: _, tree_state: __, ...fields } = reply.item.metadata ?? {};
        const node = { ...nodeOf(fields), replies: [] };
        next.node.replies.push(node);
        open.push({ part: reply, node });
      }
    }
    for (const item of [oasstTrees.read(new RecordReader(tree, oasstTrees.fields))].flat()) {
      const { file, line, unit } = byId.get(item.id ?? '') ?? root;
      items.push({ ...item, place: { file, line, ...(unit && { unit }) } });
    }
  }
  for (const part of hangingNowhere(byId, placed)) {
    const parent = parentOf(part) ?? '';
    faults.push({
      part,
      reason: problem(byId.has(parent) ? 'layouts.parentInCircle' : 'layouts.parentMissing', { parent }),
    });
  }
  return { items, faults };
}

const parentOf = ({ item: { metadata } }: JoinedRecord): string | null =>
  (metadata?.parent_id as string | null | undefined) ?? null;

/**
 * The messages that keep others from hanging in a tree: the first of each branch whose parent is not there, and one of
 * each circle.
 */
function* hangingNowhere(
  byId: ReadonlyMap<string, JoinedRecord>,
  placed: ReadonlySet<JoinedRecord>,
): Generator<JoinedRecord> {
  const seen = new Map<JoinedRecord, JoinedRecord>();
  for (const from of byId.values()) {
    let part = from;
    while (!placed.has(part) && !seen.has(part)) {
      seen.set(part, from);
      const parent = byId.get(parentOf(part) ?? '');
      if (!parent) yield part;
      else if (seen.get(parent) === from) yield parent;
      part = parent ?? part;
    }
  }
}

/** A message with its labels and emojis by name. */
function nodeOf({ labels, emojis, ...message }: JsonObject): JsonObject {
  return {
    ...message,
    ...(emojis !== undefined && { emojis: byName(emojis, (at) => at('count')) }),
    ...(labels !== undefined && { labels: byName(labels, (at) => ({ value: at('value'), count: at('count') })) }),
  };
}

/** Lists side by side as an object by their names; anything else as it is. */
function byName(lists: unknown, valueOf: (at: (list: string) => unknown) => unknown): unknown {
  if (!isObject(lists) || !Array.isArray(lists.name)) return lists;
  const at =
    (index: number) =>
    (list: string): unknown =>
      Array.isArray(lists[list]) ? (lists[list] as unknown[])[index] : undefined;
  return Object.fromEntries(lists.name.map((name: unknown, index) => [String(name), valueOf(at(index))]));
}
