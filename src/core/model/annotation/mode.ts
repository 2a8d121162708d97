/** How an annotator judges an item. Each way has a judgement of its own, stored as it was made. */
export const modeNames = ['rank', 'pair', 'best', 'rate', 'thumbs', 'steps'] as const;
export type ModeName = (typeof modeNames)[number];

/** What annotators are asked where a study says nothing else. */
export function questionOf(mode: ModeName): string {
  switch (mode) {
    case 'rank':
      return 'Which response serves the person who asked better? Rank them, best first.';
    case 'pair':
      return 'Which of the two serves the person who asked better?';
    case 'best':
      return 'Which response serves the person who asked best?';
    case 'rate':
      return 'How good is each response?';
    case 'thumbs':
      return 'Does the response serve the person who asked?';
    case 'steps':
      return 'Is each step right?';
  }
}

/** Whether an item with so many responses can be judged in that way: what compares needs two. */
export function suits(mode: ModeName, count: number): boolean {
  return count >= (mode === 'rank' || mode === 'pair' || mode === 'best' ? 2 : 1);
}

/** The way an item of so many responses is judged at first: the study's, unless the item does not allow it. */
export function modeFor(wish: ModeName, count: number): ModeName {
  return suits(wish, count) ? wish : 'thumbs';
}
