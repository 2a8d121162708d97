import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { DeskTurn } from '../../../src/core/model/desk/deskState';
import { isReasoningRole, sectionsOf } from '../../../src/core/model/item/reasoning';

/** More than the lines that are shown of it have room for. In UTF-16 units. */
const maxLength = 600;

/**
 * How a response that is folded begins, without its reasoning where more than that is known of it: a few lines of its
 * text, and an ellipsis where there is more.
 */
export function Excerpt({ turns }: { readonly turns: readonly DeskTurn[] }): JSX.Element {
  const text = useMemo(() => beginningOf(turns), [turns]);
  return (
    <p class="excerpt" dir="auto">
      {text}
    </p>
  );
}

export function beginningOf(turns: readonly DeskTurn[]): string {
  const answer = turns.map(answerOf).join(' ').trim();
  return (answer === '' ? turns.map(({ text: whole }) => whole.slice(0, maxLength)).join(' ') : answer)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength);
}

function answerOf(turn: DeskTurn): string {
  if (isReasoningRole(turn.role)) return '';
  const outside = sectionsOf([turn]).filter(({ reasoning }) => reasoning === null);
  return outside
    .map(({ pieces }) => pieces.map(({ piece }) => piece.text).join(''))
    .join(' ')
    .slice(0, maxLength);
}
