import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { RubricPlace } from '../../src/core/model/rubric/rubricView';
import { send } from './store';

const kind = 'tiebreak-criterion';

/** A row that is dragged: a criterion among those of its rubric, or a rubric in the library. */
export interface Dragged {
  readonly place: RubricPlace;
  readonly at: number;
}

/**
 * Lets a row be dragged before or behind another of its kind: a criterion within its rubric, a rubric among the
 * rubrics. Returns what ends it.
 */
export function dragAndDrop(row: HTMLElement, { place, at }: Dragged): () => void {
  const show = (side: unknown): void => {
    if (side === 'before' || side === 'after') row.dataset.drop = side;
    else delete row.dataset.drop;
  };
  return combine(
    draggable({
      element: row,
      getInitialData: () => ({ kind, rubric: place.rubric, criterion: place.criterion, at }),
      onDragStart: () => row.classList.add('dragged'),
      onDrop: () => row.classList.remove('dragged'),
    }),
    dropTargetForElements({
      element: row,
      canDrop: ({ source: { data } }) =>
        data.kind === kind &&
        (data.criterion === null) === (place.criterion === null) &&
        (place.criterion === null
          ? data.rubric !== place.rubric
          : data.rubric === place.rubric && data.criterion !== place.criterion),
      getData: ({ input }) => ({ side: sideOf(row.getBoundingClientRect(), input.clientY) }),
      onDrag: ({ self }) => show(self.data.side),
      onDragLeave: () => show(undefined),
      onDrop: ({ source: { data }, self }) => {
        show(undefined);
        const from = Number(data.at);
        const before = self.data.side === 'before' ? at : at + 1;
        const { rubric, criterion } = data;
        if (typeof rubric !== 'string' || !(criterion === null || typeof criterion === 'string')) return;
        // Its own place is free once it has left it.
        send({ method: 'move', place: { rubric, criterion }, to: from < before ? before - 1 : before });
      },
    }),
  );
}

const sideOf = (box: DOMRect, y: number): 'before' | 'after' => (y < box.top + box.height / 2 ? 'before' : 'after');
