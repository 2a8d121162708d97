import type {
  Block,
  Cell,
  Matrix,
  ReportDocument,
  Section,
  Table,
  ToldFinding,
} from '../../core/model/report/document/document';
import { valueText } from '../../core/model/report/document/values';
import { qualitySections, type QualitySection } from '../../core/model/report/quality';
import { formatNumber } from '../output/print';
import { fitted, isWithin, lineWidth, table, wrapped } from '../output/table';

/** So many findings in the summary: it fits a screen. */
const maxFindings = 12;
/** So many rows of a table are printed; JSON and the page have more. */
const maxRows = 30;

/** What to look at first, and a line for each section: a screen of text. */
export function summaryText({ head, leftOut, findings, noFindings, sections }: ReportDocument): string[] {
  const width = Math.max(...sections.map(({ title }) => title.length)) + 2;
  return [
    ...wrapped(head, lineWidth),
    ...leftOut,
    '',
    ...(findings.length === 0 ? [noFindings] : ['Look at first', ...wrappedFindings(findings.slice(0, maxFindings))]),
    ...(findings.length > maxFindings ? [`  and ${formatNumber(findings.length - maxFindings)} more (--json)`] : []),
    '',
    'Figures',
    ...sections.map((section) => `  ${section.title.padEnd(width)}${fitted(leadText(section), lineWidth - width - 2)}`),
    '',
    `One section in full: --section ${qualitySections.join('|')}`,
  ];
}

/** The figures that answer a section's question; where there are none, what it says first. */
export function leadText({ lead, blocks }: Section): string {
  const [first] = blocks.flatMap((block) => (block.is === 'note' ? [block.text] : []));
  return lead.length > 0 ? lead.map(({ label, cell }) => `${label} ${cellText(cell)}`).join('; ') : (first ?? '–');
}

/** A section in full: its findings, then its tables. */
export function sectionText({ head, leftOut, findings, sections }: ReportDocument, section: QualitySection): string[] {
  const own = findings.filter((each) => each.section === section);
  return [
    ...wrapped(head, lineWidth),
    ...leftOut,
    ...(own.length > 0 ? ['', 'Findings', ...wrappedFindings(own)] : []),
    ...sections.filter(({ id }) => id === section).flatMap(({ blocks }) => blocks.flatMap(blockLines)),
  ];
}

/** What a block says in a terminal, below an empty line. A chart is left out where a table has its figures. */
function blockLines(block: Block): string[] {
  switch (block.is) {
    case 'note':
      return ['', ...wrapped(block.text, lineWidth)];
    case 'table':
      return ['', titleOf(block), ...tableLines(block)];
    case 'dots':
      return block.isInTable
        ? []
        : [
            '',
            ...beside(
              [titleOf(block), ''],
              block.dots.map(({ label, value }) => [label, valueText(block.as, value)]),
            ),
          ];
    case 'bars':
      return [
        '',
        ...beside(
          [titleOf(block), block.unit],
          block.bars.map(({ label, count }) => [label, valueText('count', count)]),
        ),
      ];
    case 'matrix':
      return ['', titleOf(block), ...matrixLines(block)];
    case 'choice':
      return block.of.flatMap(blockLines);
    case 'fold':
      return ['', titleOf(block), ...block.blocks.flatMap(blockLines)];
  }
}

/** A title, which may have a name in it, in a line. */
const titleOf = ({ title }: { readonly title: string }): string => fitted(title, lineWidth);

const cellText = (cell: Cell): string =>
  cell.as === 'text' ? fitted(cell.value, lineWidth) : valueText(cell.as, cell.value);

/** The same without its interval. */
const briefText = (cell: Cell): string =>
  cell.as === 'text'
    ? cellText(cell)
    : valueText(cell.as, typeof cell.value === 'object' ? (cell.value?.value ?? null) : cell.value);

/** Rows with intervals, as long as they take two parts at most. */
function tableLines({ heads, rows }: Table): string[] {
  const texts = heads.map((head) => head.text);
  const shown = rows.slice(0, maxRows);
  const parts = partsOf(
    texts,
    shown.map((row) => row.map(cellText)),
  );
  return [
    ...(parts.length <= 2
      ? parts
      : partsOf(
          texts,
          shown.map((row) => row.map(briefText)),
        )
    ).flatMap(underEachOther),
    ...(rows.length > maxRows ? [`and ${formatNumber(rows.length - maxRows)} more (--json)`] : []),
  ];
}

const matrixLines = ({ rows, columns, cells }: Matrix): string[] =>
  beside(
    ['', ...columns],
    rows.slice(0, maxRows).map((row, at) => [row, ...(cells[at] ?? []).map(({ text }) => text)]),
  );

/** A head may be the name of a model. */
const widestHead = 28;

/** A table in as many parts as it takes to fit lines, each with the first column. */
function partsOf(heads: readonly string[], rows: readonly (readonly string[])[]): string[][] {
  const part = (from: number, to: number): readonly [string[], string[][]] => [
    [heads[0] ?? '', ...heads.slice(from, to).map((head) => fitted(head, widestHead))],
    rows.map(([first = '', ...rest]) => [first, ...rest.slice(from - 1, to - 1)]),
  ];
  const parts: string[][] = [];
  for (let from = 1; from < heads.length;) {
    let to = from + 1;
    while (to < heads.length && isWithin(...part(from, to + 1))) to++;
    parts.push(table(...part(from, to)));
    from = to;
  }
  return parts;
}

const underEachOther = (lines: readonly string[], at: number): readonly string[] => (at === 0 ? lines : ['', ...lines]);

const beside = (heads: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  partsOf(heads, rows).flatMap(underEachOther);

const marks = { high: '!', medium: '·', low: ' ' } as const;

/** Findings, each with its mark, in lines that fit. */
function wrappedFindings(findings: readonly ToldFinding[]): string[] {
  return findings.flatMap(({ severity, text }) => {
    const lines = wrapped(text, lineWidth - 4);
    return lines.map((line, at) => (at === 0 ? `  ${marks[severity]} ${line}` : `    ${line}`));
  });
}
