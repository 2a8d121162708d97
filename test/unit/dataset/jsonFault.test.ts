import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeeperThan, jsonFaultAt, describeJsonFault } from '../../../src/core/dataset/records/jsonFault';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('the fault of a JSON text', () => {
  it('is there exactly where JSON.parse finds one', () => {
    const torn = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.constantFrom('', ',', '"', '\\', '}', ']', '{', '01', 'nul', '\u0001', '\n', ' '),
      )
      .map(
        ([json, at, gone, put]) =>
          json.slice(0, at % (json.length + 1)) + put + json.slice((at % (json.length + 1)) + gone),
      );
    fc.assert(
      fc.property(fc.oneof(torn, fc.json(), fc.string()), (text) => {
        expect(jsonFaultAt(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['{"a": [1,\n 2\n}', 3, 'This is not JSON: unexpected text in column 1: "}"'],
    ['{"a": 1,}', 1, 'This is not JSON: unexpected text in column 9: "}"'],
    ["{'a': 1}", 1, 'This is not JSON: unexpected text in column 2: "\'a\': 1}"'],
    ['{"a": "b\nc"}', 1, 'This is not JSON: unexpected text in column 9: "\\nc\\"}"'],
    ['[1, 2', 1, 'This is not JSON: it ends too early, as if it was cut off'],
    ['[\n"a', 2, 'This is not JSON: it ends too early, as if it was cut off'],
    ['[] []', 1, 'This is not JSON: unexpected text in column 4: "[]"'],
    ['[NaN]', 1, 'This is not JSON: unexpected text in column 2: "NaN]"'],
  ])('of %s stands in its line', (text, line, reason) => {
    expect(describeJsonFault(text)).toMatchObject({ line, reason });
  });

  it('is found in what is as deep or long as one likes', () => {
    expect(jsonFaultAt('['.repeat(200_000))).toBe(200_000);
    expect(jsonFaultAt(`["${'\\n'.repeat(2_000_000)}"]`)).toBeUndefined();
  });
});

describe('the depth of a value', () => {
  it('counts lists and objects in one another', () => {
    expect([[], [[]], { a: { b: 1 } }, 3].map((value) => isDeeperThan(value, 1))).toEqual([false, false, false, false]);
    expect([[[[]]], { a: { b: [] } }].map((value) => isDeeperThan(value, 1))).toEqual([false, false]);
    expect([[[[1]]], { a: { b: [1] } }].map((value) => isDeeperThan(value, 1))).toEqual([true, true]);
    let deep: unknown = 1;
    for (let n = 0; n < 200_000; n++) deep = [deep];
    expect(isDeeperThan(deep, 64)).toBe(true);
  });
});
