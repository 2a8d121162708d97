import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { letterOf } from '../../src/core/model/blind';
import type { DeskItem } from '../../src/core/model/desk';
import { outcomes } from '../../src/core/model/draft';
import { judge } from './store';
import { outcomeText } from './words';

/** What can come of comparing the two in hand, and how many comparisons are left. */
export function Outcomes({ item, pair }: { readonly item: DeskItem; readonly pair: NonNullable<DeskItem['pair']> }): JSX.Element {
  const made = item.draft.comparisons[item.part];
  const [a, b] = [letterOf(pair.a), letterOf(pair.b)];
  return (
    <div class="outcomes" role="group" aria-label={l10n.t('{0} or {1}', a, b)}>
      {outcomes.map((outcome, i) => {
        const chosen = made?.outcome === outcome;
        return (
          <button key={outcome} class={chosen ? 'chosen' : ''} aria-pressed={chosen} onClick={() => judge(item.key, { do: 'number', value: i + 1 })}>
            {outcomeText(outcome, a, b, chosen ? made.strength : undefined)} <kbd>{i + 1}</kbd>
          </button>
        );
      })}
      <span class="left">{pair.left > 0 && l10n.t('{0} to compare at most', pair.left)}</span>
    </div>
  );
}
