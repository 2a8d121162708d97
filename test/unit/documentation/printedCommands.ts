import { pageOf } from './pages';

/** A command of a page, as it is printed, and what the page prints of its output. */
export interface PrintedCommand {
  readonly page: string;
  /** From 1. */
  readonly line: number;
  readonly command: string;
  /** Lines of the output; `…` stands for some that the page leaves out. */
  readonly output: readonly string[];
}

/** A block of code, without its fences and as far to the left as these. */
export interface CodeBlock {
  readonly language: string;
  /** Where its first line stands, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** The blocks of code in a text, in order. */
export function codeBlocks(text: string): readonly CodeBlock[] {
  const found: CodeBlock[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const [, indent, language = ''] = /^( *)```(\w*)$/.exec(lines[at] ?? '') ?? [];
    if (indent === undefined) continue;
    const end = lines.findIndex((line, next) => next > at && line === `${indent}\`\`\``);
    if (end < 0) throw new Error(`a block of code has no end: line ${at + 1}`);
    found.push({ language, line: at + 2, lines: lines.slice(at + 1, end).map((line) => line.slice(indent.length)) });
    at = end;
  }
  return found;
}

/** The first block of a language. */
export const firstBlock = (text: string, language: string): string =>
  codeBlocks(text)
    .find((block) => block.language === language)
    ?.lines.join('\n') ?? '';

/** Every command that runs `tiebreak` in a page's blocks of code, in order. */
export const printedCommands = (page: string): readonly PrintedCommand[] =>
  codeBlocks(pageOf(page))
    .filter(({ language }) => language === '' || language === 'sh')
    .flatMap((block) => commandsIn(page, block));

function commandsIn(page: string, { line: first, lines }: CodeBlock): PrintedCommand[] {
  const isSession = lines.some((line) => line.startsWith('$ '));
  const isCommand = (line: string): boolean => (isSession ? line.startsWith('$ ') : isTiebreak(line));
  return lines.flatMap((line, at) => {
    if (!isCommand(line) || !isTiebreak(line.replace('$ ', ''))) return [];
    const next = lines.findIndex((other, place) => place > at && isCommand(other));
    const output = lines.slice(at + 1, next < 0 ? undefined : next).filter((each) => each !== '');
    return [{ page, line: first + at, command: line.replace('$ ', ''), output: isSession ? output : [] }];
  });
}

const isTiebreak = (line: string): boolean => /^(?:\w+=\S+ )?tiebreak /.test(line);
