import type { JSX } from 'preact';
import type { DeskItem, DeskSteps } from '../../src/core/model/desk';
import { judge } from './store';
import { stepText } from './words';

/** The steps of the selected response around the one in hand. */
export function Steps({ item, steps: { from, shown } }: { readonly item: DeskItem; readonly steps: DeskSteps }): JSX.Element {
  return (
    <ol class="steps" start={from + 1}>
      {shown.map(({ text, label }, i) => (
        <li key={from + i} class={`step ${label ?? ''}${item.part === from + i ? ' in-hand' : ''}`} onPointerDown={() => judge(item.key, { do: 'select', index: item.selected, part: from + i })}>
          <span class="text plain">{text}</span> {label && <em>{stepText(label)}</em>}
        </li>
      ))}
    </ol>
  );
}
