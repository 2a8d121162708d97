// Pieces of Markdown that the reference pages share.

/** The notice at the head of a page that a script writes. */
export const generated =
  '<!-- Written by `npm run docs` from the source code. Change the code or scripts/reference, not this page. -->';

export const code = (text) => `\`${text}\``;

export const codes = (texts) => texts.map(code).join(', ');

/** A value as a block of JSON, which Prettier lays out. */
export const json = (value) => block('json', typeof value === 'string' ? value : JSON.stringify(value));

export const block = (language, text) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** A text as a sentence: with a capital and a full stop. Texts in quotation marks or code keep their first letter. */
export function sentence(text) {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?:]$/.test(first) ? first : `${first}.`;
}

/** What Markdown would read as something else in plain words, left as it stands within code; on one line. */
export const plain = (text) =>
  text
    .replaceAll('\n', '\\n')
    .split(/(`[^`]*`)/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replaceAll(/[\\<>*[\]|]|(?<!\w)_|_(?!\w)/g, (character) => `\\${character}`),
    )
    .join('');

export const list = (lines) => lines.map((line) => `- ${line}`).join('\n');

/** A table whose cells are Markdown already. */
export function table(heads, rows) {
  const row = (cells) => `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;
  return [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n');
}

/** Paragraphs, lists and blocks, without those that are not there. */
export const page = (...parts) => `${parts.flat().filter(Boolean).join('\n\n')}\n`;
