import { randomFillSync } from 'node:crypto';
import { encodeTime, incrementBase32 } from 'ulid';

/**
 * The letters of Crockford's base 32, in which a ULID is written (github.com/ulid/spec): 10 letters of time, 16 drawn
 * at random.
 */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeLength = 10;

/** Random bytes drawn ahead: to ask the system for one at a time takes longer than all else in an import. */
const drawn = new Uint8Array(1 << 14);
let used = drawn.length;

function randomByte(): number {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  return drawn[used++] ?? 0;
}

function randomLetters(count: number): string {
  let text = '';
  // 256 is a multiple of 32: all letters are equally likely.
  for (let i = 0; i < count; i++) text += letters.charAt(randomByte() & 31);
  return text;
}

/** The last time that was written, as many ids are of the same millisecond. */
let written = { time: -1, text: '' };

function timeText(time: number): string {
  if (written.time !== time) written = { time, text: encodeTime(time, timeLength) };
  return written.text;
}

/** The letters at the end of an id that a number holds exactly: 40 bits. */
const countedLength = 8;
const counted = 32 ** countedLength;

/**
 * A ULID for now, greater than `after` even where the clock went back, so that the newer line supersedes. In the same
 * millisecond as `after`, or before it, it is greater by a random step, so that two processes that both go on behind
 * one line come to different ids.
 */
export function newId(after: string | undefined, now = Date.now()): string {
  const time = timeText(now);
  if (after === undefined || after.slice(0, timeLength) < time) return time + randomLetters(26 - timeLength);
  const head = after.slice(0, -countedLength);
  const next = numberOf(after, after.length - countedLength) + randomStep();
  return next < counted ? head + lettersOf(next) : incrementBase32(head) + randomLetters(countedLength);
}

/**
 * From 1 to 2^32: an import has room for some hundred of them before the letters in front count up, and these never run
 * out.
 */
const randomStep = (): number =>
  1 + randomByte() + randomByte() * 2 ** 8 + randomByte() * 2 ** 16 + randomByte() * 2 ** 24;

/** The value of each letter, by its code. */
const values = new Uint8Array(128);
for (let value = 0; value < 32; value++) values[letters.charCodeAt(value)] = value;

function numberOf(id: string, from: number): number {
  let number = 0;
  for (let at = from; at < id.length; at++) number = number * 32 + (values[id.charCodeAt(at)] ?? 0);
  return number;
}

function lettersOf(number: number): string {
  let text = '';
  // Halves of 20 bits, as shifts take 32 at most.
  for (let half of [number % 2 ** 20, Math.floor(number / 2 ** 20)])
    for (let i = 0; i < countedLength / 2; i++, half >>= 5) text = letters.charAt(half & 31) + text;
  return text;
}
