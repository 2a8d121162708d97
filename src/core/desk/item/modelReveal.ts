import type { Project } from '../../model/study/project';
import type { ShownItem } from './shownItem';
import type { OpenItem } from './openItem';
import { isStale } from './isStale';

/**
 * Tells whether the annotator may see which model wrote which response: where the study reveals it, and only once a
 * judgement of their own stands. Never where items come again, which would not be judged blind then.
 */
export function isRevealed(
  { task, plan }: Pick<Project, 'task' | 'plan'>,
  open: Pick<OpenItem, 'annotation' | 'shown'>,
): boolean {
  const { annotation } = open;
  return (
    task.reveal === true &&
    plan?.repeats === undefined &&
    annotation?.origin.kind === 'human' &&
    annotation.judgement.skip === undefined &&
    !isStale(open)
  );
}

/** The model of each response, in the order shown; null where the source names none. */
export const modelsOf = ({ responses }: Pick<ShownItem, 'responses'>): readonly (string | null)[] =>
  responses.map(({ model }) => model ?? null);
