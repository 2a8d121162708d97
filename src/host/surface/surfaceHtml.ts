import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** What a person sees in a webview of its own: a folder of `webview/` each. */
export type Surface = 'annotate' | 'rubric' | 'report' | 'export' | 'settings';

/**
 * A surface's page: no data in it, scripts by nonce only, no network. Images, sounds and films are of bytes that its
 * own script was given.
 */
export function surfaceHtml(webview: vscode.Webview, extension: vscode.Uri, surface: Surface): string {
  const nonce = randomBytes(16).toString('base64');
  const asset = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extension, 'dist', 'webview', name)).toString();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    'img-src blob:',
    'media-src blob:',
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
  <meta charset="UTF-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <title>Tiebreak</title>
  <link rel="stylesheet" href="${asset(`${surface}.css`)}">
</head>
<body>
  <div id="root"></div>
  <script nonce="${nonce}" src="${asset(`${surface}.js`)}"></script>
</body>
</html>`;
}
