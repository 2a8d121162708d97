import katex from 'katex';
import 'katex/dist/katex.min.css';

/** Deeper than formulas nest, and shallow enough to be laid out. */
const deepest = 30;
/** Macros of its own let a short formula grow without bounds; no longer than this it may have them. In UTF-16 units. */
const maxLengthWithMacros = 400;

/**
 * A formula as elements; undefined where it is no TeX. They are styled one by one, which the page's policy allows,
 * where HTML with styles in it would not be.
 */
export function build(tex: string, display: boolean): HTMLElement | undefined {
  if (isTooMuch(tex)) return undefined;
  const made = document.createElement('span');
  try {
    katex.render(tex, made, {
      displayMode: display,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxSize: 20,
      maxExpand: 500,
    });
    return made;
  } catch {
    return undefined;
  }
}

function isTooMuch(tex: string): boolean {
  if (
    tex.length > maxLengthWithMacros &&
    /\\(?:[gex]?def|(?:re|provide)?newcommand|providecommand|let|futurelet)(?![a-zA-Z])/.test(tex)
  )
    return true;
  let depth = 0;
  for (const [mark] of tex.matchAll(/[{}]|\\(?:left|right|begin|end)(?![a-zA-Z])|\\./g)) {
    if (mark === '{' || mark === '\\left' || mark === '\\begin') depth++;
    else if (mark === '}' || mark === '\\right' || mark === '\\end') depth--;
    if (depth > deepest) return true;
  }
  return false;
}
