import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskItem } from '../../src/core/model/desk';
import { valuesOf, type Aspect } from '../../src/core/model/scale';
import { judge } from './store';

/** The values of a response, a row an aspect. */
export function Ratings({ item, index, aspects }: { readonly item: DeskItem; readonly index: number; readonly aspects: readonly Aspect[] }): JSX.Element {
  return (
    <div class="ratings">
      {aspects.map((aspect, part) => {
        const now = item.draft.ratings[aspect.name]?.[index] ?? null;
        const inHand = item.selected === index && item.part === part;
        return (
          <div key={aspect.name} class={`rating${inHand ? ' in-hand' : ''}${aspect.overall ? ' overall' : ''}`} role="group" aria-label={aspect.name}>
            <span class="aspect" title={aspect.description}>
              {aspect.name}
            </span>
            <span class="places">
              {valuesOf(aspect).map((value) => (
                <button key={value} class={now === value ? 'chosen' : ''} tabIndex={-1} aria-pressed={now === value} title={aspect.levels?.[String(value)]} onClick={() => judge(item.key, { do: 'rate', index, part, value: now === value ? null : value })}>
                  {value}
                </button>
              ))}
              <button class={now === 'n/a' ? 'chosen' : ''} tabIndex={-1} aria-pressed={now === 'n/a'} onClick={() => judge(item.key, { do: 'rate', index, part, value: now === 'n/a' ? null : 'n/a' })}>
                {l10n.t('n/a')}
              </button>
            </span>
          </div>
        );
      })}
    </div>
  );
}
