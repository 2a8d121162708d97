import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framingOf } from '../../../src/core/dataset/readers/textFraming';
import { isWholeFileFraming } from '../../../src/core/dataset/readers/wholeFileFraming';
import { framerFor, recordText } from '../../../src/core/dataset/records/framing';
import { byteOrderMark } from '../../../src/core/dataset/records/syntaxBytes';
import { anyJsonArray, anyJsonl, type RecordText } from '../made/arbitraryRecordFiles';

/** Frames bytes given in chunks of these sizes (the last one repeats); the first holds the byte order mark whole. */
function framed(bytes: Buffer, sizes: readonly number[]): { values: string[]; lines: number[]; problem: unknown } {
  const framing = framingOf(bytes);
  if (isWholeFileFraming(framing)) throw new Error('is read as a whole');
  const framer = framerFor(framing);
  const starts: number[] = [];
  const lines: number[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = Math.max(at === 0 ? 3 : 1, sizes[Math.min(i, sizes.length - 1)] ?? bytes.length);
    framer.push(bytes.subarray(at, at + size), at, (start, line) => {
      starts.push(start);
      lines.push(line);
    });
    at += size;
  }
  return {
    values: starts.map((start, i) => recordText(bytes.subarray(start, starts[i + 1] ?? bytes.length), framing)),
    lines,
    problem: framer.end(),
  };
}

const anySizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 10 });

describe('framing', () => {
  it.each<[string, fc.Arbitrary<RecordText>]>([
    ['JSONL', anyJsonl],
    ['a JSON array', anyJsonArray],
  ])('finds every record of %s, and its line, however the bytes are chunked', (_, anyFile) => {
    fc.assert(
      fc.property(anyFile, anySizes, ({ text, values, lines }, sizes) => {
        const found = framed(Buffer.from(text), sizes);
        expect(found.values.map((value) => JSON.stringify(JSON.parse(value)))).toEqual(
          values.map((value) => JSON.stringify(value)),
        );
        expect(found.lines).toEqual(lines);
        expect(found.problem).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('says that a cut array is cut, and still gives every item that is whole', () => {
    fc.assert(
      fc.property(
        anyJsonArray.filter(({ values }) => values.length > 1),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ text, values }, share) => {
          const whole = Buffer.from(text.trimEnd());
          const open = whole.indexOf('[') + 1;
          const cut = open + Math.floor(share * (whole.length - open - 1));
          const found = framed(whole.subarray(0, cut), [7]);
          expect(found.problem).toMatchObject({
            message: expect.stringMatching(/cut off: its closing “\]” is missing/) as string,
          });
          const complete = found.values.slice(0, -1).map((value) => JSON.stringify(JSON.parse(value)));
          expect(complete).toEqual(values.slice(0, complete.length).map((value) => JSON.stringify(value)));
        },
      ),
    );
  });

  it.each([
    ['nothing', '', 'jsonl', [], undefined],
    ['blank lines only', '\n \r\n\t\n', 'jsonl', [], undefined],
    ['an empty array', ' [ ] \n', 'json-array', [], undefined],
    ['one line without a newline', '{"a":1}', 'jsonl', ['{"a":1}'], undefined],
    [
      'a line that does not parse between two that do',
      '{"a":1}\n{"a":\n{"a":3}\n',
      'jsonl',
      ['{"a":1}', '{"a":', '{"a":3}'],
      undefined,
    ],
    ['bare words in an array', '[true,null , -1.5e3,"x"]', 'json-array', ['true', 'null', '-1.5e3', '"x"'], undefined],
    ['a comma before the end', '[{"a":1},]', 'json-array', ['{"a":1}'], undefined],
    [
      'text behind the array',
      '[{"a":1}]\n{"b":2}\n',
      'json-array',
      ['{"a":1}'],
      {
        line: 2,
        message: expect.stringContaining('There is text after the end of the JSON array. It was not read') as string,
      },
    ],
    [
      'a forgotten comma, which must not lose an item in silence',
      '[{"a":1} {"b":2}, {"c":3}]',
      'json-array',
      ['{"a":1} {"b":2}', '{"c":3}'],
      undefined,
    ],
    ['a stray word behind an item', '[{"a":1} x, {"c":3}]', 'json-array', ['{"a":1} x', '{"c":3}'], undefined],
    ['a forgotten comma before the last item', '[{"a":1}\n {"b":2}\n]', 'json-array', ['{"a":1}\n {"b":2}'], undefined],
  ])('reads %s', (_, text, framing, values, problem) => {
    expect(framingOf(Buffer.from(text))).toBe(framing);
    const found = framed(Buffer.from(text), [4]);
    expect(found.values).toEqual(values);
    expect(found.problem).toEqual(problem && expect.objectContaining(problem));
  });

  it('knows a byte order mark, and looks past it', () => {
    expect(byteOrderMark(Buffer.from('\ufeff{'))).toBe(3);
    expect(byteOrderMark(Buffer.from('{'))).toBe(0);
    expect(framingOf(Buffer.from('\ufeff \r\n[1]'))).toBe('json-array');
  });
});
