import * as l10n from '@vscode/l10n';
import type { ComponentChild, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DeskItem } from '../../src/core/model/desk/deskState';
import type { ModeName } from '../../src/core/model/annotation/mode';
import type { StrengthInput } from '../../src/core/model/study/taskSchema';
import { memory } from '../ui/host';
import { setting } from './store';

/** For so many items in each mode the keys that matter are told; then `?` tells them. */
const hintedItems = 10;

/** The tip of the item, or else one line with the keys of the mode, for the first items that a person sees in it. */
export function KeyHint({
  item,
  strength,
}: {
  readonly item: DeskItem;
  readonly strength: StrengthInput;
}): JSX.Element | null {
  const { mode } = item.draft;
  const isHinted = useFirstItems(mode, item.key);
  const { keys } = setting.value;
  if (item.tip !== undefined)
    return (
      <p class="tip" dir="auto">
        {withKeys(item.tip, keys)}
      </p>
    );
  return isHinted ? <p class="key-hint">{hintText(item, strength, keys)}</p> : null;
}

/** Tells whether an item is among the first that were seen in a mode; counts it. */
function useFirstItems(mode: ModeName, key: string): boolean {
  const [seen, setSeen] = useState(() => seenIn(mode));
  useEffect(() => {
    const count = seenIn(mode);
    setSeen(count);
    if (count <= hintedItems) memory.keep(nameOf(mode), count + 1);
  }, [mode, key]);
  return seen < hintedItems;
}

const nameOf = (mode: ModeName): string => `hints:${mode}`;

function seenIn(mode: ModeName): number {
  const kept = memory.get(nameOf(mode));
  return typeof kept === 'number' ? kept : 0;
}

/** Puts keys in the place of the commands that a text names in braces; braces around anything else stay. */
function withKeys(text: string, keys: Readonly<Record<string, string>>): ComponentChild[] {
  return text.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return part;
    return Object.hasOwn(keys, part) ? <kbd key={at}>{keys[part]}</kbd> : `{${part}}`;
  });
}

function hintText(
  { draft: { mode, places } }: DeskItem,
  strength: StrengthInput,
  keys: Readonly<Record<string, string>>,
): string {
  const digits = `1-${Math.min(places.length, 9)}`;
  const of = (name: string): string => keys[name] ?? '–';
  switch (mode) {
    case 'rank':
      return l10n.t(
        '{0} rank · same number ties · {1} acceptability line · {2} none acceptable',
        digits,
        of('accept'),
        of('acceptNone'),
      );
    case 'pair':
      if (strength === 'scale')
        return l10n.t('1-3 the first is better · 4 tie · 5-7 the second is better · 8, 9 both good, bad');
      if (strength === 'none') return l10n.t('1, 2 better · 3 tie · 4, 5 both good, bad');
      if (places.length <= 2) return l10n.t('1, 2 better · again: how much · 3 tie · 4, 5 both good, bad');
      return l10n.t('1, 2 better · again: how much · 3 tie · 4, 5 both good, bad · {0} next pair', of('save'));
    case 'best':
      return l10n.t('{0} best response · {1} acceptable · {2} none acceptable', digits, of('accept'), of('acceptNone'));
    case 'best-worst':
      return l10n.t(
        '{0} best, then worst · {1} acceptable · {2} none acceptable',
        digits,
        of('accept'),
        of('acceptNone'),
      );
    case 'rate':
      return l10n.t('digits rate · {0} does not apply · {1} next response', of('notApplicable'), of('selectNext'));
    case 'thumbs':
      return l10n.t('1 good · 2 bad · {0} next response', of('selectNext'));
    case 'steps':
      return l10n.t(
        '1 correct · 2 incorrect · 3 unnecessary · 4 neutral · {0} first error, rest skipped',
        of('firstError'),
      );
  }
}
