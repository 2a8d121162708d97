import type { Answer, KeysMessage, Protocol } from '../../src/protocol/protocol';

declare function acquireVsCodeApi(): {
  postMessage(message: { readonly id: number; readonly request: unknown }): void;
  setState(state: unknown): void;
};

const vscode = acquireVsCodeApi();

/** A host that has not answered by then is gone (it crashed, or the window is closing). In milliseconds. */
const patience = 8_000;

const waiting = new Map<
  number,
  { resolve: (result: unknown) => void; reject: (error: Error) => void; timer: number }
>();
let serial = 0;

/** The host is gone or stuck: the extension host crashed, or was restarted without this editor. */
export class HostUnresponsive extends Error {}

const mark = 'tiebreak:';

/**
 * What outlives this webview without the host's help. `localStorage` writes at once; the state that VS Code keeps for a
 * webview is written when the window is closed in order, and in a browser up to a minute late.
 */
export const memory = {
  keep: (name: string, value: unknown): void => quietly(() => localStorage.setItem(mark + name, JSON.stringify(value))),
  get(name: string): unknown {
    let value: unknown;
    quietly(() => (value = JSON.parse(localStorage.getItem(mark + name) ?? 'null') as unknown));
    return value;
  },
  forget: (name: string): void => quietly(() => localStorage.removeItem(mark + name)),
  all(): unknown[] {
    const values: unknown[] = [];
    quietly(() => {
      for (const name of Object.keys(localStorage).filter((each) => each.startsWith(mark)))
        values.push(JSON.parse(localStorage.getItem(name) ?? 'null'));
    });
    return values;
  },
};

/**
 * Tells VS Code what a panel is of; the host hears it again when the panel comes back with its window. What changes
 * often is the host's to keep: VS Code writes this as seldom as its open editors.
 */
export const savePanelState = (state: unknown): void => vscode.setState(state);

/**
 * This memory is a second net under the host's: where a browser forbids or fills it, what is typed must still be sent.
 */
function quietly(action: () => void): void {
  try {
    action();
  } catch {
    // Nothing to tell: the host keeps the text.
  }
}

/** How a surface talks to the host, in the words of its protocol. */
export function hostOf<P extends Protocol>(): Host<P> {
  return { ask, listen } as Host<P>;
}

interface Host<P extends Protocol> {
  /** Asks the host; rejects with the host's error, or when no answer comes. */
  readonly ask: <R extends P['request']>(
    request: R,
  ) => Promise<R['method'] extends keyof P['replies'] ? P['replies'][R['method']] : never>;
  /** Hears everything that the host sends of its own accord. */
  readonly listen: (onMessage: (message: P['message'] | KeysMessage) => void) => void;
}

function ask(request: unknown): Promise<unknown> {
  const id = ++serial;
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(() => {
      waiting.delete(id);
      reject(new HostUnresponsive());
    }, patience);
    waiting.set(id, { resolve, reject, timer });
    vscode.postMessage({ id, request });
  });
}

function listen(onMessage: (message: { readonly kind: string }) => void): void {
  window.addEventListener('message', (event: MessageEvent<Answer | { readonly kind: string }>) => {
    const message = event.data;
    if (!isAnswer(message)) {
      onMessage(message);
      return;
    }
    const request = waiting.get(message.id);
    if (!request) return;
    waiting.delete(message.id);
    clearTimeout(request.timer);
    if ('error' in message) request.reject(new Error(message.error));
    else request.resolve(message.result);
  });
  window.addEventListener('pagehide', () => {
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(new Error('the editor was closed'));
    }
    waiting.clear();
  });
}

const isAnswer = (message: Answer | { readonly kind: string }): message is Answer => message.kind === 'reply';
