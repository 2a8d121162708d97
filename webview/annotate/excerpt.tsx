import type { JSX } from 'preact';
import type { DeskTurn } from '../../src/core/model/desk';

/** More than the lines that are shown of it have room for. In UTF-16 units. */
const longest = 600;

/** How a response that is folded begins: a few lines of its text, and an ellipsis where there is more. */
export function Excerpt({ turns }: { readonly turns: readonly DeskTurn[] }): JSX.Element {
  const text = turns.map((turn) => turn.text.slice(0, longest)).join(' ').replace(/\s+/g, ' ').trim().slice(0, longest);
  return (
    <p class="excerpt" dir="auto">
      {text}
    </p>
  );
}
