import { parse } from 'csv-parse/sync';
import { isCode } from './codeLines';
import { patchLength } from './patch';
import type { WholeLanguage } from './textPart';

/** Texts that are no prose from their first to their last character: what they are decides how they are drawn. */

/** Longer texts are not parsed to find out: that would hold up the keys. In UTF-16 units. */
const longest = 1 << 20;

/** So many lines of a text tell what it is. */
const looked = 400;

/** Returns the language of a text that is nothing but that; undefined where it is read as Markdown. */
export function languageOfWhole(text: string): WholeLanguage | undefined {
  if (text.length > longest) return undefined;
  if (isJson(text)) return 'json';
  const markup = markupOf(text);
  if (markup) return markup;
  if (isPatch(text)) return 'diff';
  if (text.includes('```') || text.includes('~~~')) return undefined;
  const lines = text.split('\n', looked).map((line) => line.replace(/\r$/, ''));
  // The last of them may be cut.
  if (isMermaid(lines)) return 'mermaid';
  const table = tableOf(lines);
  if (table) return table;
  if (isLog(lines)) return 'log';
  return isCode(lines) ? 'code' : undefined;
}

/** A value, or one on each line. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text) || !/[\]}]$/.test(text.trimEnd())) return false;
  if (isValue(text)) return true;
  const lines = text.trim().split('\n');
  return lines.length > 1 && lines.every((line) => line.trim().startsWith('{') && isValue(line));
}

function isValue(text: string): boolean {
  try {
    // `[1]` and `{}` are more often a mark in prose, or nothing.
    return Object.keys(JSON.parse(text) as object).length > 0 && /["\n]/.test(text);
  } catch {
    return false;
  }
}

function isPatch(text: string): boolean {
  // Most texts begin with none.
  const begins = /^(?:\s*\n)?(?=diff |--- |Index: |\*\*\* )/.exec(text);
  if (!begins) return false;
  const lines = text.slice(begins[0].length).trimEnd().split('\n');
  return patchLength(lines, 0) === lines.length;
}

/** One element from its first to its last tag, which may lack where the text was cut off behind `<html>`. */
function markupOf(text: string): 'html' | 'svg' | 'xml' | undefined {
  if (!/^\s*</.test(text)) return undefined;
  const [, prolog = '', name = ''] =
    // A comment ends at its first end: one that could go on behind it would be tried in every way.
    /^((?:<\?xml[^>]*>|<!doctype[^>]*>|<!--(?:(?!-->)[\s\S])*-->|\s)*)<([a-z][\w:-]*)(?=[\s>])/i.exec(
      text.trimStart(),
    ) ?? [];
  const root = name.toLowerCase();
  if (root === '') return undefined;
  const isClosed = text.trimEnd().toLowerCase().endsWith(`</${root}>`);
  if (/<!doctype html/i.test(prolog) || root === 'html') return 'html';
  // Tags that templates of prompts are made of (`<answer>`) hold prose.
  if (!isClosed) return undefined;
  if (root === 'svg') return 'svg';
  if (/<\?xml/i.test(prolog)) return 'xml';
  return /^(?:div|section|article|main|body|head|table|form|ul|ol|nav|header|footer|style|template|button|figure)$/.test(
    root,
  )
    ? 'html'
    : undefined;
}

const diagram =
  /^(?:(?:graph|flowchart)(?: (?:TB|TD|BT|RL|LR))?;?|sequenceDiagram|classDiagram(?:-v2)?|stateDiagram(?:-v2)?|erDiagram|gantt|pie(?: title .*| showData.*)?|journey|gitGraph:?|mindmap|timeline|quadrantChart|sankey-beta|xychart-beta|block-beta|requirementDiagram|C4Context)$/;

const isMermaid = (lines: readonly string[]): boolean => {
  const code = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('%%'));
  return code.length > 1 && diagram.test(code[0] ?? '');
};

/** Rows of one length under names. */
function tableOf(lines: readonly string[]): 'csv' | 'tsv' | undefined {
  const [head = ''] = lines;
  for (const [delimiter, name, least] of [
    ['\t', 'tsv', 2],
    [',', 'csv', 3],
    [';', 'csv', 3],
  ] as const) {
    if (head.split(delimiter).length < least) continue;
    const rows = rowsOf(lines, delimiter);
    const [names = [], ...others] = rows;
    if (
      others.length > 1 &&
      names.length >= least &&
      names.every((each) => each.trim() !== '' && each.length <= 60) &&
      new Set(names).size === names.length &&
      others.every((row) => row.length === names.length) &&
      // "red, green and blue": what stands in a row of prose.
      (delimiter === '\t' || !isSpaced(lines, delimiter))
    )
      return name;
  }
  return undefined;
}

function rowsOf(lines: readonly string[], delimiter: string): readonly (readonly string[])[] {
  // Of a text that is longer the last line may be the first of a quoted cell.
  const known = lines.length < looked ? lines : lines.slice(0, -1);
  try {
    return parse(known.join('\n').trimEnd(), { delimiter, relax_column_count: true, skip_empty_lines: true });
  } catch {
    return [];
  }
}

function isSpaced(lines: readonly string[], delimiter: string): boolean {
  const text = lines.join('\n');
  return 2 * (text.split(`${delimiter} `).length - 1) > text.split(delimiter).length - 1;
}

/** What a line of a log begins with: a time, a level, the name of a test and how it went, a command. */
const logged = [
  /^\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d/,
  /^\[?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?\s/,
  /^(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d /,
  /^\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\]?[\s:]/,
  /^(?:npm (?:ERR!|WARN|notice)|E {3}|=+ .* =+$|-+ .* -+$|(?:PASS(?:ED)?|FAIL(?:ED)?|ERROR|SKIPPED|ok|not ok)\b[ :])/,
  /(?:\s(?:PASSED|FAILED|SKIPPED|XFAIL|ERROR)(?:\s+\[ *\d+%\])?|\.\.\. (?:ok|FAIL|ERROR|skipped))$/,
  /^(?:Traceback \(most recent call last\)| {2}File ".*", line \d+|\s+at [\w.$<>]+ ?\(.*:\d+(?::\d+)?\))/,
  /^\s*(?:\d+%\||Compiling |Downloading |Collecting |Installing |Requirement already satisfied)/,
];

/** At least five lines, most of which are such. */
function isLog(lines: readonly string[]): boolean {
  const told = lines.filter((line) => line.trim() !== '');
  return told.length >= 5 && told.filter((line) => logged.some((each) => each.test(line))).length >= 0.6 * told.length;
}
