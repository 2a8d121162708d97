import { problem } from '../../../model/problems/problem';
import type { Message, Response } from '../../../model/item/item';
import { LayoutError } from '../../fields/recordFields';
import { asMessages } from '../../items/messages';
import type { RecordReader } from '../../records/recordReader';
import type { Content } from '../layout';
import { answerAt, responseOf } from './preferencePair';
import { withEarlier } from './promptByFieldName';

/** A field with a conversation that ends with an answer, parted there. */
export function answerOf(record: RecordReader, name: string, id: string): { prompt: Message[]; response: Response } {
  return partedAtAnswer(record.messagesAt(name), record.path(name), id);
}

/** What was asked and its one answer: of a conversation that ends with it, else in fields of their own. */
export function askedAndAnswer(
  record: RecordReader,
  conversation: string | undefined,
): { readonly asked: Pick<Content, 'prompt' | 'promptText'>; readonly response: Response } {
  if (conversation === undefined) {
    const asked = withEarlier(record, record.promptAt());
    return { asked, response: responseOf('completion', answerAt(record, 'completion')) };
  }
  const { prompt, response } = answerOf(record, conversation, 'completion');
  return { asked: { prompt: systemFirst(record, prompt) }, response };
}

/** Whether a value is a list that may be such a conversation: one that ends with the user's turn is a prompt. */
export function mayEndWithAnswer(value: unknown): boolean {
  const last = asMessages(value)?.at(-1)?.role;
  return Array.isArray(value) && value.length > 0 && last !== 'user' && last !== 'system' && last !== 'tool';
}

/**
 * Prompt and answer of a conversation: everything after the last turn that is the user's, the system's or a tool's is
 * the answer, as ms-swift has it (swift/template/template_inputs.py, _compat_rejected_response). `path` names the
 * conversation in errors.
 */
export function partedAtAnswer(
  messages: readonly Message[],
  path: string,
  id: string,
): { prompt: Message[]; response: Response } {
  const start = messages.findLastIndex(({ role }) => role === 'user' || role === 'system' || role === 'tool') + 1;
  if (start === messages.length)
    throw new LayoutError(problem('layouts.noAnswer', { path, role: messages.at(-1)?.role ?? 'user' }));
  if (start === 0) throw new LayoutError(problem('layouts.noTurnBeforeAnswer', { path }));
  return { prompt: messages.slice(0, start), response: responseOf(id, messages.slice(start)) };
}

/** A prompt with the record's system text before it, where there is one. */
export function systemFirst(record: RecordReader, prompt: readonly Message[], name = 'system'): Message[] {
  const system = record.maybeText(name);
  return system ? [{ role: 'system', content: system }, ...prompt] : [...prompt];
}
