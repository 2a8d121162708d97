import { diffLines, diffWordsWithSpace, type ChangeObject } from 'diff';
import type { DeskRefinement, Difference, Run } from '../../model/desk/difference';
import type { Draft } from '../../model/annotation/draft';
import type { ShownItem } from './shownItem';
import { canRefine } from './refinements';
import { withoutImagePaths } from '../../model/item/markdownImages';

/** More of a text is not compared, in UTF-16 units; texts that long are read one by one. */
const maxCompared = 100_000;
/** Comparing takes no longer than this (Myers' algorithm takes the square of what differs), in milliseconds. */
const patience = 300;

/** Compares two texts word by word, or line by line where they are too different for that. */
export function differenceOf(first: string, second: string): Difference {
  const [a, b] = [first.slice(0, maxCompared), second.slice(0, maxCompared)];
  const cut = first.length > maxCompared || second.length > maxCompared;
  const words = diffWordsWithSpace(a, b, { timeout: patience });
  if (words) return { runs: runsOf(words), by: 'words', cut };
  const lines = diffLines(a, b, { timeout: patience });
  if (lines) return { runs: runsOf(lines), by: 'lines', cut };
  return {
    runs: [
      { in: 'first', text: a },
      { in: 'second', text: b },
    ],
    by: 'nothing',
    cut,
  };
}

/**
 * The text of a response as it is shown, what was made of it so far, and how they differ; undefined where there is
 * nothing to refine.
 */
export function refinementShown(
  shown: ShownItem,
  draft: Pick<Draft, 'refinements'>,
  index: number,
): DeskRefinement | undefined {
  if (!canRefine(shown, index)) return undefined;
  const before = withoutImagePaths(shown.responses[index]?.text ?? '').text;
  const made = draft.refinements[index] ?? '';
  const text = made === '' ? before : made;
  return { before, text, difference: differenceOf(text, before) };
}

/** Runs as long as can be: spaces that stand alone between words that differ differ with them. */
function runsOf(changes: readonly ChangeObject<string>[]): Run[] {
  const runs: Run[] = [];
  let [first, second] = ['', ''];
  const flush = (): void => {
    if (first !== '') runs.push({ in: 'first', text: first });
    if (second !== '') runs.push({ in: 'second', text: second });
    [first, second] = ['', ''];
  };
  for (const [index, { added, removed, value }] of changes.entries()) {
    if (removed) first += value;
    else if (added) second += value;
    else if (first !== '' && second !== '' && /^[^\S\n]+$/.test(value) && index < changes.length - 1) {
      first += value;
      second += value;
    } else {
      flush();
      runs.push({ in: 'both', text: value });
    }
  }
  flush();
  return runs;
}
