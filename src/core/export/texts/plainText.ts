import { continuationOf, transcriptOf } from '../../dataset/layouts/transcript';
import { turnsOf, type Item, type Response } from '../../model/item';
import type { FileContext } from '../format';
import { remembered } from './remembered';

/**
 * Conversations as plain text. A source that is text comes out byte for byte. Where some prompt of the export is a conversation, all
 * prompts without a text of their own are written as transcripts (`\n\nHuman: … \n\nAssistant:`), and the file's manifest says so.
 */

/** Whether an item can be written as it is: its prompt is a text of its own or one user turn, and no response goes on for several turns. */
export function isPlainText(item: Item): boolean {
  if (isOwnTranscript(item)) return true;
  const plainPrompt = item.promptText !== undefined || (item.prompt.length === 1 && item.prompt[0]?.role === 'user');
  return plainPrompt && item.responses.every(({ turns }) => turns === undefined);
}

/** A prompt text that ends with the assistant's marker belongs to a transcript already. */
const isOwnTranscript = (item: Item): boolean => item.promptText?.endsWith('\n\nAssistant:') ?? false;

/** The prompt, with the context that it was judged under before it and a blank line between. (A transcript begins with one.) */
export function promptText(item: Item, file: Pick<FileContext, 'plainPrompts'>, context?: string): string {
  const prompt = bareText(item, file);
  return context === undefined ? prompt : `${context}${prompt.startsWith('\n\n') ? '' : '\n\n'}${prompt}`;
}

/** Whether the prompt is written in another form than its source has it. */
export const isRewritten = (item: Item, file: Pick<FileContext, 'plainPrompts'>): boolean => bareText(item, file) !== (item.promptText ?? item.prompt[0]?.content);

const promptTranscript = remembered(transcriptOf);
const continuation = remembered((response: Response) => continuationOf(turnsOf(response)));

function bareText(item: Item, { plainPrompts }: Pick<FileContext, 'plainPrompts'>): string {
  if (isOwnTranscript(item)) return item.promptText ?? '';
  return plainPrompts ? (item.promptText ?? item.prompt[0]?.content ?? '') : promptTranscript(item.prompt);
}

/** What follows that prompt. */
export function completionText(item: Item, response: Response, { plainPrompts }: Pick<FileContext, 'plainPrompts'>): string {
  return isOwnTranscript(item) || plainPrompts ? response.text : continuation(response);
}
