import * as l10n from '@vscode/l10n';
import { signal } from '@preact/signals';
import type { KeyboardPlace } from '../../src/protocol/desk';
import type { QualityAction, QualityFigures, QualityRequest } from '../../src/protocol/quality';
import type { ReportState } from '../../src/protocol/report';
import { savePanelState, HostUnresponsive } from '../ui/host';
import { ask, listen } from './host';
import { setTexts } from '../ui/language';

/** What the host sent last. The host owns it; nothing of it is kept when the webview goes. */
export const state = signal<ReportState | undefined>(undefined);
export const figures = signal<QualityFigures | undefined>(undefined);
export const keys = signal<Readonly<Record<string, string>>>({});
export const notice = signal<{ readonly text: string; readonly isError: boolean } | undefined>(undefined);
/** Counts how often a command asked for the findings. */
export const findingsAsked = signal(0);
/** The same of the page to be saved. */
export const saveAsked = signal(0);

/** Starts the conversation with the host. */
export function connect(): void {
  listen((message) => {
    switch (message.kind) {
      case 'keys':
        keys.value = message.keysState.keys;
        break;
      case 'figures':
        figures.value = message.figures;
        break;
      case 'state':
        state.value = message.state;
        break;
      case 'notice':
        notice.value = { text: message.text, isError: message.isError };
        break;
      case 'do':
        if (message.action === 'saveQuality') saveAsked.value++;
        else findingsAsked.value++;
    }
  });
  void ask({ method: 'ready' }).then((answer) => {
    setTexts(answer.strings);
    keys.value = answer.keys;
    savePanelState({ study: answer.study });
  }, failed);
}

/** Sends a request whose effect is seen elsewhere. */
export function send(request: QualityRequest): void {
  notice.value = undefined;
  ask(request).catch(failed);
}

export const act = (action: QualityAction): void => send({ method: 'act', action });

/** Tells the host where the keyboard is; resolves once VS Code's key bindings go by it, or cannot. */
export async function notifyKeyboard(on: KeyboardPlace): Promise<void> {
  await ask({ method: 'focus', on }).catch(failed);
}

export function failed(error: unknown): void {
  const silent = l10n.t(
    'Tiebreak is not responding. Its extension host may have restarted. Close this view and open it again, or reload the window.',
  );
  notice.value = { text: error instanceof HostUnresponsive ? silent : String(error), isError: true };
}
