import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

/** Every page that is written for people, by its path. */
export const pages: readonly string[] = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  'src/cli/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
];

/** Those that users read and that somebody wrote by hand. */
export const userPages = pages.filter(
  (page) => page.endsWith('README.md') || (page.startsWith('docs/') && !page.startsWith('docs/reference/')),
);

export const pageOf = (name: string): string => readFileSync(join(root, name), 'utf8').replaceAll('\r\n', '\n');

/** The rows below a table's heads, as cells; `heading` is the text of its first head, `section` the heading above it. */
export function tableOf(page: string, heading: string, section?: string): readonly (readonly string[])[] {
  const lines = (section === undefined ? pageOf(page) : sectionOf(page, section)).split('\n');
  const from = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  if (from < 0) throw new Error(`${page} has no table "${heading}"${section ? ` under "${section}"` : ''}`);
  const rows = lines.slice(from + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end < 0 ? undefined : end).map((line) =>
    line
      .slice(1, line.lastIndexOf('|'))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

/** What stands below a heading, up to the next one of any level. */
export function sectionOf(page: string, section: string): string {
  const text = pageOf(page);
  const found = new RegExp(`^#+ ${section.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'm').exec(text);
  if (!found) throw new Error(`${page} has no heading "${section}"`);
  const rest = text.slice(found.index + found[0].length);
  const end = /^#+ /m.exec(rest)?.index;
  return rest.slice(0, end);
}

/** The words in backticks. */
export const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, words]) => words ?? '');

/** A page without its blocks of code. */
export const proseOf = (page: string): string => pageOf(page).replace(/^ *```[^]*?^ *```$/gm, '');
