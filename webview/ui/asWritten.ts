import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import { beginsCode, codeLength } from '../../src/core/model/item/codeLines';
import { patchLength } from '../../src/core/model/item/patch';

/**
 * Texts of models are read as Markdown, and many hold what is none: patches and code without a fence, `__init__`, lists
 * that are numbered as their author meant them, a line such as `[1]: see above` that Markdown takes for the address of a
 * link and hides. These rules have all of it shown as it is written.
 */
export function asWritten(markdown: MarkdownIt): void {
  raw(markdown, 'patch', 'diff', 'd-+I*', patchAt);
  raw(markdown, 'unfenced_code', 'code', undefined, codeAt);
  markdown.core.ruler.push('identifiers', ({ tokens }) => {
    for (const { children } of tokens) if (children) keepIdentifiers(children);
  });
  markdown.core.ruler.push('list-numbers', ({ tokens }) => keepNumbers(tokens));
  markdown.core.ruler.push('swallowed', showSwallowed);
  markdown.renderer.rules.as_written = (tokens, index) =>
    `<p class="plain as-written">${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</p>`;
}

/** A line by its number from where a rule was asked; undefined behind the last. */
type LineAt = (number: number) => string | undefined;

/** Has the lines that `lengthAt` finds drawn as a block of code, also in the middle of a paragraph. */
function raw(
  markdown: MarkdownIt,
  name: string,
  language: string,
  firsts: string | undefined,
  lengthAt: (lineAt: LineAt, beginsParagraph: boolean) => number,
): void {
  markdown.block.ruler.before(
    'table',
    name,
    (state, from, end, silent) => {
      // The rule is asked at each line of a paragraph.
      if (state.level > 0 || (firsts !== undefined && !firsts.includes(state.src[state.bMarks[from] ?? 0] ?? ' ')))
        return false;
      const lineAt: LineAt = (number) =>
        from + number < end ? state.src.slice(state.bMarks[from + number], state.eMarks[from + number]) : undefined;
      const length = lengthAt(lineAt, beginsParagraph(state, from));
      if (length === 0) return false;
      if (silent) return true;
      state.line = from + length;
      const token = state.push('fence', 'code', 0);
      token.info = language;
      token.content = `${state.src.slice(state.bMarks[from], state.eMarks[state.line - 1])}\n`;
      token.map = [from, state.line];
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
}

const beginsParagraph = (state: StateBlock, line: number): boolean => line === 0 || state.isEmpty(line - 1);

function patchAt(lineAt: LineAt): number {
  // Three lines tell whether one begins; all of them are looked at for no other text.
  const first = firstLines(lineAt, 3);
  return patchLength(first, 0) > 0 ? patchLength(firstLines(lineAt, Infinity), 0) : changeAt(first, lineAt);
}

function firstLines(lineAt: LineAt, most: number): string[] {
  const lines: string[] = [];
  for (let line = lineAt(0); line !== undefined && lines.length < most; line = lineAt(lines.length)) lines.push(line);
  return lines;
}

/** Lines that were taken out directly before lines that were put in: a piece of a patch. No list changes its marks so. */
function changeAt([first = '', second = '', third = '']: readonly string[], lineAt: LineAt): number {
  const signs = [first, second, third].map((line) => line[0] ?? '').join('');
  if (!/^(?:-\+|--\+|\+-)/.test(signs) || /^(?:-{3,}|\+{3,})\s*$/.test(first)) return 0;
  let end = 0;
  while (/^[-+ \\@]/.test(lineAt(end) ?? '')) end++;
  return end;
}

function codeAt(lineAt: LineAt, isFirst: boolean): number {
  const line = lineAt(0) ?? '';
  if (line.trim() === '' || (!isFirst && !beginsCode(line))) return 0;
  // What is indented by four is code in Markdown, too; a list, a heading, a quote or a fence is none.
  if (/^(?: {4}|\t|\s*(?:[-*+>|]\s|\d+[.)]\s|#{2,6}\s|```|~~~))/.test(line)) return 0;
  return codeLength(lineAt);
}

/** Puts back the marks of emphasis inside of identifiers and products: `__init__`, `2*3*4`. */
function keepIdentifiers(children: Token[]): void {
  const open: number[] = [];
  for (const [at, token] of children.entries()) {
    if (!/^(?:em|strong)_(?:open|close)$/.test(token.type)) continue;
    if (token.nesting === 1) {
      open.push(at);
      continue;
    }
    const start = open.pop();
    if (start === undefined) continue;
    const inside = children
      .slice(start + 1, at)
      .map(({ content }) => content)
      .join('');
    const before = children[start - 1]?.content.at(-1) ?? '';
    const after = children[at + 1]?.content[0] ?? '';
    const isName = token.markup === '__' && /^[a-z][a-z0-9_]*$/.test(inside);
    const isProduct = /^\*/.test(token.markup) && /[\w)\]]/.test(before) && /[\w([]/.test(after) && !/\s/.test(inside);
    if (!isName && !isProduct) continue;
    for (const each of [children[start], token]) {
      if (!each) continue;
      each.type = 'text';
      each.tag = '';
      each.nesting = 0;
      each.content = each.markup;
    }
  }
}

/** Gives the entries of a list their numbers as they are written; where all are the same, Markdown counts. */
function keepNumbers(tokens: readonly Token[]): void {
  const lists: Token[][] = [];
  for (const token of tokens) {
    if (token.type === 'ordered_list_open') lists.push([]);
    else if (token.type === 'list_item_open' && /^\d+$/.test(token.info)) lists.at(-1)?.push(token);
    else if (token.type === 'ordered_list_close') {
      const entries = lists.pop() ?? [];
      if (new Set(entries.map(({ info }) => info)).size > 1)
        for (const entry of entries) entry.attrSet('value', entry.info);
    }
  }
}

/** Shows lines that would vanish as they are written: definitions of links, and cells that a table has no column for. */
function showSwallowed(state: StateCore): void {
  const { tokens, Token: Made } = state;
  const lines = state.src.split('\n');
  const shown: Token[] = [];
  let at = 0;
  const put = (from: number, to: number): void => {
    const text = lines
      .slice(from, to)
      .join('\n')
      .trimEnd()
      .replace(/^\s*\n/, '');
    if (text === '') return;
    const token = new Made('as_written', 'p', 0);
    token.content = text;
    token.map = [from, to];
    token.block = true;
    shown.push(token);
  };
  for (let index = 0; index < tokens.length;) {
    const end = endOfBlock(tokens, index);
    const block = tokens.slice(index, end);
    const [from, to] = block[0]?.map ?? [at, at];
    put(at, from);
    if (block[0]?.type === 'table_open' && lacksCells(block, lines.slice(from, to))) put(from, to);
    else shown.push(...block);
    at = Math.max(at, to);
    index = end;
  }
  put(at, lines.length);
  state.tokens = shown;
}

/** Where the block that begins with a token of no level ends. */
function endOfBlock(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    depth += tokens[at]?.nesting ?? 0;
    if (depth <= 0) return at + 1;
  }
  return tokens.length;
}

const lacksCells = (block: readonly Token[], lines: readonly string[]): boolean => {
  const columns = block.filter(({ type }) => type === 'th_open').length;
  return lines.some((line) => {
    const cells = line
      .trim()
      .replace(/^\||\|$/g, '')
      .replace(/\\\||`[^`]*`/g, '')
      .split('|');
    return cells.length > columns && cells.slice(columns).some((cell) => cell.trim() !== '');
  });
};
