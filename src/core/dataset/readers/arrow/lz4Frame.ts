const magic = 0x184d2204;
/** A byte tells of no more than 255 others. */
const maxRatio = 255;

/**
 * Unpacks an LZ4 frame (github.com/lz4/lz4, doc/lz4_Frame_format.md), which the libraries at hand do not: they read
 * single blocks, while the blocks of a frame may refer to the ones before. Checksums are passed over. Throws
 * `RangeError` where it is none, or holds more than `most` bytes.
 */
export function unpackLz4Frame(frame: Uint8Array, most = Infinity): Uint8Array {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (view.getUint32(0, true) !== magic) throw new RangeError('no LZ4 frame');
  const flags = view.getUint8(4);
  const hasSize = (flags & 8) !== 0;
  const blockChecksum = (flags & 16) !== 0 ? 4 : 0;
  const hasDictionary = (flags & 1) !== 0;
  let at = 7 + (hasSize ? 8 : 0) + (hasDictionary ? 4 : 0);
  const size = hasSize ? Number(view.getBigUint64(6, true)) : frame.length * 4;
  const output = new Output(Math.min(size, most, frame.length * maxRatio), most);
  for (;;) {
    const header = view.getUint32(at, true);
    at += 4;
    if (header === 0) return output.bytes();
    const size = header & 0x7fffffff;
    const block = frame.subarray(at, at + size);
    if (block.length < size) throw new RangeError('the LZ4 frame is cut off');
    if (header >>> 31 === 1) output.append(block);
    else unpackBlock(block, output);
    at += size + blockChecksum;
  }
}

/** Sequences of literal bytes and a reference to bytes that came before; the last has literals only. */
function unpackBlock(block: Uint8Array, output: Output): void {
  let from = 0;
  const lengthOf = (nibble: number): number => {
    let sum = nibble;
    for (let byte = 255; nibble === 15 && byte === 255; sum += byte) byte = block[from++] ?? 0;
    return sum;
  };
  while (from < block.length) {
    const token = block[from++] ?? 0;
    const literals = lengthOf(token >> 4);
    output.append(block.subarray(from, from + literals));
    from += literals;
    if (from >= block.length) return;
    const back = (block[from] ?? 0) | ((block[from + 1] ?? 0) << 8);
    from += 2;
    output.repeat(back, lengthOf(token & 15) + 4);
  }
}

/** Bytes that grow, and refer to themselves. */
class Output {
  private buffer: Uint8Array;
  private length = 0;

  constructor(
    expected: number,
    private readonly most: number,
  ) {
    this.buffer = new Uint8Array(expected);
  }

  append(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Appends `count` bytes again that begin `back` before the end; they may run on into what is being appended. */
  repeat(back: number, count: number): void {
    if (back === 0 || back > this.length) throw new RangeError('the LZ4 frame refers to what is not there');
    this.room(count);
    const { buffer, length } = this;
    if (back >= count) buffer.copyWithin(length, length - back, length - back + count);
    else for (let i = length; i < length + count; i++) buffer[i] = buffer[i - back] ?? 0;
    this.length += count;
  }

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  private room(more: number): void {
    if (this.length + more <= this.buffer.length) return;
    if (this.length + more > this.most) throw new RangeError(`the LZ4 frame holds more than ${this.most} bytes`);
    const larger = new Uint8Array(Math.min(this.most, Math.max(this.buffer.length * 2, this.length + more)));
    larger.set(this.bytes());
    this.buffer = larger;
  }
}
