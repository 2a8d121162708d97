import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainBytes } from '../../../../src/core/dataset/readers/decodedBytes';
import { jsonl, temporaryFile, temporaryFolder } from '../../made/temporaryFolder';
import { fetchRecordsOf, streamRecordsOf } from '../../made/readRecords';

const pairs = (count: number): unknown[] =>
  [...Array(count).keys()].map((n) => ({ prompt: `${n} ${Math.sin(n)}`, chosen: 'a', rejected: 'b' }));
const text = jsonl(pairs(3000));

/** A zstd frame of raw blocks (RFC 8878, 3.1.1), so that no packer is needed. */
function zstdFrame(bytes: Buffer, blockSize = 50_000): Buffer {
  const parts: Buffer[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58])];
  for (let at = 0; at === 0 || at < bytes.length; at += blockSize) {
    const block = bytes.subarray(at, at + blockSize);
    const header = Buffer.alloc(3);
    header.writeUIntLE((block.length << 3) | (at + blockSize >= bytes.length ? 1 : 0), 0, 3);
    parts.push(header, block);
  }
  return Buffer.concat(parts);
}

const packers: [string, (bytes: Buffer) => Buffer][] = [
  ['gzip', (bytes) => gzipSync(bytes)],
  [
    'gzip of two members',
    (bytes) => Buffer.concat([gzipSync(bytes.subarray(0, 1000)), gzipSync(bytes.subarray(1000))]),
  ],
  ['zstd', (bytes) => zstdFrame(bytes)],
  [
    'zstd of several frames, one of them to be skipped',
    (bytes) =>
      Buffer.concat([
        Buffer.from([0x52, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]),
        zstdFrame(bytes.subarray(0, 777)),
        zstdFrame(bytes.subarray(777)),
      ]),
  ],
  ['UTF-16, little end first', (bytes) => Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le')],
  ['UTF-16, big end first', (bytes) => Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le').swap16()],
  ['UTF-16 in gzip', (bytes) => gzipSync(Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le'))],
];

describe('a packed text', () => {
  it.each(packers)('gives the same records as the plain one, by streaming and by ordinal: %s', async (_, pack) => {
    const csv = 'prompt,chosen\n"é, 🙂\n""x""",b\nc,d\n';
    for (const [name, plain] of [
      ['a.jsonl', text],
      ['a.csv', csv],
      ['a.json', JSON.stringify({ data: pairs(40) })],
    ] as const) {
      const expected = (await streamRecordsOf(temporaryFile(name, plain))).records;
      expect(expected.length).toBeGreaterThan(1);
      const path = temporaryFile(name, pack(Buffer.from(plain)));
      expect((await streamRecordsOf(path)).records).toEqual(expected);
      expect(await fetchRecordsOf(path)).toEqual(expected);
    }
  });

  it.skipIf(!hasZstd())('is read as the zstd tool packs it, at any level, with checksums and many frames', async () => {
    const folder = temporaryFolder();
    for (const level of ['-1', '-19', '--fast=3']) {
      const path = join(folder, `${level}.jsonl.zst`);
      const packed = [text.slice(0, 50_000), text.slice(50_000)].map((part) =>
        execFileSync('zstd', ['-c', '-q', level], { input: part }),
      );
      writeFileSync(path, Buffer.concat(packed));
      let unpacked = '';
      for await (const chunk of plainBytes(path)) unpacked += chunk.toString('latin1');
      expect(unpacked).toBe(text);
    }
  });

  it.each<[string, Buffer, RegExp]>([
    [
      'gzip',
      gzipSync(text),
      /^The gzip data end too early: the file is cut off\. The complete records before were read\. Fetch the file again\. “gzip -t” tells whether it is complete$/,
    ],
    [
      'zstd',
      zstdFrame(Buffer.from(text), 4000),
      /^The zstd data end too early: the file is cut off\. The complete records before were read\. Fetch the file again\. “zstd -t” tells whether it is complete$/,
    ],
  ])('that is cut off is read up to there, and told: %s', async (_, packed, message) => {
    const whole = (await streamRecordsOf(temporaryFile('a.jsonl', text))).records;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 200, max: packed.length - 1 }), async (length) => {
        const path = temporaryFile('cut.jsonl.packed', packed.subarray(0, length));
        const { records, problem } = await streamRecordsOf(path);
        expect(problem?.message).toMatch(message);
        const complete = records.filter(({ fault }) => fault === undefined);
        expect(records.length - complete.length).toBeLessThanOrEqual(1);
        expect(complete).toEqual(whole.slice(0, complete.length));
        // Most of what is there comes out; zlib holds back little.
        if (length > packed.length / 2) expect(complete.length).toBeGreaterThan(whole.length / 4);
        expect(await fetchRecordsOf(path)).toEqual(records);
      }),
      { numRuns: 12 },
    );
  });

  it.each<[string, string, Buffer, string]>([
    [
      'a Parquet file in gzip',
      'a.parquet.gz',
      gzipSync('PAR1 and so on, which is long enough'),
      'This is a packed Parquet file. Such files have their own compression and are read at many places. Unpack it, and open the unpacked file (gzip -d, zstd -d, unzip)',
    ],
    [
      'an Arrow file in zstd',
      'a.arrow.zst',
      zstdFrame(Buffer.from('ARROW1\0\0 and so on, long enough')),
      'This is a packed Arrow file. Such files have their own compression and are read at many places. Unpack it, and open the unpacked file (gzip -d, zstd -d, unzip)',
    ],
    [
      'gzip in gzip',
      'a.jsonl.gz',
      gzipSync(gzipSync(text)),
      'The file is packed twice. Unpack it once, and open the unpacked file',
    ],
    [
      'a zip archive that is cut off',
      'a.csv',
      Buffer.from('PK\x03\x04rest'),
      'The zip archive is damaged or cut off (End of central directory record signature not found. Either not a zip file, or file is truncated.). Fetch the file again. “unzip -t” tells whether it is complete',
    ],
    [
      'bzip2',
      'a.jsonl.bz2',
      Buffer.from('BZh91AY&SY'),
      'This file is packed (bzip2). Unpack it first, for example with “bzip2 -dk FILE”, and open the unpacked file',
    ],
    [
      'xz',
      'a.jsonl.xz',
      Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0]),
      'This file is packed (xz). Unpack it first, for example with “xz -dk FILE”, and open the unpacked file',
    ],
    [
      'a Feather file of version 1',
      'a.feather',
      Buffer.from('FEA1....'),
      'This is a Feather file of version 1. Write it again as Feather version 2 (Arrow IPC) or Parquet',
    ],
    [
      'This file is packed (tar). Unpack it first, for example with “tar -xf FILE”, and open the unpacked file',
      'a.tar',
      Buffer.concat([Buffer.from('a.jsonl'.padEnd(257, '\0')), Buffer.from('ustar\0rest')]),
      'This file is packed (tar). Unpack it first, for example with “tar -xf FILE”, and open the unpacked file',
    ],
    [
      'a Python pickle',
      'a.pkl',
      Buffer.from([0x80, 4, 0x95, 0, 0]),
      'This is a Python pickle, which runs code when it is opened. Write its rows as JSONL or Parquet where it was made',
    ],
    [
      'a PDF',
      'a.pdf',
      Buffer.from('%PDF-1.7\n'),
      'This is a PDF. Put its rows into a table, and save that as CSV or .xlsx',
    ],
    [
      'an image',
      'a.png',
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      'This is an image. Choose the file with the records that refer to it',
    ],
    [
      'a pointer of Git LFS',
      'a.jsonl',
      Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n'),
      'This is only a Git LFS pointer. Fetch the file itself, for example with “git lfs pull”',
    ],
    [
      'a pointer of git-annex',
      'a.jsonl',
      Buffer.from('/annex/objects/MD5E-s1--00.jsonl\n'),
      'This is only a git-annex pointer. Fetch the file itself, for example with “git annex get FILE”',
    ],
    [
      'a web page',
      'a.html',
      Buffer.from('<!DOCTYPE html>\n<html>\n'),
      'This is an HTML or XML page. Save its rows as JSONL, CSV or .xlsx',
    ],
    [
      'an SQLite database',
      'a.db',
      Buffer.from('SQLite format 3\0'),
      'This is an SQLite database. Export the table as CSV or JSON',
    ],
  ])('is refused with what to do: %s', async (_, name, bytes, message) => {
    const path = temporaryFile(name, bytes);
    for (const read of [streamRecordsOf, fetchRecordsOf])
      await expect(read(path)).rejects.toMatchObject({
        name: 'UserError',
        message: expect.stringContaining(`${path}: ${message}`) as string,
      });
  });

  it('is no tar archive where a text has "ustar" where those have it', async () => {
    const line = JSON.stringify({
      prompt: 'x'.repeat(257 - '{"prompt":"'.length - 1) + 'custard, please',
      responses: ['a', 'b'],
    });
    expect(line.slice(257, 262)).toBe('ustar');
    await expect(streamRecordsOf(temporaryFile('a.jsonl', Buffer.from(`${line}\n`)))).resolves.toBeDefined();
  });
});

function hasZstd(): boolean {
  try {
    execFileSync('zstd', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
