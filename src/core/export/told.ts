import { counted, number } from '../model/counted';
import { droppedOf, notesOf, type Tally } from './rows/tally';
import type { TrainerCommand } from './trainers';

/**
 * What an export came to, in the lines that a terminal shows.
 * @param files as they are shown, in the order of the splits
 */
export function exportLines(tally: Tally, files: readonly string[]): string[] {
  const splits = Object.entries(tally.rows).filter(([, rows]) => rows > 0);
  const total = splits.reduce((sum, [, rows]) => sum + rows, 0);
  const parts = files.length > 1 ? ` (${splits.map(([name, rows]) => `${number(rows)} ${name}`).join(', ')})` : '';
  const { opposite, ...notes } = notesOf(tally);
  return [
    `${counted(total, 'row')}${parts}${opposite ? ` (${number(opposite.count)} of them with their exact opposite among them)` : ''}${madeFrom(total, tally.notes.unjudged, tally.annotations)} in ${files.join(', ')}`,
    ...(opposite ? [`  note on ${number(opposite.count)}: ${opposite.reason}`] : []),
    ...Object.values(droppedOf(tally)).map(({ count, reason }) => `  dropped ${number(count)}: ${reason}`),
    ...overlapLines(tally),
    ...[...Object.values(notes), ...disagreements(tally)].map(
      ({ count, reason }) => `  note on ${number(count)}: ${reason}`,
    ),
  ];
}

/**
 * How to train with an export, as a terminal tells: what the card of its folder says, or where one file has none the
 * commands themselves.
 * @param card as it is shown
 */
export function trainLines(commands: readonly TrainerCommand[], card?: string): string[] {
  if (commands.length === 0) return [];
  if (card !== undefined) return [`  how to train with it: ${card}`];
  return commands.flatMap(({ trainer, text }) => [
    `  how to train with it, ${trainer}:`,
    ...text.split('\n').map((line) => `    ${line}`),
  ]);
}

/** What rows were made from, behind their number. @param unjudged so many of them rest on no judgement */
export function madeFrom(rows: number, unjudged = 0, annotations: number): string {
  if (unjudged === 0) return ` from ${counted(annotations, 'annotation')}`;
  if (unjudged < rows)
    return `, ${number(unjudged)} of them without a judgement, from ${counted(annotations, 'annotation')}`;
  return annotations === 0
    ? ' of items that nobody judged'
    : ` of items of which no judgement is exported (of ${counted(annotations, 'annotation')})`;
}

/** Where one preference was made of several annotators': on how many items another rule would have made another. */
export function disagreements({
  aggregated: { items, different, opposed },
}: Tally): { readonly count: number; readonly reason: string }[] {
  if (different === 0) return [];
  return [
    {
      count: different,
      reason: `other rules make other preferences of the annotators' than the one chosen (items, of ${number(items)} that several judged; opposed ones on ${number(opposed)})`,
    },
  ];
}

/** Which benchmark files ask what was left out, and where the first of it stands. */
function overlapLines({ file }: Tally): string[] {
  return (file?.overlaps?.byFile ?? []).map(
    ({ file: name, items, first: [first] }) =>
      `  ${name} asks ${number(items)} of the items${first ? `, as at ${first.at} (${JSON.stringify(first.item)}, ${Math.round(first.share * 100)} % of its words)` : ''}`,
  );
}
