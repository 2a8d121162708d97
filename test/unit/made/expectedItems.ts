import type { Message } from '../../../src/core/model/item/item';

/** Parts of expected items, written short. */
export const user = (content: string): Message => ({ role: 'user', content });
export const assistant = (content: string): Message => ({ role: 'assistant', content });
export const system = (content: string): Message => ({ role: 'system', content });
/** A prompt that is one text. */
export const asked = (text: string): { prompt: Message[]; promptText: string } => ({
  prompt: [user(text)],
  promptText: text,
});
/** The labels of an item on which the first of two responses is the better. */
export const better = (a: string, b: string): { labels: unknown[] } => compared(a, b, 'a');
export const compared = (a: string, b: string, outcome: string): { labels: unknown[] } => ({
  labels: [{ judgement: { comparisons: [{ a, b, outcome }] } }],
});
