import type { Token } from 'markdown-it';

/** More than a card shows of a text before one scrolls. In UTF-16 units of Markdown. */
export const screenful = 4096;

/** How many of a text's tokens fill a screen, up to the end of a block that stands in no other: a list or a block of code is never cut. */
export function endOfScreen(tokens: readonly Token[]): number {
  let written = 0;
  for (const [at, { content, level, nesting }] of tokens.entries()) {
    written += content.length;
    if (written >= screenful && level === 0 && nesting <= 0) return at + 1;
  }
  return tokens.length;
}
