import { open, stat } from 'node:fs/promises';
import { cachedFile } from './cachedFile';
import { assertVersion, versionOf } from './fileVersion';
import { CutOffError, plainBytes } from '../readers/decodedBytes';
import type { WholeFileFraming } from '../readers/wholeFileFraming';
import { isRunFile } from '../readers/fileKind';
import { runForm } from '../runs/harness';
import { recordValue } from '../records/rawRecord';
import { streamRecords } from '../records/recordStream';

/**
 * A plain copy of a packed file (gzip, zstd, UTF-16) in `cacheFolder`, made once per version of the file (path, inode,
 * size, time), so that records can be read at any offset. Of a file whose records lie all over it (`whole`) it has one
 * a line. Resolves to the copy's path; of a file that is cut off, the copy holds what there is. Aborting leaves nothing
 * behind. Rejects with `DatasetChanged` where the file changes meanwhile.
 */
export async function unpackedCopy(
  path: string,
  cacheFolder: string,
  options: { signal?: AbortSignal; whole?: WholeFileFraming; onFraction?: (fraction: number) => void } = {},
): Promise<string> {
  const { whole } = options;
  const version = await versionOf(path);
  const { size } = await stat(path);
  return cachedFile(
    cacheFolder,
    `${path}\0${version}${whole ? `\0${JSON.stringify(whole)}` : ''}${(await isRunFile(path)) ? `\0runs ${runForm}` : ''}`,
    'unpacked',
    async (partial) => {
      const file = await open(partial, 'wx');
      try {
        const reading = {
          signal: options.signal,
          onBytes: (bytes: number): void => options.onFraction?.(bytes / size),
        };
        if (whole)
          for await (const rows of streamRecords(path, {
            ...reading,
            mapping: whole.path.length > 0 ? { records: whole.path.join('.') } : {},
          }))
            await file.writeFile(rows.map((row) => `${JSON.stringify(recordValue(row))}\n`).join(''));
        else for await (const chunk of plainBytes(path, reading)) await file.writeFile(chunk);
      } catch (error) {
        // Whoever scans the file is told of it.
        if (!(error instanceof CutOffError)) throw error;
      } finally {
        await file.close();
      }
      await assertVersion(path, version);
    },
  );
}
