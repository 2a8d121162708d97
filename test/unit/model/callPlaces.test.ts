import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../../src/core/model/item/item';
import {
  callPlaces,
  correctedCall,
  hasPlace,
  namesIn,
  pathOf,
  valueOfPlace,
} from '../../../src/core/model/item/callPlaces';

const call = (given: ToolCall['arguments'], name = 'view'): ToolCall => ({ id: 'c1', name, arguments: given });
const places = (given: ToolCall['arguments']): unknown[] =>
  callPlaces(call(given)).map(({ path, value }) => [path, value]);

describe('the places of a call', () => {
  it('are its tool and every value of its arguments, by a JSON Pointer', () => {
    expect(places({ path: 'a/b.py', range: [3, { to: null }], 'a/b~c': true, none: {}, list: [] })).toEqual([
      ['', 'view'],
      ['/path', 'a/b.py'],
      ['/range/0', 3],
      ['/range/1/to', null],
      ['/a~1b~0c', true],
      ['/none', {}],
      ['/list', []],
    ]);
    expect(places({})).toEqual([['', 'view']]);
  });

  it('are found in arguments that are JSON text, and are the whole text where that is no JSON or cannot be read', () => {
    expect(places('{"line": 3}')).toEqual([
      ['', 'view'],
      ['/line', 3],
    ]);
    for (const text of ['ls -la\r\ncat x', '{"line": 3', '12', ''])
      expect(places(text)).toEqual([
        ['', 'view'],
        ['/', text],
      ]);
  });

  it('lead back to their values whatever arguments are called', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
        for (const { path, value } of callPlaces(call(given))) {
          expect(valueOfPlace(call(given), path)).toEqual(value);
          expect(pathOf(...namesIn(path))).toBe(path);
        }
      }),
    );
  });

  it('are in the call no more where an argument is gone, or is there that was missing', () => {
    const given = call({ line: 3 });
    expect(hasPlace(given, { path: '/line', verdict: 'wrong-value' })).toBe(true);
    expect(hasPlace(given, { path: '/end', verdict: 'wrong-value' })).toBe(false);
    expect(hasPlace(given, { path: '/end', verdict: 'missing' })).toBe(true);
    expect(hasPlace(given, { path: '/line', verdict: 'missing' })).toBe(false);
    expect(hasPlace(given, { path: '/toString', verdict: 'wrong-value' })).toBe(false);
    expect(hasPlace(given, { path: '', verdict: 'wrong-tool' })).toBe(true);
    expect(hasPlace(call('ls'), { path: '/', verdict: 'malformed' })).toBe(true);
  });
});

describe('the corrected call', () => {
  it('has all that was corrected in its place, and is otherwise the same', () => {
    expect(
      correctedCall(call({ file: 'a', line: 3, deep: { list: [1, 2, 3, 4], x: 1 }, junk: 1 }), [
        { path: '', verdict: 'wrong-tool', corrected: 'open' },
        { path: '/file', verdict: 'wrong-name', corrected: 'path' },
        { path: '/line', verdict: 'wrong-type', corrected: null },
        { path: '/deep/list/1', verdict: 'unexpected' },
        { path: '/deep/list/3', verdict: 'wrong-value', corrected: 40 },
        { path: '/deep/list/2', verdict: 'unexpected' },
        { path: '/junk', verdict: 'unexpected' },
        { path: '/end', verdict: 'missing', corrected: 9 },
      ]),
    ).toEqual({
      id: 'c1',
      name: 'open',
      arguments: { path: 'a', line: null, deep: { list: [1, 40], x: 1 }, end: 9 },
    });
  });

  it('keeps a text a text, and is an object where broken JSON was mended', () => {
    const whole = (given: string, verdict: string, corrected: unknown): unknown =>
      correctedCall(call(given), [{ path: '/', verdict, corrected }])?.arguments;
    expect(whole('ls\r\n', 'wrong-value', 'ls -a\r\n')).toBe('ls -a\r\n');
    expect(whole('{"line": 3', 'malformed', '{"line": 3}')).toEqual({ line: 3 });
    expect(correctedCall(call('[1, 2]'), [{ path: '/0', verdict: 'wrong-value', corrected: 7 }])?.arguments).toBe(
      '[7,2]',
    );
  });

  it.each([
    ['is wrong without a correction', { path: '/line', verdict: 'wrong-value' }],
    ['should not be', { path: '', verdict: 'unexpected' }],
    ['has no such argument', { path: '/end', verdict: 'wrong-value', corrected: 1 }],
    ['has the right name twice', { path: '/line', verdict: 'wrong-name', corrected: 'path' }],
    ['has a tool whose name is no text', { path: '', verdict: 'wrong-tool', corrected: 3 }],
    ['lacks something within what is not there', { path: '/a/b', verdict: 'missing', corrected: 3 }],
  ])('is none where the call %s', (_, mark) => {
    expect(correctedCall(call({ path: 'x', line: 3 }), [mark])).toBeUndefined();
  });

  it('makes no prototype of a name that comes from data', () => {
    const made = correctedCall(call({ a: 1 }), [{ path: '/__proto__', verdict: 'missing', corrected: { evil: true } }]);
    expect(Object.keys(made!.arguments)).toEqual(['a', '__proto__']);
    expect(Object.getPrototypeOf(made!.arguments)).toBe(Object.prototype);
  });
});
