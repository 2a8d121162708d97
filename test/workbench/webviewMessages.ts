import type { Frame, Page } from '@playwright/test';

/**
 * Everything that webviews of a window are told, from before their scripts run. Give `record` to the window as what
 * prepares it; a shared window has one (`SharedWindow.heard`).
 */
export class WebviewMessages {
  readonly messages: string[] = [];

  async record(page: Page): Promise<void> {
    await page.exposeFunction('tellHeard', (message: string) => void this.messages.push(message));
    await page.addInitScript(recordMessages);
  }
}

/**
 * Runs in every frame. The document of a webview is written anew under its scripts, which takes listeners away, but no
 * prototype.
 */
function recordMessages(): void {
  type Listener = Parameters<EventTarget['addEventListener']>[1];
  type Options = Parameters<EventTarget['addEventListener']>[2];
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with the target below
  const add = EventTarget.prototype.addEventListener;
  const tell = (window as unknown as { tellHeard: (message: string) => void }).tellHeard;
  EventTarget.prototype.addEventListener = function (type: string, listener: Listener, options?: Options) {
    const isHeard = type === 'message' && window !== window.top && this === window && typeof listener === 'function';
    const heard = (event: Event): void => {
      if (event instanceof MessageEvent) tell(JSON.stringify([event.data]));
      if (typeof listener === 'function') listener.call(this, event);
    };
    add.call(this, type, isHeard ? heard : listener, options);
  };
}

/**
 * All that stands in a document: its texts, attributes, shadow trees, what is in its fields, and what the extension
 * keeps there for later.
 */
export function everythingIn(frame: Frame): Promise<string> {
  return frame.evaluate(() => {
    const parts: string[] = [
      document.documentElement.outerHTML,
      document.title,
      JSON.stringify(Object.entries(localStorage).filter(([name]) => name.startsWith('tiebreak:'))),
    ];
    const look = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll('*')) {
        if ('value' in element) parts.push(String(element.value));
        if (!element.shadowRoot) continue;
        parts.push(element.shadowRoot.innerHTML);
        look(element.shadowRoot);
      }
    };
    look(document);
    return parts.join('\n');
  });
}
