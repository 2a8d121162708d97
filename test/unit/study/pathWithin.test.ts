import { posix, win32 } from 'node:path';
import { expect, it } from 'vitest';
import { isSamePath, pathWithin } from '../../../src/core/study/pathWithin';

it.each([
  ['C:\\study', 'C:\\study\\data\\a.jsonl', 'data\\a.jsonl'],
  ['C:\\study', 'c:\\Study\\a.jsonl', 'a.jsonl'],
  ['C:\\study', 'C:\\study', ''],
  ['C:\\study', 'C:\\study\\..data\\a.jsonl', '..data\\a.jsonl'],
  ['C:\\study', 'C:\\study2\\a.jsonl', undefined],
  ['C:\\study', 'C:\\', undefined],
  ['C:\\study', 'D:\\a.jsonl', undefined],
  ['C:\\study', '\\\\server\\share\\a.jsonl', undefined],
])('on Windows, from %s to %s is %s', (folder, path, expected) => {
  expect(pathWithin(folder, path, win32)).toBe(expected);
});

it.each([
  ['/study', '/study/data/a.jsonl', 'data/a.jsonl'],
  ['/study', '/study/..data', '..data'],
  ['/study', '/a.jsonl', undefined],
  ['/study', '/', undefined],
])('elsewhere, from %s to %s is %s', (folder, path, expected) => {
  expect(pathWithin(folder, path, posix)).toBe(expected);
});

it('two paths are the same where their drive differs in case only', () => {
  expect(isSamePath('d:\\data\\a.jsonl', 'D:\\data\\a.jsonl', win32)).toBe(true);
  expect(isSamePath('d:\\data\\a.jsonl', 'D:\\data\\b.jsonl', win32)).toBe(false);
  expect(isSamePath('/Data', '/data', posix)).toBe(false);
});
