/**
 * A report as a page of its own, which loads nothing and runs nothing: for a browser, or to be sent to somebody.
 * @param html the report as its view shows it, of which every text is escaped
 * @param theme colors and fonts by the names under which the styles use them
 */
export function savedPage(
  title: string,
  html: string,
  theme: Readonly<Record<string, string>>,
  styles: string,
): string {
  const variables = Object.entries(theme)
    .filter(([name]) => /^--vscode-[\w-]+$/u.test(name))
    .map(([name, value]) => `${name}: ${value.replaceAll(/[;{}<]/gu, ' ')};`)
    .join(' ');
  return [
    '<!doctype html>',
    '<html>',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>`,
    `<style>:root { ${variables} } ${styles.replaceAll('</', '<\\/')} html, body { height: auto; overflow: auto; } .quality { max-width: 1200px; margin: 0 auto; }</style>`,
    '</head>',
    `<body><div class="quality">${html}</div></body>`,
    '</html>',
    '',
  ].join('\n');
}
