// The license texts of all that is bundled, for the VSIX and the npm package. What is bundled is what the bundler read.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The name of the file in dist/. */
export const licensesName = 'third-party-licenses.txt';

/** Fonts have a license of their own, which stands in each of their files. */
const fonts = {
  katex: {
    license: 'OFL-1.1',
    holder:
      '2009-2010 Design Science, Inc. (https://www.mathjax.org), 2014-2018 Khan Academy (https://www.khanacademy.org)',
  },
};

/**
 * @typedef {object} Bundled
 * @property {string} folder of the package, relative to the root, with `/`
 * @property {boolean} hasFonts whether fonts of it are bundled
 */

/**
 * The packages of which something is in the outputs of builds, sorted.
 * @param {readonly import('esbuild').Metafile[]} metafiles
 * @returns {Bundled[]}
 */
export function bundledPackages(metafiles) {
  const found = new Map();
  for (const { outputs } of metafiles)
    for (const { inputs } of Object.values(outputs))
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const [, folder] = /^(?:[\w-]+:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
        // Of a file that is only imported for its types, or of which nothing is used, nothing is passed on.
        if (folder === undefined || bytesInOutput === 0) continue;
        found.set(folder, found.get(folder) || /\.(?:woff2?|ttf|otf)$/.test(input));
      }
  return [...found].map(([folder, hasFonts]) => ({ folder, hasFonts })).sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/**
 * What is to be passed on with the packages: of each its name, version and license, and the license's text. Throws where
 * a license has no text.
 * @param {string} root
 * @param {readonly Bundled[]} packages
 */
export async function licenseTexts(root, packages) {
  const parts = [];
  for (const { folder, hasFonts } of packages) {
    const manifest = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8'));
    const { name, version, license, author } = manifest;
    const texts = await textsIn(path.join(root, folder));
    const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`;
    if (texts.length === 0) texts.push(await standardText(root, name, license, holder));
    parts.push([`${name} ${version} (${license})`, homeOf(manifest), '', texts.join('\n\n')].join('\n'));
    if (!hasFonts) continue;
    const font = fonts[name];
    if (!font) throw new Error(`${name}: scripts/licenses.mjs does not say which license its fonts have`);
    const text = await standardText(root, name, font.license, font.holder);
    parts.push(
      [`Fonts of ${name} ${version} (${font.license})`, '', `Copyright (c) ${font.holder}`, '', text].join('\n'),
    );
  }
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `Tiebreak contains these works of others, each under its own license.${line}${parts.join(line)}\n`;
}

/** License and notice files of a package. */
async function textsIn(folder) {
  const names = (await readdir(folder)).filter((name) =>
    /^(?:licen[sc]e|copying|copyright|notices?|unlicense)[\w-]*(?:\.(?:md|txt))?$/i.test(name),
  );
  return Promise.all(names.sort().map(async (name) => (await readFile(path.join(folder, name), 'utf8')).trim()));
}

const homeOf = ({ homepage, repository }) =>
  homepage ?? (typeof repository === 'string' ? repository : repository?.url) ?? '';

/** The words of a license, for a package that comes without its text. */
async function standardText(root, name, license, holder) {
  const file = path.join(root, 'scripts', 'licenses', `${license}.txt`);
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new Error(`${name}: neither the package nor scripts/licenses has the text of its license (${license})`, {
      cause: error,
    });
  });
  return text.replaceAll('[copyright holder]', holder).trim();
}
