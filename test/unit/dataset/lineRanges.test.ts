import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawRecords } from '../../../src/core/dataset/records/framing';
import { RangeReader } from '../../../src/core/dataset/sources/lineRanges';
import type { RawRecord } from '../../../src/core/dataset/records/rawRecord';
import { streamRecords } from '../../../src/core/dataset/records/recordStream';
import { temporaryFile } from '../made/temporaryFolder';

/** The records of a file, read in ranges of so many bytes, with the lines that they have in the file. */
function inRanges(path: string, size: number, length: number): RawRecord[] {
  const reader = new RangeReader();
  const records: RawRecord[] = [];
  let lines = 0;
  for (let begin = 0; begin < size; begin += length) {
    const found = reader.read(path, { begin, end: Math.min(begin + length, size) });
    records.push(...rawRecords(found).map((record) => ({ ...record, line: record.line + lines })));
    lines += found.count;
  }
  reader.close();
  return records;
}

describe('ranges of a file of lines', () => {
  const line = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.integer({ min: 0, max: 90 }).map((length) => JSON.stringify({ text: 'é'.repeat(length) })),
    },
    fc.constantFrom('', ' ', '\r', '{"torn', '{"a":1}\r'),
  );

  it('hold each record once, as one finds them who reads the file through', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('', '\ufeff'),
        fc.constantFrom('', '\n', '\n\n'),
        fc.integer({ min: 1, max: 200 }),
        async (lines, mark, end, length) => {
          const text = `${mark}{"first":true}\n${lines.join('\n')}${end}`;
          const path = temporaryFile('data.jsonl', text);
          const expected: RawRecord[] = [];
          for await (const batch of streamRecords(path)) expected.push(...batch);
          expect(inRanges(path, Buffer.byteLength(text), length)).toEqual(expected);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('hold a line that is longer than many of them', () => {
    const text = `{"a":1}\n${JSON.stringify({ long: 'x'.repeat(200_000) })}\n{"b":2}\n`;
    const path = temporaryFile('data.jsonl', text);
    expect(inRanges(path, text.length, 1000).map(({ line: at }) => at)).toEqual([1, 2, 3]);
  });
});
