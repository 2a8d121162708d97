import * as l10n from '@vscode/l10n';
import type { ComponentChild, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DeskItem } from '../../../src/core/model/desk/deskState';
import type { ModeName } from '../../../src/core/model/annotation/mode';
import type { Task } from '../../../src/core/model/study/taskSchema';
import { memory } from '../../ui/host';
import { modeLabels } from '../../../src/core/model/annotation/modeLabels';
import { isWriting, send, setting } from '../store';
import { quoting } from '../writing/quoting';

/** For so many items in each mode the keys that matter are told; then `?` tells them. */
const hintedItems = 10;

/** As long as it takes to read one line and to press a key upon it, in milliseconds. */
const reading = 700;

interface Props {
  readonly item: DeskItem;
  readonly task: Task;
}

/**
 * What digits mean on an item whose mode is another one than before, above its responses. It stays, so that nothing
 * moves while one reads; the host hears when it was there for a moment (see `ModeChange`).
 */
export function NewMode({ item, task }: Props): JSX.Element {
  const { key } = item;
  useEffect(() => {
    let shown: ReturnType<typeof setTimeout> | undefined;
    // No frame is drawn of what is not in front.
    const painted = requestAnimationFrame(() => {
      shown = setTimeout(() => send({ method: 'modeRead', key }), reading);
    });
    return () => {
      cancelAnimationFrame(painted);
      clearTimeout(shown);
    };
  }, [key]);
  return (
    <p class="new-mode" id="new-mode">
      <strong>{l10n.t('Now: {0}', modeLabels[item.draft.mode]())}</strong> {nowHeard(item, task)}
    </p>
  );
}

/** The tip of the item, or else one line with the keys of the mode, for the first items that a person sees in it. */
export function KeyHint({ item, task }: Props): JSX.Element | null {
  const { mode } = item.draft;
  const isHinted = useFirstItems(mode, item.key);
  const { keys } = setting.value;
  if (item.tip !== undefined)
    return (
      <p class="tip" dir="auto">
        {withKeys(item.tip, keys)}
      </p>
    );
  return isHinted && !item.isNewMode ? <p class="key-hint">{nowHeard(item, task)}</p> : null;
}

/** The keys of the mode, or those that are heard while one writes: digits are text then. */
function nowHeard(item: DeskItem, { strength, advance }: Task): string {
  const { keys, keysInText } = setting.value;
  // The keys of a quotation, and of a step in hand, stand beside these.
  if (item.run && !isWriting.value) return l10n.t('{0} save and next', keys.save ?? '–');
  if (quoting.value !== undefined || item.run) return l10n.t('{0} save and next', keysInText.save ?? '–');
  if (isWriting.value)
    return l10n.t(
      '{0} back to the responses · {1} save and next',
      keysInText.leaveField ?? '–',
      keysInText.save ?? '–',
    );
  const hint = hintText(item, strength, keys);
  // No digit saves it.
  return item.isNewMode && advance === 'at-once' ? l10n.t('{0} · {1} save and next', hint, keys.save ?? '–') : hint;
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

/** What digits do: with a step of a run in hand, or else in the mode. */
export function hintText(
  { draft: { mode, places }, run }: DeskItem,
  strength: Task['strength'],
  keys: Readonly<Record<string, string>>,
): string {
  const digits = `1-${Math.min(places.length, 9)}`;
  const of = (name: string): string => keys[name] ?? '–';
  if (run) return l10n.t('1 good · 2 neutral · 3 wrong');
  switch (mode) {
    case 'rank':
      return l10n.t(
        '{0} rank · same number ties · {1} acceptable up to here · {2} none acceptable',
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
      return l10n.t('digits rate · {0} n/a · {1} next response', of('notApplicable'), of('selectNext'));
    case 'thumbs':
      return l10n.t('1 good · 2 bad · {0} next response', of('selectNext'));
    case 'steps':
      return l10n.t(
        '1 correct · 2 incorrect · 3 unnecessary · 4 neutral · {0} first error, rest skipped',
        of('firstError'),
      );
  }
}
