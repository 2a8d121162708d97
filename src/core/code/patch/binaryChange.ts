import { inflateSync } from 'node:zlib';
import type { BinaryChange } from './fileChange';

/** A larger file is not made of a patch. In bytes. */
const maxLength = 64 * 1024 * 1024;

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
const values = new Map(Array.from(letters, (letter, value) => [letter, value]));

/**
 * Reads the new bytes behind `GIT binary patch` (apply.c, `parse_binary_hunk`): the first of two blocks; undefined where
 * they are not as git writes them. @param lines of the file, without what ends them
 */
export function readBinaryChange(lines: readonly string[]): BinaryChange | undefined {
  const start = lines.indexOf('GIT binary patch') + 1;
  const head = /^(literal|delta) (\d+)$/.exec(lines[start] ?? '');
  const length = Number(head?.[2]);
  if (!head || length > maxLength) return undefined;
  const parts: Uint8Array[] = [];
  for (let at = start + 1; at < lines.length && lines[at] !== ''; at++) {
    const part = decodedLine(lines[at] ?? '');
    if (!part) return undefined;
    parts.push(part);
  }
  try {
    const data = inflateSync(Buffer.concat(parts), { maxOutputLength: Math.max(1, length) });
    return data.length === length ? { kind: head[1] === 'literal' ? 'literal' : 'delta', data } : undefined;
  } catch {
    return undefined;
  }
}

/** A line of base 85, of which the first letter says how many bytes it holds: A-Z 1 to 26, a-z 27 to 52. */
function decodedLine(line: string): Uint8Array | undefined {
  const letter = line.charCodeAt(0);
  const length = letter >= 97 && letter <= 122 ? letter - 70 : letter >= 65 && letter <= 90 ? letter - 64 : 0;
  const groups = Math.ceil(length / 4);
  if (length === 0 || line.length !== 1 + groups * 5) return undefined;
  const bytes = Buffer.alloc(groups * 4);
  for (let group = 0; group < groups; group++) {
    let number = 0;
    for (const sign of line.slice(1 + group * 5, 6 + group * 5)) {
      const value = values.get(sign);
      if (value === undefined) return undefined;
      number = number * 85 + value;
    }
    if (number > 0xff_ff_ff_ff) return undefined;
    bytes.writeUInt32BE(number, group * 4);
  }
  return bytes.subarray(0, length);
}

/** Makes the new bytes of a file; undefined where the change is of another file than this one. */
export function applyBinaryChange(base: Uint8Array, { kind, data }: BinaryChange): Uint8Array | undefined {
  return kind === 'literal' ? data : applyDelta(base, data);
}

/** git's deltas (patch-delta.c): two lengths, then what is copied from the old bytes and what is new. */
function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array | undefined {
  let at = 0;
  const length = (): number => {
    let [value, factor] = [0, 1];
    for (let byte = 0x80; byte >= 0x80 && factor <= 2 ** 49; factor *= 128) {
      byte = delta[at++] ?? 0;
      value += (byte & 0x7f) * factor;
    }
    return value;
  };
  const [from, to] = [length(), length()];
  if (from !== base.length || to > maxLength) return undefined;
  const made = Buffer.alloc(to);
  let end = 0;
  const take = (bytes: Uint8Array, size: number): boolean => {
    if (bytes.length !== size || end + size > to) return false;
    made.set(bytes, end);
    end += size;
    return true;
  };
  while (at < delta.length) {
    const code = delta[at++] ?? 0;
    if (code === 0) return undefined;
    if (code < 0x80) {
      if (!take(delta.subarray(at, at + code), code)) return undefined;
      at += code;
      continue;
    }
    let [offset, size] = [0, 0];
    for (let bit = 0; bit < 4; bit++) if (code & (1 << bit)) offset += (delta[at++] ?? 0) * 2 ** (8 * bit);
    for (let bit = 0; bit < 3; bit++) if (code & (0x10 << bit)) size += (delta[at++] ?? 0) * 2 ** (8 * bit);
    if (size === 0) size = 0x1_00_00;
    if (!take(base.subarray(offset, offset + size), size)) return undefined;
  }
  return end === to ? made : undefined;
}
