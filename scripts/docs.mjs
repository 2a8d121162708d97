// Writes the pages in docs/reference from the source code: `npm run docs`. With --check nothing is written, and the
// exit code is 1 where a page is not what would be written.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { withSource } from './reference/sourceBundle.mjs';
import { commandLinePage } from './reference/commandLine.mjs';
import { figuresPage } from './reference/figures.mjs';
import { formatsPage } from './reference/formats.mjs';
import { journalPage } from './reference/journal.mjs';
import { projectFilePage } from './reference/projectFile.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const pages = {
  'command-line': commandLinePage,
  formats: formatsPage,
  'project-file': projectFilePage,
  journal: journalPage,
  figures: figuresPage,
};

/** Lines as long as those of the code; `npx prettier --check` with the project's settings takes them as they are. */
const written = async (text) => {
  const settings = JSON.parse(await readFile(path.join(root, '.prettierrc.json'), 'utf8'));
  const wrapped = await format(text, { ...settings, parser: 'markdown', proseWrap: 'always' });
  return format(wrapped, { ...settings, parser: 'markdown' });
};

const isCheck = process.argv.includes('--check');
const stale = await withSource(root, async (made) => {
  const different = [];
  const texts = await Promise.all(Object.values(pages).map(async (write) => written(await write(made))));
  for (const [at, name] of Object.keys(pages).entries()) {
    const file = path.join(root, 'docs', 'reference', `${name}.md`);
    const text = texts[at];
    if (text === (await readFile(file, 'utf8').catch(() => undefined))) continue;
    different.push(path.relative(root, file));
    if (isCheck) continue;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return different;
});
if (isCheck && stale.length > 0) {
  console.error(`not what \`npm run docs\` writes: ${stale.join(', ')}`);
  process.exitCode = 1;
} else for (const file of stale) console.log(`wrote ${file}`);
