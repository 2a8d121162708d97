import type { MarkdownIt } from 'markdown-it';
import {
  isGenerated,
  patchedFiles,
  patchLength,
  type PatchedFile,
  type PatchLineKind,
} from '../../src/core/model/item/patch';

/** Heads that say no more than the name above them. */
const isNamed = /^(?:diff |index |Index: |={20,}|(?:---|\+\+\+) (?!\/dev\/null)|\*\*\* (?:Update File|Begin|End)\b)/;

/** More lines of one file are folded. */
const mostLines = 400;

/** Has a patch that stands in a text without a fence drawn as one: as Markdown, its lines are lists and rules. */
export function rawPatches(markdown: MarkdownIt): void {
  markdown.block.ruler.before(
    'table',
    'patch',
    (state, from, end, silent) => {
      // The rule is asked at each line of a paragraph.
      if (state.level > 0 || !'d-I*'.includes(state.src[state.bMarks[from] ?? 0] ?? ' ')) return false;
      const linesTo = (to: number): string[] =>
        state.src.slice(state.bMarks[from], state.eMarks[Math.min(to, end) - 1]).split('\n');
      // Three lines tell whether one begins; all of them are looked at for no other text.
      if (patchLength(linesTo(from + 3), 0) === 0) return false;
      if (silent) return true;
      const lines = linesTo(end);
      const length = patchLength(lines, 0);
      state.line = from + length;
      const token = state.push('fence', 'code', 0);
      token.info = 'diff';
      token.content = `${lines.slice(0, length).join('\n')}\n`;
      token.map = [from, state.line];
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
}

/** Returns the HTML of a patch: its files one below the other, each with its name and what it gains and loses. */
export function patchHtml(patch: string, escape: (text: string) => string): string {
  return patchedFiles(patch)
    .map((file) => fileHtml(file, escape))
    .join('');
}

function fileHtml({ name, lines, added, removed }: PatchedFile, escape: (text: string) => string): string {
  const isSaid = (kind: PatchLineKind, text: string): boolean => kind === 'head' && name !== '' && isNamed.test(text);
  const code = lines
    .map(
      ({ kind, text }) =>
        `<span class="patch-${kind}${isSaid(kind, text) ? ' patch-said' : ''}">${escape(text)}\n</span>`,
    )
    .join('');
  const pre = `<pre tabindex="0"><code>${code}</code></pre>`;
  // What stands without a file, as in a block of a few lines, has nothing to be folded to.
  if (name === '') return pre;
  const folds = lines.length > mostLines || isGenerated(name);
  return `<details class="patch-file"${folds ? '' : ' open'}><summary><span class="patch-name">${escape(name)}</span> <span class="patch-count">+${added} −${removed}</span></summary>${pre}</details>`;
}
