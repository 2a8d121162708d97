import { stripVTControlCharacters } from 'node:util';
import type { Message } from '../../model/item/item';
import { jsonIn, listIn, objectIn } from './values';

/** What is known of asciicast; their events have the same form, only that times are told otherwise. */
export const knownRecordings: readonly string[] = ['2', '3'];

const escape = '\u001b';

/** What a terminal answers, behind an escape, when it is asked what it is, and where its cursor or which its colors are. */
const answer = /^(?:\[[?>]?[\d;]*[cR]|\][\d;]+rgb:[\da-f/]+.?|\\)$/;
const isAnswer = (typed: string): boolean =>
  typed.startsWith(escape) &&
  typed
    .slice(1)
    .split(escape)
    .every((part) => answer.test(part));

/** Enter, interrupt and end of file. */
const ends: readonly (string | undefined)[] = ['\r', '\n', '\u0003', '\u0004'];

/**
 * The turns in a recording of a terminal (asciicast: a head, then `[seconds, "i" | "o", text]` a line): what was typed
 * up to an Enter, an end of file or an interrupt is a call, and what then appeared its observation, with the codes of
 * the terminal worked in. Undefined for a text that is no recording.
 */
export function turnsOfRecording(
  text: string,
): { readonly turns: readonly Message[]; readonly version: string } | undefined {
  const [head, ...events] = text.split('\n').filter((line) => line.trim() !== '');
  const version = objectIn(jsonIn(head))?.version;
  if (typeof version !== 'number') return undefined;
  const turns: Message[] = [];
  let typed = '';
  let shown = '';
  const close = (): void => {
    if (typed !== '')
      turns.push({
        role: 'assistant',
        content: '',
        toolCalls: [{ name: 'terminal', arguments: { keystrokes: typed } }],
      });
    const content = screenText(shown);
    if (content.trim() !== '') turns.push({ role: 'tool', content });
    [typed, shown] = ['', ''];
  };
  for (const event of events) {
    const [, kind, data] = listIn(jsonIn(event));
    if (typeof data !== 'string') continue;
    if (kind === 'o') shown += data;
    else if (kind === 'i' && !isAnswer(data)) {
      if (typed === '' || ends.includes(typed.at(-1))) close();
      typed += data;
    }
  }
  close();
  return { turns, version: String(version) };
}

/** What of a terminal's output is to be read: without its codes, and of a line that was written over what was left. */
export const screenText = (output: string): string =>
  stripVTControlCharacters(output.replaceAll(/\r+\n/g, '\n')).split('\n').map(writtenOver).join('\n').trim();

/** A line after its carriage returns and backspaces. */
function writtenOver(line: string): string {
  if (!/[\r\b]/.test(line)) return line;
  const chars: string[] = [];
  let at = 0;
  for (const char of line) {
    if (char === '\r') at = 0;
    else if (char === '\b') at = Math.max(0, at - 1);
    else chars[at++] = char;
  }
  return chars.join('').trimEnd();
}
