import type { DeskRequest } from '../../../src/protocol/desk';
import { memory } from '../../ui/host';

type Text = Extract<DeskRequest, { method: 'setText' }>;

/**
 * Texts that the host has not confirmed yet, by item and field. They outlive this webview, should the host have
 * crashed.
 */
const pending = new Map<string, Text>();

/**
 * A text without an answer for so long was typed in an earlier life, not just now in a desk beside this one. In
 * milliseconds.
 */
const answerTime = 1000;

const nameOf = (study: string, { key, field }: Text): string => JSON.stringify([study, key, field]);

/** Remembers a text that was just typed; call the result once the host has it. */
export function rememberText(study: string, text: Text): () => void {
  const name = nameOf(study, text);
  pending.set(name, text);
  memory.keep(name, { study, text, time: Date.now() });
  return () => {
    if (pending.get(name) !== text) return;
    pending.delete(name);
    memory.forget(name);
  };
}

/** Gives the texts that were typed for an item in an earlier life of the desk, and never answered. */
export function unsavedTexts(study: string, key: string): Text[] {
  const kept = memory.all().filter(isKept);
  return kept
    .filter(
      (entry) =>
        entry.study === study &&
        entry.text.key === key &&
        !pending.has(nameOf(study, entry.text)) &&
        Date.now() - entry.time > answerTime,
    )
    .map(({ text }) => text);
}

function isKept(entry: unknown): entry is { study: string; text: Text; time: number } {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'study' in entry &&
    'time' in entry &&
    typeof entry.time === 'number' &&
    'text' in entry &&
    typeof entry.text === 'object' &&
    entry.text !== null &&
    'key' in entry.text
  );
}
