/** A word as a shell takes it, for commands in messages. */
export const shellQuote = (word: string): string =>
  /^[\p{L}\p{N}_=.,/-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
