import { describe, expect, it } from 'vitest';
import { patchOfResponse } from '../../../src/core/code/patchOfResponse';
import {
  codeSides,
  isWhole,
  pairsBetween,
  pairsWithBase,
  remarksOf,
  type CodePair,
} from '../../../src/core/code/view/codeSides';
import { baseOf } from './patch/baseOf';

const change = (path: string, from: string, to: string): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;
const add = (path: string, text: string): string =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${text}\n`;
const rename = (from: string, to: string): string =>
  `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;
const remove = (path: string, text: string): string =>
  `diff --git a/${path} b/${path}\ndeleted file mode 100644\n--- a/${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-${text}\n`;

const base = baseOf({
  'a.py': 'a\n',
  'b.py': 'b\n',
  'c.py': 'c\n',
  'yarn.lock': 'l\n',
  'd.bin': Buffer.from([0, 1, 2]),
});
const gap = (): string => '…';
const texts = (pairs: readonly CodePair[]): unknown =>
  pairs.map(({ path, leftPath, left, right, folded }) =>
    [leftPath ?? path, path, ...[left, right].map((file) => file && Buffer.from(file.bytes).toString()), folded].filter(
      (each, at) => at > 0 || each !== path,
    ),
  );

async function sidesOf(...patches: readonly (string | undefined)[]): ReturnType<typeof codeSides> {
  return codeSides(patches, base, gap);
}

describe('the files that a response changes', () => {
  it('are shown before and after, those that nobody reads last', async () => {
    const [side] = await sidesOf(
      change('yarn.lock', 'l', 'm') +
        add('z.py', 'z') +
        remove('b.py', 'b') +
        change('a.py', 'a', 'A') +
        add('build/lib/a.py', 'a'),
    );
    expect(side && texts(pairsWithBase(side))).toEqual([
      ['a.py', 'a\n', 'A\n', undefined],
      ['b.py', 'b\n', undefined, undefined],
      ['z.py', undefined, 'z\n', undefined],
      ['build/lib/a.py', undefined, 'a\n', 'generated'],
      ['yarn.lock', 'l\n', 'm\n', 'generated'],
    ]);
  });

  it('are one where a file moved', async () => {
    const [side] = await sidesOf(rename('a.py', 'moved.py'));
    expect(side && texts(pairsWithBase(side))).toEqual([['a.py', 'moved.py', 'a\n', 'a\n', undefined]]);
  });

  it('are told where they were not made', async () => {
    const [side, whole, none] = await sidesOf(
      change('a.py', 'x', 'y') + change('no.py', 'x', 'y'),
      add('n', 'n'),
      undefined,
    );
    expect(none).toBeUndefined();
    expect(whole && isWhole(whole)).toBe(true);
    expect(side && isWhole(side)).toBe(false);
    expect(side && remarksOf(side)).toMatchObject([
      { path: 'a.py', fault: { kind: 'hunk' } },
      { path: 'no.py', fault: { kind: 'missing' } },
    ]);
    // What is not there is not shown as an empty file.
    expect(side && texts(pairsWithBase(side))).toEqual([['a.py', 'a\n', 'a\n', undefined]]);
  });
});

describe('the files in which two responses differ', () => {
  it('are those that either touches, each as the other leaves it', async () => {
    const [first, second] = await sidesOf(
      change('a.py', 'a', 'A') + change('b.py', 'b', 'B') + add('n.py', 'n'),
      change('b.py', 'b', 'B') + remove('c.py', 'c'),
    );
    expect(first && second && texts(pairsBetween(first, second))).toEqual([
      ['a.py', 'A\n', 'a\n', undefined],
      ['c.py', 'c\n', undefined, undefined],
      ['n.py', 'n\n', undefined, undefined],
    ]);
  });

  it('are compared where a file moved in one of them', async () => {
    const [first, second] = await sidesOf(change('a.py', 'a', 'A'), rename('a.py', 'moved.py'));
    expect(first && second && texts(pairsBetween(first, second))).toEqual([
      ['a.py', 'moved.py', 'A\n', 'a\n', undefined],
    ]);
  });

  it('are none where the patches do the same', async () => {
    const [first, second] = await sidesOf(change('a.py', 'a', 'A'), change('a.py', 'a', 'A').replaceAll('\n', '\r\n'));
    expect(first && second && pairsBetween(first, second)).toEqual([]);
  });
});

describe('the patch of a response', () => {
  const patch = change('a.py', 'a', 'A');

  it.each([
    ['that its run leaves', { text: 'Done.', run: { harness: 'x', patch } }, patch],
    ['that its text is', { text: patch }, patch],
    ['in a block of code', { text: `Here it is:\n\n\`\`\`diff\n${patch}\`\`\`\nDone.` }, patch.trimEnd() + '\n'],
    ['in several places', { text: `${patch}\nand\n\n${patch}` }, `${patch}\n${patch}`.replace('\n\n', '\n')],
  ])('is the one %s', (_, response, expected) => {
    expect(patchOfResponse(response)).toBe(expected);
  });

  it('is none where a text only looks like one', () => {
    expect(patchOfResponse({ text: '- one\n+ two\n```python\n- 1\n```' })).toBeUndefined();
  });
});
