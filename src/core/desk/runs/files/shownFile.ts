import { withLf } from './fileContent';

/** What tools put before a file that they show, in the harnesses of `dataset/runs`. */
const heads: readonly RegExp[] = [
  /^\s*OBSERVATION:\n/,
  /^(?:Last edit to [^\n]* undone successfully\. )?Here's the result of running `cat -n` on (?!a snippet)[^\n]*:\n/,
  /^File updated\. Please review the changes[^\n]*\n\(correct[^\n]*\n/,
  /^\(this is the beginning of the file\)\n/,
  /^<path>[^\n]*<\/path>\n/,
  /^<type>file<\/type>\n/,
  /^<(?:content|file|output)>\n?/,
  /^<returncode>0<\/returncode>\n/,
  /^(?:Chunk ID|Wall time|Original token count): [^\n]*\n/,
  /^(?:Process exited with code|Exit code:) 0\n/,
  /^Output:\n/,
];
/** And behind it. */
const tails: readonly RegExp[] = [
  /\n?<system-reminder>[\s\S]*<\/system-reminder>\s*$/,
  /<\/(?:content|file|output)>\s*$/,
  /\n\n?\(this is the end of the file\)\s*$/,
  /\n\n?\(End of file - total \d+ lines\)\s*$/,
  /\n\(Open file: [^\n]*\)\s*$/,
  /\n\(Current directory: [^\n]*\)\s*$/,
  /\nbash-\$\s*$/,
  /\n\[Jupyter [^\n]*\]\s*$/,
  /\n\[(?:The command completed|Command finished) with exit code 0\.?\]\s*$/,
  /\n\[(?:Current working directory|Python interpreter): [^\n]*\]\s*$/,
  /\n\[File updated[^\n]*\]\s*$/,
  /\n[\w.-]+@[\w.-]+:[^\n]{0,200} ?[#$]\s*$/,
];
/** Words that tools leave where they cut. */
const cuts = /\b(?:truncated|clipped|omitted|elided|abbreviated|more lines?|too large|Total output lines)\b/i;
const nothing =
  /^\s*$|^(?:Your (?:last )?command ran successfully and did not produce any output|Tool ran without output|\(no output\)|\(Bash completed|\[no output\]|<error>)/i;
const failures = /^(?:cat|nl|sed|head|bash|sh|zsh|ls)(?: ?:|: )|^(?:error|ERROR|Error)\b|No such file or directory/;

/** Tools cut what is longer, often without a word: lines, and UTF-16 units of a line. */
const mostLines = 2000;
const longestLine = 2000;

/** How a file is shown, as far as the call tells. */
export interface Showing {
  /** Whether its lines have numbers before them. */
  readonly lines: 'numbered' | 'plain' | 'either';
  /** So many lines were asked for: the file is whole where there were fewer. */
  readonly limit?: number;
}

/**
 * Finds a whole file in what a call gave: all its lines from the first on, without their numbers. Returns undefined where
 * it is not certain that it is whole.
 *
 *     wholeFileIn('     1→a\n     2→b', { lines: 'numbered' }) // 'a\nb'
 */
export function wholeFileIn(output: string, { lines: form, limit }: Showing): string | undefined {
  const body = bodyOf(withLf(output));
  if (body === undefined) return undefined;
  const lines =
    (form === 'plain' ? undefined : numberedLines(body)) ??
    (form === 'numbered' || body.total !== undefined ? undefined : plainLines(body.text));
  if (!lines || lines.some((line) => line.length >= longestLine)) return undefined;
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  if (body.total === undefined && count >= mostLines) return undefined;
  return limit !== undefined && lines.length >= limit ? undefined : lines.join('\n');
}

interface Body {
  readonly text: string;
  /** How many lines the file has, where its window tells. */
  readonly total: number | undefined;
}

function bodyOf(output: string): Body | undefined {
  let text = output.startsWith('{') ? textInJson(output) : output;
  if (text === undefined) return undefined;
  let total: number | undefined;
  for (let is = ''; is !== text;) {
    is = text;
    for (const head of heads) text = text.replace(head, '');
    const window = /^\[File: [^\n]* \((\d+) lines total(?: after edit)?\)\]\n/.exec(text);
    if (window) {
      total = Number(window[1]);
      text = text.slice(window[0].length);
    }
    for (const tail of tails) text = text.replace(tail, '');
  }
  return { text, total };
}

/** What tools tell beside the text, where they give JSON. */
const beside = /^(?:total_lines|file_size|truncated|is_\w+|exit_code|error|metadata|success|status|stderr)$/;

/** The text in what a tool gave as JSON; undefined where that is cut, or an error. A file may be JSON itself. */
function textInJson(output: string): string | undefined {
  let given: Readonly<Record<string, unknown>>;
  try {
    given = JSON.parse(output) as Readonly<Record<string, unknown>>;
  } catch {
    return output;
  }
  const { content, output: printed, stdout, ...rest } = given;
  const text = content ?? printed ?? stdout;
  const names = Object.keys(rest);
  if (typeof text !== 'string' || names.length === 0 || !names.every((name) => beside.test(name))) return output;
  const failed = rest.truncated === true || Boolean(rest.error) || (rest.exit_code ?? 0) !== 0;
  return failed ? undefined : text;
}

function numberedLines({ text, total }: Body): string[] | undefined {
  const given = text.replace(/\n+$/, '').split('\n');
  const sign = /^\s*1(\t|→|\||: ?|\. )/.exec(given[0] ?? '')?.[1];
  if (sign === undefined || (given.length === 1 && sign !== '\t' && total === undefined)) return undefined;
  // In the windows of SWE-agent a space is the first of the line.
  const separator = sign === ': ' && total !== undefined ? ':' : sign;
  const lines: string[] = [];
  for (const [at, line] of given.entries()) {
    const [, number, rest = ''] = /^\s*(\d+)(.*)$/s.exec(line) ?? [];
    const isEmpty = rest === separator.trimEnd();
    if (Number(number) !== at + 1 || !(isEmpty || rest.startsWith(separator))) return undefined;
    lines.push(isEmpty ? '' : rest.slice(separator.length));
  }
  return total === undefined || total === lines.length ? lines : undefined;
}

function plainLines(text: string): string[] | undefined {
  return nothing.test(text) || cuts.test(text) || failures.test(text.slice(0, 300)) ? undefined : text.split('\n');
}
