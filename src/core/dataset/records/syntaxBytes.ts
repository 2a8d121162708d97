/** The bytes that structure JSON, JSONL and CSV. */
export const newline = 0x0a;
export const quote = 0x22;
export const backslash = 0x5c;
export const comma = 0x2c;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;

/** White space as JSON has it. */
export const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === newline;

/** Bytes of a UTF-8 byte order mark at the start of `head`: 3 or 0. */
export function byteOrderMark(head: Buffer): number {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
}
