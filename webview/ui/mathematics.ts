import DOMPurify from 'dompurify';
import type { MarkdownIt } from 'markdown-it';
import { closingDelimiter, endOf, formulaAt, isProse, maxLength, delimiterAt } from './formula';
import { keepScrollPosition } from './keepScrollPosition';
import { besideThis, loadsBeside } from './loadBeside';
import { whenIdle } from './idle';

/** Lines of a formula that stands by itself. */
const maxLines = 200;

/**
 * Marks the formulas of a text; `typeset` sets them once they are on the page. Until then, and where TeX is broken,
 * their source stands there.
 */
export function mathematics(markdown: MarkdownIt): void {
  const { escapeHtml } = markdown.utils;
  markdown.inline.ruler.before('escape', 'formula', (state, silent) => {
    const formula = formulaAt(state.src.slice(0, state.posMax), state.pos);
    if (!formula) return false;
    if (!silent)
      state.push(formula.display ? 'formula_display' : 'formula', 'span', 0).content = state.src.slice(
        state.pos,
        formula.end,
      );
    state.pos = formula.end;
    return true;
  });
  // By itself on its lines, where blank lines, dashes and equals signs are part of it and not of Markdown.
  markdown.block.ruler.before(
    'fence',
    'formula_block',
    (state, startLine, endLine, silent) => {
      if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
      const lineAt = (line: number): string =>
        state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd();
      const first = lineAt(startLine);
      const mark = delimiterAt(first, 0);
      if (mark !== '$$' && mark !== '\\[') return false;
      const close = closingDelimiter(mark);
      const lines: string[] = [];
      let closed = false;
      for (let line = startLine; line < Math.min(endLine, startLine + maxLines) && !closed; line++) {
        if (line > startLine && (state.sCount[line] ?? 0) < state.blkIndent && lineAt(line) !== '') return false;
        const text = line === startLine ? first.slice(mark.length) : lineAt(line);
        const at = endOf(text, close);
        if (at !== undefined && at + close.length !== text.length) return false;
        closed = at !== undefined;
        lines.push(closed ? text.slice(0, -close.length) : text);
      }
      const tex = lines.join('\n');
      if (!closed || tex.trim() === '' || tex.length > maxLength || (mark === '\\[' && isProse(tex))) return false;
      if (silent) return true;
      state.line = startLine + lines.length;
      const token = state.push('formula_display', 'div', 0);
      token.block = true;
      token.content = `${mark}${tex}${close}`;
      token.map = [startLine, state.line];
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
  const show =
    (kind: string): NonNullable<typeof markdown.renderer.rules.text> =>
    (tokens, index) =>
      `<span class="formula ${kind}" dir="ltr">${escapeHtml(tokens[index]?.content ?? '')}</span>`;
  markdown.renderer.rules.formula = show('inline');
  markdown.renderer.rules.formula_display = show('display');
}

type Build = (tex: string, display: boolean) => HTMLElement | undefined;
interface Library {
  readonly build: Build;
}
const module = loadsBeside<Library>('mathematics.js');
let isStyled = false;

/** The library is a script, a style sheet and fonts of their own, loaded for the first formula. */
function load(): Promise<Library> {
  if (!isStyled) {
    isStyled = true;
    const style = document.createElement('link');
    style.rel = 'stylesheet';
    style.href = besideThis('mathematics.css').href;
    document.head.append(style);
  }
  return module();
}

/** Formulas are set for so long between two frames; in milliseconds. */
const concurrency = 12;
/**
 * More than a part of a text has, and few enough for the page to be laid out again and again; what is beyond stands
 * there as its source.
 */
const maxSet = 1000;
const purify = {
  IN_PLACE: true,
  ADD_TAGS: ['semantics', 'annotation'],
  ADD_ATTR: ['encoding'],
  FORBID_TAGS: ['a', 'img', 'style'],
};

/** Sets the formulas within `root`, a few at a time while the page is idle; returns what calls it off. */
export function typeset(root: Element): () => void {
  const waiting = [...root.querySelectorAll<HTMLElement>('.formula:not([data-set])')].slice(0, maxSet);
  if (waiting.length === 0) return () => undefined;
  let cancelled = false;
  let cancel = (): void => undefined;
  const go = (build: Build): void => {
    if (cancelled || waiting.length === 0) return;
    cancel = whenIdle(() => {
      const putBack = keepScrollPosition(root);
      const started = performance.now();
      for (
        let formula = waiting.shift();
        formula;
        formula = performance.now() - started < concurrency ? waiting.shift() : undefined
      )
        set(formula, build);
      putBack();
      go(build);
    });
  };
  // Where it cannot be loaded the source stands there, which says as much.
  load().then(
    ({ build }) => go(build),
    () => undefined,
  );
  return () => {
    cancelled = true;
    cancel();
  };
}

/** Sets one formula in the place of its source; where it is no TeX the source stays. */
function set(formula: HTMLElement, build: Build): void {
  const source = formula.textContent;
  const mark = delimiterAt(source, 0)?.length ?? 0;
  const display = formula.classList.contains('display');
  const made = build(source.slice(mark, -mark), display);
  formula.dataset.set = made ? 'formula' : 'source';
  if (!made) return;
  DOMPurify.sanitize(made, purify);
  formula.replaceChildren(...made.childNodes);
  // What runs out of the card scrolls, by keyboard too.
  if (display && formula.scrollWidth > formula.clientWidth) {
    formula.tabIndex = 0;
    formula.setAttribute('role', 'group');
  }
}
