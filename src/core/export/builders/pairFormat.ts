import { callsTools, type Item, type Response } from '../../model/item/item';
import { columnFormat, type Column, type ColumnFormat, type ExportSetting } from '../columns';
import { choosePairs } from '../derive/choosePairs';
import type { ExportFormat, FileContext, FormatOption, Judged, ExportRow, RowNotifier, ExportOptions } from '../format';
import type { Fields } from '../fields';
import { variantOf } from '../derive/labelNoise';
import { marginOf, rankOrStrength, rounded } from '../derive/margins';
import { withDefaults } from './defaults';
import { RowNotes, formOf } from './rowNotes';
import type { Pair } from '../derive/pairs';
import { pairFilter } from '../derive/pairFilter';
import { endOf, isOfRuns, stepPair, wholePair } from '../derive/stepPairs';
import { preferencesOf } from '../derive/preferences';
import type { DropReason } from '../dropReasons';
import { votesOn } from '../derive/votes';
import { isWellFormed } from '../texts/wellFormed';

/** What a pairwise format says of itself; the rest is the same for all of them. */
export interface PairwiseFormat<Row> extends Omit<ColumnFormat<Pair, PairSetting, Row>, 'takes' | 'family'> {
  readonly family?: ExportFormat['family'];
  /** Of the options for pairs those that its rows have no place for. A column that an option asks for is such a place. */
  readonly takesNot?: readonly FormatOption[];
  /** The pairs that its rows are of, a list for each preference; what was preferred where nothing is said. */
  readonly preferences?: (judged: Judged, options: ExportOptions, notify: RowNotifier) => Iterable<readonly Pair[]>;
  /**
   * Why its reader could take no row of a pair: a turn or a role that it stops at. `all` are the pairs of the same
   * preference.
   */
  readonly refuses?: (pair: Pair, all: readonly Pair[]) => DropReason | undefined;
  /** Its readers score a run as a whole, or mask what the environment said: runs are not made pairs of their steps. */
  readonly wholeRuns?: true;
  /** The pairs that a pair is written as, a row each, which stay together; itself where nothing is said. */
  readonly lines?: (pair: Pair) => readonly Pair[];
}

/** What a row is made by, beside its pair. */
export interface PairSetting extends ExportSetting {
  /** The pairs of the same preference. */
  readonly all: readonly Pair[];
  /** What the pair carries besides its texts, where options ask for it. */
  readonly extra: ExtraColumns;
}

/** Numbers that are computed of a pair. */
export interface ExtraColumns {
  readonly margin?: number;
  readonly weight?: number;
  readonly soft_label?: number;
}

const nothing: ExtraColumns = {};

/** Those that ask for a number in each row, which only some formats have a column for. */
const ofColumns: readonly FormatOption[] = ['margin', 'weight', 'softLabel'];

const pairOptions: readonly FormatOption[] = [
  'criterion',
  'pairs',
  ...ofColumns,
  'aggregate',
  'minStrength',
  'maxSimilarity',
  'maxLengthRatio',
  'noise',
  'runs',
  'context',
  'evidence',
  'media',
];

/**
 * A format whose rows are pairs: what is preferred becomes pairs, those that are chosen get their margin and weight,
 * and each is a row.
 */
export function pairFormat<Row>({
  takesNot = [],
  preferences = preferencesOf,
  refuses = () => undefined,
  wholeRuns,
  lines,
  ...format
}: PairwiseFormat<Row>): ExportFormat & { readonly row: (pair: Pair, by: PairSetting) => Fields } {
  const all = Object.entries<Column<Pair, PairSetting, unknown>>(format.columns);
  const unread = all.flatMap(([name, column]) => (column.unread ? [[name, column.unread] as const] : []));
  const takes = pairOptions.filter(
    (option) =>
      !takesNot.includes(option) &&
      !(wholeRuns && option === 'runs') &&
      (!ofColumns.includes(option) || all.some(([, column]) => column.option === option)),
  );
  const { row, base } = columnFormat({ family: 'pairs', ...format, takes });
  return {
    ...(preferences === preferencesOf && { takesTurns: true }),
    ...base,
    row,
    rows(judged, chosenOptions, file, notify) {
      const options = withDefaults(chosenOptions, base.defaults);
      const notesOf = (item: Item): RowNotes => new RowNotes(item, formOf(base), notify, format.family !== 'reward');
      const notes = notesOf(judged.item);
      const made: ExportRow[] = [];
      for (const pairs of preferences(judged, options, notify)) {
        const bare: PairSetting = { file, options, all: pairs, extra: nothing };
        const refusal = (pair: Pair): DropReason | undefined =>
          toolRefusal(pair, base.shape) ?? pairFilter(pair, options) ?? refuses(pair, pairs);
        const chosen = choosePairs(pairs, options.pairs ?? 'all');
        notify.drop('not-chosen', pairs.length - chosen.length);
        const parts = ofRuns(chosen, options, wholeRuns ?? options.runs === 'whole', notify);
        const found = carriedOf(parts, judged, options, file, refusal, notify);
        // A row that no loader could take is left out later, and its pair would have had a part of the weight.
        const carried = options.weight ? found.filter(({ pair }) => isWellFormed(row(pair, bare))) : found;
        notify.drop('lone-surrogate', found.length - carried.length);
        const weight = options.weight && { weight: rounded(1 / carried.length) };
        // Of what was judged together every pair is from the same.
        let of: Pair | undefined;
        let basis: ExportRow['from'] | undefined;
        for (const { pair, extra } of carried) {
          const by = weight || extra !== nothing ? { file, options, all: pairs, extra: { ...extra, ...weight } } : bare;
          const values = lines ? lines(pair).map((line) => row(line, by)) : [row(pair, by)];
          if (by !== bare)
            for (const [column, note] of unread) if (values[0]?.[column] !== undefined) notify.note(note);
          const own = pair.item === judged.item ? notes : notesOf(pair.item);
          own.notify([pair.chosen, pair.rejected]);
          if (format.family === 'reward' && [pair.chosen, pair.rejected].some(beginsWithUser))
            notify.note('begins-with-user');
          if (judged.context !== undefined) notify.note('under-context');
          if (pair.annotations.some(({ judgement }) => judgement.acceptable?.[pair.chosen.id] === false))
            notify.note('chosen-not-acceptable');
          if (!basis || of?.annotations !== pair.annotations) basis = rowOrigin(pair);
          of = pair;
          const from = fromPair(basis, pair);
          for (const value of values) made.push({ value, from });
        }
      }
      return made;
    },
  };
}

/** Pairs of runs as pairs of their steps, or as whole runs; those that cannot be are told and left. */
function ofRuns(
  pairs: readonly Pair[],
  options: ExportOptions,
  isWhole: boolean,
  notify: RowNotifier,
): readonly Pair[] {
  if (!pairs.some(isOfRuns)) return pairs;
  return pairs.flatMap((pair) => {
    if (!isOfRuns(pair)) return [pair];
    const made = isWhole ? wholePair(pair) : stepPair(pair, options);
    if (isWhole && [pair.chosen, pair.rejected].some((run) => endOf(run) !== undefined)) notify.note('end-of-run');
    if (typeof made !== 'string') return [made];
    notify.drop(made);
    return [];
  });
}

const beginsWithUser = ({ turns }: Response): boolean => turns?.[0]?.role === 'user';

interface Carried {
  readonly pair: Pair;
  readonly extra: ExtraColumns;
}

/** The pairs as they are written, each with what it carries; those that are not wanted are told and left. */
function carriedOf(
  pairs: readonly Pair[],
  judged: Judged,
  options: ExportOptions,
  file: FileContext,
  refusalIn: (pair: Pair) => DropReason | undefined,
  notify: RowNotifier,
): readonly Carried[] {
  const { noise, criterion } = options;
  const carried: Carried[] = [];
  for (const made of pairs) {
    const pair = noise ? variantOf(made, noise, judged.annotations, file.epsilon ?? 0, criterion) : made;
    const refusal = pair ? refusalIn(pair) : 'likely-wrong';
    if (!pair || refusal) {
      notify.drop(refusal ?? 'likely-wrong');
      continue;
    }
    if (pair.chosen !== made.chosen) notify.note('turned-round');
    const extra = extraOf(pair, judged, options);
    if (typeof extra === 'string') {
      notify.drop(extra);
      continue;
    }
    if (options.margin === 'rank-or-strength' && rankOrStrength(pair, criterion) === undefined)
      notify.note('strength-unsaid');
    carried.push({ pair, extra });
  }
  return carried;
}

const toolRefusal = ({ item, chosen, rejected }: Pair, shape: ExportFormat['shape']): DropReason | undefined =>
  shape === 'text' && (needsTools(item, chosen) || needsTools(item, rejected)) ? 'tool-calls' : undefined;

/** What a row rests on, as its provenance says it. */
export function rowOrigin({ annotations, context }: Pick<Pair, 'annotations' | 'context'>): ExportRow['from'] {
  const basis = {
    annotations: annotations.map(({ id }) => id),
    annotators: annotations.map(({ annotator }) => annotator),
  };
  return context === undefined ? basis : { ...basis, context };
}

/**
 * The same with the two responses of a pair. All fields are named, which is some twenty times as quick as to spread an
 * object before others.
 */
function fromPair(
  { annotations, annotators, context }: ExportRow['from'],
  { chosen, rejected }: Pair,
): ExportRow['from'] {
  return context === undefined
    ? { annotations, annotators, chosen: chosen.id, rejected: rejected.id }
    : { annotations, annotators, context, chosen: chosen.id, rejected: rejected.id };
}

function extraOf(
  pair: Pair,
  { annotations }: Judged,
  { margin: source, softLabel, noise, criterion }: ExportOptions,
): ExtraColumns | 'no-margin' | 'against-margin' {
  if (!source && !softLabel && noise !== 'smooth') return nothing;
  const margin = source && marginOf(pair, source, annotations, criterion);
  if (typeof margin === 'string') return margin;
  return {
    ...(margin !== undefined && { margin }),
    ...((softLabel || noise === 'smooth') && { soft_label: shareOf(pair, annotations, criterion) }),
  };
}

/** The share of the strict votes that a pair has; all where only its own annotator voted. */
function shareOf(pair: Pair, all: Judged['annotations'], criterion: string | undefined): number {
  if (pair.share !== undefined) return rounded(pair.share);
  const { for: votes, against } = votesOn(all, pair.chosen.id, pair.rejected.id, criterion);
  return votes + against === 0 ? 1 : rounded(votes / (votes + against));
}

/** Whether a response calls tools, or answers a prompt that does. */
export const needsTools = ({ prompt }: Pick<Item, 'prompt'>, response: Response): boolean =>
  callsTools(prompt) || (response.turns !== undefined && callsTools(response.turns));
