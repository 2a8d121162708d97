/**
 * A part of a long text that stands on the page, and where the caret goes in it. Offsets are UTF-16 code units of the
 * whole text.
 */

export interface TextWindow {
  readonly start: number;
  readonly end: number;
}

/** Text on the page before and behind what is selected, at most. */
const around = 16_384;
/** A window begins and ends with a line where one does so within this distance. */
const nearLine = 2048;

/** The part of `text` to show around a selection: whole lines where they are not too long. */
export function windowAround(text: string, from: number, to: number): TextWindow {
  return {
    start: lineStart(text, Math.max(0, Math.min(from, to) - around)),
    end: lineEnd(text, Math.min(text.length, Math.max(from, to) + around)),
  };
}

function lineStart(text: string, at: number): number {
  if (at === 0) return 0;
  const found = text.lastIndexOf('\n', at - 1) + 1;
  return at - found <= nearLine ? found : wholeCharacter(text, at);
}

function lineEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const found = text.indexOf('\n', at);
  const end = found < 0 ? text.length : found + 1;
  return end - at <= nearLine ? end : wholeCharacter(text, at);
}

const wholeCharacter = (text: string, at: number): number =>
  /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1)) ? at - 1 : at;

type Move = readonly [
  direction: 'left' | 'right' | 'backward' | 'forward',
  by: 'character' | 'word' | 'line' | 'lineboundary' | 'paragraph' | 'documentboundary',
];

/** Gives the move of the caret for a key, as in every text field; undefined for a key that moves nothing. */
export function moveOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): Move | undefined {
  if (altKey) return undefined;
  const far = ctrlKey || metaKey;
  switch (key) {
    case 'ArrowLeft':
      return ['left', far ? 'word' : 'character'];
    case 'ArrowRight':
      return ['right', far ? 'word' : 'character'];
    case 'ArrowUp':
      return ['backward', far ? 'paragraph' : 'line'];
    case 'ArrowDown':
      return ['forward', far ? 'paragraph' : 'line'];
    case 'Home':
      return ['backward', far ? 'documentboundary' : 'lineboundary'];
    case 'End':
      return ['forward', far ? 'documentboundary' : 'lineboundary'];
    default:
      return undefined;
  }
}

/** Lines that PageUp and PageDown go. */
export const pageOfLines = 15;
