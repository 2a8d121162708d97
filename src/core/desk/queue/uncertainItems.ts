import { scan, type ScanOptions } from '../../dataset/scan';
import type { Parsed, Reading } from '../../dataset/parse';
import { uncertaintyOf, valueOf } from './uncertainty';

/**
 * Reads every record once: the items' 0-based places, the most uncertain first, those of one value in the dataset's order. Throws
 * `signal.reason` once aborted, and the file system's error if a file cannot be read.
 */
export async function uncertainItems(paths: readonly string[], reading: Reading, options: ScanOptions = {}): Promise<Uint32Array> {
  let values = new Float32Array(1 << 12);
  let count = 0;
  const take = (parsed: Parsed): void => {
    if (count === values.length) {
      const longer = new Float32Array(count * 2);
      longer.set(values);
      values = longer;
    }
    values[count++] = 'item' in parsed ? valueOf(uncertaintyOf(parsed)) : 0;
  };
  for await (const batch of scan(paths, reading, { onEnd: () => undefined, ...options })) batch.forEach(take);
  return Uint32Array.from({ length: count }, (_, at) => at).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
}
