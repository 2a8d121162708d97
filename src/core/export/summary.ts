import * as l10n from '@vscode/l10n';
import { counted } from '../model/problems/counts';
import { digits } from '../model/problems/program';
import { droppedOf, notesOf, type Tally } from './rows/tally';
import type { TrainerCommand } from './trainers';

/**
 * What an export came to, in the lines that a terminal shows.
 * @param files as they are shown, in the order of the splits
 */
export function exportSummary(tally: Tally, files: readonly string[]): string[] {
  const splits = Object.entries(tally.rows).filter(([, rows]) => rows > 0);
  const total = splits.reduce((sum, [, rows]) => sum + rows, 0);
  const { opposite, ...notes } = notesOf(tally);
  const rows = [
    counted(total, 'row'),
    ...(files.length > 1 ? [`(${splits.map(([name, count]) => `${digits(count)} ${name}`).join(', ')})`] : []),
    ...(opposite ? [l10n.t('(exact opposite is also a row: {0})', digits(opposite.count))] : []),
  ].join(' ');
  const noted = ({ count, reason }: Counted): string => `  ${l10n.t('note on {0}: {1}', digits(count), reason)}`;
  return [
    l10n.t('{0} in {1}', rowsFrom(rows, total, tally.annotations, tally.notes.unjudged), files.join(', ')),
    ...(opposite ? [noted(opposite)] : []),
    ...Object.values(droppedOf(tally)).map(
      ({ count, reason }) => `  ${l10n.t('dropped {0}: {1}', digits(count), reason)}`,
    ),
    ...overlapLines(tally),
    ...[...Object.values(notes), ...disagreements(tally)].map(noted),
  ];
}

/** So many of something, and why. */
interface Counted {
  readonly count: number;
  readonly reason: string;
}

/**
 * How to train with an export, as a terminal tells: what the card of its folder says, or where one file has none the
 * commands themselves.
 * @param card as it is shown
 */
export function trainingCommandLines(commands: readonly TrainerCommand[], card?: string): string[] {
  if (commands.length === 0) return [];
  if (card !== undefined) return [`  ${l10n.t('how to train: {0}', card)}`];
  return commands.flatMap(({ trainer, text }) => [
    `  ${l10n.t('how to train with {0}:', trainer)}`,
    ...text.split('\n').map((line) => `    ${line}`),
  ]);
}

/**
 * Returns what rows were made from: "8 rows from 3 annotations".
 * @param rows their number, in words
 * @param unjudged so many of them rest on no judgement
 */
export function rowsFrom(rows: string, count: number, annotations: number, unjudged = 0): string {
  const judged = counted(annotations, 'annotation');
  if (unjudged === 0) return l10n.t('{0} from {1}', rows, judged);
  if (unjudged < count) return l10n.t('{0}, {1} of them without a judgment, from {2}', rows, digits(unjudged), judged);
  return annotations === 0
    ? l10n.t('{0} from items without judgments', rows)
    : l10n.t('{0} from items without exported judgments ({1})', rows, judged);
}

/** Where one preference was made of several annotators': on how many items another rule would have made another. */
export function disagreements({ aggregated: { items, different, opposed } }: Tally): Counted[] {
  if (different === 0) return [];
  const reason = l10n.t(
    'another rule would give a different preference for the item (items judged by several annotators: {0}; opposite preference: {1})',
    digits(items),
    digits(opposed),
  );
  return [{ count: different, reason }];
}

/** Which benchmark files ask what was left out, and where the first of it stands. */
function overlapLines({ file }: Tally): string[] {
  return (file?.overlaps?.byFile ?? []).map(({ file: name, items, first: [first] }) => {
    const overlap = l10n.t('{0} overlaps with {1} of the items', name, digits(items));
    if (!first) return `  ${overlap}`;
    const share = Math.round(first.share * 100);
    return `  ${l10n.t('{0}, for example at {1} ({2}, {3} % of its words)', overlap, first.at, JSON.stringify(first.item), share)}`;
  });
}
