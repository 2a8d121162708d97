import * as l10n from '@vscode/l10n';
import { signal } from '@preact/signals';
import type {
  ExportAction,
  ExportRequest,
  ExportSetting,
  ExportState,
  KeyboardPlace,
  RecipeField,
} from '../../src/protocol/export';
import { savePanelState, HostUnresponsive } from '../ui/host';
import { ask, listen } from './host';
import { setTexts } from '../ui/language';

/** What the host sent last. The host owns it; nothing of it is kept when the webview goes. */
export const state = signal<ExportState | undefined>(undefined);
export const setting = signal<ExportSetting | undefined>(undefined);
/** How far the work under way is; told more often than the state. */
export const progress = signal<{ readonly looking: number | null; readonly exporting: number | null }>({
  looking: null,
  exporting: null,
});
export const notice = signal<{ readonly text: string; readonly isError: boolean } | undefined>(undefined);
/** What a command asked of the screen; `serial` tells two equal ones apart. */
export const requestedAction = signal<{ readonly action: ExportAction; readonly serial: number } | undefined>(
  undefined,
);

let serial = 0;

/** Starts the conversation with the host. */
export function connect(): void {
  listen((message) => {
    switch (message.kind) {
      case 'keys':
        if (setting.value) setting.value = { ...setting.value, ...message.keysState };
        break;
      case 'state':
        state.value = message.state;
        // What was told before is over.
        if (message.state.exporting !== null) notice.value = undefined;
        progress.value = { looking: message.state.preview.looking, exporting: message.state.exporting };
        break;
      case 'progress':
        progress.value = message;
        break;
      case 'notice':
        notice.value = { text: message.text, isError: message.isError };
        break;
      case 'do':
        requestedAction.value = { action: message.action, serial: ++serial };
    }
  });
  void ask({ method: 'ready' }).then((answer) => {
    setTexts(answer.strings);
    setting.value = answer;
    savePanelState({ study: answer.study });
  }, failed);
}

export const set = (field: RecipeField, text: string): void => send({ method: 'set', field, text });

export const act = (action: ExportAction): void => send({ method: 'act', action });

/** Sends a request whose effect is seen elsewhere. */
export function send(request: ExportRequest): void {
  notice.value = undefined;
  ask(request).catch(failed);
}

/** Tells the host where the keyboard is; resolves once VS Code's key bindings go by it, or cannot. */
export async function notifyKeyboard(on: KeyboardPlace): Promise<void> {
  await ask({ method: 'focus', on }).catch(failed);
}

function failed(error: unknown): void {
  const silent = l10n.t(
    'Tiebreak is not responding. Its extension host may have restarted. Close this view and open it again, or reload the window.',
  );
  notice.value = { text: error instanceof HostUnresponsive ? silent : String(error), isError: true };
}
