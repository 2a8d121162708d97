import type { Item, Message } from '../model/item';

/**
 * The JSON of what nearly every item is made of, texts alone, as UTF-8: the bytes that `JSON.stringify` gives, in half the time, as nothing is made but one text
 * and its bytes. The texts are put together with a stand-in for the quotes around them, encoded at one go, and escaped four bytes at a time.
 */

/** A control character, which JSON would escape in a text: where one stands in a text, the count tells. */
const standIn = '\u0001';
const standInByte = 1;

/** Longer content is rare, and not worth the memory that is kept for it. */
const longest = 1 << 17;

let encoded = scratch(1 << 15);
let escaped = scratch(1 << 15);

function scratch(bytes: number): { readonly bytes: Uint8Array; readonly view: DataView } {
  const buffer = new ArrayBuffer(bytes);
  return { bytes: new Uint8Array(buffer), view: new DataView(buffer) };
}

const encoder = new TextEncoder();

/** By byte, the letter behind the backslash; 0 for what JSON escapes by its number. */
const escapes = new Uint8Array(256);
for (const [byte, letter] of [[0x08, 'b'], [0x09, 't'], [0x0a, 'n'], [0x0c, 'f'], [0x0d, 'r'], [0x22, '"'], [0x5c, '\\']] as const) escapes[byte] = letter.charCodeAt(0);

const quote = 0x22;
const backslash = 0x5c;

/**
 * The JSON of `[[[role, content], …], promptText or null, [[id, text, [[role, content], …] or null], …]]`. It stands there until this is called again. Undefined
 * where the content holds more than that (media, tools, what stands beside the responses), or what is seldom in texts: control characters, half of a surrogate pair.
 */
export function plainContent({ prompt, promptText, responses, tools, context, evidence, references, criteria }: Omit<Item, 'id' | 'hash'>): Uint8Array | undefined {
  if (tools || context !== undefined || evidence !== undefined || references !== undefined || criteria !== undefined) return undefined;
  const asked = turnsOf(prompt);
  if (asked === undefined) return undefined;
  let quotes = prompt.length * 4 + responses.length * 4;
  let text = `[${asked}${promptText === undefined ? ',null,[' : `,${standIn}${promptText}${standIn},[`}`;
  if (promptText !== undefined) quotes += 2;
  for (let i = 0; i < responses.length; i++) {
    const response = responses[i] as (typeof responses)[number];
    const turns = response.turns ? turnsOf(response.turns) : 'null';
    if (turns === undefined) return undefined;
    if (response.turns) quotes += response.turns.length * 4;
    text += `${i === 0 ? `[${standIn}` : `,[${standIn}`}${response.id}${standIn},${standIn}${response.text}${standIn},${turns}]`;
  }
  return jsonOf(`${text}]]`, quotes);
}

/** A list of plain turns, with the stand-in for quotes; undefined where one is more than its words. */
function turnsOf(turns: readonly Message[]): string | undefined {
  let text = '[';
  for (let i = 0; i < turns.length; i++) {
    const { role, content, media, toolCalls, toolName, toolCallId } = turns[i] as Message;
    if (media || toolCalls || toolName !== undefined || toolCallId !== undefined) return undefined;
    text += `${i === 0 ? `[${standIn}` : `,[${standIn}`}${role}${standIn},${standIn}${content}${standIn}]`;
  }
  return `${text}]`;
}

function jsonOf(text: string, quotes: number): Uint8Array | undefined {
  if (text.length > longest) return undefined;
  // No UTF-16 code unit takes more than three bytes, and no escape that is written here more than two; four bytes are looked at together.
  if (encoded.bytes.length < text.length * 3 + 4) encoded = scratch(text.length * 4);
  const end = encoder.encodeInto(text, encoded.bytes).written;
  if (escaped.bytes.length < end * 2 + 4) escaped = scratch(end * 3);
  const found = escape(end);
  if (found.quotes !== quotes || (found.mayBeBroken && !text.isWellFormed())) return undefined;
  return new Uint8Array(escaped.bytes.buffer, 0, found.length);
}

/** Escapes `encoded`, up to `end`, into `escaped`. No quotes are found where there is a control character without a letter of its own. */
function escape(end: number): { readonly length: number; readonly quotes: number; readonly mayBeBroken: boolean } {
  const { bytes: from, view: fromView } = encoded;
  const { bytes: to, view: toView } = escaped;
  let at = 0;
  let quotes = 0;
  let mayBeBroken = false;
  // What lies behind the end is written too, and does not count.
  from.fill(0x20, end, end + 3);
  for (let i = 0; i < end; i += 4) {
    const four = fromView.getInt32(i, true);
    const quoted = four ^ 0x22222222;
    const slashed = four ^ 0x5c5c5c5c;
    // The highest bit of a byte is set where it is less than a space, a quote or a backslash (H. S. Warren, Hacker's Delight, 6-1); also of some above it, so each is looked at then.
    if (((((four - 0x20202020) & ~four) | ((quoted - 0x01010101) & ~quoted) | ((slashed - 0x01010101) & ~slashed)) & 0x80808080) === 0) {
      if ((four & 0x80808080) !== 0 && hasReplacement(four)) mayBeBroken = true;
      toView.setInt32(at, four, true);
      at += 4;
      continue;
    }
    for (let k = i; k < i + 4; k++) {
      const byte = from[k] as number;
      if (byte >= 0x20 && byte !== quote && byte !== backslash) {
        to[at++] = byte;
        if (byte === 0xef) mayBeBroken = true;
      } else if (byte === standInByte) {
        to[at++] = quote;
        quotes++;
      } else {
        const letter = escapes[byte] as number;
        if (letter === 0) return { length: 0, quotes: -1, mayBeBroken };
        to[at++] = backslash;
        to[at++] = letter;
      }
    }
  }
  return { length: at - ((4 - (end & 3)) & 3), quotes, mayBeBroken };
}

/** Whether there is a byte with which U+FFFD begins, which is written for half of a surrogate pair. */
function hasReplacement(four: number): boolean {
  const zero = four ^ (0xefefefef | 0);
  return ((zero - 0x01010101) & ~zero & 0x80808080) !== 0;
}
