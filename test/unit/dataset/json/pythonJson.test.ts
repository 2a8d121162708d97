import { describe, expect, it } from 'vitest';
import { parsePythonJson } from '../../../../src/core/dataset/json/pythonJson';

describe('JSON as Python writes it', () => {
  it('has null for numbers that are none, and leaves texts as they are', () => {
    expect(parsePythonJson('{"a":NaN,"NaN":[-Infinity,Infinity,1],"b":"NaN \\"Infinity\\" \\\\"}')).toEqual({
      a: null,
      NaN: [null, null, 1],
      b: 'NaN "Infinity" \\',
    });
    expect(() => parsePythonJson('{"a":NaN')).toThrow(SyntaxError);
    expect(() => parsePythonJson('{"a":nan}')).toThrow(SyntaxError);
  });

  it('is read in one pass, however long its texts are, also where they are cut off', () => {
    const long = 'x'.repeat(20_000_000);
    expect(parsePythonJson(`{"a":NaN,"b":"${long}"}`)).toEqual({ a: null, b: long });
    expect(() => parsePythonJson(`{"a":NaN,"b":"${'say \\"hi\\"; '.repeat(200_000)}`)).toThrow(SyntaxError);
  });
});
