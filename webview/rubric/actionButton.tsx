import type { JSX } from 'preact';
import type { RubricAction } from '../../src/protocol/rubric';
import { keepFocus } from '../ui/keyboardFocus';
import { act, setting } from './store';

interface Props {
  readonly action: RubricAction;
  readonly label: string;
  readonly disabled?: boolean;
  readonly primary?: boolean;
}

/** A button that does what a command does, with its key. The focus stays where it is. */
export function ActionButton({ action, label, disabled = false, primary = false }: Props): JSX.Element {
  const key = setting.value.keys[action];
  return (
    <vscode-button
      appearance={primary ? 'primary' : 'secondary'}
      disabled={disabled}
      onMouseDown={keepFocus}
      onClick={() => act(action)}
    >
      {label}
      {key !== undefined && <kbd>{key}</kbd>}
    </vscode-button>
  );
}
