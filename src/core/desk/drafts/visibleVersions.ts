import type { Past } from '../../journal/replay';
import { taskOf } from '../../model/study/taskSchema';
import type { ShownItem } from '../item/shownItem';
import type { Session } from '../session';

/**
 * The versions of an item's judgements that its annotator may see on the desk, the latest first. Until they have judged
 * it as it is shown these are their own, and those of a turn (or of the whole) until they have judged that: what others
 * think must not lead them. They stay their own where annotators judge others' critiques, which do not tell who wrote
 * them. Of an item that came again they are those since it did: until it is judged nothing tells that it is no new one.
 */
export function visibleVersions(session: Session, shown: ShownItem): Past[] {
  const { item, annotator, judgementKey } = shown;
  const past = session.study.replay.past(item.id);
  const isJudged = session.isJudged(shown);
  if (isJudged && taskOf(session.study.project).othersCritiques === 'hidden')
    return past.filter(
      (version) =>
        version.annotator === annotator ||
        session.isJudged({ ...shown, judgementKey: { ...judgementKey, turn: version.turn } }),
    );
  const own = past.filter((version) => version.annotator === annotator);
  return isJudged || judgementKey?.repeat === undefined
    ? own
    : own.filter(({ repeat }) => repeat === judgementKey.repeat);
}

/**
 * Counts the others who have judged the item and whose judgements its annotator may see after judging it too; 0 where
 * they are seen already, or never will be (where annotators judge others' critiques).
 */
export function othersHidden(session: Session, shown: ShownItem): number {
  if (session.isJudged(shown) || taskOf(session.study.project).othersCritiques !== 'hidden') return 0;
  const others = session.study.replay
    .past(shown.item.id)
    .filter(({ annotator, state, skipped }) => annotator !== shown.annotator && state === 'in-force' && !skipped);
  return new Set(others.map(({ annotator }) => annotator)).size;
}
