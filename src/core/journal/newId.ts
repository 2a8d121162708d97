import { randomFillSync } from 'node:crypto';
import { incrementBase32, ulid } from 'ulid';

/** Random bytes drawn ahead: to ask the system for one at a time takes longer than all else in an import. */
const drawn = new Uint8Array(1 << 14);
let used = drawn.length;

/** A number from 0 to below 1, in steps of 1/256: the 32 letters of an id are equally likely. */
function random(): number {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  return (drawn[used++] ?? 0) / 256;
}

/** A ULID for now, greater than `after` even where the clock went back, so that the newer line supersedes. */
export function newId(after: string | undefined, now = Date.now()): string {
  const id = ulid(now, random);
  return after === undefined || id > after ? id : incrementBase32(after);
}
