import type { Project } from '../../model/study/project';
import { defaultSpanTypes, leafNames } from '../../model/annotation/taxonomy';
import type { SpanCounter } from './counts/spanCounts';

/**
 * The types that annotators of a study can choose, by name and without groups: the study's own; where it has none,
 * those of the desk, if anything is marked at all.
 */
export function spanTypesOf({ task }: Pick<Project, 'task'>, counter: SpanCounter): readonly string[] {
  if (task.spans) return leafNames(task.spans);
  const { spans, missing } = counter.counts();
  return spans + missing > 0 ? leafNames(defaultSpanTypes) : [];
}
