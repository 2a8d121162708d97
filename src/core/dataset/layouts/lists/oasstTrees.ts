import type { Message, Response } from '../../../model/item/item';
import { isObject, otherFields, wrongValue, type JsonObject, objectsIn, textOf } from '../../fields/recordFields';
import { idOf, numberOf } from '../../records/recordReader';
import { rankingLabel, ratingOf } from '../labels/numericJudgements';
import type { Content, Label, Layout } from '../layout';
import { textIn } from '../texts/nestedValues';

/**
 * `{message_tree_id, tree_state, prompt: {message_id, text, role: "prompter" | "assistant", lang, rank, labels, …,
 * replies: [the same]}}`. Every group of two or more assistant replies to one message is an item, called by that
 * message's id, with the conversation up to it (groups of prompter replies are turns of people, not answers). Ranks (0
 * for best) are a ranking; a reply without one was not ranked, so it is not below the others. Labels ({value, count},
 * means over reviewers) are ratings of the reviewers. Everything else of a message (deleted, synthetic, review, emojis)
 * is metadata of its response; what is said of the message answered stands under "prompt".
 */
export const oasstTrees: Layout = {
  name: 'oasst-trees',
  title: 'OpenAssistant message trees: replies to the same message and their ranks',
  origin: 'LAION-AI/Open-Assistant, oasst-data/oasst_data/schemas.py (ExportMessageTree)',
  expands: true,
  fields: { treeId: 'message_tree_id', prompt: 'prompt' },
  matches(record) {
    const root = record.value('prompt');
    return isObject(root) && 'message_id' in root && 'replies' in root;
  },
  read(record): readonly Content[] {
    const root = record.objectAt('prompt');
    record.keep('treeId');
    const tree = record.rest().metadata ?? {};
    const items: Content[] = [];
    /**
     * Messages to visit, with the conversation up to and with each, and its place in the record; no recursion, for
     * trees may be deep.
     */
    const open: { message: JsonObject; thread: readonly Message[]; path: string }[] = [
      { message: root, thread: [turnOf(root, record.path('prompt'))], path: record.path('prompt') },
    ];
    for (let next = open.shift(); next; next = open.shift()) {
      const { message, thread, path } = next;
      const replies = repliesOf(message, path);
      const answers = replies.filter(({ reply }) => reply.role === 'assistant');
      if (answers.length > 1) items.push(itemOf(message, thread, answers, path, tree));
      open.unshift(
        ...replies.map(({ reply, at }) => ({ message: reply, thread: [...thread, turnOf(reply, at)], path: at })),
      );
    }
    return items;
  },
};

interface Reply {
  readonly reply: JsonObject;
  readonly at: string;
}

function repliesOf(message: JsonObject, path: string): Reply[] {
  return objectsIn(message.replies ?? [], `${path}.replies`).map((reply, index) => ({
    reply,
    at: `${path}.replies[${index}]`,
  }));
}

const turnOf = (message: JsonObject, path: string): Message => ({
  role: message.role === 'assistant' ? 'assistant' : 'user',
  content: textIn(message.text, `${path}.text`),
});

function itemOf(
  parent: JsonObject,
  thread: readonly Message[],
  answers: readonly Reply[],
  path: string,
  tree: JsonObject,
): Content {
  const language = textOf(parent.lang);
  const about = otherFields(parent, ['message_id', 'text', 'role', 'replies', 'lang']);
  const replies = answers.map(({ reply, at }) => ({
    id: idAt(reply, at),
    reply,
    text: textIn(reply.text, `${at}.text`),
    rank: numberOf(reply.rank),
  }));
  return {
    id: idAt(parent, path),
    prompt: thread,
    responses: replies.map(({ id, reply, text }): Response => {
      const model = textOf(reply.model_name);
      const metadata = otherFields(reply, ['message_id', 'text', 'role', 'replies', 'model_name']);
      return { id, text, ...(model !== undefined && { model }), ...(metadata && { metadata }) };
    }),
    ...(language !== undefined && { language }),
    labels: labelsOf(replies),
    metadata: { ...tree, ...(about && { prompt: about }) },
  };
}

function idAt(message: JsonObject, path: string): string {
  const id = idOf(message.message_id);
  if (id === undefined) throw wrongValue(`${path}.message_id`, message.message_id, 'text');
  return id;
}

function labelsOf(replies: readonly { id: string; reply: JsonObject; rank: number | undefined }[]): Label[] {
  const ratings = replies.flatMap(({ id, reply }) =>
    isObject(reply.labels)
      ? Object.entries(reply.labels).map(([name, label]) => ratingOf(id, name, isObject(label) ? label.value : label))
      : [],
  );
  return [
    ...rankingLabel(replies),
    ...(ratings.length > 0 ? [{ annotator: 'reviewers', judgement: { ratings } }] : []),
  ];
}
