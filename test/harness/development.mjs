/**
 * Makes a page load extensions from source folders and, if asked, run tests in their host. VS Code's page reads this
 * from its configuration element; the `payload` query parameter is not enough in a built version.
 * @param {import('playwright-core').Page} page before its first load
 * @param {number} port the server's
 * @param {{ extensions: string[], tests?: string }} paths absolute
 */
export async function developExtensions(page, port, { extensions, tests }) {
  const uri = (path) => ({ scheme: 'vscode-remote', authority: `127.0.0.1:${port}`, path });
  const developmentOptions = { extensions: extensions.map(uri), ...(tests && { extensionTestsPath: uri(tests) }) };
  await page.addInitScript((options) => {
    const getAttribute = globalThis.Element.prototype.getAttribute;
    globalThis.Element.prototype.getAttribute = function (name) {
      const value = getAttribute.call(this, name);
      if (this.id !== 'vscode-workbench-web-configuration' || name !== 'data-settings' || !value) return value;
      const settings = JSON.parse(value);
      return JSON.stringify({ ...settings, developmentOptions: { ...settings.developmentOptions, ...options } });
    };
  }, developmentOptions);
}
