/** How an annotator judges an item. Each way has a judgement of its own, stored as it was made. */
export const modeNames = ['rank', 'pair', 'best', 'rate', 'thumbs', 'steps'] as const;
export type ModeName = (typeof modeNames)[number];

/** Whether an item with so many responses can be judged in that way: what compares needs two. */
export function suits(mode: ModeName, count: number): boolean {
  return count >= (mode === 'rank' || mode === 'pair' || mode === 'best' ? 2 : 1);
}

/** The way an item of so many responses is judged at first: the study's, unless the item does not allow it. */
export function modeFor(wish: ModeName, count: number): ModeName {
  return suits(wish, count) ? wish : 'thumbs';
}
