import { describe, expect, it } from 'vitest';
import { linesOfDocument, linesOfFile, passagesWithLines } from '../../../src/core/code/view/commentedLines';
import { codeSides } from '../../../src/core/code/view/codeSides';

describe('lines of a document that shows all of a file', () => {
  it('are those of the file, below what is told above it', () => {
    const shown = { above: 2 };
    expect(linesOfFile(shown, 0, 1)).toBeUndefined();
    expect(linesOfFile(shown, 1, 3)).toEqual([1, 2]);
    expect(linesOfDocument(shown, [1, 2], 10)).toEqual([2, 3]);
    expect(passagesWithLines(shown, 5)).toEqual([[2, 4]]);
  });

  it('are none behind the end of the file', () => {
    expect(linesOfDocument({ above: 0 }, [9, 12], 10)).toEqual([8, 9]);
    expect(linesOfDocument({ above: 0 }, [11, 12], 10)).toBeUndefined();
  });
});

/** The numbers of the lines of the first file of a patch, where there is no repository. */
async function numbersOf(patch: string, ...others: readonly string[]) {
  const [side] = await codeSides([patch, ...others], undefined, () => '…');
  const file = side?.files[0];
  return [file?.before, file?.after].map((each) => each && (each.lines ?? 'as they are'));
}

const patchOf = (...lines: readonly string[]): string =>
  ['diff --git a/a.py b/a.py', '--- a/a.py', '+++ b/a.py', ...lines, ''].join('\n');
const twoHunks = patchOf('@@ -3,2 +3,3 @@', ' three', '+new', ' four', '@@ -10,2 +11,1 @@', '-ten', ' eleven');

describe('lines of a document of what patches show', () => {
  it('have the numbers that they have in the file, on either side, and gaps have none', async () => {
    expect(await numbersOf(twoHunks)).toEqual([
      [0, 3, 4, 0, 10, 11, 0],
      [0, 3, 4, 5, 0, 11, 0],
    ]);
  });

  it('have them also where another patch says that other lines are there', async () => {
    const other = patchOf('@@ -3,1 +3,1 @@', '-another three', '+3');
    const [before, after] = await numbersOf(twoHunks, other);
    const known = (lines: unknown): number[] => (lines as number[]).filter((line) => line !== 0);
    expect(known(before)).toEqual([3, 4, 10, 11]);
    expect(known(after)).toEqual([3, 4, 5, 11]);
    // Of the second one nobody knows where its lines are.
    const added = await numbersOf(patchOf('@@ -5,0 +6,1 @@', '+six'), patchOf('@@ def f():', '-y'));
    expect(added.map(known)).toEqual([[], [6]]);
  });

  it('have none where the patch does not say them', async () => {
    const [before, after] = await numbersOf(patchOf('@@ def f():', '+first', ' a', '-b', '+c'));
    expect(new Set([...(before as number[]), ...(after as number[])])).toEqual(new Set([0]));
  });

  it('are those of the file where it is new', async () => {
    expect(
      await numbersOf(
        [
          'diff --git a/n b/n',
          'new file mode 100644',
          '--- /dev/null',
          '+++ b/n',
          '@@ -0,0 +1,2 @@',
          '+a',
          '+b',
          '',
        ].join('\n'),
      ),
    ).toEqual([undefined, 'as they are']);
  });

  it('are found from both ends, across what is not shown', () => {
    const shown = { above: 1, numbers: [0, 3, 4, 0, 10, 11, 0] };
    expect(linesOfFile(shown, 3, 5)).toEqual([4, 10]);
    expect(linesOfFile(shown, 4, 4)).toBeUndefined();
    expect(linesOfDocument(shown, [4, 10], 8)).toEqual([3, 5]);
    expect(linesOfDocument(shown, [5, 9], 8)).toBeUndefined();
    expect(passagesWithLines(shown, 8)).toEqual([
      [2, 3],
      [5, 6],
    ]);
  });
});
