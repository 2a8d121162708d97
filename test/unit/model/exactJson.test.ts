import { describe, expect, it } from 'vitest';
import { exactJson } from '../../../src/core/model/text/exactJson';

describe('JSON that is typed', () => {
  it.each<[string, unknown]>([
    ['"a"', 'a'],
    [' 12 ', 12],
    ['null', null],
    ['{"a": [0.5, -3]}', { a: [0.5, -3] }],
    ['"12345678901234567890"', '12345678901234567890'],
  ])('is read: %s', (text, value) => {
    expect(exactJson(text)).toEqual({ value });
  });

  it.each(['', 'twelve', "{'a': 1}", '{"a": 1'])('is told where it is none: %j', (text) => {
    expect(exactJson(text)).toEqual({ problem: 'no-json' });
  });

  it.each(['12345678901234567890', '{"id": [9007199254740993]}', '1e400'])(
    'is refused where a number would become another one: %s',
    (text) => {
      expect(exactJson(text)).toEqual({ problem: 'inexact-number' });
    },
  );
});
