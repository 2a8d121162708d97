import type { MarkdownIt } from 'markdown-it';
import { languageOfCode } from '../../src/core/model/item/codeLines';
import { drawingOf } from './drawnBlocks';

/** What stands on the buttons of a block of code. The keys act on one block of the selected response. */
export interface CodeButtonTexts {
  readonly copy: string;
  readonly copyKey: string;
  readonly open: string;
  readonly openKey: string;
}

/** Behind the language of a block that is shown as it is written, whatever could be drawn of it. */
export const asSource = 'source';

/**
 * Gives each block of code a line above it: its language, a button that copies it and one that opens it in an editor.
 */
export function codeBlocks(markdown: MarkdownIt, words: () => CodeButtonTexts): void {
  const { escapeHtml } = markdown.utils;
  const { fence } = markdown.renderer.rules;
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const { content = '', info = '' } = token ?? {};
    const [written = '', as] = info.trim().split(/\s+/, 2);
    const language = written === 'code' ? languageOfCode(content) : written;
    if (token && written === 'code') token.info = language;
    const { copy, copyKey, open, openKey } = words();
    const button = (action: string, label: string, key: string): string =>
      `<button type="button" class="quiet" data-code="${action}">${escapeHtml(label)}${key === '' ? '' : ` <kbd>${escapeHtml(key)}</kbd>`}</button>`;
    const drawn = as === asSource ? undefined : drawingOf(language.toLowerCase())?.(content, escapeHtml);
    const html = drawn ?? scrollable(fence?.(tokens, index, options, env, self) ?? '');
    const isPatch = drawn !== undefined && /^(?:diff|patch)$/i.test(language);
    return `<div class="code${isPatch ? ' patch' : ''}" data-language="${escapeHtml(language)}"><div class="code-head"><span class="language">${escapeHtml(language)}</span>${button('copy', copy, copyKey)}${button('open', open, openKey)}</div>${html}</div>`;
  };
}

/** Its lines may be longer than the block is wide. */
const scrollable = (html: string): string => html.replace(/^<pre>/, '<pre tabindex="0">');

export interface CodeBlock {
  readonly text: string;
  readonly language: string;
}

/** Calls `use` with the block of code whose button is pressed. */
export function watchCodeButtons(use: (action: 'copy' | 'open', block: CodeBlock) => void): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[data-code]') : null;
    const block = button?.closest('.code');
    if (block) use(button?.getAttribute('data-code') === 'open' ? 'open' : 'copy', blockOf(block));
  });
}

/**
 * The block of code that a key is about: the one that has the focus, else the first of `view` that is on the screen,
 * else its first.
 */
export function selectedBlock(view: Element | null): CodeBlock | undefined {
  const focused = document.activeElement?.closest('.code');
  const blocks = [...(view?.querySelectorAll('.code') ?? [])];
  const block = focused ?? blocks.find(isOnScreen) ?? blocks[0];
  return block && blockOf(block);
}

const blockOf = (block: Element): CodeBlock => ({
  // A patch has one for each file.
  text: [...block.querySelectorAll('code')].map((code) => code.textContent).join(''),
  language: block.getAttribute('data-language') ?? '',
});

function isOnScreen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
