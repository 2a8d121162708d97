import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGenerated, patchedFiles, patchLength } from '../../../src/core/model/item/patch';
import { root } from '../made/bundle';

const git = `diff --git a/calc.py b/calc.py
index 1234567..89abcde 100644
--- a/calc.py
+++ b/calc.py
@@ -1,3 +1,3 @@ def add(a, b):
 def add(a, b):
-    return a - b
+    return a + b

diff --git a/old.txt b/new.txt
similarity index 100%
rename from old.txt
rename to new.txt`;

const lengthOf = (text: string, at = 0): number => patchLength(text.split('\n'), at);
const kindsOf = (text: string): string[] => patchedFiles(text).flatMap(({ lines }) => lines.map(({ kind }) => kind));

describe('a patch in a text', () => {
  it.each([
    ['as git writes it', git, 13],
    ['as diff -u writes it', '--- x.py\t2026-01-01\n+++ x.py\t2026-01-02\n@@ -1 +1 @@\n-a\n+b\n\nThat is all.', 5],
    ['as Subversion writes it', `Index: x.py\n${'='.repeat(67)}\n--- x.py\n+++ x.py\n@@ -1 +1 @@\n-a\n+b`, 7],
    ['as apply_patch takes it', '*** Begin Patch\n*** Update File: x.py\n@@ def f():\n-a\n+b\n*** End Patch\nDone.', 6],
    ['with CRLF', '--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\nDone.\r', 5],
    [
      'whose hunk has fewer lines than it says',
      '--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n a\n-b\n+c\n\nIt adds what was missing.',
      6,
    ],
    ['whose hunk has more lines than it says', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n+d\n+e\nSo.', 7],
    [
      'that removes and adds comments of SQL and Lua',
      '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- old\n+++ new\n-a\n+b\nSo.',
      7,
    ],
  ])('%s ends where it ends', (_, text, lines) => {
    expect(lengthOf(text)).toBe(lines);
  });

  it.each([
    ['a list', '- one\n- two\n+ three'],
    ['a rule and a heading', '--- \nTitle\n---'],
    ['front matter', '---\ntitle: x\n---\n'],
    ['a sentence about one', 'diff --git writes such lines.'],
    ['what names two files and no hunk', '--- a\n+++ b\nand so on'],
  ])('is not seen in %s', (_, text) => {
    for (const at of text.split('\n').keys()) expect(lengthOf(text, at)).toBe(0);
  });

  it('has its files with their names and how many lines they gain and lose', () => {
    expect(patchedFiles(git).map(({ name, added, removed }) => [name, added, removed])).toEqual([
      ['calc.py', 1, 1],
      ['new.txt', 0, 0],
    ]);
    const made = '--- /dev/null\n+++ b/n.py\n@@ -0,0 +1 @@\n+x\n--- a/gone.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-y';
    expect(patchedFiles(made).map(({ name, added, removed }) => [name, added, removed])).toEqual([
      ['n.py', 1, 0],
      ['gone.py', 0, 1],
    ]);
    const codex = '*** Begin Patch\n*** Add File: a.py\n+x\n*** Update File: b.py\n@@\n-y\n+z\n*** End Patch';
    expect(patchedFiles(codex).map(({ name, added, removed }) => [name, added, removed])).toEqual([
      ['a.py', 1, 0],
      ['b.py', 1, 1],
    ]);
  });

  it('goes by the first character of a line where nothing heads it', () => {
    expect(kindsOf('-old\n+new\n same\nprose')).toEqual(['removed', 'added', 'context', 'context']);
  });

  it('keeps every line, whatever it holds', () => {
    const line = fc.oneof(
      fc.constantFrom(...git.split('\n'), '@@', '+++ b/x', '--- a/x', '\\ No newline at end of file', ''),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const text = lines.map((each) => each.replaceAll('\n', ' ')).join('\n');
        const again = patchedFiles(text).flatMap((file) => file.lines.map((each) => each.text));
        expect(again.join('\n')).toBe(text.replace(/\n$/, ''));
        expect(lengthOf(text)).toBeLessThanOrEqual(lines.length);
      }),
    );
  });

  const predictions = join(root, '..', 'shared', 'data', 'runs', 'swe-bench-preds', 'pydicom-all_preds.jsonl');
  it.skipIf(!existsSync(predictions))('that an agent left is one to its end', () => {
    for (const row of readFileSync(predictions, 'utf8').trim().split('\n')) {
      const { model_patch: patch } = JSON.parse(row) as { model_patch: string };
      const lines = patch.replace(/^\n+|\n+$/g, '').split('\n');
      expect(patchLength(lines, 0)).toBe(lines.length);
    }
  });

  it.each(['package-lock.json', 'web/yarn.lock', 'x.min.js', 'api/v1_pb2.py', 'go.sum'])('%s is generated', (name) => {
    expect(isGenerated(name)).toBe(true);
  });
  it.each(['lock.py', 'package.json', 'src/min.js', 'snapshot.ts'])('%s is written by people', (name) => {
    expect(isGenerated(name)).toBe(false);
  });
});
