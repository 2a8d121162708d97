// Writes the pages in docs/reference, and tables in other pages, from the source code: `npm run docs`. With --check
// nothing is written, and the exit code is 1 where a page is not what would be written.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { withSource } from './reference/sourceBundle.mjs';
import { commandLinePage } from './reference/commandLine.mjs';
import { figuresPage } from './reference/figures.mjs';
import { formatsPage } from './reference/formats.mjs';
import { journalPage } from './reference/journal.mjs';
import { learntPage, learntSection } from './reference/learnt.mjs';
import { projectFilePage } from './reference/projectFile.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const pages = {
  'command-line': commandLinePage,
  formats: formatsPage,
  'project-file': projectFilePage,
  journal: journalPage,
  figures: figuresPage,
  learnt: learntPage,
};

/** What stands in pages that people write, between two comments that name it. */
const sections = { 'export-and-train': { learnt: learntSection } };
const begin = (name) => `<!-- ${name}: written by \`npm run docs\` -->`;
const end = (name) => `<!-- /${name} -->`;

/** A page with its section written anew. */
function withSection(text, name, section) {
  const from = text.indexOf(begin(name));
  const to = text.indexOf(end(name));
  if (from < 0 || to < from) throw new Error(`no place for ${name}: ${begin(name)} … ${end(name)}`);
  return `${text.slice(0, from)}${begin(name)}\n\n${section}\n\n${text.slice(to)}`;
}

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
  for (const [name, parts] of Object.entries(sections)) {
    const file = path.join(root, 'docs', `${name}.md`);
    const before = await readFile(file, 'utf8');
    let after = before;
    for (const [part, write] of Object.entries(parts))
      after = withSection(after, part, (await written(write(made))).trimEnd());
    if (after === before) continue;
    different.push(path.relative(root, file));
    if (!isCheck) await writeFile(file, after);
  }
  return different;
});
if (isCheck && stale.length > 0) {
  console.error(`not what \`npm run docs\` writes: ${stale.join(', ')}`);
  process.exitCode = 1;
} else for (const file of stale) console.log(`wrote ${file}`);
