import { isUtf8 } from 'node:buffer';

/**
 * Windows-1252 ("ANSI" of Western Windows), in which Excel saves CSV unless it is told to write UTF-8. Nothing in a
 * file names it, so it is taken only where the bytes look like letters of a Western language: single ones among ASCII.
 * Letters of Cyrillic, Chinese or Japanese code pages stand one behind the other, and such files are left to be
 * converted.
 */

/**
 * What 0x80 to 0x9f stand for; '' for none (https://encoding.spec.whatwg.org/index-windows-1252.txt, which has control
 * characters there).
 */
const special = [
  '€',
  '',
  '‚',
  'ƒ',
  '„',
  '…',
  '†',
  '‡',
  'ˆ',
  '‰',
  'Š',
  '‹',
  'Œ',
  '',
  'Ž',
  '',
  '',
  '‘',
  '’',
  '“',
  '”',
  '•',
  '–',
  '—',
  '˜',
  '™',
  'š',
  '›',
  'œ',
  '',
  'ž',
  'Ÿ',
] as const;
/** Quotes, dashes and the like stand beside each other, and beside letters, in every text. */
const tells = (byte = 0): boolean => byte >= 0x80 && !(byte >= 0x91 && byte <= 0x97) && byte !== 0x80 && byte !== 0x85;
const isLetter = (byte: number): boolean => /\p{L}/u.test(special[byte - 0x80] ?? '');

/** The text of bytes that are UTF-8 or else Windows-1252. */
export function decodeText(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : decodeWindows1252(bytes);
}

export function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (character) => special[character.charCodeAt(0) - 0x80] || '\ufffd');
}

/** Whether the beginning of a text is Windows-1252, and no UTF-8. */
export function isWindows1252(head: Buffer): boolean {
  if (isUtf8(wholeCharacters(head))) return false;
  let [letters, besideAnother, rare] = [0, 0, 0];
  for (let at = 0; at < head.length; at++) {
    const byte = head[at] ?? 0;
    if (byte < 0x80) continue;
    if (byte < 0xa0 && special[byte - 0x80] === '') return false;
    if (!tells(byte)) continue;
    letters++;
    if (tells(head[at - 1]) || tells(head[at + 1])) besideAnother++;
    // Letters that few texts have, and that stand for usual ones in the code pages of DOS and Mac.
    if (byte < 0xa0 && isLetter(byte)) rare++;
  }
  return letters === 0 || (besideAnother * 2 < letters && rare * 2 < letters);
}

/** Without a last character that goes on behind the bytes. */
function wholeCharacters(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes.length - end < 3 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  return (bytes[end - 1] ?? 0) >= 0xc0 ? bytes.subarray(0, end - 1) : bytes;
}
