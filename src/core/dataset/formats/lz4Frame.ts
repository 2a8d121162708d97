const magic = 0x184d2204;
/** A byte tells of no more than 255 others. */
const mostRatio = 255;

/**
 * Unpacks an LZ4 frame (github.com/lz4/lz4, doc/lz4_Frame_format.md), which the libraries at hand do not: they read single
 * blocks, while the blocks of a frame may refer to the ones before. Checksums are passed over. Throws `RangeError` where it is none,
 * or holds more than `most` bytes.
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
  let output = new Uint8Array(Math.min(size, most, frame.length * mostRatio));
  let length = 0;
  const room = (more: number): void => {
    if (length + more <= output.length) return;
    if (length + more > most) throw new RangeError(`the LZ4 frame holds more than ${most} bytes`);
    const larger = new Uint8Array(Math.min(most, Math.max(output.length * 2, length + more)));
    larger.set(output.subarray(0, length));
    output = larger;
  };
  for (;;) {
    const header = view.getUint32(at, true);
    at += 4;
    if (header === 0) return output.subarray(0, length);
    const size = header & 0x7fffffff;
    const block = frame.subarray(at, at + size);
    if (block.length < size) throw new RangeError('the LZ4 frame is cut off');
    if (header >>> 31 === 1) {
      room(size);
      output.set(block, length);
      length += size;
    } else unpackBlock(block);
    at += size + blockChecksum;
  }

  function unpackBlock(block: Uint8Array): void {
    let from = 0;
    const lengthOf = (nibble: number): number => {
      let sum = nibble;
      for (let byte = 255; nibble === 15 && byte === 255; sum += byte) byte = block[from++] ?? 0;
      return sum;
    };
    while (from < block.length) {
      const token = block[from++] ?? 0;
      const literals = lengthOf(token >> 4);
      room(literals);
      output.set(block.subarray(from, from + literals), length);
      from += literals;
      length += literals;
      if (from >= block.length) return;
      const back = (block[from] ?? 0) | ((block[from + 1] ?? 0) << 8);
      from += 2;
      if (back === 0 || back > length) throw new RangeError('the LZ4 frame refers to what is not there');
      const match = lengthOf(token & 15) + 4;
      room(match);
      if (back >= match) output.copyWithin(length, length - back, length - back + match);
      else for (let i = 0; i < match; i++) output[length + i] = output[length + i - back] ?? 0;
      length += match;
    }
  }
}
