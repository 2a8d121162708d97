import * as l10n from '@vscode/l10n';
import { signal } from '@preact/signals';
import type {
  KeyboardPlace,
  SettingPath,
  SettingsAction,
  SettingsRequest,
  SettingsSetting,
  SettingsState,
} from '../../src/protocol/settings';
import { HostUnresponsive, savePanelState } from '../ui/host';
import { ask, listen } from './host';
import { setTexts } from '../ui/language';

/** What the host sent last. The host owns it; nothing of it is kept when the webview goes. */
export const state = signal<SettingsState | undefined>(undefined);
export const setting = signal<SettingsSetting | undefined>(undefined);
export const notice = signal<{ readonly text: string; readonly isError: boolean } | undefined>(undefined);

/** Starts the conversation with the host. */
export function connect(): void {
  listen((message) => {
    switch (message.kind) {
      case 'keys':
        if (setting.value) setting.value = { ...setting.value, ...message.keysState };
        break;
      case 'state':
        state.value = message.state;
        break;
      case 'notice':
        notice.value = message;
    }
  });
  void ask({ method: 'ready' }).then((answer) => {
    setTexts(answer.strings);
    setting.value = answer;
    savePanelState({ study: answer.study });
  }, failed);
}

/** Sets a setting; undefined takes it out, so that what holds by default holds. */
export const set = (path: SettingPath, value: unknown): void =>
  send({ method: 'set', path: [...path], value: (value ?? null) as JsonValue });

type JsonValue = Extract<SettingsRequest, { method: 'set' }>['value'];

export const askQuestion = (text: string): void => send({ method: 'ask', text });

export const act = (action: SettingsAction): void => send({ method: 'act', action });

function send(request: SettingsRequest): void {
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
