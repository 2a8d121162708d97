import * as l10n from '@vscode/l10n';
import DOMPurify from 'dompurify';
import hljs from 'highlight.js/lib/common';
import { applyEdits, format } from 'jsonc-parser';
import MarkdownIt, { type Token } from 'markdown-it';
import type { TextView } from '../../src/core/model/desk/textView';
import type { TextPart } from '../../src/core/model/item/textPart';
import { block } from '../../src/core/model/item/toolCallText';
import { imageNumber } from '../../src/core/model/item/imagePlaceholder';
import { asWritten } from './asWritten';
import { asSource, codeBlocks, type CodeButtonTexts } from './codeBlocks';
import { endOfScreen } from './firstScreen';
import { mathematics } from './mathematics';

/**
 * No one writes such lines by hand, and highlight.js takes seconds for them: its time grows with the square of a word's
 * length.
 */
const longLine = /[^\n]{1000}/;

/** Deeper than people nest lists and quotes in each other, and shallow enough to be laid out. */
const deepest = 40;

const markdown = new MarkdownIt({
  html: false,
  linkify: true,
  breaks: true,
  maxNesting: deepest,
  highlight: (code, language) =>
    hljs.getLanguage(language) && !longLine.test(code)
      ? hljs.highlight(code, { language, ignoreIllegals: true }).value
      : '',
});
let words: CodeButtonTexts = { copy: '', copyKey: '', open: '', openKey: '' };
codeBlocks(markdown, () => words);
mathematics(markdown);
asWritten(markdown);
// No network: an image is named, not fetched, and never by its path. One of which the host keeps the path is put there
// by whoever shows the text.
markdown.renderer.rules.image = (tokens, index) => {
  const token = tokens[index];
  const source = String(token?.attrGet('src') ?? '');
  const number = imageNumber(source);
  const alt = token?.content ?? '';
  if (number === undefined)
    return `<span class="image">${markdown.utils.escapeHtml(alt === '' ? l10n.t('Image') : l10n.t('Image: {0}', alt))}</span>`;
  return `<span class="image" data-image="${number}" data-alt="${markdown.utils.escapeHtml(alt)}">${markdown.utils.escapeHtml(imageName(number, alt))}</span>`;
};
// Headings stand below the desk's own (h1) and skip no level, for who walks through the page by them; they look as the
// text says.
markdown.core.ruler.push('heading-levels', ({ tokens }) => {
  let depth = 1;
  for (const token of tokens.filter(({ type }) => type === 'heading_open')) {
    const written = Number(token.tag.slice(1));
    depth = Math.min(written + 1, depth + 1, 6);
    token.attrSet('class', `heading heading-${written}`);
    token.tag = `h${depth}`;
    const close = tokens.slice(tokens.indexOf(token)).find(({ type }) => type === 'heading_close');
    if (close) close.tag = token.tag;
  }
});
for (const rule of ['th_open', 'td_open']) {
  const before = markdown.renderer.rules[rule];
  markdown.renderer.rules[rule] = (tokens, index, options, env, self) => {
    alignByClass(tokens[index]);
    return before ? before(tokens, index, options, env, self) : self.renderToken(tokens, index, options);
  };
}
/** Where a column says to which side its cells go, its class says it: the page's policy allows no styles in HTML. */
function alignByClass(token: Token | undefined): void {
  const side = /text-align:(left|center|right)/.exec(String(token?.attrGet('style') ?? ''))?.[1];
  if (side !== undefined) token?.attrSet('class', `side-${side}`);
}

markdown.renderer.rules.table_open = (tokens, index, options, _env, self) =>
  `<div class="table" tabindex="0" role="group">${self.renderToken(tokens, index, options)}`;
markdown.renderer.rules.table_close = () => '</table></div>';

/** Of all that has a value the sanitiser keeps only what is safe by name, or reads as an address that may be opened. */
const purify = {
  ALLOWED_URI_REGEXP: /^https?:/i,
  ADD_URI_SAFE_ATTR: ['start', 'tabindex'],
  FORBID_TAGS: ['style', 'form', 'input', 'img', 'video', 'audio', 'iframe'],
  FORBID_ATTR: ['style'],
};

/** What an image of a text is called: by its number, and by what its text says of it. */
export const imageName = (number: number, alt = ''): string =>
  alt === '' ? l10n.t('Image {0}', number) : l10n.t('Image {0}: {1}', number, alt);

/** How a text is shown that is not put there as it is. */
export type RenderedView = Exclude<TextView, 'plain'>;

/** A text as safe HTML, in two: what fills a screen, and what follows. */
export interface Rendered {
  readonly beginning: string;
  /** Rendered when it is first asked for; undefined where nothing follows. */
  readonly rest?: () => string;
}

const kept = new Map<string, Rendered>();
/** Of what was rendered so much is kept, by the length of the Markdown in UTF-16 units. */
const maxKept = 1_000_000;
let length = 0;

/** Says what stands on the buttons of blocks of code from now on; what was rendered before is rendered anew. */
export function setCodeButtonTexts(names: CodeButtonTexts): void {
  words = names;
  kept.clear();
  length = 0;
}

/** A part of a dataset's text as safe HTML. The last ones are kept, so that a text is rendered once. */
export function render(part: TextPart, view: RenderedView = 'formatted'): Rendered {
  const source = sourceOf(part, view);
  const known = kept.get(source);
  if (known) return known;
  const rendered = toHtml(source);
  kept.set(source, rendered);
  length += source.length;
  for (const oldest of kept.keys()) {
    if (length <= maxKept) break;
    kept.delete(oldest);
    length -= oldest.length;
  }
  return rendered;
}

/** Markdown as HTML; as it is written where it nests so deeply that the renderer would leave the rest out. */
function toHtml(source: string): Rendered {
  const tokens = markdown.parse(source, {});
  if (tokens.some(({ level }) => level >= deepest - 1))
    return { beginning: safe(`<p class="plain">${markdown.utils.escapeHtml(source)}</p>`) };
  const html = (of: typeof tokens): string => safe(markdown.renderer.render(of, markdown.options, {}));
  const following = tokens.splice(endOfScreen(tokens));
  const beginning = html(tokens);
  if (following.length === 0) return { beginning };
  let rest: string | undefined;
  return { beginning, rest: () => (rest ??= html(following.splice(0))) };
}

const safe = (html: string): string => DOMPurify.sanitize(html, purify);

/** Whether `render` has that part at hand. */
export const isRendered = (part: TextPart, view: RenderedView = 'formatted'): boolean => kept.has(sourceOf(part, view));

function sourceOf({ text, left, fence, patch, whole }: TextPart, view: RenderedView): string {
  if (view === 'source') return block(text.replace(/\n$/, ''), `${whole ?? 'markdown'} ${asSource}`);
  if (patch !== undefined) return `${block(text.slice(0, patch).replace(/\n$/, ''), 'diff')}\n${text.slice(patch)}`;
  if (fence === undefined) return text;
  // Written in one line nobody can read it.
  return `${fence}\n${whole === 'json' && left === 0 && isOneLine(text) && /^\s*[[{]/.test(text) ? indented(text) : text}`;
}

const isOneLine = (text: string): boolean => !text.trim().includes('\n');

/** JSON with a line for each value, and its numbers as they are written. */
const indented = (json: string): string =>
  applyEdits(json, format(json, undefined, { tabSize: 2, insertSpaces: true, eol: '\n' }));
