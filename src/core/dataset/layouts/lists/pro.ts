import { problem } from '../../../model/problems/problem';
import { LayoutError, wrongValue } from '../../fields/recordFields';
import type { Message } from '../../../model/item/item';
import type { Content, Layout } from '../layout';
import { metadataOf, textIn, textsAt } from '../texts/nestedValues';
import { scoredResponses } from './scoredResponses';

/**
 * `{prefix: [[turn]], suffix: [text], reward: [number], sft_index}`: for each response the turns before it, behind
 * `<|prompter|>` and `<|assistant|>`, which end with the latter. All of a record have the same; how good each response
 * is its reward says. What stands before the first marker is the system's.
 */
export const pro: Layout = {
  name: 'pro',
  title: 'Responses with rewards and the turns before each, as in PRO',
  origin: 'AlibabaResearch/DAMO-ConvAI at 483554e, PRO/train/utils/data_manager.py:59-69',
  fields: { id: 'id', prefix: 'prefix', responses: 'suffix', rewards: 'reward', sft: 'sft_index' },
  matches: (record) =>
    record.hasList('prefix', 'responses', 'rewards') && record.maybeList('prefix').every(Array.isArray),
  read(record): Content {
    const prefixes = record.listAt('prefix').map((prefix, i) => turnsIn(prefix, `${record.path('prefix')}[${i}]`));
    const texts = textsAt(record, 'responses');
    if (prefixes.length !== texts.length)
      throw new LayoutError(
        problem('layouts.conversationsDiffer', {
          path: record.path('prefix'),
          conversations: prefixes.length,
          responses: texts.length,
        }),
        { field: 'prefix' },
      );
    const [prompt = []] = prefixes;
    const other = prefixes.findIndex((each) => JSON.stringify(each) !== JSON.stringify(prompt));
    if (other >= 0)
      throw new LayoutError(problem('layouts.otherConversation', { path: `${record.path('prefix')}[${other}]` }), {
        field: 'prefix',
      });
    // Which response the trainer imitates follows from the rewards.
    record.value('sft');
    return {
      id: record.ownId(),
      prompt,
      ...scoredResponses(
        record,
        'rewards',
        texts.map((text, i) => ({ id: `r${i + 1}`, text })),
      ),
      ...metadataOf(record),
    };
  },
};

const markers = [
  ['<|prompter|>', 'user'],
  ['<|assistant|>', 'assistant'],
] as const;

/** The turns of a prefix without the marker that ends it; at least one. */
function turnsIn(value: unknown, path: string): Message[] {
  if (!Array.isArray(value)) throw wrongValue(path, value, 'listOfTexts', 'prefix');
  const turns = value.map((entry: unknown, i): Message => {
    const text = textIn(entry, `${path}[${i}]`);
    const [marker, role] = markers.find(([each]) => text.startsWith(each)) ?? ['', 'system'];
    return { role, content: text.slice(marker.length) };
  });
  const last = turns.at(-1);
  const prompt = last?.role === 'assistant' && last.content === '' ? turns.slice(0, -1) : turns;
  if (prompt.length === 0) throw new LayoutError(problem('layouts.noTurnBeforeAnswer', { path }), { field: 'prefix' });
  return prompt;
}
