import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { DropPosition } from '../../../src/core/model/annotation/ranking';
import { judge } from '../store';

const kind = 'tiebreak-response';
/** The outer parts of a card mean before and after; the middle means a tie. */
const edge = 0.3;

/** Lets a card be dragged by its head, and dropped before, after or (for a tie) onto another. Returns what ends it. */
export function dragAndDrop(
  card: HTMLElement,
  handle: HTMLElement,
  key: string,
  index: number,
  isColumns: () => boolean,
): () => void {
  const show = (position: DropPosition | undefined): void => {
    if (position) card.dataset.drop = position;
    else delete card.dataset.drop;
  };
  return combine(
    draggable({
      element: card,
      dragHandle: handle,
      getInitialData: () => ({ kind, index }),
      onDragStart: () => card.classList.add('dragged'),
      onDrop: () => card.classList.remove('dragged'),
    }),
    dropTargetForElements({
      element: card,
      canDrop: ({ source }) => source.data.kind === kind && source.data.index !== index,
      getData: ({ input }) => ({ position: positionIn(card.getBoundingClientRect(), input, isColumns()) }),
      onDrag: ({ self }) => show(self.data.position as DropPosition),
      onDragLeave: () => show(undefined),
      onDrop: ({ source, self }) => {
        show(undefined);
        judge(key, {
          do: 'drop',
          index: Number(source.data.index),
          target: index,
          position: self.data.position as DropPosition,
        });
      },
    }),
  );
}

function positionIn(
  box: DOMRect,
  { clientX, clientY }: { clientX: number; clientY: number },
  columns: boolean,
): DropPosition {
  const along = columns
    ? (clientX - box.left) / box.width
    : (clientY - box.top) / Math.min(box.height, window.innerHeight);
  if (along < edge) return 'before';
  return along > 1 - edge ? 'after' : 'tie';
}
