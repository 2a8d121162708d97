import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import type { Aspect, Rating } from '../../../src/core/model/annotation/aspect';
import { setting } from '../store';
import { valueText } from '../words/language';

/**
 * What the aspect in hand means, and each of its values; all aspects take the room of the longest, so that nothing
 * jumps from one to the next.
 */
export function SelectedAspect({
  item,
  aspects,
}: {
  readonly item: DeskItem;
  readonly aspects: readonly Aspect[];
}): JSX.Element {
  const { draft, next = { index: item.selected, part: item.part } } = item;
  const { index: selected, part } = next;
  const now = aspects[part];
  const value = (now && draft.ratings[now.name]?.[selected]) ?? null;
  return (
    <section class="way-bar aspects" aria-label={l10n.t('Selected aspect')}>
      {aspects.map((aspect, i) => (
        <div key={aspect.name} class={`about${i === part ? ' in-hand' : ''}`}>
          <p>
            <strong>
              {letterOf(selected)} · {aspect.name}
            </strong>
            {aspect.description !== undefined && <span>{aspect.description}</span>}
            <span class="keys">
              <kbd>{`${valueText(aspect.min)}–${valueText(aspect.max)}`}</kbd>{' '}
              {item.typed !== undefined && i === part
                ? l10n.t('{0}, or type a second digit', item.typed)
                : l10n.t('value')}
              <kbd>{setting.value.keys.notApplicable}</kbd>{' '}
              <span title={l10n.t('does not apply')}>{l10n.t('n/a')}</span>
            </span>
          </p>
          <Levels aspect={aspect} value={i === part ? value : null} />
        </div>
      ))}
      <span class="heard" aria-live="polite">
        {now && `${letterOf(selected)}, ${now.name}: ${ratingText(value)}`}
      </span>
    </section>
  );
}

function Levels({
  aspect: { levels = {} },
  value,
}: {
  readonly aspect: Aspect;
  readonly value: Rating | null;
}): JSX.Element | null {
  const described = Object.entries(levels).sort(([a], [b]) => Number(a) - Number(b));
  if (described.length === 0) return null;
  return (
    <dl class="levels">
      {described.map(([level, text]) => (
        <div key={level} class={value !== null && String(value) === level ? 'chosen' : ''}>
          <dt>{level}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function ratingText(value: Rating | null): string {
  if (value === null) return l10n.t('not rated');
  return value === 'n/a' ? l10n.t('does not apply') : valueText(value);
}
