import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { letterOf } from '../../../src/core/model/annotation/blindOrder';
import { hasLine, orderWithTier, tiersOf } from '../../../src/core/model/annotation/ranking';
import type { DeskContent, DeskItem } from '../../../src/core/model/desk/deskState';
import { keepFocus } from '../../ui/keyboardFocus';
import { content, judge } from '../store';
import { listed } from '../words/language';
import { dragAndDrop } from './drag';
import { beginningOf } from './excerpt';

/** The UTF-16 units of a response that a letter's tooltip shows. */
const shownLength = 120;

/**
 * The ranking as it stands, always in view: "A = B > C | D", best first, with the acceptability line, and behind it
 * what is not ranked. Each letter selects its response and can be dragged.
 */
export function RankingStrip({ item }: { readonly item: DeskItem }): JSX.Element {
  const tiers = tiersShown(item);
  const { places } = item.draft;
  const left = [...places.keys()].filter((index) => (places[index] ?? null) === null);
  const line = lineAt(item, tiers);
  return (
    <div class="ranking-strip" role="group" aria-label={rankingText(tiers, line, left)}>
      {tiers.map((tier, at) => (
        <span key={tier.join()} class="tier">
          {at > 0 && <Sign text={line === at ? '|' : '>'} isLine={line === at} />}
          {at === 0 && line === 0 && <Sign text="|" isLine />}
          {tier.map((index, n) => (
            <span key={index}>
              {n > 0 && <Sign text="=" />}
              <Letter item={item} index={index} texts={content.value} />
            </span>
          ))}
        </span>
      ))}
      {line === tiers.length && tiers.length > 0 && <Sign text="|" isLine />}
      {left.length > 0 && (
        <span class="tier not-ranked">
          <span aria-hidden="true">{l10n.t('not ranked:')}</span>
          {left.map((index) => (
            <Letter key={index} item={item} index={index} texts={content.value} />
          ))}
        </span>
      )}
    </div>
  );
}

export const Sign = ({ text, isLine = false }: { readonly text: string; readonly isLine?: boolean }): JSX.Element => (
  <span class={isLine ? 'sign line' : 'sign'} aria-hidden="true">
    {text}
  </span>
);

export function Letter({
  item,
  index,
  texts,
}: {
  readonly item: DeskItem;
  readonly index: number;
  readonly texts: DeskContent | undefined;
}): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  const { key, selected } = item;
  useEffect(
    () => (button.current ? dragAndDrop(button.current, button.current, key, index, isAcross) : undefined),
    [key, index],
  );
  const beginning = beginningOf(texts?.responses[index] ?? []).slice(0, shownLength);
  const name = l10n.t('Response {0}: {1}', letterOf(index), beginning);
  return (
    <button
      ref={button}
      class={index === selected ? 'selected' : index === item.next?.index ? 'next' : ''}
      tabIndex={index === selected ? 0 : -1}
      draggable
      aria-current={index === selected}
      aria-label={name}
      title={name}
      onMouseDown={keepFocus}
      onClick={() => judge(key, { do: 'select', index })}
    >
      {letterOf(index)}
    </button>
  );
}

const isAcross = (): boolean => true;

/** The tiers, best first; of a tie that is being ordered, its members as far as they are. */
function tiersShown({ draft: { places, within } }: DeskItem): readonly (readonly number[])[] {
  const tiers = tiersOf(places);
  if (!within) return tiers;
  const order = orderWithTier(places, within);
  const inner = tiersOf(within.places).map((tier) => tier.map((at) => within.members[at] ?? 0));
  const rest = within.members.filter((_, at) => (within.places[at] ?? null) === null);
  const ordered = [...inner, ...(rest.length > 0 ? [rest] : [])];
  return tiers
    .flatMap((tier) => (tier.some((index) => within.members.includes(index)) ? ordered : [tier]))
    .toSorted(([a = 0], [b = 0]) => order.indexOf(a) - order.indexOf(b));
}

/** Before which tier the acceptability line stands; behind all of them where all are acceptable. */
function lineAt(
  { draft: { places, acceptable } }: DeskItem,
  tiers: readonly (readonly number[])[],
): number | undefined {
  if (!hasLine(places, acceptable)) return undefined;
  const at = tiers.findIndex((tier) => tier.some((index) => acceptable[index] !== true));
  return at < 0 ? tiers.length : at;
}

/** Words the ranking for a screen reader. */
function rankingText(tiers: readonly (readonly number[])[], line: number | undefined, left: readonly number[]): string {
  const parts = tiers.flatMap((tier, at) => [
    ...(at === line ? [l10n.t('not acceptable from here on')] : []),
    tier.length > 1 ? l10n.t('{0} tied', listed(tier)) : listed(tier),
  ]);
  return [
    tiers.length === 0 ? l10n.t('Nothing is ranked yet') : l10n.t('Ranking, best first: {0}', parts.join(', ')),
    ...(line === tiers.length && tiers.length > 0 ? [l10n.t('all are acceptable')] : []),
    ...(left.length > 0 ? [l10n.t('not ranked: {0}', listed(left))] : []),
  ].join('. ');
}
