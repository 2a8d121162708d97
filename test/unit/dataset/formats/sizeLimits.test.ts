import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { plainBytes } from '../../../../src/core/dataset/readers/decodedBytes';
import { readHead } from '../../../../src/core/dataset/records/recordStream';
import { Study } from '../../../../src/core/study/study';
import { temporaryFile, temporaryFolder } from '../../made/temporaryFolder';

/** A zstd frame of blocks of one byte that stands 128 kB times (RFC 8878, 3.1.1.2.2): 4 bytes for each. */
function zstdBomb(blocks: number): Buffer {
  const block = (last: boolean): Buffer => {
    const header = ((128 << 10) << 3) | (1 << 1) | Number(last);
    return Buffer.from([header & 0xff, (header >> 8) & 0xff, (header >> 16) & 0xff, 0x61]);
  };
  return Buffer.concat([
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]),
    ...Array.from({ length: blocks }, (_, n) => block(n === blocks - 1)),
  ]);
}

const long = (megabytes: number): Buffer => Buffer.alloc(megabytes << 20, 'a');

describe('a record without an end', () => {
  it.each([
    ['in a text', 'data.jsonl', () => Buffer.concat([Buffer.from('{"a": 1}\n"'), long(65)])],
    ['in gzip', 'data.jsonl.gz', () => gzipSync(Buffer.concat([Buffer.from('{"a": 1}\n"'), long(65)]), { level: 1 })],
  ])('is refused with its line, the limit and what to do, %s', async (_, name, bytes) => {
    await expect(readHead(temporaryFile(name, bytes()))).rejects.toThrow(
      /data\.jsonl.*:2: One record has more than 64 MB\. Split or remove it/,
    );
  });

  it('is refused where a few bytes of zstd unpack to it, before they have unpacked', async () => {
    const path = temporaryFile('data.jsonl.zst', zstdBomb(4000));
    const before = process.memoryUsage().arrayBuffers;
    let highest = 0;
    for await (const _ of plainBytes(path)) highest = Math.max(highest, process.memoryUsage().arrayBuffers - before);
    expect(highest).toBeLessThan(250 << 20);
    await expect(readHead(path)).rejects.toThrow(/data\.jsonl\.zst:1: One record has more than 64 MB/);
  });
});

it.skipIf(process.platform === 'win32')(
  'a pipe in the place of a project is refused, and nobody waits for it',
  async () => {
    const path = `${temporaryFolder()}/study.tiebreak`;
    execFileSync('mkfifo', [path]);
    await expect(Study.open(path)).rejects.toThrow(/study\.tiebreak: this is a pipe, a socket or a device/);
  },
);
