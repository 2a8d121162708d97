import type { TeamStatus } from './remote';

/** How far an annotator is. */
export interface MemberProgress {
  /** The judgments that they would make where all annotators make as many. */
  readonly share: number;
  /** The judgments that they are behind the mean of all annotators; 0 where that is little. */
  readonly behind: number;
}

/** Who made less than this part of the mean is behind. */
const little = 0.8;

/** Compares the annotators of a study with each other, by name; others, and who was removed, are left out. */
export function memberProgress({ members, items, controls, wanted }: TeamStatus): ReadonlyMap<string, MemberProgress> {
  const annotators = members.filter(({ part, removed }) => part === 'annotator' && !removed);
  const mean = annotators.reduce((sum, { judged }) => sum + judged, 0) / annotators.length;
  // Everybody gets the control items; nobody judges an item twice.
  const share = Math.min(items, Math.ceil(wanted / annotators.length) + controls);
  return new Map(
    annotators.map(({ name, judged }) => [
      name,
      { share, behind: judged < mean * little ? Math.round(mean - judged) : 0 },
    ]),
  );
}
