import { parse } from 'csv-parse/browser/esm/sync';
import * as l10n from '@vscode/l10n';
import { patchHtml } from './patches';

/** How blocks of code are drawn whose language says that there is more to be seen than code. */

/** Makes the HTML of a block; undefined where it is none of its language. */
type Draw = (code: string, escape: (text: string) => string) => string | undefined;

/** More lines of what a program printed are folded in the middle; so many stay at its beginning and its end. */
const [mostLines, beginning, end] = [60, 20, 30];

/** Where rows have to be scrolled through, this many tell what the table is like. */
const mostRows = 200;

/** Of what is drawn later (`drawLater`) there is the place, and the source below it. */
const later =
  (kind: string): Draw =>
  (code, escape) =>
    `<div class="drawing" data-drawing="${kind}"></div><details class="drawn-source"><summary>${escape(l10n.t('Source text'))}</summary>${pre(escape(code))}</details>`;

const drawings: Readonly<Record<string, Draw>> = {
  diff: patchHtml,
  patch: patchHtml,
  csv: (code, escape) => tableHtml(code, /^[^\n,]*;/.test(code) ? ';' : ',', escape),
  tsv: (code, escape) => tableHtml(code, '\t', escape),
  svg: later('svg'),
  mermaid: later('mermaid'),
  html: (code, escape) => `<div class="drawing" data-drawing="html"></div>${pre(escape(code))}`,
  ...Object.fromEntries(['log', 'console', 'output', 'text', 'txt', 'plaintext', ''].map((name) => [name, folded])),
};

/** Returns what draws blocks of a language, where something does. */
export const drawingOf = (language: string): Draw | undefined =>
  Object.hasOwn(drawings, language) ? drawings[language] : undefined;

const pre = (html: string): string => `<pre tabindex="0"><code>${html}</code></pre>`;

/** A table with the names of its columns above it; the text itself is what is copied. */
function tableHtml(code: string, delimiter: string, escape: (text: string) => string): string | undefined {
  let rows: string[][];
  try {
    rows = parse(code, { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true });
  } catch {
    return undefined;
  }
  const [names, ...others] = rows;
  if (!names || others.length === 0) return undefined;
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('')}</tr>`;
  const body = (some: readonly string[][]): string => some.map((cells) => row(cells, 'td')).join('');
  const table = (some: readonly string[][]): string =>
    `<div class="table" tabindex="0" role="group"><table><thead>${row(names, 'th')}</thead><tbody>${body(some)}</tbody></table></div>`;
  const rest = others.slice(mostRows);
  return `${table(others.slice(0, mostRows))}${rest.length === 0 ? '' : `<details class="folded-rows"><summary>${escape(rest.length === 1 ? l10n.t('1 more row') : l10n.t('{0} more rows', rest.length))}</summary>${table(rest)}</details>`}<code class="raw" hidden>${escape(code)}</code>`;
}

/** What a program printed: its beginning and its end, where most is told, and a fold between them where it is long. */
function folded(code: string, escape: (text: string) => string): string | undefined {
  const lines = code.replace(/\n$/, '').split('\n');
  if (lines.length <= mostLines) return undefined;
  const html = (some: readonly string[]): string => pre(escape(some.map((line) => `${line}\n`).join('')));
  const middle = lines.slice(beginning, -end);
  return `${html(lines.slice(0, beginning))}<details class="folded-lines"><summary>${escape(l10n.t('Lines {0} to {1}', beginning + 1, lines.length - end))}</summary>${html(middle)}</details>${html(lines.slice(-end))}`;
}
