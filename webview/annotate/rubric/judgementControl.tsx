import * as l10n from '@vscode/l10n';
import type { ComponentChildren, JSX } from 'preact';
import { bestWorstOf } from '../../../src/core/model/annotation/bestWorst';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { keepFocus } from '../../ui/keyboardFocus';
import { judge } from '../store';

/** Draws the controls in the head of a card for the annotation mode. (A ranking's is `Place`.) */
export function JudgementControl({
  item,
  index,
}: {
  readonly item: DeskItem;
  readonly index: number;
}): JSX.Element | null {
  const { mode, places, acceptable, comparisons } = item.draft;
  const letter = letterOf(index);
  if (mode === 'best') {
    return (
      <Choices label={l10n.t('Select {0} as the best', letter)}>
        <Choice item={item} index={index} value={index + 1} chosen={places[index] === 1}>
          {l10n.t('Best')} <kbd>{index + 1}</kbd>
        </Choice>
      </Choices>
    );
  }
  if (mode === 'best-worst') {
    const { best, worst } = bestWorstOf(comparisons, places.length);
    return (
      <Choices label={l10n.t('Select {0} as the best or the worst', letter)}>
        <kbd class="digit">{index + 1}</kbd>
        <End item={item} index={index} step={-1} chosen={best === index}>
          {l10n.t('Best')}
        </End>
        <End item={item} index={index} step={1} chosen={worst === index}>
          {l10n.t('Worst')}
        </End>
      </Choices>
    );
  }
  if (mode === 'thumbs') {
    return (
      <Choices label={l10n.t('Verdict on {0}', letter)}>
        <Choice item={item} index={index} value={1} chosen={acceptable[index] === true}>
          {l10n.t('Good')} <kbd>1</kbd>
        </Choice>
        <Choice item={item} index={index} value={2} chosen={acceptable[index] === false}>
          {l10n.t('Bad')} <kbd>2</kbd>
        </Choice>
      </Choices>
    );
  }
  return null;
}

function Choices({ label, children }: { readonly label: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    // Selecting the card at once would fold another one, and the button would not be under the pointer any more when it
    // is let go.
    <span
      class="places"
      role="group"
      aria-label={label}
      onMouseDown={keepFocus}
      onPointerDown={(event) => event.stopPropagation()}
    >
      {children}
    </span>
  );
}

/** Draws one end of the order as a button; pressed again it is taken back. */
function End({
  item,
  index,
  step,
  chosen,
  children,
}: {
  readonly item: DeskItem;
  readonly index: number;
  readonly step: -1 | 1;
  readonly chosen: boolean;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <button
      class={chosen ? 'chosen' : ''}
      tabIndex={-1}
      aria-pressed={chosen}
      onClick={() => judge(item.key, chosen ? { do: 'clear', index } : { do: 'move', step, index })}
    >
      {children}
    </button>
  );
}

/** Draws one number that the response can be given, as a button; pressed again it is taken back. */
function Choice({
  item,
  index,
  value,
  chosen,
  label,
  children,
}: {
  readonly item: DeskItem;
  readonly index: number;
  readonly value: number;
  readonly chosen: boolean;
  readonly label?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <button
      class={chosen ? 'chosen' : ''}
      tabIndex={-1}
      aria-pressed={chosen}
      aria-label={label}
      onClick={() => judge(item.key, chosen ? { do: 'clear', index } : { do: 'number', index, value })}
    >
      {children}
    </button>
  );
}
