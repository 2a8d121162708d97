import { createCipheriv, createHmac, hash, randomBytes, type Cipher } from 'node:crypto';
import type { JournalLine } from '../model/annotation/annotation';
import { checksWithResponseIds } from '../model/annotation/checkEvidence';
import type { Judgement } from '../model/annotation/judgement';
import { withResponseIds } from '../model/annotation/judgement';

/** The content of a sealed id. */
export interface Envelope {
  readonly item: string;
  readonly hash: string;
  /** The beginning of the hash of what is shown. */
  readonly shownHash: string;
  /** The real ids of the responses that are shown as "1", "2", … */
  readonly responses: readonly string[];
  /** The ids of the passages that are shown as "p1", "p2", … */
  readonly passages: readonly string[];
}

/**
 * The ids of items in a team's store, which tell nothing to those who judge: the real id, the real hash and the ids of
 * responses and passages in the order of the copy, enciphered with the study's key. Lines are judged on sealed items and
 * stay as they are, byte for byte; whoever has the key reads them as lines about the real ones (`opened`), without
 * looking anything up.
 *
 * A study may have several keys: the first seals, and all of them open, as what was judged before a key was changed stays
 * as it is.
 */
export class SealKey {
  private readonly ciphers: readonly SealCipher[];
  /** The key that opened the last id: the lines of a journal nearly all have the same one. */
  private recent = 0;
  private last: { readonly id: string; readonly envelope: Envelope | undefined } | undefined;

  /** @param text keys of 32 bytes as base64url, the newest first, with a space between (`newSealKey`, `withNewKey`) */
  constructor(readonly text: string) {
    this.ciphers = text.split(' ').map((key) => new SealCipher(key));
  }

  /** The id of an item for those who judge it. */
  seal(envelope: Envelope): string {
    return this.newest.seal(envelope);
  }

  /** Opens a sealed id; undefined for any other id, and for one that was sealed with another key. */
  open(id: string): Envelope | undefined {
    if (!id.startsWith(mark) || id.length < shortest) return undefined;
    if (this.last?.id === id) return this.last.envelope;
    let envelope = this.ciphers[this.recent]?.open(id);
    for (let at = 0; !envelope && at < this.ciphers.length; at++) {
      if (at === this.recent) continue;
      envelope = this.ciphers[at]?.open(id);
      if (envelope) this.recent = at;
    }
    this.last = { id, envelope };
    return envelope;
  }

  /** A line on a sealed item as one on the real one; any other as it is. */
  readonly opened = <L extends JournalLine>(line: L): L => {
    const envelope = this.open(line.item);
    if (!envelope) return line;
    const { item, hash: realHash, shownHash, responses, passages } = envelope;
    if (line.type !== 'annotation') return { ...line, item };
    const name = (id: string): string => realId(responses, id);
    return {
      ...line,
      item,
      // One whose copy was changed at the desk keeps a hash that no item has: it is told as one whose texts changed.
      hash: line.hash.startsWith(shownHash) ? realHash : line.hash,
      shown: line.shown.map(name),
      judgement: withPassageIds(withResponseIds(line.judgement, name), (id) =>
        id.startsWith('p') ? (passages[Number(id.slice(1)) - 1] ?? id) : id,
      ),
      ...(line.suggestion && {
        suggestion: { ...line.suggestion, judgement: withResponseIds(line.suggestion.judgement, name) },
      }),
      ...(line.checks && { checks: checksWithResponseIds(line.checks, name) }),
    };
  };

  /** Draws a place for a response, so that the order of the copy says nothing of the order in the source. */
  placeOf(item: string, realHash: string, response: string): string {
    return this.newest.placeOf(item, realHash, response);
  }

  private get newest(): SealCipher {
    const [newest] = this.ciphers;
    if (!newest) throw new RangeError('no key');
    return newest;
  }
}

/**
 * Seals and opens with one key. The cipher is deterministic, as two copies of an item must have one id, and authentic:
 * AES-256 in counter mode whose initial vector is an HMAC-SHA-256 of the text (synthetic, as in RFC 5297). Both are put
 * together of calls that make no object of OpenSSL's each time, as every line of a journal is opened: that is four times
 * as fast.
 */
class SealCipher {
  private readonly orderKey: Buffer;
  /** The input of the HMAC, which begins with its key as RFC 2104 mixes it: room for a text, and for the inner hash. */
  private inner: Buffer;
  private readonly outer: Buffer;
  private counters = Buffer.alloc(0);
  /** Enciphers single blocks, which do not depend on each other. */
  private readonly blocks: Cipher;

  constructor(key: string) {
    const derived = (name: string): Buffer => createHmac('sha256', Buffer.from(key, 'base64url')).update(name).digest();
    const macKey = Buffer.concat([derived('authenticity')], hashBlock);
    this.inner = Buffer.from(macKey.map((byte) => byte ^ 0x36));
    this.outer = Buffer.concat([macKey.map((byte) => byte ^ 0x5c)], hashBlock + hashLength);
    this.blocks = createCipheriv('aes-256-ecb', derived('cipher'), null).setAutoPadding(false);
    this.orderKey = derived('order');
  }

  seal({ item, hash: realHash, shownHash, responses, passages }: Envelope): string {
    const ids = passages.length > 0 ? [responses, passages] : [responses];
    const text = Buffer.from(JSON.stringify([item, realHash, shownHash.slice(0, checked), ...ids]));
    // Filled up, so that the length says little of the ids.
    const padded = Buffer.alloc(Math.ceil(text.length / block) * block, 0x20);
    text.copy(padded);
    const vector = this.vectorOf(padded);
    return `${mark}${Buffer.concat([vector, this.crypted(padded, 0, vector)]).toString('base64url')}`;
  }

  /** Opens an id that begins like a sealed one; undefined where another key sealed it. */
  open(id: string): Envelope | undefined {
    const bytes = Buffer.from(id.slice(mark.length), 'base64url');
    const text = bytes.length % block === 0 ? this.crypted(bytes, vectorLength, bytes) : undefined;
    return text && this.vectorOf(text).equals(bytes.subarray(0, vectorLength)) ? envelopeIn(text) : undefined;
  }

  placeOf(item: string, realHash: string, response: string): string {
    return createHmac('sha256', this.orderKey)
      .update(JSON.stringify([item, realHash, response]))
      .digest('hex');
  }

  /** The first bytes of the HMAC-SHA-256 of a text. */
  private vectorOf(text: Buffer): Buffer {
    if (this.inner.length < hashBlock + text.length)
      this.inner = Buffer.concat([this.inner], hashBlock + text.length * 2);
    text.copy(this.inner, hashBlock);
    this.outer.write(hash('sha256', this.inner.subarray(0, hashBlock + text.length), 'hex'), hashBlock, 'hex');
    return Buffer.from(hash('sha256', this.outer, 'hex').slice(0, vectorLength * 2), 'hex');
  }

  /** A text from a place on, enciphered or deciphered in counter mode (NIST SP 800-38A, 6.5). */
  private crypted(text: Buffer, from: number, vector: Buffer): Buffer {
    const length = text.length - from;
    if (this.counters.length < length) this.counters = Buffer.alloc(length * 2);
    const { counters } = this;
    for (let at = 0, count = 0; at < length; at += block, count++) {
      vector.copy(counters, at, 0, vectorLength);
      for (let carry = count, place = at + block - 1; carry > 0 && place >= at; place--) {
        carry += counters[place] ?? 0;
        counters[place] = carry & 0xff;
        carry >>= 8;
      }
    }
    const stream = this.blocks.update(counters.subarray(0, length));
    for (let at = 0; at < length; at++) stream[at] = (stream[at] ?? 0) ^ (text[from + at] ?? 0);
    return stream;
  }
}

function envelopeIn(text: Buffer): Envelope {
  const [item, realHash, shownHash, responses, passages = []] = JSON.parse(text.toString('utf8')) as [
    string,
    string,
    string,
    readonly string[],
    (readonly string[])?,
  ];
  return { item, hash: realHash, shownHash, responses, passages };
}

/** The id that stands behind the number of a response, or behind that of a text refined of it: "2~1.…" (`refinedId`). */
function realId(responses: readonly string[], id: string): string {
  // Nearly all have one digit.
  const digit = id.length === 1 ? id.charCodeAt(0) - 0x31 : -1;
  if (digit >= 0 && digit < 9) return responses[digit] ?? id;
  const end = id.indexOf('~');
  const number = end < 0 ? id : id.slice(0, end);
  // What a desk wrote is a number as it stands here; anything else is an id of somebody's own.
  const real = /^[1-9]\d{0,3}$/.test(number) ? responses[Number(number) - 1] : undefined;
  return real === undefined ? id : `${real}${id.slice(number.length)}`;
}

/** A judgement of passages that have other ids. */
function withPassageIds(judgement: Judgement, name: (id: string) => string): Judgement {
  const { supports, critiques } = judgement;
  if (!supports && !critiques?.some(({ missing }) => missing)) return judgement;
  return {
    ...judgement,
    ...(supports && { supports: supports.map((each) => ({ ...each, passage: name(each.passage) })) }),
    ...(critiques && {
      critiques: critiques.map((critique) =>
        critique.missing
          ? {
              ...critique,
              missing: critique.missing.map((each) =>
                each.evidence === undefined ? each : { ...each, evidence: name(each.evidence) },
              ),
            }
          : critique,
      ),
    }),
  };
}

/** The beginning of sealed ids. */
const mark = '~';
const vectorLength = 16;
/** In bytes: of AES, and of SHA-256 with what it gives. */
const block = 16;
const hashBlock = 64;
const hashLength = 32;
/** Digits of the hash of what is shown that an envelope holds. */
const checked = 8;
const shortest = mark.length + Math.ceil(((vectorLength + block) * 4) / 3);

/** A key for the items of a study. */
export const newSealKey = (): string => randomBytes(32).toString('base64url');

/** Keys with a new one, which seals from now on; all others open still. */
export const withNewKey = (keys: string): string => `${newSealKey()} ${keys}`;
