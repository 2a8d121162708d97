/** How an annotator judges an item. Each way has a judgement of its own, stored as it was made. */
export const modeNames = ['rank', 'pair', 'best', 'best-worst', 'rate', 'thumbs', 'steps'] as const;
export type ModeName = (typeof modeNames)[number];

/** How a study's items are judged at first: all in one way, or each by how many responses it has. */
export const modeChoices = ['auto', ...modeNames] as const;
export type ModeChoice = (typeof modeChoices)[number];

/** What annotators are asked where a study says nothing else. */
export function questionOf(mode: ModeName): string {
  switch (mode) {
    case 'rank':
      return 'Which response serves the person who asked better? Rank them, best first.';
    case 'pair':
      return 'Which of the two serves the person who asked better?';
    case 'best':
      return 'Which response serves the person who asked best?';
    case 'best-worst':
      return 'Which response serves best, and which worst?';
    case 'rate':
      return 'How good is each response?';
    case 'thumbs':
      return 'Does the response serve the person who asked?';
    case 'steps':
      return 'Is each step right?';
  }
}

/** Whether what it gives is comparisons of two, from which nobody guesses a ranking. */
export const isByComparisons = (mode: ModeName): boolean => mode === 'pair' || mode === 'best-worst';

/** Whether an item with so many responses can be judged in that way: what compares needs two, best and worst three. */
export function suits(mode: ModeName, count: number): boolean {
  return count >= leastResponses(mode);
}

function leastResponses(mode: ModeName): number {
  if (mode === 'best-worst') return 3;
  return mode === 'rank' || mode === 'pair' || mode === 'best' ? 2 : 1;
}

/**
 * The way in which an item of so many responses is judged at first: the study's, unless the item does not allow it.
 * @param labelled how the item's labels were made, where they say so; what a single response is judged by then
 */
export function modeFor(wish: ModeChoice, count: number, labelled?: ModeName): ModeName {
  if (wish !== 'auto' && suits(wish, count)) return wish;
  if (count >= 2) return count === 2 ? 'pair' : 'rank';
  return wish === 'auto' && labelled !== undefined && suits(labelled, count) ? labelled : 'thumbs';
}
