import { open } from 'node:fs/promises';
import { lookAt, refuseStream } from '../../journal/fileStatus';
import type { RefusedKind } from '../../model/problems/dataset';
import { problem, UserError } from '../../model/problems/problem';
import type { Harness } from '../runs/harness';
import { harnessNamed, harnessOf, headBytes as runHeadBytes } from '../runs/recognize';
import { archiveContentOf } from './archive';

/**
 * The bytes say what a file is (here, then `textFraming` for texts), and every kind gives the same two things: its
 * records as a stream, and by ordinal (`Records`). A record is JSON text, a table's row as plain JSON, or why it is
 * neither, with its line or row; layouts see no difference.
 */

/** What the first bytes of a file say that it is; a name may say otherwise. */
export type FileKind =
  /** Text as it stands, UTF-8. */
  | { readonly kind: 'text' }
  /** Text that is unpacked or transcoded first: random access reads a plain copy. */
  | { readonly kind: 'packed'; readonly packing: 'gzip' | 'zstd' | 'utf-16' }
  /** Of a zip archive with one file of data, which is packed text by the name of `entry`. */
  | { readonly kind: 'packed'; readonly packing: 'zip'; readonly entry: string }
  /** What a harness wrote of its agents' runs: unpacked, it is a run a line (`runs/runLines`). */
  | { readonly kind: 'packed'; readonly packing: 'runs'; readonly harness: string }
  | { readonly kind: 'table'; readonly table: TableKind };

export type TableKind = 'parquet' | 'arrow' | 'workbook';

const starts = (head: Buffer, ...bytes: readonly number[]): boolean => bytes.every((byte, i) => head[i] === byte);
const startsWith = (head: Buffer, text: string): boolean => head.subarray(0, text.length).toString('latin1') === text;

/** How many bytes `kindOf` looks at. */
export const magicBytes = 512;

/** The last kind of each file, and what a look at it told then. */
const known = new Map<string, { readonly look: string; readonly kind: FileKind }>();

/**
 * What a file is, by its first bytes, which are read once while a look at it tells the same. Throws `UserError` where
 * it cannot be read, or is of a kind that holds no records.
 */
export async function kindOfFile(path: string): Promise<FileKind> {
  const look = await lookAt(path);
  const before = known.get(path);
  if (before && before.look === look) return before.kind;
  const kind = await kindByContent(path);
  if (look !== undefined) known.set(path, { look, kind });
  return kind;
}

/** What is known of a file's kind, with the look that it was found at. */
export const knownKind = (path: string): { readonly look: string; readonly kind: FileKind } | undefined =>
  known.get(path);

/** Takes over what was found at an earlier look: it holds while a look tells the same. */
export function rememberKind(path: string, look: string, kind: FileKind): void {
  if (!known.has(path)) known.set(path, { look, kind });
}

async function kindByContent(path: string): Promise<FileKind> {
  const head = await firstBytes(path, runHeadBytes);
  const kind = kindOfBytes(head.subarray(0, magicBytes), path);
  if (kind.kind === 'text') {
    const harness = harnessOf(head, path);
    return harness ? { kind: 'packed', packing: 'runs', harness: harness.name } : kind;
  }
  if (kind.kind !== 'archive') return kind;
  const content = await archiveContentOf(path);
  if (content.kind === 'runs') return { kind: 'packed', packing: 'runs', harness: content.harness };
  return content.kind === 'workbook'
    ? { kind: 'table', table: 'workbook' }
    : { kind: 'packed', packing: 'zip', entry: content.entry };
}

/** The harness that wrote a file of its agents' runs; undefined for other files. Throws as `kindOfFile`. */
export async function runFileHarness(path: string): Promise<Harness | undefined> {
  const kind = await kindOfFile(path);
  return kind.kind === 'packed' && kind.packing === 'runs' ? harnessNamed(kind.harness) : undefined;
}

/** Whether a harness wrote a file of its agents' runs. Throws as `kindOfFile`. */
export const isRunFile = async (path: string): Promise<boolean> => (await runFileHarness(path)) !== undefined;

/** Tells what kind of file begins so, but not what an archive holds; `path` is for the message. */
export function kindOfBytes(head: Buffer, path: string): FileKind | { readonly kind: 'archive' } {
  if (startsWith(head, 'PK\x03\x04') || startsWith(head, 'PK\x05\x06')) return { kind: 'archive' };
  if (starts(head, 0x1f, 0x8b)) return { kind: 'packed', packing: 'gzip' };
  // A zstd frame, or one of the skippable frames that may stand before it.
  if (
    starts(head.subarray(1), 0xb5, 0x2f, 0xfd)
      ? head[0] === 0x28
      : starts(head.subarray(1), 0x2a, 0x4d, 0x18) && ((head[0] ?? 0) & 0xf0) === 0x50
  )
    return { kind: 'packed', packing: 'zstd' };
  if (startsWith(head, 'PAR1')) return { kind: 'table', table: 'parquet' };
  // An Arrow stream begins with the mark of a message and the length of its metadata.
  if (
    startsWith(head, 'ARROW1') ||
    (starts(head, 0xff, 0xff, 0xff, 0xff) && head.length >= 8 && head.readInt32LE(4) > 0)
  )
    return { kind: 'table', table: 'arrow' };
  if (starts(head, 0xff, 0xfe) || starts(head, 0xfe, 0xff)) return { kind: 'packed', packing: 'utf-16' };
  const refusal = refused.find(({ is }) => is(head));
  if (refusal) throw new UserError(problem('dataset.refusedKind', { kind: refusal.kind }, path));
  return { kind: 'text' };
}

/** What people have at hand and no reader here takes. */
const refused: readonly { readonly is: (head: Buffer) => boolean; readonly kind: RefusedKind }[] = [
  {
    is: (head) => starts(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
    kind: 'oldExcel',
  },
  { is: (head) => startsWith(head, 'BZh'), kind: 'bzip2' },
  {
    is: (head) => starts(head, 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0),
    kind: 'xz',
  },
  { is: (head) => starts(head, 0x04, 0x22, 0x4d, 0x18), kind: 'lz4' },
  { is: (head) => starts(head, 0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), kind: 'sevenZip' },
  {
    is: (head) => startsWith(head, 'PARE'),
    kind: 'encryptedParquet',
  },
  {
    is: (head) => startsWith(head, 'FEA1'),
    kind: 'featherV1',
  },
  {
    is: (head) => startsWith(head, 'SQLite format 3'),
    kind: 'sqlite',
  },
  {
    is: (head) => starts(head, 0x89, 0x48, 0x44, 0x46),
    kind: 'hdf5',
  },
  // Behind the word POSIX has a zero and GNU a space: in a text it may be a part of "custard".
  {
    is: (head) =>
      ['ustar\0', 'ustar '].some((magic) => startsWith(head.subarray(257), magic)) && head.subarray(0, 257).includes(0),
    kind: 'tar',
  },
  { is: (head) => startsWith(head, 'Rar!'), kind: 'rar' },
  // Protocols 2 to 5: the byte 0x80 and the number.
  {
    is: (head) => head[0] === 0x80 && (head[1] ?? 0) >= 2 && (head[1] ?? 0) <= 5,
    kind: 'pickle',
  },
  { is: (head) => startsWith(head, '\x93NUMPY'), kind: 'numpy' },
  {
    is: (head) => startsWith(head, '%PDF-'),
    kind: 'pdf',
  },
  {
    is: (head) =>
      startsWith(head, '\x89PNG') ||
      starts(head, 0xff, 0xd8, 0xff) ||
      startsWith(head, 'GIF8') ||
      (startsWith(head, 'RIFF') && startsWith(head.subarray(8), 'WEBP')),
    kind: 'image',
  },
  {
    is: (head) => startsWith(head, 'version https://git-lfs.github.com/spec/'),
    kind: 'gitLfsPointer',
  },
  {
    is: (head) => /^(\.\.\/)*\.git\/annex\/objects\/|^\/annex\/objects\//.test(head.toString('latin1')),
    kind: 'gitAnnexPointer',
  },
  {
    is: (head) => /^(\xef\xbb\xbf)?\s*<(!doctype|html|\?xml)\b/i.test(head.toString('latin1')),
    kind: 'markup',
  },
];

async function firstBytes(path: string, bytes: number): Promise<Buffer> {
  await refuseStream(path);
  try {
    const file = await open(path, 'r');
    try {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw new UserError(
      code === 'ENOENT'
        ? problem('dataset.noSuchFile', {}, path)
        : code === 'EISDIR'
          ? problem('dataset.isFolder', {}, path)
          : code === 'EACCES'
            ? problem('dataset.noPermission', {}, path)
            : problem('dataset.cannotOpen', { reason: String(error) }, path),
      { cause: error },
    );
  }
}
