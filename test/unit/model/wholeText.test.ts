import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeLength, isCode, languageOfCode } from '../../../src/core/model/item/codeLines';
import { languageOfWhole } from '../../../src/core/model/item/wholeText';
import { root } from '../made/bundle';

const python = `def greet(name):
    """Say hello.

    It is friendly and it says the name of the person.
    """
    # Nobody knows why this is here, and nobody asks.
    if __name__ == '__main__':
        return 'Hi ' + name

    return None`;

describe('a text that is one thing', () => {
  it.each([
    ['json', '{"a": 1}'],
    ['json', '{"a": 1}\n{"a": 2}'],
    ['csv', 'city,country,people\nBerlin,Germany,3677472\n"Mexico City, DF",Mexico,9209944\n'],
    ['csv', 'Stadt;Land;Leute\nBerlin;Deutschland;3677472\nParis;Frankreich;2102650'],
    ['tsv', 'city\tcountry\nBerlin\tGermany\nParis\tFrance'],
    ['html', '<!doctype html>\n<html><body>Hi'],
    ['html', '<div class="a"><p>Hi</p></div>'],
    ['svg', '<svg width="1" height="1"><rect/></svg>'],
    ['xml', '<?xml version="1.0"?><note>Hi</note>'],
    ['mermaid', 'graph TD\n  A --> B'],
    ['mermaid', '%% who\nsequenceDiagram\n  Alice->>Bob: Hello'],
    ['log', '2026-01-02 03:04:05 INFO start\n'.repeat(5)],
    ['log', Array.from({ length: 6 }, (_, n) => `tests/a.py::test_${n} PASSED`).join('\n')],
    ['diff', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'],
    ['code', python],
    ['code', '    import subprocess\n    subprocess.check_output("ls")'],
    ['code', '#include <stdio.h>\nint main() {\n  printf("hi");\n  return 0;\n}'],
    ['code', 'SELECT name\nFROM people\nWHERE age > 3'],
    ['code', python.replaceAll('\n', '\r\n')],
  ])('is %s: %j', (language, text) => {
    expect(languageOfWhole(text)).toBe(language);
  });

  it.each([
    'Red, green, blue\nCats, dogs, mice\nOne, two, three',
    'Dear John,\n\nthank you for the letter.\n\nYours;\nMary',
    'You can use `print(x)`:\n\nprint(x)\nreturn x',
    '# Title\n\n- one thing\n- another thing',
    '<answer>\nYes\n</answer>',
    '<thinking>Let me see.</thinking>\nIt is 42.',
    '[1]',
    'import antigravity',
    'graph theory is fun\nand useful',
    'I will return;\nyou will see;\nthat is all;',
    '1. def is a keyword\n2. class is another one',
    '```python\nprint(1)\nprint(2)\n```',
    '',
  ])('is read as Markdown: %j', (text) => {
    expect(languageOfWhole(text)).toBeUndefined();
  });

  const chats = join(root, '..', 'shared', 'data', 'wild');
  it.skipIf(!existsSync(chats))('is no prose of real answers', () => {
    const file = join(chats, 'hh-rlhf-helpful-base.jsonl');
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean))
      expect(languageOfWhole((JSON.parse(line) as { chosen: string }).chosen)).toBeUndefined();
  });

  it('takes time in proportion to its length, whatever is in it', () => {
    const time = (text: string): number => {
      const before = process.cpuUsage();
      for (let n = 0; n < 5; n++) languageOfWhole(text);
      return process.cpuUsage(before).user;
    };
    for (const text of [
      `${' '.repeat(1e6)}<1`,
      `a${' '.repeat(1e6)}b`,
      `--- a${'\n'.repeat(1e6)}b`,
      `${'<!--a-->'.repeat(1e5)}<1`,
    ])
      expect(time(text) / 1e6, text.trim().slice(0, 9)).toBeLessThan(5);
    for (const piece of ['a.b(', 'a,', '"', "'", '<a ', 'x = ', '(', 'word word word word ', '#']) {
      time(piece.repeat(1000));
      expect(time(piece.repeat(200_000)) / 1e6, piece).toBeLessThan(5);
    }
  });
});

describe('code among prose', () => {
  it('ends where prose begins', () => {
    const lines = ['def f(x):', '    return x', '', '    # the end', 'This returns what it is given, always.', 'f(1)'];
    expect(codeLength((number) => lines[number])).toBe(4);
    expect(codeLength((number) => ['This is a function, as you can see:', 'def f(x):'][number])).toBe(0);
  });

  it('is none where a sentence stands in it', () => {
    expect(isCode(['def f(x):', '    return x'])).toBe(true);
    expect(isCode(['def f(x):', '    return x', 'and this is how you do it'])).toBe(false);
  });

  it.each([
    ['python', python],
    ['cpp', '#include <stdio.h>\nint main() {}'],
    ['javascript', 'const a = (b) => b;'],
    ['java', 'public class A {\n}'],
    ['go', 'package main\n'],
    ['rust', 'fn main() {\n    let mut a = 1;\n}'],
    ['sql', 'select 1'],
    ['', 'a = 1'],
  ])('is %s', (language, code) => {
    expect(languageOfCode(code)).toBe(language);
  });
});
