import type { Message, Response } from '../../../model/item/item';

/**
 * Whole conversations as one string, the form of Anthropic's HH-RLHF: `\n\nHuman: …\n\nAssistant: …`.
 * Read as `extract_dialogue` of TRL's `examples/datasets/hh-rlhf-helpful-base.py` does, but without losing a byte.
 */

const marker = /\n\n(Human|Assistant):/g;
/** What stands before the assistant's words, and so ends a prompt. */
export const assistantMarker = '\n\nAssistant:';

/** Whether a text is a conversation that the person begins and the assistant answers. */
export function isTranscript(text: string): boolean {
  return /^\s*Human:/.test(text) && text.includes(assistantMarker);
}

/**
 * Whether a prompt is a transcript up to where the assistant is to speak (Nectar's have a space there); a system prompt
 * may lead it.
 */
export function isTranscriptPrompt(text: string): boolean {
  return (text.endsWith(assistantMarker) || text.endsWith(`${assistantMarker} `)) && /(^\s*|\n\n)Human:/.test(text);
}

/** The turns of a transcript; a turn's content is what follows its marker, without the one space behind the colon. */
function turnsOfTranscript(text: string): Message[] {
  const marks = [...text.matchAll(marker)];
  const lead = text.slice(0, marks[0]?.index ?? text.length);
  const turns = marks.map((mark, i): Message => {
    const content = text.slice(mark.index + mark[0].length, marks[i + 1]?.index ?? text.length);
    return {
      role: mark[1] === 'Human' ? 'user' : 'assistant',
      content: content.startsWith(' ') ? content.slice(1) : content,
    };
  });
  if (lead.trim() !== '') return [{ role: 'system', content: lead }, ...turns];
  return turns;
}

/** The conversation in a prompt text that ends with the assistant's marker. */
export function promptOfTranscript(promptText: string): Message[] {
  return turnsOfTranscript(promptText.replace(/\n\nAssistant: ?$/, ''));
}

/** The turns of what follows a prompt text: the assistant's words, and the turns after them where there are any. */
export function turnsOfContinuation(text: string): Message[] {
  return turnsOfTranscript(assistantMarker + text);
}

/** What follows a transcript's prompt as a response, exactly and as turns. */
export const continuation = (id: string, text: string): Response => ({ id, text, turns: turnsOfContinuation(text) });

/**
 * Where two transcripts part: the length of their prompt, up to and with the last assistant marker that both share; -1
 * where they share none.
 */
export function promptLength(a: string, b: string): number {
  let common = 0;
  while (common < a.length && a[common] === b[common]) common++;
  const last = a.lastIndexOf(assistantMarker, common - assistantMarker.length);
  return last < 0 || common < assistantMarker.length ? -1 : last + assistantMarker.length;
}

/**
 * Messages as a transcript that ends where the assistant is to speak: the plain-text form of a conversation. What a
 * system or developer says behind the beginning is a paragraph of its own.
 */
export function transcriptOf(messages: readonly Message[]): string {
  return messages.map(written).join('') + assistantMarker;
}

/** What follows that: the assistant's words, and the turns after them where there are any. */
export function continuationOf(turns: readonly Message[]): string {
  const text = turns.map(written).join('');
  return text.startsWith(assistantMarker) ? text.slice(assistantMarker.length) : text;
}

function written({ role, content }: Message, place: number): string {
  if (role === 'system' || role === 'developer') return place === 0 || content === '' ? content : `\n\n${content}`;
  return `\n\n${role === 'assistant' ? 'Assistant' : 'Human'}: ${content}`;
}
