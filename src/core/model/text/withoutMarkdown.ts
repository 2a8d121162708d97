/**
 * The words of a Markdown text without its signs of headings, emphasis, code and links, line by line; what stands in code
 * is left as it is. For a text that is shown as plain lines: `**Total**: [5 items](…)` is `Total: 5 items`. Signs that may
 * be meant (`a * b`, `*.py`, `__init__`) stay.
 */
export const withoutMarkdown = (text: string): string =>
  text
    // Every other part is code between backticks.
    .split(/(```[^\n]*\n[^]*?(?:\n```|$)|`[^`\n]+`)/)
    .map((part, at) => (at % 2 === 1 ? codeOf(part) : wordsOf(part)))
    .join('');

const codeOf = (part: string): string =>
  part.startsWith('```') ? part.replace(/^```[^\n]*\n/, '').replace(/\n```$/, '') : part.slice(1, -1);

const wordsOf = (part: string): string =>
  part
    .replaceAll(/^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/gm, '$1')
    .replaceAll(/!?\[([^\]\n]*)\]\([^()\s]*(?:\s+"[^"\n]*")?\)/g, '$1')
    .replaceAll(/\*\*(?=[^\s*])([^\n]*?[^\s*])\*\*/g, '$1')
    .replaceAll(/(?<![\w*])\*(?=\p{L})([^*\n]*[^\s*])\*(?![\w*])/gu, '$1');
