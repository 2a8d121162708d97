import { expect, it } from 'vitest';
import { outputDocument } from '../../../../src/core/desk/runs/outputDocument';

it('lays JSON out in lines, and leaves its values as they are written', () => {
  expect(outputDocument('{"id":12345678901234567890,"a":[1.0,{"a":"\\u00e4"}],"id":2}')).toEqual({
    ending: 'json',
    text: [
      '{',
      '  "id": 12345678901234567890,',
      '  "a": [',
      '    1.0,',
      '    {',
      '      "a": "\\u00e4"',
      '    }',
      '  ],',
      '  "id": 2',
      '}',
    ].join('\n'),
  });
});

it.each([
  ['{"a": 1}\n{"a": 2}\n', 'jsonl'],
  ['diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n', 'diff'],
  ['2026-01-02 10:00:00 INFO begin\nINFO x\nWARNING: y\n', 'log'],
  ['{"a": 1', 'txt'],
  ['--- a note\nand more', 'txt'],
  ['12', 'txt'],
  ['', 'txt'],
] as const)('leaves %j as it is, and knows its kind', (text, ending) =>
  expect(outputDocument(text)).toEqual({ text, ending }),
);
