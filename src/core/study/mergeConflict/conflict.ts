/**
 * A file that git could not merge by itself: it holds both sides between markers (git-merge, "How conflicts are
 * presented"). With `merge.conflictStyle` diff3 or zdiff3 what both sides came from stands there too. Git may cut a
 * conflict into several; each side of all of them together is the file as that side has it, with what git merged by
 * itself.
 */

/** The whole text as each side has it. */
export interface Sides {
  readonly ours: string;
  readonly theirs: string;
  /** The text that both sides came from, where the file says so. */
  readonly base: string | undefined;
  /** 1-based, of the first marker. */
  readonly line: number;
}

const start = /^<{7}( |$)/;
const middle = /^={7}$/;
const origin = /^\|{7}( |$)/;
const end = /^>{7}( |$)/;

/** Both sides of a text with conflict markers; undefined where it has none, or they are not whole. */
export function sidesOf(text: string): Sides | undefined {
  const sides: Record<'ours' | 'base' | 'theirs', string[]> = { ours: [], base: [], theirs: [] };
  let at: 'both' | 'ours' | 'base' | 'theirs' = 'both';
  let first: number | undefined;
  let areBased = true;
  let hasBase = false;
  for (const [number, ended] of text.split('\n').entries()) {
    const line = ended.replace(/\r$/, '');
    if (at === 'both' && start.test(line)) {
      first ??= number + 1;
      at = 'ours';
      hasBase = false;
    } else if (at === 'ours' && origin.test(line)) {
      at = 'base';
      hasBase = true;
    } else if ((at === 'ours' || at === 'base') && middle.test(line)) at = 'theirs';
    else if (at === 'theirs' && end.test(line)) {
      at = 'both';
      areBased &&= hasBase;
    } else if (at === 'both') for (const side of Object.values(sides)) side.push(ended);
    else sides[at].push(ended);
  }
  if (first === undefined || at !== 'both') return undefined;
  return {
    ours: sides.ours.join('\n'),
    theirs: sides.theirs.join('\n'),
    base: areBased ? sides.base.join('\n') : undefined,
    line: first,
  };
}
