import * as l10n from '@vscode/l10n';
import type { Block, Matrix, ReportDocument, Section, Table } from '../../core/model/report/document/document';
import type { Act, NotKnown, SectionId, Todo } from '../../core/model/report/document/todo';
import { briefText, cellText, valueText } from '../../core/model/report/document/values';
import { qualitySections } from '../../core/model/report/quality';
import { whole } from '../../core/model/text/numbers';
import { filled, fitted, isWithin, lineWidth, table, widthOf, wrapped } from '../output/table';
import { hintOf } from './hints';

/** So much is to be done in the summary: it fits a screen. */
const maxTodo = 12;
/** So many examples of what is to be done. */
const maxNames = 3;
/** So many rows of a table are printed; JSON and the page have more. */
const maxRows = 30;

/** What is to be done first, and a line for each section: a screen of text. */
export function summaryText({ head, leftOut, todo, noTodo, notKnown, sections }: ReportDocument): string[] {
  const width = Math.max(...sections.map(({ title }) => widthOf(title))) + 2;
  const more = todo.length - maxTodo;
  return [
    ...wrapped(head, lineWidth),
    ...leftOut,
    '',
    ...(todo.length === 0 ? [noTodo] : [l10n.t('To do'), ...todo.slice(0, maxTodo).flatMap(todoLines)]),
    ...(more > 0 ? [`  ${moreText(more)}`] : []),
    ...notKnownLines(notKnown),
    '',
    l10n.t('Figures'),
    ...sections.map(
      (section) => `  ${filled(section.title, width)}${fitted(leadText(section), lineWidth - width - 2)}`,
    ),
    '',
    ...wrapped(
      l10n.t('One section in full: {0}', `--section ${[...qualitySections, 'coverage'].join(', ')}`),
      lineWidth,
    ),
  ];
}

const moreText = (more: number): string => l10n.t('and {0} more ({1})', whole(more), '--json');

/** The figures that answer a section's question; where there are none, what it says first. */
export function leadText({ lead, blocks }: Section): string {
  const [first] = blocks.flatMap((block) => (block.is === 'note' ? [block.text] : []));
  return lead.length > 0 ? lead.map(({ label, cell }) => `${label} ${cellText(cell)}`).join('; ') : (first ?? '–');
}

/** A section in full: what is to be done about it, then its tables. */
export function sectionText({ head, leftOut, todo, sections }: ReportDocument, section: SectionId): string[] {
  const own = todo.filter((each) => each.section === section);
  return [
    ...wrapped(head, lineWidth),
    ...leftOut,
    ...(own.length > 0
      ? ['', l10n.t('To do'), ...own.flatMap((each) => [...todoLines(each), ...nameLines(each)])]
      : []),
    ...sections.filter(({ id }) => id === section).flatMap(({ blocks }) => blocks.flatMap(blockLines)),
  ];
}

/** What a block says in a terminal, below an empty line. A chart is left out where a table has its figures. */
export function blockLines(block: Block): string[] {
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

/** Rows with intervals, as long as they take two parts at most. */
function tableLines({ heads, rows }: Table): string[] {
  const texts = heads.map((head) => head.text);
  const shown = rows.slice(0, maxRows);
  const parts = partsOf(
    texts,
    shown.map((row) => row.map((cell) => fitted(cellText(cell), lineWidth))),
  );
  return [
    ...(parts.length <= 2
      ? parts
      : partsOf(
          texts,
          shown.map((row) => row.map((cell) => fitted(briefText(cell), lineWidth))),
        )
    ).flatMap(underEachOther),
    ...(rows.length > maxRows ? [moreText(rows.length - maxRows)] : []),
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

/** What is to be done, with its mark, in lines that fit. */
function todoLines({ severity, text, act }: Todo): string[] {
  const lines = wrapped(withHint(text, act), lineWidth - 4);
  return lines.map((line, at) => (at === 0 ? `  ${marks[severity]} ${line}` : `    ${line}`));
}

/** What a finding names, the first of it. */
function nameLines({ names }: Todo): string[] {
  const list = names?.list ?? [];
  return [
    ...list
      .slice(0, maxNames)
      .map(({ title, note }) => `      ${fitted(note === '' ? title : `${title}: ${note}`, lineWidth - 6)}`),
    ...(list.length > maxNames ? [`      ${moreText(list.length - maxNames)}`] : []),
  ];
}

/** What nobody can know yet. */
const notKnownLines = (notKnown: NotKnown | null): string[] =>
  notKnown ? ['', ...wrapped(withHint(notKnown.text, notKnown.act), lineWidth)] : [];

/** A text with what a terminal has for what it asks. */
function withHint(text: string, act: Act | undefined): string {
  const hint = act && hintOf(act);
  return hint === undefined ? text : `${text} (${hint})`;
}
