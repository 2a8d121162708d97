import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import { hasLine } from '../../../src/core/model/annotation/ranking';
import { outcomeMark } from '../words/announcements';

/**
 * What was said of a response beside its place or value, in words: whether it is acceptable, its flags, and that a
 * folded one has a critique.
 */
export function chipTexts(item: DeskItem, index: number, folded: boolean): string[] {
  const { flags, critiques } = item.draft;
  const acceptable = acceptableMark(item, index);
  return [
    ...(acceptable === undefined ? [] : [acceptable]),
    ...flags.filter((each) => each.index === index).map(({ flag }) => flag),
    ...markCounts(item, index),
    ...(folded && critiques[index]?.trim() ? [l10n.t('critique')] : []),
  ];
}

/** Lists the counts of a response's marks in words. */
function markCounts({ draft: { spans, missing } }: DeskItem, index: number): string[] {
  const [marked, lacking] = [spans[index]?.length ?? 0, missing[index]?.length ?? 0];
  return [
    ...(marked === 0 ? [] : [marked === 1 ? l10n.t('1 passage marked') : l10n.t('{0} passages marked', marked)]),
    ...(lacking === 0 ? [] : [l10n.t('missing information: {0}', lacking)]),
  ];
}

/** Draws a response's judgement as chips. */
export function JudgementChips({
  item,
  index,
  folded,
}: {
  readonly item: DeskItem;
  readonly index: number;
  readonly folded: boolean;
}): JSX.Element {
  return (
    <span class="marks">
      {chipTexts(item, index, folded).map((mark) => (
        <span key={mark} class="mark">
          {mark}
        </span>
      ))}
    </span>
  );
}

/** Above the acceptability line the line says enough. */
function acceptableMark({ draft: { mode, places, acceptable } }: DeskItem, index: number): string | undefined {
  const value = acceptable[index] ?? null;
  if (value === null || mode === 'thumbs') return undefined;
  if (mode === 'steps') return outcomeMark(value);
  if (!value) return l10n.t('not acceptable');
  return mode === 'rank' && hasLine(places, acceptable) ? undefined : l10n.t('acceptable');
}
