import type { Reading } from '../items/parse';
import { totalFileSize } from './fileVersion';
import { RangeReader } from './lineRanges';
import { scanChunks, scanRanges, type Chunk, type ScanOptions } from './scan';

/**
 * Stretches of a dataset that lie evenly over all of its files, with about `maxBytes` of records in all: of lines, nothing
 * else is read. All of a dataset that is not larger. Each stands until the next is asked for. For `itemsIn`.
 */
export async function* sampleChunks(
  paths: readonly string[],
  reading: Reading,
  maxBytes: number,
  options: ScanOptions = {},
): AsyncGenerator<Chunk> {
  const share = maxBytes / Math.max(1, await totalFileSize(paths));
  if (share >= 1) {
    yield* scanChunks(paths, reading, options);
    return;
  }
  const reader = new RangeReader();
  try {
    let passed = 0;
    for await (const chunk of scanRanges(paths, reading, options)) {
      const isSampled = Math.floor((passed + 1) * share) > Math.floor(passed * share);
      passed++;
      if (isSampled)
        yield 'range' in chunk
          ? { file: chunk.file, reading: chunk.reading, records: reader.read(chunk.file, chunk.range) }
          : chunk;
    }
  } finally {
    reader.close();
  }
}
