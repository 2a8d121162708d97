import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CsvFramer, cellsOf, csvFramingOf, separators } from '../../../../src/core/dataset/readers/table/csv';
import { headOf } from '../../../../src/core/dataset/records/head';
import type { Separator } from '../../../../src/core/model/problems/dataset';
import { temporaryFile, temporaryFolder } from '../../made/temporaryFolder';
import { fetchRecordsOf, streamRecordsOf } from '../../made/readRecords';

const cell = fc
  .oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(
      '',
      'a',
      '"',
      '""',
      ',',
      ';',
      '\t',
      '|',
      '\n',
      '\r\n',
      'line\nline',
      'say "hi"',
      ' "x" ',
      'é🙂',
      '{"a": [1, 2]}',
    ),
  )
  .filter((text) => !/\r(?!\n)/.test(text) && !text.includes('\u2028'));
/** As a careful writer writes it: quoted where it must be, and sometimes where it need not. */
const written = (text: string, separator: Separator, always: boolean): string =>
  always || text === '' || text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

interface Made {
  readonly text: string;
  readonly separator: Separator;
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly number[];
}

const anyTable: fc.Arbitrary<Made> = fc
  .record({
    separator: fc.constantFrom(...separators),
    mark: fc.constantFrom('', '\ufeff'),
    end: fc.constantFrom('\n', '\r\n'),
    width: fc.integer({ min: 2, max: 4 }),
    lastEnd: fc.boolean(),
    blank: fc.boolean(),
  })
  .chain((shape) =>
    fc.record({
      shape: fc.constant(shape),
      rows: fc.array(fc.array(fc.tuple(cell, fc.boolean()), { minLength: shape.width, maxLength: shape.width }), {
        minLength: 1,
        maxLength: 12,
      }),
    }),
  )
  .map(({ shape: { separator, mark, end, width, lastEnd, blank }, rows }) => {
    let text = mark + Array.from({ length: width }, (_, i) => `c${i}`).join(separator) + end;
    const lines: number[] = [];
    rows.forEach((row, i) => {
      if (blank && i === 1) text += end;
      lines.push(text.split('\n').length);
      text +=
        row.map(([content, always]) => written(content, separator, always)).join(separator) +
        (i < rows.length - 1 || lastEnd ? end : '');
    });
    return { text, separator, rows: rows.map((row) => row.map(([content]) => content)), lines };
  });

describe('a CSV file', () => {
  it('gives its rows with their lines by streaming and by ordinal, whatever the cells, the separator and the line ends', async () => {
    const folder = temporaryFolder();
    let serial = 0;
    await fc.assert(
      fc.asyncProperty(anyTable, async ({ text, rows, lines }) => {
        const path = join(folder, `${serial++}.csv`);
        writeFileSync(path, text);
        const expected = rows.map((row, i) => ({
          place: String(lines[i]),
          value: Object.fromEntries(row.map((content, column) => [`c${column}`, content])),
        }));
        expect((await streamRecordsOf(path)).records).toEqual(expected);
        expect(await fetchRecordsOf(path, {}, join(folder, 'cache'))).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it('is framed alike however its bytes are chunked', () => {
    fc.assert(
      fc.property(anyTable, fc.integer({ min: 1, max: 9 }), ({ text, separator, lines }, size) => {
        const bytes = Buffer.from(text);
        const framer = new CsvFramer(separator);
        const found: number[] = [];
        for (let at = 0; at < bytes.length; at += at === 0 ? Math.max(3, size) : size)
          framer.push(bytes.subarray(at, at + (at === 0 ? Math.max(3, size) : size)), at, (_, line) =>
            found.push(line),
          );
        expect(found).toEqual(lines);
      }),
      { numRuns: 500 },
    );
  });

  it('is cut into the cells that csv-parse finds, odd quotes included', () => {
    const odd = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"'), maxLength: 12 });
    fc.assert(
      fc.property(odd, (row) => {
        const cells = cellsOf(row, ',');
        let theirs: string[][] | undefined;
        try {
          theirs = parse(row, { relax_column_count: true, skip_empty_lines: false });
        } catch {
          // They refuse a row that is not RFC 4180; ours is read as Python's csv does, or refused too.
          return;
        }
        if (row !== '') expect([cells]).toEqual(theirs);
      }),
      { numRuns: 2000 },
    );
  });

  it.each<[string, string, string[]]>([
    ['a stray quote inside a cell', '5" disk,b', ['5" disk', 'b']],
    ['text behind a closing quote', '"a"b,c', ['ab', 'c']],
    ['a space before a quote', ' "a",b', [' "a"', 'b']],
    ['an empty last cell', 'a,', ['a', '']],
    ['doubled quotes alone', '"""",""', ['"', '']],
  ])("is read as Python's csv reads it: %s", (_, row, cells) => {
    expect(cellsOf(row, ',')).toEqual(cells);
  });

  it.each<[string, string, string, Separator, string[]]>([
    ['commas', 'a.csv', 'prompt,chosen,rejected\nx,y,z\n', ',', ['prompt', 'chosen', 'rejected']],
    ['tabs, with commas in the text', 'a.csv', 'prompt\tchosen\nHi, you, there\tx, y\n', '\t', ['prompt', 'chosen']],
    ['semicolons, with commas in the text', 'a.csv', 'prompt;chosen\n1,5;2,5\n', ';', ['prompt', 'chosen']],
    ['bars', 'a.data', 'prompt|chosen\na|b\nc|d\n', '|', ['prompt', 'chosen']],
    ['a name for each column', 'a.csv', ',a,a,\n0,1,2,3\n', ',', ['column_1', 'a', 'a_2', 'column_4']],
    ['one column only, where the name says CSV', 'a.csv', 'text\nhello\n', ',', ['text']],
    ['a header and no row, where the name says CSV', 'a.tsv', 'a\tb\n', '\t', ['a', 'b']],
  ])('has its separator found by looking: %s', (_, name, text, separator, columns) => {
    expect(csvFramingOf(Buffer.from(text), true, name.endsWith('sv'))).toEqual({ kind: 'csv', separator, columns });
  });

  it('tells of a ragged row and of a quote that is never closed, and reads the rest', async () => {
    const path = temporaryFile(
      'odd.csv',
      'prompt,chosen,rejected\na,b,c\n"two\nlines",b,c\na,b\na,b,c,d\n\na,b,c\n"open,b,c\na,b,c\n',
    );
    const row = { chosen: 'b', rejected: 'c' };
    const expected = [
      { place: '2', value: { prompt: 'a', ...row } },
      { place: '3', value: { prompt: 'two\nlines', ...row } },
      {
        place: '5',
        fault:
          'The row has fewer cells than the header (2 and 3). Add the separator “,” for each empty cell, or quote cells with line breaks',
      },
      {
        place: '6',
        fault: 'The row has more cells than the header (4 and 3). Quote cells that contain the separator “,”',
      },
      { place: '8', value: { prompt: 'a', ...row } },
      {
        place: '9',
        fault:
          'The row opens a quoted cell that never ends, so the rest of the file would be one cell. Close the quote, or write it twice ("") if it is text',
      },
    ];
    expect(await streamRecordsOf(path)).toEqual({ records: expected, problem: undefined });
    expect(await fetchRecordsOf(path)).toEqual(expected);
  });

  it('that holds its header once more is read without it, and told where', async () => {
    const path = temporaryFile('twice.csv', 'prompt,response\nWhy?,So.\nprompt,response\nHow?,Thus.\n');
    const { records } = await streamRecordsOf(path);
    expect(records.map((record) => ('fault' in record ? record.place : 'value' in record && record.value))).toEqual([
      { prompt: 'Why?', response: 'So.' },
      '3',
      { prompt: 'How?', response: 'Thus.' },
    ]);
  });

  it('whose header names more columns than any row has cells is read without them, and told', async () => {
    const path = temporaryFile('longer.csv', 'prompt,response,own\nWhy?,So.\nHow?,Thus.\nWhen?,Now.\n');
    const { records, problem } = await streamRecordsOf(path);
    expect(records[0]).toMatchObject({ value: { prompt: 'Why?', response: 'So.' } });
    expect(problem).toMatchObject({
      severity: 'warning',
      message: expect.stringMatching(/^The header has more columns than each row has cells \(3 and 2\)/) as string,
    });
  });

  it('in Windows-1252, as Excel saves it, is read with its letters, and told', async () => {
    const path = temporaryFile(
      'ansi.csv',
      Buffer.concat([
        Buffer.from('prompt;créée;"naïve"\r\nCafé ', 'latin1'),
        Buffer.from([0x93, 0x80, 0x94]),
        Buffer.from(';b;"Köln;\r\nMünchen"\r\nplain;b;c\r\n', 'latin1'),
      ]),
    );
    const expected = [
      { place: '2', value: { prompt: 'Café “€”', créée: 'b', naïve: 'Köln;\r\nMünchen' } },
      { place: '4', value: { prompt: 'plain', créée: 'b', naïve: 'c' } },
    ];
    expect(await streamRecordsOf(path)).toMatchObject({
      records: expected,
      problem: {
        severity: 'warning',
        message: expect.stringMatching(
          /^The file is not UTF-8 and was read as Windows-1252, like “CSV \(Comma delimited\)” of Excel\. If letters are wrong, save it as “CSV UTF-8”$/,
        ) as string,
      },
    });
    expect(await fetchRecordsOf(path)).toEqual(expected);
  });

  it('in Windows-1252 is told before a study is made of it', async () => {
    const path = temporaryFile('ansi.csv', Buffer.from('prompt,chosen,rejected\nWhy?,Café,Tee\n'.repeat(50), 'latin1'));
    expect((await headOf([path], {})).problems).toMatchObject([
      { severity: 'warning', file: path, message: expect.stringContaining('Windows-1252') as string },
    ]);
  });

  it.each([
    ['Cyrillic letters of Windows-1251', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]],
    ['Chinese in GBK', [0xc4, 0xe3, 0xba, 0xc3]],
    ['Japanese in Shift-JIS', [0x82, 0xb1, 0x82, 0xf1, 0x81, 0x42]],
    ['German of DOS', [0x4b, 0x94, 0x6c, 0x6e, 0x81]],
    ['German of old Macs', [0x4b, 0x9a, 0x6c, 0x6e, 0x8a, 0x6c]],
    ['UTF-8 with a broken letter', [0xc3, 0xa9, 0x65, 0xc3, 0xa9, 0x65, 0xe9]],
  ])('with %s is left to be converted', async (_, bytes) => {
    const path = temporaryFile(
      'other.csv',
      Buffer.concat([Buffer.from('prompt,chosen\n'), Buffer.from(bytes), Buffer.from(',b\nplain,b\n')]),
    );
    expect((await streamRecordsOf(path)).records).toEqual([
      { place: '2', fault: expect.stringContaining('is not UTF-8 text. Convert the file') as string },
      { place: '3', value: { prompt: 'plain', chosen: 'b' } },
    ]);
  });

  it.each<[string, string, string | Buffer]>([
    [
      'UTF-8 with a byte order mark and semicolons',
      'a.csv',
      '\ufeffprompt;response_a;response_b\r\nWarum; "so";1,5\r\n',
    ],
    [
      'a first line that tells the separator',
      'a.csv',
      '\ufeffsep=;\r\nprompt;response_a;response_b\r\nWarum; "so";1,5\r\n',
    ],
    [
      'Unicode Text: UTF-16 with tabs',
      'a.txt',
      Buffer.from('\ufeffprompt\tresponse_a\tresponse_b\r\nWarum\t "so"\t1,5\r\n', 'utf16le'),
    ],
  ])('as Excel writes it: %s', async (_, name, content) => {
    const path = temporaryFile(name, content);
    const { records, problem } = await streamRecordsOf(path);
    expect([records.map(({ value }) => value), problem]).toEqual([
      [{ prompt: 'Warum', response_a: ' "so"', response_b: '1,5' }],
      undefined,
    ]);
    expect(await fetchRecordsOf(path)).toEqual(records);
  });

  it('counts the line that tells the separator', async () => {
    const path = temporaryFile('a.csv', 'sep=|\nprompt|chosen\na|b\nc\n');
    expect((await streamRecordsOf(path)).records).toEqual([
      { place: '3', value: { prompt: 'a', chosen: 'b' } },
      {
        place: '4',
        fault: expect.stringContaining(
          'The row has fewer cells than the header (1 and 2). Add the separator “|” for each empty cell, or quote cells with line breaks',
        ) as string,
      },
    ]);
  });

  it('has what looks like HTML in its cells as it stands', async () => {
    const cells = ['A &amp; B &lt;br&gt;', 'one<br/>two', '&quot;x&quot; &#39;y&#39; &nbsp;'];
    const path = temporaryFile('html.csv', `a,b,c\n${cells.join(',')}\n`);
    expect((await streamRecordsOf(path)).records).toEqual([
      { place: '2', value: { a: cells[0], b: cells[1], c: cells[2] } },
    ]);
  });
});
