import { callsTools, type Item, type Response } from '../../model/item/item';
import { choosePairs } from '../derive/choosePairs';
import type { ExportFormat, FileContext, FormatOption, Judged, ExportRow, RowNotifier, ExportOptions } from '../format';
import type { Fields } from '../fields';
import { variantOf } from '../derive/labelNoise';
import { marginOf, rankOrStrength, rounded } from '../derive/margins';
import { withDefaults } from './defaults';
import { RowNotes, formOf } from './rowNotes';
import type { Pair } from '../derive/pairs';
import { pairFilter } from '../derive/pairFilter';
import { preferencesOf } from '../derive/preferences';
import type { DropReason, Note } from '../dropReasons';
import { votesOn } from '../derive/votes';
import { isWellFormed } from '../texts/wellFormed';

/** What a pairwise format says of itself; the rest is the same for all of them. */
export interface PairwiseFormat extends Omit<ExportFormat, 'rows' | 'takes'> {
  /** Of the options for pairs those that its rows have no place for: extra columns, where its reader refuses them. */
  readonly takesNot?: readonly FormatOption[];
  /** The pairs that its rows are of, a list for each preference; what was preferred where nothing is said. */
  readonly preferences?: (judged: Judged, options: ExportOptions, notify: RowNotifier) => Iterable<readonly Pair[]>;
  /** One row: the same keys, of the same types, for every pair; `all` are the pairs of the same preference. */
  readonly row: (pair: Pair, file: FileContext, all?: readonly Pair[], options?: ExportOptions) => Fields;
  /**
   * Why its reader could take no row of a pair: a turn or a role that it stops at. `all` are the pairs of the same
   * preference.
   */
  readonly refuses?: (pair: Pair, file: FileContext, all: readonly Pair[]) => DropReason | undefined;
  /** The lines that a row is written as, which stay together; itself where nothing is said. */
  readonly lines?: (row: Fields) => readonly Fields[];
  /**
   * Those of the columns margin, weight and soft label that its trainers read. None is read by any trainer for DPO
   * (FORMATS.md 7; trl `trainer/dpo_trainer.py _set_signature_columns_if_needed`).
   */
  readonly reads?: readonly (keyof ExtraColumns)[];
  /** Where the margin, weight and soft label go; columns of these names where nothing is said. */
  readonly columns?: (row: Fields, extra: ExtraColumns) => Fields;
}

/** What a pair may carry besides its texts. */
export interface ExtraColumns {
  readonly margin?: number;
  readonly weight?: number;
  readonly soft_label?: number;
}

const nothing: ExtraColumns = {};

const withColumns = (row: Fields, extra: ExtraColumns): Fields => (extra === nothing ? row : { ...row, ...extra });

/** What is said of a row with a column that its trainers pass over. */
const unread: Readonly<Record<keyof ExtraColumns, Note>> = {
  margin: 'margin-unread',
  weight: 'weight-unread',
  soft_label: 'soft-label-unread',
};

/** Numbers that are computed of a pair, by the options that ask for them. */
const columnsBy: readonly (readonly [column: keyof ExtraColumns, options: readonly FormatOption[]])[] = [
  ['margin', ['margin']],
  ['weight', ['weight']],
  ['soft_label', ['softLabel', 'noise']],
];

const pairOptions: readonly FormatOption[] = [
  'criterion',
  'pairs',
  'margin',
  'weight',
  'softLabel',
  'aggregate',
  'minStrength',
  'maxSimilarity',
  'maxLengthRatio',
  'noise',
  'context',
  'evidence',
  'media',
];

/**
 * A format whose rows are pairs: what is preferred becomes pairs, those that are chosen get their margin and weight,
 * and each is a row.
 */
export function pairFormat({
  takesNot = [],
  preferences = preferencesOf,
  row,
  refuses = () => undefined,
  reads = [],
  lines,
  columns = withColumns,
  ...format
}: PairwiseFormat): ExportFormat & Pick<PairwiseFormat, 'row'> {
  const takes = pairOptions.filter((option) => !takesNot.includes(option));
  const own =
    columns === withColumns
      ? columnsBy.flatMap(([column, by]) => (by.some((option) => takes.includes(option)) ? [column] : []))
      : [];
  return {
    ...(preferences === preferencesOf && { takesTurns: true }),
    ...format,
    row,
    reals: [...own, ...(format.reals ?? [])],
    takes,
    rows(judged, chosenOptions, file, notify) {
      const options = withDefaults(chosenOptions, format.defaults);
      const notes = new RowNotes(judged.item, formOf(format), notify);
      const made: ExportRow[] = [];
      for (const pairs of preferences(judged, options, notify)) {
        const refusal = (pair: Pair): DropReason | undefined =>
          toolRefusal(pair, format.shape) ?? pairFilter(pair, options) ?? refuses(pair, file, pairs);
        const chosen = choosePairs(pairs, options.pairs ?? 'all');
        notify.drop('not-chosen', pairs.length - chosen.length);
        const found = carriedOf(chosen, judged, options, file, refusal, notify);
        // A row that no loader could take is left out later, and its pair would have had a part of the weight.
        const carried = options.weight
          ? found.filter(({ pair }) => isWellFormed(row(pair, file, pairs, options)))
          : found;
        notify.drop('lone-surrogate', found.length - carried.length);
        const weight = options.weight && { weight: rounded(1 / carried.length) };
        // Of what was judged together every pair is from the same.
        let of: Pair | undefined;
        let basis: ExportRow['from'] | undefined;
        for (const { pair, extra } of carried) {
          const carries = weight ? { ...extra, ...weight } : extra;
          const value = columns(row(pair, file, pairs, options), carries);
          if (carries !== nothing) noteUnread(carries, reads, notify);
          notes.notify([pair.chosen, pair.rejected]);
          if (judged.context !== undefined) notify.note('under-context');
          if (!basis || of?.annotations !== pair.annotations) basis = rowOrigin(pair);
          of = pair;
          const from = fromPair(basis, pair);
          if (lines) for (const line of lines(value)) made.push({ value: line, from });
          else made.push({ value, from });
        }
      }
      return made;
    },
  };
}

/** Tells of the columns of a row that no trainer of its format reads. */
function noteUnread(carries: ExtraColumns, reads: readonly (keyof ExtraColumns)[], notify: RowNotifier): void {
  for (const column of Object.keys(unread) as (keyof ExtraColumns)[])
    if (carries[column] !== undefined && !reads.includes(column)) notify.note(unread[column]);
}

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
