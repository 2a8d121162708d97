import type { Message } from '../../../model/item/item';
import { conversationNames, historyNames, plainName, promptTextNames, systemNames } from '../../fields/fieldWords';
import { asMessages } from '../../items/messages';
import type { RecordReader } from '../../records/recordReader';
import { byShape } from '../../records/recordShape';
import { meaningfulText } from './nestedValues';

/**
 * Prompts under other names than "prompt". A field counts as the prompt only where its name says so, and only one does.
 */

/** The fields of a record that are named so, in its order. */
const namedIn = byShape(({ keys }) => {
  const named = keys.map((key) => ({ key, name: plainName(key) }));
  return {
    texts: named.filter(({ name }) => promptTextNames.includes(name)),
    conversations: named.filter(({ name }) => conversationNames.includes(name)),
    histories: historyNames.filter((key) => keys.includes(key)),
    systems: systemNames.filter((key) => keys.includes(key)),
  };
});

/** A prompt under another name than the layout's; undefined where no field is named so, or several are. */
export function promptByFieldName(
  record: RecordReader,
): { readonly prompt: Message[]; readonly promptText?: string } | undefined {
  const named = namedIn(record);
  const asked = named.texts.filter(({ key }) => meaningfulText(record.record[key]) !== undefined);
  const talked = named.conversations.filter(
    ({ key }) => (asMessages(record.record[key])?.at(-1)?.role ?? 'assistant') !== 'assistant',
  );
  const [first, second] = [...asked, ...talked];
  if (!first) return undefined;
  const isInstructed =
    asked.length === 2 &&
    talked.length === 0 &&
    ['instruction', 'input'].every((part) => asked.some(({ name }) => name === part));
  if (second && !isInstructed) return undefined;
  const keys = isInstructed
    ? ['instruction', 'input'].map((part) => asked.find(({ name }) => name === part)?.key ?? part)
    : [first.key];
  record.noteFound('prompt', ...keys);
  if (!isInstructed) return record.promptAt(first.key);
  const promptText = keys.map((key) => record.textAt(key)).join('\n');
  return { prompt: [{ role: 'user', content: promptText }], promptText };
}

interface Asked {
  readonly prompt: readonly Message[];
  readonly promptText?: string;
}

/**
 * A prompt behind what the record has of before, in fields of their own: a system message where the prompt has none,
 * and earlier turns.
 */
export function withEarlier<T extends Asked>(record: RecordReader, content: T): Omit<T, keyof Asked> & Asked {
  const named = namedIn(record);
  if (named.systems.length === 0 && named.histories.length === 0) return content;
  const before = [...systemAt(record, content.prompt), ...historyAt(record, content.prompt)];
  if (before.length === 0) return content;
  const { promptText: _, prompt, ...rest } = content;
  return { ...rest, prompt: [...before, ...prompt] };
}

function systemAt(record: RecordReader, prompt: readonly Message[]): readonly Message[] {
  // A system message that is empty says nothing.
  for (const each of namedIn(record).systems) if (record.record[each] === '') record.value(each);
  const key = namedIn(record).systems.find((each) => meaningfulText(record.record[each]) !== undefined);
  return key === undefined || prompt.some(({ role }) => role === 'system' || role === 'developer')
    ? []
    : [{ role: 'system', content: record.textAt(key) }];
}

function historyAt(record: RecordReader, prompt: readonly Message[]): readonly Message[] {
  if (prompt.length !== 1 || prompt[0]?.role !== 'user') return [];
  for (const key of namedIn(record).histories) {
    const turns = earlierTurns(record.record[key]);
    if (!turns) continue;
    record.value(key);
    return turns;
  }
  return [];
}

/** Turns that end with an answer, as messages or as pairs of texts; none of an empty list. */
function earlierTurns(value: unknown): readonly Message[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const turns = value.length === 0 ? [] : asMessages(value);
  if (turns) return (turns.at(-1)?.role ?? 'assistant') === 'assistant' ? turns : undefined;
  const pairs = (value as readonly unknown[]).filter(
    (pair): pair is readonly [string, string] =>
      Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string'),
  );
  return pairs.length < value.length
    ? undefined
    : pairs.flatMap(([asked, answered]): Message[] => [
        { role: 'user', content: asked },
        { role: 'assistant', content: answered },
      ]);
}
