import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { valuesOf } from '../../../src/core/model/annotation/ratingScale';
import type { Aspect, Rating } from '../../../src/core/model/annotation/aspect';
import { keepFocus } from '../../ui/keyboardFocus';
import { Slider } from './slider';
import { judge } from '../store';
import { valueText } from '../words/language';

/** So many aspects stay in view while the text is read. */
const maxInView = 6;

/** The values of a response, a row an aspect; what is overall stands apart. */
export function Ratings({
  item,
  index,
  aspects,
}: {
  readonly item: DeskItem;
  readonly index: number;
  readonly aspects: readonly Aspect[];
}): JSX.Element {
  return (
    <div
      class={`ratings${aspects.length > maxInView ? ' many' : ''}`}
      role="group"
      aria-label={l10n.t('Ratings of {0}', letterOf(index))}
      onMouseDown={keepFocus}
    >
      {aspects.map((aspect, part) => (
        <Row key={aspect.name} item={item} index={index} part={part} aspect={aspect} />
      ))}
    </div>
  );
}

/** The values of a response that is folded, in the order of the aspects; those of many aspects are counted only. */
export function ratedText({ draft: { ratings } }: DeskItem, index: number, aspects: readonly Aspect[]): string {
  const values = aspects.map(({ name }) => ratings[name]?.[index] ?? null);
  const rated = values.filter((value) => value !== null).length;
  if (aspects.length > maxInView || rated === 0) return l10n.t('{0} of {1} rated', rated, aspects.length);
  return values.map((value) => (value === null ? '?' : value === 'n/a' ? l10n.t('n/a') : valueText(value))).join(' · ');
}

function Row({
  item,
  index,
  part,
  aspect,
}: {
  readonly item: DeskItem;
  readonly index: number;
  readonly part: number;
  readonly aspect: Aspect;
}): JSX.Element {
  const now = item.draft.ratings[aspect.name]?.[index] ?? null;
  const { next = { index: item.selected, part: item.part } } = item;
  const active = next.index === index && next.part === part;
  const typed = active ? item.typed : undefined;
  const set = (value: Rating): void =>
    judge(item.key, { do: 'rate', index, part, value: now === value ? null : value });
  return (
    <div
      class={`rating${active ? ' in-hand' : ''}${aspect.overall ? ' overall' : ''}`}
      role="group"
      aria-label={aspect.name}
      aria-current={active}
      onClick={({ target, currentTarget }) =>
        target === currentTarget && judge(item.key, { do: 'select', index, part })
      }
    >
      <span class="aspect" title={aspect.name} onClick={() => judge(item.key, { do: 'select', index, part })}>
        {aspect.name}
      </span>
      {aspect.continuous ? (
        <Slider
          aspect={aspect}
          value={typeof now === 'number' ? now : undefined}
          typed={typed}
          active={active}
          onChange={(value) => value !== now && set(value)}
        />
      ) : (
        <span class="values">
          {valuesOf(aspect).map((value) => (
            <button
              key={value}
              class={now === value ? 'chosen' : value === typed ? 'waiting' : ''}
              tabIndex={-1}
              aria-pressed={now === value}
              title={aspect.levels?.[String(value)]}
              onClick={() => set(value)}
            >
              {valueText(value)}
            </button>
          ))}
        </span>
      )}
      <button
        class={`not-applicable${now === 'n/a' ? ' chosen' : ''}`}
        tabIndex={-1}
        aria-pressed={now === 'n/a'}
        title={l10n.t('does not apply')}
        onClick={() => set('n/a')}
      >
        {l10n.t('n/a')}
      </button>
    </div>
  );
}
