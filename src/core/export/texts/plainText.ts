import { continuationOf, transcriptOf } from '../../dataset/layouts/texts/transcript';
import { callsTools, turnsOf, type Item, type Response } from '../../model/item/item';
import { memoize } from './memoize';

/**
 * Conversations as plain text. A source that is text comes out byte for byte, and so does a prompt that is one user
 * turn. Any other conversation is written as a transcript (`\n\nHuman: … \n\nAssistant:`). Each item decides for
 * itself, so that one conversation in a study changes no other row.
 */

/**
 * Whether an item is written as it is: its prompt is a text of its own or one user turn, and no response that text can
 * hold goes on for several turns.
 */
export const isPlainText = memoize((item: Item): boolean => {
  if (isOwnTranscript(item)) return true;
  const [first, second, ...others] = item.prompt;
  const { promptText: own } = item;
  // A template of one model's, and a question whose system prompt stands elsewhere in its source.
  if (
    own?.startsWith('<extra_id_0>') ||
    (own !== undefined && first?.role === 'system' && others.length === 0 && second?.content === own)
  )
    return false;
  return (
    (own !== undefined || (second === undefined && first?.role === 'user')) &&
    item.responses.every(({ turns }) => turns === undefined || callsTools(turns))
  );
});

/** A prompt text that ends with the assistant's marker belongs to a transcript already. */
const isOwnTranscript = (item: Item): boolean => item.promptText?.endsWith('\n\nAssistant:') ?? false;

/**
 * Whether a conversation stands in the text with its turns marked, in its source or by us: a reader that puts the
 * prompt into a chat template would make one user's turn of all of it.
 */
export const isTranscript = (item: Item): boolean => !isPlainText(item) || isOwnTranscript(item);

/** An item by its prompt: what rows go by that hold no response, however many turns one has. */
export const promptAlone = memoize((item: Item): Item => ({ ...item, responses: [] }));

const promptTranscript = memoize(transcriptOf);
const continuation = memoize((response: Response) => continuationOf(turnsOf(response)));

/** The prompt. */
export const promptText = (item: Item): string =>
  isPlainText(item) ? (item.promptText ?? item.prompt[0]?.content ?? '') : promptTranscript(item.prompt);

/** Whether the prompt is written in another form than its source has it. */
export const isRewritten = (item: Item): boolean => !isPlainText(item);

/** What follows that prompt. */
export const completionText = (item: Item, response: Response): string =>
  isPlainText(item) ? response.text : continuation(response);
