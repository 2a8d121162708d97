import fs from 'node:fs/promises';
import path from 'node:path';

const page = 'lib/vscode/out/vs/code/browser/workbench/workbench.html';
const bundle = 'lib/vscode/out/vs/code/browser/workbench/workbench.js';

/**
 * Makes a file that a URL names come up in its custom editor, every time. VS Code 1.139 starts to open it while user
 * settings, extensions and the service that registers their custom editors are still on their way, and whenever one
 * of these is later, the file opens as text. Both changes concern only this moment.
 * @param {string} codeServer the package's folder
 */
export async function openCustomEditorsByUrl(codeServer) {
  await change(path.join(codeServer, page), /<body\b/, (body) => `${script}\n\n\t${body}`);
  await change(
    path.join(codeServer, bundle),
    waitForExtensions,
    (_, condition, uri, kind, wait) => `${condition}(${wait},await ${untilRegistered(uri, kind)})`,
  );
}

/**
 * A default that the page itself carries is there in time, and for a file type that is associated with an editor the
 * workbench waits for extensions.
 */
const defaults = { 'workbench.editorAssociations': { '*.tiebreak': 'tiebreak.project' } };

const script = `<script nonce="{{WORKBENCH_SCRIPT_NONCE}}">
		const configuration = document.getElementById('vscode-workbench-web-configuration');
		configuration.dataset.settings = JSON.stringify({ ...JSON.parse(configuration.dataset.settings), configurationDefaults: ${JSON.stringify(defaults)} });
	</script>`;

/** In EditorResolverService.resolveEditor. */
const waitForExtensions =
  /(resourceMatchesUserAssociation\((\w+),(\w+)\)\)&&)(await this\.extensionService\.whenInstalledExtensionsRegistered\(\))/;

/**
 * Up to a minute, which a busy machine takes: longer, the associated editor's extension is not installed.
 * @param {string} uri
 * @param {string} kind variables of the bundle
 */
function untilRegistered(uri, kind) {
  return `(async()=>{
    const isRegistered = ({ viewType }) => this._registeredEditors.some((editor) => editor.editorInfo.id === viewType);
    for (let attempt = 0; attempt < 2000 && !this.getRawAssociationsForResourceByType(${uri}, ${kind}).every(isRegistered); attempt++) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      this._flattenedEditors = this._flattenEditorsMap();
    }
  })()`;
}

/** @param {string} file @param {RegExp} pattern @param {(...match: string[]) => string} replacement */
async function change(file, pattern, replacement) {
  const text = await fs.readFile(file, 'utf8');
  if (!pattern.test(text))
    throw new Error(
      `${file} has nothing like ${pattern}: code-server has changed, adapt test/harness/open-by-url.mjs.`,
    );
  await fs.writeFile(file, text.replace(pattern, replacement));
}
