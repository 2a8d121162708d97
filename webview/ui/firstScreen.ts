import type { Token } from 'markdown-it';

/** A character of prose takes about so many square pixels with its share of the line, where little room is lost. */
const ofCharacter = 120;
/**
 * In UTF-16 units of Markdown. What lies between is rendered and laid out for the next frame; what follows, once the
 * page is idle.
 */
const [least, most] = [1024, 4096];
let now = most;

/** Texts stand in so many columns of a window of that size (in pixels) from now on. */
export function fitScreen(columns: number, width: number, height: number): void {
  now = Math.round(Math.min(most, Math.max(least, ((width / columns) * height) / ofCharacter)));
}

/** As much as a card shows of a text before one scrolls. In UTF-16 units of Markdown. */
export const screenful = (): number => now;

/**
 * How many of a text's tokens fill a screen, up to the end of a block that stands in no other: a list or a block of
 * code is never cut.
 */
export function endOfScreen(tokens: readonly Token[]): number {
  const enough = screenful();
  let written = 0;
  for (const [at, { content, level, nesting }] of tokens.entries()) {
    written += content.length;
    if (written >= enough && level === 0 && nesting <= 0) return at + 1;
  }
  return tokens.length;
}
