import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import uiTexts from '../../../l10n/bundle.l10n.json';
import { pageOf, root, userPages } from './pages';
import { codeBlocks } from './printedCommands';

/** All texts that the product can say, in one: what is put into a text stands as a hole in it. */
const said = [
  ...Object.keys(uiTexts),
  ...['src/cli', 'src/core'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(root, folder, name), 'utf8').replaceAll(/\\(['"`])/g, '$1')),
  ),
]
  .join('\n')
  .replaceAll(/\s+/g, ' ');

/** The parts of a message that are the same whatever it is about: no numbers, and nothing in quotation marks. */
const partsOf = (message: string): readonly string[] =>
  message
    .replaceAll(/"[^"]*"|“[^”]*”|\d[\d.,]*|\b[A-Z]\b|\S+\.(?:jsonl?|tiebreak\S*|md)\b\S*|[…,]/g, '\0')
    .split('\0')
    .map((part) => part.replaceAll(/\s+/g, ' ').replaceAll(/^[\s:;,.()|]+|[\s:;,.()|]+$/g, ''))
    .filter((part) => part.split(' ').length >= 4);

/** Messages of a page: the first column of its tables of messages, and blocks of output that follow no command. */
function messagesIn(page: string): readonly string[] {
  const text = pageOf(page);
  const tables = [...text.matchAll(/^\| message(?: about an import)? \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/gm)].flatMap(
    ([, rows = '']) =>
      rows
        .trim()
        .split('\n')
        .map((row) => row.split(/(?<!\\)\|/)[1] ?? ''),
  );
  const messages = tables.flatMap((cell) => [
    ...[...cell.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message),
    ...[...cell.matchAll(/^ "(.+)" $/g)].map(([, message = '']) => message),
  ]);
  const outputs = codeBlocks(text).filter(
    ({ language, lines }) =>
      language === '' &&
      !lines.some((line) => /^\$ |^(?:\w+=\S+ )?(?:tiebreak|npm|code|git|trl|pg_\w+|psql) /.test(line)),
  );
  return [...messages, ...outputs.flatMap(({ lines }) => lines)];
}

/** Whether most of the words stand in the product's texts as they follow each other here: names and numbers part them. */
function isSaid(part: string): boolean {
  const words = part.split(' ');
  const threes = words.slice(2).map((_, at) => words.slice(at, at + 3).join(' '));
  return threes.filter((three) => said.includes(three)).length >= threes.length / 2;
}

describe('messages in pages', () => {
  it.each(userPages.filter((page) => messagesIn(page).length > 0))('are said by the product: %s', (page) => {
    const unknown = messagesIn(page)
      .flatMap(partsOf)
      .filter((part) => !isSaid(part));
    expect(unknown).toEqual([]);
  });
});
