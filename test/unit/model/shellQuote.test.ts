import { describe, expect, it } from 'vitest';
import { commandPath, shellQuote } from '../../../src/core/model/text/shellQuote';

describe('words and paths in commands', () => {
  it.each([
    ['label=pick', 'label=pick', 'label=pick'],
    ['1=first,2=second', '1=first,2=second', '1=first,2=second'],
    ['runs.*.samples', "'runs.*.samples'", '"runs.*.samples"'],
    ["it's", String.raw`'it'\''s'`, `"it's"`],
    ['say "so"', `'say "so"'`, String.raw`"say \"so\""`],
  ])('%s is quoted as a shell there takes it', (word, elsewhere, onWindows) => {
    expect(shellQuote(word, 'linux')).toBe(elsewhere);
    expect(shellQuote(word, 'darwin')).toBe(elsewhere);
    expect(shellQuote(word, 'win32')).toBe(onWindows);
  });

  it.each([
    [String.raw`C:\data\my study`, 'C:/data/my study'],
    [String.raw`\\server\share\out`, '//server/share/out'],
  ])('%s has slashes on Windows, and stays elsewhere', (path, onWindows) => {
    expect(commandPath(path, 'win32')).toBe(onWindows);
    expect(commandPath(path, 'linux')).toBe(path);
  });
});
