import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { JournalLine } from '../model/annotation/annotation';
import { withResponseIds } from '../model/annotation/judgementFields';

/** What a sealed id says of its item. */
export interface Envelope {
  readonly item: string;
  readonly hash: string;
  /** The beginning of the hash of what is shown. */
  readonly shownHash: string;
  /** The real ids of the responses that are shown as "1", "2", … */
  readonly responses: readonly string[];
}

/**
 * The ids of items in a team's store, which tell nothing to those who judge: the real id, the real hash and the response
 * ids in the order of the copy, enciphered with the study's key. Lines are judged on sealed items and stay as they are,
 * byte for byte; whoever has the key reads them as lines about the real ones (`opened`), without looking anything up.
 *
 * The cipher is deterministic, as two copies of an item must have one id, and authentic: AES-256 in counter mode whose
 * initial vector is an HMAC-SHA-256 of the text (synthetic, as in RFC 5297).
 */
export class SealKey {
  private readonly macKey: Buffer;
  private readonly cipherKey: Buffer;
  private readonly orderKey: Buffer;
  private last: { readonly id: string; readonly envelope: Envelope | undefined } | undefined;

  /** @param text 32 bytes as base64url (`newSealKey`) */
  constructor(readonly text: string) {
    const derived = (name: string): Buffer =>
      createHmac('sha256', Buffer.from(text, 'base64url')).update(name).digest();
    this.macKey = derived('authenticity');
    this.cipherKey = derived('cipher');
    this.orderKey = derived('order');
  }

  /** The id of an item for those who judge it. */
  seal({ item, hash, shownHash, responses }: Envelope): string {
    const text = Buffer.from(JSON.stringify([item, hash, shownHash.slice(0, checked), ...responses]));
    // Filled up, so that the length says little of the ids.
    const padded = Buffer.concat([text, Buffer.alloc((block - (text.length % block)) % block, 0x20)]);
    const vector = this.vectorOf(padded);
    const cipher = createCipheriv('aes-256-ctr', this.cipherKey, vector);
    return `${mark}${Buffer.concat([vector, cipher.update(padded), cipher.final()]).toString('base64url')}`;
  }

  /** What a sealed id says; undefined of any other id, and of one that was sealed with another key. */
  open(id: string): Envelope | undefined {
    if (!id.startsWith(mark) || id.length < shortest) return undefined;
    if (this.last?.id === id) return this.last.envelope;
    const bytes = Buffer.from(id.slice(mark.length), 'base64url');
    const vector = bytes.subarray(0, vectorLength);
    const decipher = createDecipheriv('aes-256-ctr', this.cipherKey, vector);
    const text = Buffer.concat([decipher.update(bytes.subarray(vectorLength)), decipher.final()]);
    const envelope = this.vectorOf(text).equals(vector) ? envelopeIn(text.toString('utf8')) : undefined;
    this.last = { id, envelope };
    return envelope;
  }

  /** A line on a sealed item as one on the real one; any other as it is. */
  readonly opened = <L extends JournalLine>(line: L): L => {
    const envelope = this.open(line.item);
    if (!envelope) return line;
    const { item, hash, shownHash, responses } = envelope;
    if (line.type !== 'annotation') return { ...line, item };
    const name = (id: string): string => (/^[1-9]\d{0,3}$/.test(id) ? (responses[Number(id) - 1] ?? id) : id);
    return {
      ...line,
      item,
      // One whose copy was changed at the desk keeps a hash that no item has: it is told as one whose texts changed.
      hash: line.hash.startsWith(shownHash) ? hash : line.hash,
      shown: line.shown.map(name),
      judgement: withResponseIds(line.judgement, name),
      ...(line.suggestion && {
        suggestion: { ...line.suggestion, judgement: withResponseIds(line.suggestion.judgement, name) },
      }),
    };
  };

  /** Draws a place for a response, so that the order of the copy says nothing of the order in the source. */
  placeOf(item: string, hash: string, response: string): string {
    return createHmac('sha256', this.orderKey)
      .update(JSON.stringify([item, hash, response]))
      .digest('hex');
  }

  private vectorOf(text: Buffer): Buffer {
    return createHmac('sha256', this.macKey).update(text).digest().subarray(0, vectorLength);
  }
}

function envelopeIn(text: string): Envelope {
  const [item = '', hash = '', shownHash = '', ...responses] = JSON.parse(text) as string[];
  return { item, hash, shownHash, responses };
}

/** What sealed ids begin with. */
const mark = '~';
const vectorLength = 16;
const block = 16;
/** Digits of the hash of what is shown that an envelope holds. */
const checked = 8;
const shortest = mark.length + Math.ceil(((vectorLength + block) * 4) / 3);

/** A key for the items of a study. */
export const newSealKey = (): string => randomBytes(32).toString('base64url');
