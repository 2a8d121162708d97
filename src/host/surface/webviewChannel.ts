import * as vscode from 'vscode';
import type * as z from 'zod';
import { messageOf } from '../../core/model/problems/problem';
import type { Answer, KeysMessage, Protocol, ReplyOf, SurfaceSetting } from '../../protocol/protocol';
import { userKeys } from './userKeys';
import { surfaceHtml, type Surface } from './surfaceHtml';

/** What a surface is to the host. */
export interface WebviewHandler<P extends Protocol> {
  readonly surface: Surface;
  /** What its script may ask. */
  readonly requests: z.ZodType<{ readonly id: number; readonly request: P['request'] }>;
  /** What it throws, or rejects with, is told to who asked. */
  readonly answer: (request: P['request']) => ReplyOf<P> | Promise<ReplyOf<P>>;
}

/**
 * The host's end of one webview: shows the page of a surface, answers what its script asks and sends it messages. Once
 * it is disposed of, what comes too late is dropped.
 */
export class WebviewChannel<P extends Protocol> implements vscode.Disposable {
  private readonly listening: readonly vscode.Disposable[];
  private isOpen = true;

  constructor(
    private readonly webview: vscode.Webview,
    context: vscode.ExtensionContext,
    private readonly handler: WebviewHandler<P>,
  ) {
    webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview')],
    };
    this.listening = [
      webview.onDidReceiveMessage((message: unknown) => void this.receive(message)),
      userKeys(context).onDidChange((keysState) => this.send({ kind: 'keys', keysState })),
    ];
    webview.html = surfaceHtml(webview, context.extensionUri, handler.surface);
  }

  /** Sends what nobody asked for. */
  post(message: P['message']): void {
    this.send(message);
  }

  dispose(): void {
    this.isOpen = false;
    for (const each of this.listening) each.dispose();
  }

  private async receive(message: unknown): Promise<void> {
    const parsed = this.handler.requests.safeParse(message);
    if (!parsed.success) return; // not from our script: nothing to answer, and no id to answer to
    const { id, request } = parsed.data;
    try {
      this.send({ kind: 'reply', id, result: await this.handler.answer(request) });
    } catch (error) {
      this.send({ kind: 'reply', id, error: messageOf(error) });
    }
  }

  private send(message: P['message'] | Answer | KeysMessage): void {
    if (this.isOpen) void this.webview.postMessage(message);
  }
}

/** What a surface is told as it opens. */
export async function surfaceSetting(context: vscode.ExtensionContext): Promise<SurfaceSetting> {
  return { strings: vscode.l10n.bundle ?? {}, ...(await userKeys(context).keysState()) };
}
