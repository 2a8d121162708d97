import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inspect } from '../../../src/core/dataset/inspect';
import { UserError } from '../../../src/core/model/problems/problem';
import { createStudy } from '../../../src/core/study/create';
import { externalPathsOf } from '../../../src/core/study/externalPaths';
import { Study } from '../../../src/core/study/study';
import { temporaryFile, temporaryFolder } from '../made/temporaryFolder';

const row = (n: number, more: object = {}): string =>
  JSON.stringify({ id: `q${n}`, prompt: `Question ${n}?`, responses: [`Answer A ${n}`, `Answer B ${n}`], ...more });
const lines = (...rows: readonly string[]): string => rows.map((each) => `${each}\n`).join('');
const kinds =
  'Tiebreak reads one JSON object per line (JSONL), a JSON array of objects, a JSON object of records by their IDs or of columns, CSV with a header, Excel workbooks, Parquet and Arrow. Text files can be compressed with gzip or zstd, or be the only file in a zip archive.';
const advice = '. The item was left out. Correct the record, or choose another field with --map';
const packed = gzipSync(lines(...[...Array(5000).keys()].map((n) => row(n))));

/** What is in the file, how many items are read all the same, and what is told: line and message. */
const messes: readonly [
  what: string,
  name: string,
  content: string | Uint8Array,
  items: number,
  problems: readonly (readonly [number | undefined, string | RegExp])[],
][] = [
  ['a truncated last line', 'a.jsonl', `${lines(row(1))}${row(2).slice(0, 30)}`, 1, [[2, /This is not JSON: .*/]]],
  [
    'a truncated gzip',
    'a.jsonl.gz',
    packed.subarray(0, packed.length / 2),
    expect.any(Number) as number,
    [
      [expect.any(Number) as number, /This is not JSON:/],
      [
        expect.any(Number) as number,
        /^The gzip data end too early: the file is cut off\. The complete records before were read\. Fetch the file again/,
      ],
    ],
  ],
  ['JSON lines called CSV', 'a.csv', lines(row(1), row(2)), 2, []],
  ['JSON lines called JSON', 'a.json', lines(row(1), row(2)), 2, []],
  ['a JSON array called JSONL', 'a.jsonl', `[${row(1)},${row(2)}]`, 2, []],
  ['CSV called JSONL', 'a.jsonl', 'id,prompt,chosen,rejected\n1,"a, b",c,d\n2,x,y,z\n', 2, []],
  [
    'UTF-16',
    'a.jsonl',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines(row(1), row(2)), 'utf16le')]),
    2,
    [],
  ],
  [
    'bytes that are not UTF-8',
    'a.jsonl',
    Buffer.concat([Buffer.from(row(1).slice(0, -3)), Buffer.from([0xc3, 0x28]), Buffer.from(`"]}\n${row(2)}\n`)]),
    1,
    [
      [
        1,
        /^The record is not UTF-8 text\. Convert the file, for example from Latin-1 with “iconv -f latin1 -t utf-8 FILE”\. The record was left out$/,
      ],
    ],
  ],
  ['a byte order mark', 'a.jsonl', `\ufeff${lines(row(1), row(2))}`, 2, []],
  ['CRLF', 'a.jsonl', lines(row(1), row(2)).replaceAll('\n', '\r\n'), 2, []],
  [
    'a NUL byte',
    'a.jsonl',
    lines(row(1), row(2).replace('Answer', 'An\0swer'), row(3)),
    2,
    [[2, /^This is not JSON: .*\. Correct or remove the line\. The record was left out$/]],
  ],
  [
    'half a surrogate pair',
    'a.jsonl',
    lines(row(1), '{"prompt":"cut \\ud83d","responses":["a","b"]}'),
    2,
    [
      [
        2,
        /^A text has half a surrogate pair \(a cut emoji\), shown as �\. Its pairs are not exported, because JSON loaders reject the whole file\. Correct the source$/,
      ],
    ],
  ],
  [
    'a JSON array that is cut off',
    'a.json',
    `[${row(1)},\n${row(2)},\n${row(3).slice(0, 25)}`,
    2,
    [
      [
        3,
        'The JSON array is cut off: its closing “]” is missing. The complete items before were read. Fetch or write the file again',
      ],
    ],
  ],
  [
    'numbers that are none, as Python writes them',
    'a.jsonl',
    lines(row(1).replace('}', ',"score":NaN}'), row(2, { prompt: 'What is NaN?' }).replace('}', ',"score":-Infinity}')),
    2,
    [],
  ],
  ['numbers that are none, in an array', 'a.json', `[${row(1).replace('}', ',"score":NaN}')},${row(2)}]`, 2, []],
  [
    'numbers that are none, keyed by id',
    'a.json',
    `{"a":${row(1).replace('}', ',"score":NaN}')},"b":${row(2)}}`,
    2,
    [],
  ],
  [
    'a record of another layout',
    'a.jsonl',
    lines(row(1), '{"prompt":"x","chosen":"a","rejected":"b"}', row(3)),
    2,
    [
      [
        2,
        '“responses” must be a list of responses. Found: no value. The item was left out. The record looks like the layout “preference-pairs”, but a dataset has only one layout. Correct the record',
      ],
    ],
  ],
  [
    'an id twice',
    'a.jsonl',
    lines(row(1), row(1), row(1, { prompt: 'other' })),
    3,
    [
      [2, 'Same item as in line 1. One judgment counts for both'],
      [
        3,
        /^Same ID as in line 1, but other content\. They are judged separately, but counted as one\. Use different IDs$/,
      ],
    ],
  ],
  [
    'fields that are null or missing',
    'a.jsonl',
    lines(row(1), row(2, { prompt: null }), '{"responses":["a","b"]}', row(4, { responses: null })),
    1,
    [
      [2, `“prompt” must be text or a list of messages. Found: null${advice}`],
      [3, `“prompt” must be text or a list of messages. Found: no value${advice}`],
      [4, `“responses” must be a list of responses. Found: null${advice}`],
    ],
  ],
  [
    'one response, none, two that are the same',
    'a.jsonl',
    lines(row(1), row(2, { responses: ['a'] }), row(3, { responses: [] }), row(4, { responses: ['a', 'a'] })),
    3,
    [
      [2, /^There is only one response, and nothing to compare it with\. It can be rated/],
      [3, /^There is nothing to judge: “responses” has no responses/],
      [4, /^The responses “r1” and “r2” have the same text, so neither is better/],
    ],
  ],
  [
    'numbers where text belongs',
    'a.jsonl',
    lines(row(1), row(2, { prompt: 5 }), row(3, { responses: [1, 2] })),
    1,
    [
      [2, /^“prompt” must be text or a list of messages\. Found: a number/],
      [3, /^“responses\[0\]” must be text, or an object with “text”\. Found: a number/],
    ],
  ],
  [
    'nesting 10,000 levels deep',
    'a.jsonl',
    lines(
      row(1),
      row(2).replace('}', `,"deep":${'['.repeat(10_000)}${']'.repeat(10_000)}}`),
      row(3).replace('}', `,"deep":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`),
    ),
    3,
    [],
  ],
  [
    'keys like __proto__',
    'a.jsonl',
    lines(
      row(1),
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"prompt":"x","responses":["a",{"text":"b","__proto__":{"polluted":1}}]}',
    ),
    2,
    [],
  ],
  [
    'a prompt of HTML and script',
    'a.jsonl',
    lines(row(1, { prompt: '<script>alert(1)</script><img src=x onerror=alert(2)>' })),
    1,
    [],
  ],
];

/** What is refused as a whole: nothing of it can be read. */
const refusals: readonly [what: string, name: string, content: string | Uint8Array, message: string | RegExp][] = [
  ['an empty file', 'a.jsonl', '', 'is empty. Choose another file, or create this one again where it came from.'],
  [
    'blank lines only',
    'a.jsonl',
    '\n \n\t\n',
    'has no records. Choose another file, or create this one again where it came from.',
  ],
  [
    'a header alone',
    'a.csv',
    'prompt,chosen,rejected\n',
    'has the names of 3 columns, but no row below them. Choose another file, or create this one again where it came from.',
  ],
  ['text', 'a.txt', 'Hello\nworld\n', /^has no records/],
  ['no objects', 'a.jsonl', '1\n"a"\nnull\n', `The record must be an object with fields. Found: 1. ${kinds}`],
  [
    'an array that never ends',
    'a.json',
    '['.repeat(100_000),
    /^The JSON array is cut off: its closing “\]” is missing/,
  ],
  ['a zip archive', 'a.jsonl', Buffer.from('PK\u0003\u0004rest'), /zip/i],
];

describe('a dataset with', () => {
  it.each(messes)(
    '%s is read as far as it can be, and what is wrong is told by line',
    async (_, name, content, items, problems) => {
      const path = temporaryFile(name, content);
      const found = await inspect([path]);
      expect(found.items).toEqual(items);
      expect(found.problems).toEqual(
        problems.map(
          ([line, message]) =>
            expect.objectContaining({
              file: path,
              ...(line !== undefined && { line }),
              message: message instanceof RegExp ? (expect.stringMatching(message) as unknown) : message,
            }) as unknown,
        ),
      );
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    },
  );

  it.each(refusals)('%s is refused with the file and the reason', async (_, name, content, message) => {
    const path = temporaryFile(name, content);
    const error: unknown = await inspect([path]).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UserError);
    const told = (error as UserError).message;
    expect(told.startsWith(`${path}:`)).toBe(true);
    expect(told.slice(path.length).replace(/^:(\d+:)? /, '')).toEqual(
      message instanceof RegExp ? expect.stringMatching(message) : message,
    );
  });

  it('a path that is not there, a folder without data, a file that vanishes', async () => {
    const folder = temporaryFolder();
    await expect(inspect([join(folder, 'no.jsonl')])).rejects.toThrow('There is no such file');
    mkdirSync(join(folder, 'empty'));
    await expect(inspect([join(folder, 'empty')])).rejects.toThrow(UserError);
    const path = join(folder, 'gone.jsonl');
    writeFileSync(path, lines(row(1)));
    rmSync(path);
    await expect(inspect([path])).rejects.toThrow(UserError);
  });

  it('a path that leaves the workspace is named before anything is read of it, also through a link', async () => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFile('secret.jsonl', lines(row(1)))];
    writeFileSync(join(folder, 'a.jsonl'), lines(row(1)));
    const project = join(folder, 'a.tiebreak');
    await createStudy({ projectFile: project, datasets: [join(folder, 'a.jsonl')] });
    rmSync(join(folder, 'a.jsonl'));
    symlinkSync(elsewhere, join(folder, 'a.jsonl'));
    const admit = async (paths: readonly string[]): Promise<void> => {
      const [outside] = await externalPathsOf(paths, [folder]);
      if (outside !== undefined) throw new UserError(`${outside.path}: lies elsewhere`);
    };
    await expect(Study.open(project, { admit })).rejects.toThrow(`${join(folder, 'a.jsonl')}: lies elsewhere`);
  });

  it.skipIf(process.getuid?.() === 0)('a folder that must not be read', async () => {
    const folder = join(temporaryFolder(), 'closed');
    mkdirSync(folder);
    chmodSync(folder, 0o000);
    await expect(inspect([folder])).rejects.toThrow(/permission/i);
    chmodSync(folder, 0o700);
  });
});
