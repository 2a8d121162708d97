import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { DeskTurn } from '../../../src/core/model/desk/deskState';
import { keepFocus } from '../../ui/keyboardFocus';
import { setting, state } from '../store';
import { switchView, textViewOf } from '../textViews';
import { textViewName, wholeName } from '../words/textViewTexts';

/** Says how a response is shown, and as what where it is no prose; switches to the next way. */
export function ViewButton({
  itemKey,
  index,
  turns,
  isRun,
}: {
  readonly itemKey: string;
  readonly index: number;
  readonly turns: readonly DeskTurn[];
  /** Of a run, whose steps are most of what is seen, only a way that is not the usual one is said. */
  readonly isRun: boolean;
}): JSX.Element | null {
  const view = textViewOf(itemKey, index);
  if (isRun && view === 'formatted') return null;
  const isFixed = state.value?.task.view !== undefined;
  const whole = turns.length === 1 ? turns[0]?.whole : undefined;
  const name = view === 'formatted' && whole !== undefined ? wholeName(whole) : textViewName(view);
  const key = setting.value.spokenKeys.switchView;
  const title = isFixed
    ? l10n.t('The study fixes the view of texts: {0}', textViewName(view))
    : key === undefined
      ? l10n.t('Shown as: {0}. Switch between formatted, plain and source text', name)
      : l10n.t('Shown as: {0}. Switch between formatted, plain and source text ({1})', name, key);
  return (
    <button
      class={`quiet view${view === 'formatted' && whole === undefined ? ' usual' : ''}`}
      title={title}
      aria-label={title}
      aria-disabled={isFixed}
      onMouseDown={keepFocus}
      onClick={() => switchView(index)}
    >
      {name}
    </button>
  );
}
