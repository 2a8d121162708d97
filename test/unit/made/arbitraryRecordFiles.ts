import fc from 'fast-check';

/** The text of a dataset file, with what it holds: each value, and the line on which it begins. */
export interface RecordText {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly lines: readonly number[];
}

const newlines = (text: string): number => text.split('\n').length - 1;

/** JSON has no -0, no undefined; what a value is after a round. */
const settled = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

const trickyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('}', '[', '],', '{"a":1},', '\\', '\\"', '"', '🙂é', '\u2028', '\n\n', '\r\n', ','),
);
const anyJson = fc
  .letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      trickyText,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(trickyText, tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  }))
  .value.map(settled);
const anyObject = fc.dictionary(trickyText, anyJson, { maxKeys: 3, noNullPrototype: true }).map(settled);

const anyMark = fc.constantFrom('', '\ufeff');
const anyEnd = fc.constantFrom('\n', '\r\n');

/**
 * JSONL of two lines and more (one object alone may be what holds the records), blank lines, spaces, either newline,
 * with or without a byte order mark and a newline at its end.
 */
export const anyJsonl: fc.Arbitrary<RecordText> = fc
  .record({
    mark: anyMark,
    end: anyEnd,
    rows: fc.array(
      fc.record({
        blank: fc.array(fc.constantFrom('', ' ', '\t'), { maxLength: 2 }),
        before: fc.constantFrom('', ' '),
        after: fc.constantFrom('', ' \t'),
        value: anyObject,
      }),
      { minLength: 2, maxLength: 30 },
    ),
    lastNewline: fc.boolean(),
  })
  .map(({ mark, end, rows, lastNewline }) => {
    const lines: number[] = [];
    let text = mark;
    rows.forEach(({ blank, before, after, value }, i) => {
      text += blank.map((line) => line + end).join('') + before;
      lines.push(newlines(text) + 1);
      text += JSON.stringify(value) + after + (i < rows.length - 1 || lastNewline ? end : '');
    });
    return { text, values: rows.map(({ value }) => value), lines };
  });

/** A JSON array of any values, on one line or pretty-printed. */
export const anyJsonArray: fc.Arbitrary<RecordText> = fc
  .record({
    mark: anyMark,
    end: anyEnd,
    space: fc.constantFrom('', ' ', '\n', '\n\n  ', '\t'),
    indent: fc.constantFrom(0, 1, 2, '\t'),
    values: fc.array(anyJson, { maxLength: 30 }),
  })
  .map(({ mark, end, space, indent, values }) => {
    const lines: number[] = [];
    let text = `${mark}${space}[`;
    values.forEach((value, i) => {
      text += space;
      lines.push(newlines(text) + 1);
      text += JSON.stringify(value, undefined, indent) + (i < values.length - 1 ? `${space},` : '');
    });
    return { text: `${text}${space}]${space}`.replaceAll('\n', end), values, lines };
  });
