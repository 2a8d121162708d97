import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import uiTexts from '../../../l10n/bundle.l10n.json';
import titles from '../../../package.nls.json';
import { program } from '../../../src/cli/program';
import { layouts } from '../../../src/core/dataset/layouts';
import { maxWholeFileBytes } from '../../../src/core/dataset/readers/wholeFileFraming';
import { modeChoices, modeNames } from '../../../src/core/model/annotation/mode';
import { projectSchema } from '../../../src/core/model/study/project';
import { maxMediaBytes } from '../../../src/core/study/mediaFiles';
import { manifest } from './keysInPages';
import { pageOf, proseOf, quoted, root, userPages } from './pages';

const sample = readFileSync(join(root, 'media/sample/sample.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly id: string; readonly responses: readonly unknown[] });
const counts = sample.map(({ responses }) => responses.length);
const pairsOf = (responses: number): number => (responses * (responses - 1)) / 2;
const filesIn = (folder: string, name: RegExp): string[] =>
  readdirSync(join(root, folder)).filter((each) => name.test(each));
const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const inWords = (count: number): string => ({ 15: 'fifteen' })[count] ?? words[count] ?? String(count);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A number that a file of the source names, such as `const maxBytes = 64 << 20;`. */
function constantIn(file: string, name: string): number {
  const source = new RegExp(`const ${name} = ([\\d_]+)(?: << (\\d+))?;`).exec(readFileSync(join(root, file), 'utf8'));
  if (!source) throw new Error(`${file} has no number ${name}`);
  return Number((source[1] ?? '').replaceAll('_', '')) * 2 ** Number(source[2] ?? 0);
}
const megabytes = (bytes: number): string => `${bytes / 2 ** 20} MB`;

describe('what pages say', () => {
  it.each<[string, string, () => string]>([
    [
      'README.md',
      'languages',
      () => `**${capital(inWords(filesIn('.', /^package\.nls\..*json$/).length))} languages.**`,
    ],
    [
      'README.md',
      'layouts',
      () => `about ${Math.round(layouts.length / 10) === 7 ? 'seventy' : String(layouts.length)} layouts`,
    ],
    [
      'docs/rubrics-and-coverage.md',
      'templates',
      () => `${capital(inWords(filesIn('media/rubrics', /\.yaml$/).length))} templates come with Tiebreak`,
    ],
    [
      'docs/get-started.md',
      'prompts of the sample',
      () => `${inWords(sample.length)} prompts with ${Math.min(...counts)} to ${Math.max(...counts)} responses each`,
    ],
    [
      'docs/get-started.md',
      'rows of the first three items, of which one has a tie',
      () =>
        `"${
          counts
            .slice(0, 3)
            .map(pairsOf)
            .reduce((a, b) => a + b) - 1
        } rows from 3 annotations"`,
    ],
    ['docs/get-started.md', 'VS Code', () => `VS Code ${manifest.engines.vscode.replace(/^\^|\.0$/g, '')} or later`],
    ['docs/get-started.md', 'Node.js', () => `Node.js ${manifest.engines.node.replace('>=', '')} or later`],
    ['src/cli/README.md', 'Node', () => `Node ${manifest.engines.node.replace('>=', '')} or later`],
    ['CONTRIBUTING.md', 'Node', () => `Node ${manifest.engines.node.replace('>=', '')} or later`],
    ['docs/set-up-a-study.md', 'JSON in one piece', () => `up to ${megabytes(maxWholeFileBytes)} |`],
    [
      'docs/set-up-a-study.md',
      'workbooks',
      () => `up to ${megabytes(constantIn('src/core/dataset/readers/table/workbook.ts', 'maxBytes'))} unpacked`,
    ],
    ['docs/troubleshooting.md', 'modes', () => `Must be one of ${modeChoices.join(', ')}, but is "guess"\` |`],
    [
      'docs/set-up-a-study.md',
      'modes',
      () => `(by the number of responses), ${modeNames.map((name) => `\`${name}\``).join(', ')} |`,
    ],
    ['docs/troubleshooting.md', 'media', () => `larger than ${megabytes(maxMediaBytes)}, so it is not shown`],
    [
      'docs/annotate.md',
      'saves that can be undone',
      () => `up to the last ${constantIn('src/core/desk/drafts/history.ts', 'maxEarlier')}.`,
    ],
    [
      'docs/annotate.md',
      'turns that are shown',
      () => `the last ${inWords(constantIn('webview/annotate/conversation/turns.tsx', 'shownTurns'))} are always shown`,
    ],
    [
      'docs/annotate.md',
      'responses that are ranked without buckets',
      () => `**More than ${constantIn('src/core/desk/modes/rank.ts', 'maxInOnePass')} responses.**`,
    ],
    ['docs/annotate.md', 'buckets', () => `buckets 1 to ${constantIn('src/core/desk/modes/rank.ts', 'maxBuckets')};`],
    [
      'docs/teams.md',
      'items that are taken',
      () =>
        `takes ${constantIn('src/core/team/teamDesk.ts', 'block')} items when you have fewer than ${constantIn('src/core/team/teamDesk.ts', 'fewLeft')} left`,
    ],
    [
      'docs/work-with-several-people.md',
      'datasets that are read whole for the card',
      () =>
        `more than ${megabytes(constantIn('src/core/export/folder/cardReliability.ts', 'maxBytes'))} they are of a sample`,
    ],
  ])('in %s of %s is so', (page, _, statement) => {
    expect(pageOf(page).replaceAll(/\s+/g, ' ')).toContain(statement());
  });

  it('of languages names each', () => {
    const [, named = ''] = /\*\*Seven languages\.\*\* (.*), as VS Code is set/.exec(pageOf('README.md')) ?? [];
    const codes = filesIn('.', /^package\.nls\..+\.json$/).map((name) => name.split('.')[2] ?? '');
    const nameOf = new Intl.DisplayNames('en', { type: 'language' });
    const language = (code: string): string => (code === 'zh-cn' ? 'Simplified Chinese' : (nameOf.of(code) ?? code));
    expect(named.split(/, | and /).sort()).toEqual(['English', ...codes.map(language)].sort());
  });

  it('of templates names each', () => {
    const [, named = ''] = /templates come with Tiebreak:([^.]*)\./.exec(pageOf('docs/rubrics-and-coverage.md')) ?? [];
    expect([...quoted(named)].sort()).toEqual(
      filesIn('media/rubrics', /\.yaml$/)
        .map((name) => name.replace('.yaml', ''))
        .sort(),
    );
  });

  it('of what a digit does is what the setting says that is not on by default', () => {
    expect(manifest.contributes.configuration.properties['tiebreak.selectNextAtOnce']?.default).toBe(false);
    for (const text of [pageOf('README.md'), pageOf('docs/get-started.md'), titles['walkthrough.rank.description']]) {
      expect(text).not.toMatch(/next (?:one|response) is (?:then )?selected|selects the next/);
      expect(text).toMatch(/next digit/);
    }
  });
});

/** Names of VS Code's own, and words that are stressed within a sentence. */
const elsewhere = [
  'Extensions',
  '…',
  'Install from VSIX…',
  'Problems',
  'Open With… > Text Editor',
  'Developer: Reload Window',
  'Workspaces: Manage Workspace Trust',
  'Run it in the export folder.',
  'Do not run it if you judge blind in this study.',
  'its key is lost on this machine',
  'Saved',
];

describe('names in pages', () => {
  const known = [...Object.values(titles), ...Object.keys(uiTexts)].map((text) => text.replace(/…$/, ''));
  const patterns = Object.keys(uiTexts)
    .filter((text) => /\{\d\}/.test(text) && text.length < 40)
    .map((text) => new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\d\}/g, '.+')}$`));
  const isKnown = (name: string): boolean => known.includes(name) || patterns.some((pattern) => pattern.test(name));

  it.each(userPages)('of commands, views and buttons are those on the screen: %s', (page) => {
    const unknown = proseOf(page)
      .split('\n')
      .flatMap((line) =>
        [...line.matchAll(/\*\*([^*]+)\*\*/g)]
          // What begins a paragraph, an entry or a cell can be a heading.
          .filter(({ index }) => !/^\s*(?:[-*] |\d+\. |\|.*\| )?$/.test(line.slice(0, index)))
          .map(([, name = '']) => name),
      )
      .filter((name) => !/^[\d.]+$/.test(name) && !elsewhere.includes(name))
      .filter((name) => !isKnown(name.replace(/^Tiebreak: /, '').replace(/…$/, '')));
    expect(unknown).toEqual([]);
  });

  it.each(userPages)('of settings are those of the manifest: %s', (page) => {
    const settings = quoted(proseOf(page)).filter((name) => /^tiebreak\.(?!vsix$)[a-zA-Z.]+$/.test(name));
    for (const name of settings) expect(Object.keys(manifest.contributes.configuration.properties)).toContain(name);
  });

  it.each(userPages)('of fields of the project are those of its schema: %s', (page) => {
    const schema = z.toJSONSchema(projectSchema, { io: 'input', unrepresentable: 'any' });
    for (const name of quoted(proseOf(page)))
      if (/^(?:task|plan|dataset)(?:\.[a-zA-Z]+)+$/.test(name))
        expect(hasField(schema, name.split('.')), name).toBe(true);
  });

  it.each(userPages)('of options are those of the command line: %s', (page) => {
    const all = new Set([...optionsOf(program()), '--help']);
    for (const code of quoted(proseOf(page))) {
      if (!/^(?:--|tiebreak |team )/.test(code) || ofOthers.some((each) => code.startsWith(each))) continue;
      for (const [option] of code.matchAll(/(?<=^|\s)--[a-z][a-z-]*/g))
        expect([...all], `${page}: ${code}`).toContain(option);
    }
  });

  it.each(userPages)('of commands are those of the command line: %s', (page) => {
    const names = program().commands.map((command) => command.name());
    for (const code of quoted(proseOf(page))) {
      const [, name] = /^tiebreak ([a-z][a-z-]*)/.exec(code) ?? [];
      if (name !== undefined) expect(names, `${page}: ${code}`).toContain(name);
    }
  });
});

/** Options of other programs that pages speak of by themselves. */
const ofOthers = ['--create'];

function optionsOf(command: Command): string[] {
  return [...command.options.flatMap(({ long }) => (long ? [long] : [])), ...command.commands.flatMap(optionsOf)];
}

/** Whether a JSON schema has a field at this path, in any of its alternatives. */
function hasField(schema: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (typeof schema !== 'object' || schema === null) return false;
  const { properties, anyOf, allOf, oneOf } = schema as Record<string, unknown>;
  if (properties && typeof properties === 'object' && name in properties)
    return hasField((properties as Record<string, unknown>)[name], rest);
  return [anyOf, allOf, oneOf].some(
    (each) => Array.isArray(each) && each.some((one) => hasField(one, [name, ...rest])),
  );
}
