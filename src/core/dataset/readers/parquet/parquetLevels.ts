/**
 * Reads numbers in Parquet's hybrid of runs and packed bits (apache/parquet-format, Encodings.md, RLE) from `bytes`
 * between `at` and `end` into `output`, until it is full; each takes `width` bits, 24 at the most. Throws `RangeError`
 * where they end early.
 */
export function readHybrid(
  bytes: Uint8Array,
  at: number,
  end: number,
  width: number,
  output: Uint8Array | Uint32Array,
): void {
  if (width > 24) throw new RangeError(`numbers of ${width} bits`);
  const mask = 2 ** width - 1;
  let seen = 0;
  while (seen < output.length) {
    let header = 0;
    for (let shift = 0, byte = 0x80; byte & 0x80; shift += 7) {
      if (at >= end || shift > 28) throw new RangeError('its levels end early');
      byte = bytes[at++] ?? 0;
      header = (header | ((byte & 0x7f) << shift)) >>> 0;
    }
    const count = header >>> 1;
    if (header & 1) {
      // Groups of eight; a last one may be cut off where its values are not needed.
      const stop = Math.min(output.length, seen + count * 8);
      let waiting = 0;
      let bits = 0;
      for (let from = at; seen < stop;) {
        for (; bits < width; bits += 8) waiting |= (from < end ? (bytes[from++] ?? 0) : 0) << bits;
        output[seen++] = waiting & mask;
        waiting >>>= width;
        bits -= width;
      }
      at += count * width;
    } else {
      let value = 0;
      for (let shift = 0; shift < width; shift += 8) value |= (bytes[at++] ?? 0) << shift;
      output.fill(value & mask, seen, seen + count);
      seen += count;
    }
  }
}

/** How many bits hold the numbers up to `most`. */
export function bitsFor(most: number): number {
  return 32 - Math.clz32(most);
}
