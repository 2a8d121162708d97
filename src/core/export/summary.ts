import { formatCount, formatNumber } from '../model/text/formatCount';
import { droppedOf, notesOf, type Tally } from './rows/tally';
import type { TrainerCommand } from './trainers';

/**
 * What an export came to, in the lines that a terminal shows.
 * @param files as they are shown, in the order of the splits
 */
export function exportSummary(tally: Tally, files: readonly string[]): string[] {
  const splits = Object.entries(tally.rows).filter(([, rows]) => rows > 0);
  const total = splits.reduce((sum, [, rows]) => sum + rows, 0);
  const parts =
    files.length > 1 ? ` (${splits.map(([name, rows]) => `${formatNumber(rows)} ${name}`).join(', ')})` : '';
  const { opposite, ...notes } = notesOf(tally);
  return [
    `${formatCount(total, 'row')}${parts}${opposite ? ` (exact opposite is also a row: ${formatNumber(opposite.count)})` : ''}${rowSourcesText(total, tally.notes.unjudged, tally.annotations)} in ${files.join(', ')}`,
    ...(opposite ? [`  note on ${formatNumber(opposite.count)}: ${opposite.reason}`] : []),
    ...Object.values(droppedOf(tally)).map(({ count, reason }) => `  dropped ${formatNumber(count)}: ${reason}`),
    ...overlapLines(tally),
    ...[...Object.values(notes), ...disagreements(tally)].map(
      ({ count, reason }) => `  note on ${formatNumber(count)}: ${reason}`,
    ),
  ];
}

/**
 * How to train with an export, as a terminal tells: what the card of its folder says, or where one file has none the
 * commands themselves.
 * @param card as it is shown
 */
export function trainingCommandLines(commands: readonly TrainerCommand[], card?: string): string[] {
  if (commands.length === 0) return [];
  if (card !== undefined) return [`  how to train: ${card}`];
  return commands.flatMap(({ trainer, text }) => [
    `  how to train with ${trainer}:`,
    ...text.split('\n').map((line) => `    ${line}`),
  ]);
}

/** What rows were made from, behind their number. @param unjudged so many of them rest on no judgement */
export function rowSourcesText(rows: number, unjudged = 0, annotations: number): string {
  if (unjudged === 0) return ` from ${formatCount(annotations, 'annotation')}`;
  if (unjudged < rows)
    return `, ${formatNumber(unjudged)} of them without a judgment, from ${formatCount(annotations, 'annotation')}`;
  return annotations === 0
    ? ' from items without judgments'
    : ` from items without exported judgments (${formatCount(annotations, 'annotation')})`;
}

/** Where one preference was made of several annotators': on how many items another rule would have made another. */
export function disagreements({
  aggregated: { items, different, opposed },
}: Tally): { readonly count: number; readonly reason: string }[] {
  if (different === 0) return [];
  return [
    {
      count: different,
      reason: `another rule would give a different preference for the item (items judged by several annotators: ${formatNumber(items)}; opposite preference: ${formatNumber(opposed)})`,
    },
  ];
}

/** Which benchmark files ask what was left out, and where the first of it stands. */
function overlapLines({ file }: Tally): string[] {
  return (file?.overlaps?.byFile ?? []).map(
    ({ file: name, items, first: [first] }) =>
      `  ${name} overlaps with ${formatNumber(items)} of the items${first ? `, for example at ${first.at} (${JSON.stringify(first.item)}, ${Math.round(first.share * 100)} % of its words)` : ''}`,
  );
}
