import type { JSX } from 'preact';
import type { ExportAction } from '../../src/protocol/export';
import { act, setting } from './store';

interface Props {
  readonly action: ExportAction;
  readonly label: string;
  readonly primary?: boolean;
  readonly disabled?: boolean;
}

/** A button that does what a command does, with its key. */
export function ActionButton({ action, label, primary = false, disabled = false }: Props): JSX.Element {
  return (
    <button type="button" class={primary ? 'action primary' : 'action'} disabled={disabled} onClick={() => act(action)}>
      {label} <kbd>{setting.value?.keys[action]}</kbd>
    </button>
  );
}
