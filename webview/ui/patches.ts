import { isGenerated, patchedFiles, type PatchedFile, type PatchLineKind } from '../../src/core/model/item/patch';

/** Heads that say no more than the name above them. */
const isNamed = /^(?:diff |index |Index: |={20,}|(?:---|\+\+\+) (?!\/dev\/null)|\*\*\* (?:Update File|Begin|End)\b)/;

/** More lines of one file are folded. */
const mostLines = 400;

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
