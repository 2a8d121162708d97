/**
 * Texts whose characters are bytes ("latin1"): files and patches are compared and put together byte by byte, whatever
 * their encoding.
 */

/** Turns bytes into such a text. */
export const binaryOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** Turns a text, as a dataset holds it, into the bytes of its UTF-8. */
export const binaryOfText = (text: string): string =>
  // Most patches are ASCII, where both are the same.
  /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');

/** The bytes that such a text stands for. */
export const bytesOf = (binary: string): Uint8Array => Buffer.from(binary, 'latin1');

/** The text that such bytes are in UTF-8; what is none becomes U+FFFD. */
export const textOfBinary = (binary: string): string => Buffer.from(binary, 'latin1').toString('utf8');

/** Lines with what ends them; the last one may have no end. */
export function linesOf(binary: string): string[] {
  const lines: string[] = [];
  let from = 0;
  while (from < binary.length) {
    const end = binary.indexOf('\n', from);
    const to = end < 0 ? binary.length : end + 1;
    lines.push(binary.slice(from, to));
    from = to;
  }
  return lines;
}
