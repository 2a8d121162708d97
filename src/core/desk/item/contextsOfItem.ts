import type { Replay } from '../../journal/replay';
import type { DeskContext } from '../../model/desk/deskState';
import type { NamedContext } from '../../model/study/taskSchema';
import type { ShownItem } from './shownItem';

/**
 * The contexts under which the annotator has judged an item (or the turn that is shown) as its texts are, the first one
 * first; undefined stands for the item as it is. What comes again without their being told knows nothing of what was
 * judged before.
 */
export function judgedContexts(replay: Replay, { annotator, item, judgementKey }: ShownItem): (string | undefined)[] {
  const currentAnnotations = replay
    .everyOn(annotator, item)
    .filter(
      ({ hash, repeat, turn, role }) =>
        hash === item.hash &&
        repeat === judgementKey?.repeat &&
        turn === judgementKey?.turn &&
        role === judgementKey?.role,
    );
  return currentAnnotations.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ context }) => context);
}

/** A context as the desk shows it: with the study's name for it, where it has one. */
export function contextShown(text: string, named: readonly NamedContext[]): DeskContext {
  const name = named.find((each) => each.text === text)?.name;
  return { text, ...(name !== undefined && { name }) };
}
