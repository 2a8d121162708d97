import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headOf } from '../../../../src/core/dataset/records/head';
import { openTable } from '../../../../src/core/dataset/readers/table/openTable';
import { describe, expect, it } from 'vitest';
import { detectLayout } from '../../../../src/core/dataset/detectLayout';
import { expandSources } from '../../../../src/core/dataset/sources/sources';
import { plainBytes } from '../../../../src/core/dataset/readers/decodedBytes';
import { workbookOf, workbookParts, zipOf, type MadeCell } from '../../../workbench/archives';
import { jsonl, temporaryFile, temporaryFolder } from '../../made/temporaryFolder';
import { fetchRecordsOf, streamRecordsOf } from '../../made/readRecords';

const rows = [1, 2, 3].map((n) => ({ prompt: `Why ${n}?`, chosen: 'Because.', rejected: 'Não.' }));
const csv = 'prompt;chosen;rejected\nWhy 1?;Because.;Não.\nWhy 2?;Because.;Não.\nWhy 3?;Because.;Não.\n';

describe('a zip archive with one file of data', () => {
  it.each<[string, Record<string, string | Buffer>]>([
    ['JSONL', { 'prefs.jsonl': jsonl(rows) }],
    [
      'pretty-printed JSON in a folder, beside what Macs add',
      {
        'data/': '',
        '__MACOSX/data/._prefs.json': 'x',
        'data/.DS_Store': 'x',
        'data/prefs.json': JSON.stringify(rows, undefined, 1),
      },
    ],
    ['CSV, beside a readme and an index', { 'README.md': '# Data', 'dataset_infos.json': '{}', 'prefs.csv': csv }],
    ['UTF-16', { 'prefs.csv': Buffer.from(`\ufeff${csv}`, 'utf16le') }],
    ['a file without an ending', { prefs: jsonl(rows) }],
  ])('is read as that: %s', async (_, entries) => {
    const path = temporaryFile('prefs.zip', zipOf(entries));
    const { records, problem } = await streamRecordsOf(path);
    expect([records.map(({ value }) => value), problem]).toEqual([rows, undefined]);
    expect(await fetchRecordsOf(path)).toEqual(records);
    expect((await detectLayout(path)).name).toBe('preference-pairs');
  });

  it('has the kind that its own name tells', async () => {
    expect((await streamRecordsOf(temporaryFile('a.zip', zipOf({ 'a.csv': 'text\nhello\n' })))).records).toEqual([
      { place: '2', value: { text: 'hello' } },
    ]);
  });

  it.each<[string, Buffer, RegExp]>([
    [
      'of several data files',
      zipOf({ 'a/train.jsonl': '{}', 'a/test.jsonl': '{}', 'README.md': '' }),
      /There are several data files in this zip archive: a\/train\.jsonl, a\/test\.jsonl\. Unpack it \(unzip .*a\.zip\), and choose one of them or their folder$/,
    ],
    ['without a file', zipOf({ 'a/': '' }), /There is no file in this zip archive/],
    [
      'that is empty',
      Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
      /There is no file in this zip archive/,
    ],
    ['that is cut off', zipOf({ 'a.jsonl': jsonl(rows) }).subarray(0, -30), /The zip archive is damaged or cut off/],
    [
      'that says another size than it has',
      zipOf({ 'a.jsonl': jsonl(rows) }, 10),
      /The zip archive is damaged or cut off/,
    ],
    ['with a packed file in it', zipOf({ 'a.jsonl.gz': Buffer.from([0x1f, 0x8b, 8, 0]) }), /is packed twice/],
    [
      'with a Parquet file in it',
      zipOf({ 'a.parquet': 'PAR1'.repeat(10) }),
      /This is a packed Parquet file\. Such files have their own compression and are read at many places/,
    ],
    ['that is a Word document', zipOf({ 'word/document.xml': '' }), /is a Word document\. Put its rows into a table/],
    [
      'that is an OpenDocument sheet',
      zipOf({ mimetype: '', 'content.xml': '' }),
      /is an OpenDocument file\. Save the table as \.xlsx or CSV/,
    ],
  ])('is refused with what to do: one %s', async (_, bytes, message) => {
    const path = temporaryFile('a.zip', bytes);
    await expect(streamRecordsOf(path)).rejects.toThrow(message);
    await expect(streamRecordsOf(path)).rejects.toThrow(path);
  });

  it('is unpacked a little at a time, whatever it unpacks to', async () => {
    const path = temporaryFile('bomb.zip', zipOf({ 'a.jsonl': Buffer.alloc(300e6, `${JSON.stringify(rows[0])}\n`) }));
    const before = process.memoryUsage().arrayBuffers;
    let [most, bytes] = [0, 0];
    for await (const chunk of plainBytes(path)) {
      bytes += chunk.length;
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(bytes).toBe(300e6);
    expect(most).toBeLessThan(100e6);
  });
});

describe('an Excel workbook', () => {
  const head = ['prompt', 'chosen', 'rejected', 'score'];
  const sheet: readonly (readonly MadeCell[])[] = [
    head,
    ['Why?', ' Because &amp; <br>\nso. ', 'No.', 4.5],
    [],
    ['How?', 42, true, null],
    ['When?', { day: 45000 }, 'Then.', 1e21],
  ];

  it('gives the rows of its first sheet as texts, by the numbers that Excel shows', async () => {
    const path = temporaryFile('prefs.xlsx', workbookOf({ Prefs: sheet }));
    const { records, problem } = await streamRecordsOf(path);
    expect([records, problem]).toEqual([
      [
        {
          place: 'row 2',
          value: { prompt: 'Why?', chosen: ' Because &amp; <br>\nso. ', rejected: 'No.', score: '4.5' },
        },
        { place: 'row 4', value: { prompt: 'How?', chosen: '42', rejected: 'true', score: '' } },
        { place: 'row 5', value: { prompt: 'When?', chosen: '2023-03-15', rejected: 'Then.', score: '1e+21' } },
      ],
      undefined,
    ]);
    expect(await fetchRecordsOf(path)).toEqual(records);
    expect((await detectLayout(path)).name).toBe('preference-pairs');
  });

  it('passes over sheets and rows without cells, and tells of sheets that were not read', async () => {
    const path = temporaryFile(
      'prefs.xlsx',
      workbookOf({ Notes: [], Cover: [['Our data']], Prefs: [[], [], ...sheet], Ratings: [['a'], ['b'], ['c']] }),
    );
    const { records, problem } = await streamRecordsOf(path);
    expect(records.map(({ place }) => place)).toEqual(['row 4', 'row 6', 'row 7']);
    expect(problem).toMatchObject({
      severity: 'warning',
      message:
        'Only the sheet “Prefs” was read. Other sheets and their numbers of rows: “Ratings” (2). Choose another one with --map records=SHEET',
    });
  });

  it('is read from the sheet whose columns are called like responses, below its title, or from the one that is named', async () => {
    const path = temporaryFile(
      'book.xlsx',
      workbookOf({
        Cover: [['Evaluation round 2'], ['Fill in the other sheet.']],
        Items: [
          ['Item', 'Question'],
          ['1', 'Why?'],
        ],
        Answers: [['All answers'], ['Question', 'Response', 'Score'], ['Why?', 'So.', '4']],
      }),
    );
    expect((await streamRecordsOf(path)).records).toEqual([
      { place: 'row 3', value: { Question: 'Why?', Response: 'So.', Score: '4' } },
    ]);
    const table = await openTable(path, 'workbook', 'Items');
    expect(await table.rows(0, 1)).toEqual([{ Item: '1', Question: 'Why?' }]);
    expect((await headOf([path], {})).recordsPaths).toEqual(['Answers', 'Cover', 'Items']);
    expect((await headOf([path], { records: 'Items' })).recordsPaths).toEqual(['Items', 'Answers', 'Cover']);
    await expect(openTable(path, 'workbook', 'Votes')).rejects.toThrow(
      /There is no sheet “Votes” with rows\. Sheets with rows: “Answers”, “Cover”, “Items”/,
    );
  });

  it('is a data file of a folder, and the lock that Excel leaves is none', async () => {
    const folder = temporaryFolder();
    for (const name of ['prefs.xlsx', '~$prefs.xlsx']) writeFileSync(join(folder, name), workbookOf({ Prefs: sheet }));
    expect((await expandSources([folder], '/')).files).toEqual([join(folder, 'prefs.xlsx')]);
  });

  it.each<[string, Buffer, RegExp]>([
    ['without rows', workbookOf({ Sheet1: [head] }), /The Excel workbook has no sheet with a header and rows below/],
    [
      'that is damaged',
      zipOf({ 'xl/workbook.xml': '<workbook' }),
      /The Excel workbook cannot be read \("xl\/_rels\/workbook\.xml\.rels" file not found inside the `\.xlsx` file\)\. Open it and save it again, or save the sheet as CSV/,
    ],
    [
      'that unpacks to too much',
      zipOf({ ...workbookParts({ A: sheet }), 'xl/worksheets/sheet1.xml': Buffer.alloc(65 << 20, ' ') }),
      /The Excel workbook has more than 64 MB when unpacked\. Save the sheet as CSV/,
    ],
    [
      'of before 2007',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]),
      /is an old Excel workbook \(\.xls\), or one with a password\. Save it as \.xlsx without a password, or as CSV/,
    ],
  ])('is refused with what to do: one %s', async (_, bytes, message) => {
    await expect(streamRecordsOf(temporaryFile('a.xlsx', bytes))).rejects.toThrow(message);
  });
});
