import { callsTools, turnsOf, type Item, type Message, type Response } from '../../model/item';
import { chosenOf } from '../derive/choosing';
import type { ExportFormat, Fields, FileContext, FormatOption, Judged, Made, Tell } from '../format';
import { variantOf } from '../derive/labelNoise';
import { marginOf, rankOrStrength, rounded } from '../derive/margins';
import { withDefaults } from './defaults';
import type { ExportOptions } from '../options';
import type { Pair } from '../derive/pairs';
import { unwantedPair } from '../derive/unwantedPair';
import { isRewritten } from '../texts/plainText';
import { preferencesOf } from '../derive/preferences';
import type { Drop } from '../reasons';
import { votesOn } from '../derive/votes';

/** What a pairwise format says of itself; the rest is the same for all of them. */
export interface PairwiseFormat extends Omit<ExportFormat, 'rows' | 'takes'> {
  /** Of the options for pairs those that its rows have no place for: extra columns, where its reader refuses them. */
  readonly takesNot?: readonly FormatOption[];
  /** The pairs that its rows are of, a list for each preference; what was preferred where nothing is said. */
  readonly preferences?: (judged: Judged, options: ExportOptions, tell: Tell) => Iterable<readonly Pair[]>;
  /** One row: the same keys, of the same types, for every pair; `all` are the pairs of the same preference. */
  readonly row: (pair: Pair, file: FileContext, all?: readonly Pair[]) => Fields;
  /** Why its reader could take no row of a pair: a turn or a role that it stops at. */
  readonly refuses?: (pair: Pair, file: FileContext) => Drop | undefined;
  /** The lines that a row is written as, which stay together; itself where nothing is said. */
  readonly lines?: (row: Fields) => readonly Fields[];
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

const pairOptions: readonly FormatOption[] = ['criterion', 'pairs', 'margin', 'weight', 'softLabel', 'aggregate', 'minStrength', 'maxSimilarity', 'maxLengthRatio', 'noise'];

/** A format whose rows are pairs: what is preferred becomes pairs, those that are chosen get their margin and weight, and each is a row. */
export function pairFormat({ takesNot = [], preferences = preferencesOf, row, refuses = () => undefined, lines = (value) => [value], columns = withColumns, ...format }: PairwiseFormat): ExportFormat & Pick<PairwiseFormat, 'row'> {
  return {
    ...format,
    row,
    takes: pairOptions.filter((option) => !takesNot.includes(option)),
    *rows(judged, chosenOptions, file, tell) {
      const options = withDefaults(chosenOptions, format.defaults);
      for (const pairs of preferences(judged, options, tell)) {
        // Of what was judged together every pair is from the same.
        let from: Made['from'] | undefined;
        let of: Pair['annotations'] | undefined;
        const chosen = chosenOf(pairs, options.pairs ?? 'all');
        tell.drop('not-chosen', pairs.length - chosen.length);
        const carried = chosen.flatMap((pair) => carriedBy(pair, judged, options, file, (each) => toolRefusal(each, format.shape) ?? unwantedPair(each, options) ?? refuses(each, file), tell));
        for (const { pair, extra } of carried) {
          const value = columns(row(pair, file, pairs), options.weight ? { ...extra, weight: rounded(1 / carried.length) } : extra);
          notesOn(judged.item, [pair.chosen, pair.rejected], formOf(format), file, tell);
          if (judged.context !== undefined) tell.note('under-context');
          if (!from || of !== pair.annotations) from = fromOf(pair);
          of = pair.annotations;
          for (const line of lines(value)) yield { value: line, from: { ...from, chosen: pair.chosen.id, rejected: pair.rejected.id } };
        }
      }
    },
  };
}

interface Carried {
  readonly pair: Pair;
  readonly extra: ExtraColumns;
}

/** The pair as it is written, with what it carries; none where it is not wanted, and that is told. */
function carriedBy(made: Pair, judged: Judged, options: ExportOptions, file: FileContext, refusalIn: (pair: Pair) => Drop | undefined, tell: Tell): Carried[] {
  const { noise, criterion } = options;
  const pair = noise ? variantOf(made, noise, judged.annotations, file.epsilon ?? 0, criterion) : made;
  const refusal = pair ? refusalIn(pair) : 'likely-wrong';
  if (!pair || refusal) {
    tell.drop(refusal ?? 'likely-wrong');
    return [];
  }
  if (pair.chosen !== made.chosen) tell.note('turned-round');
  const extra = extraOf(pair, judged, options);
  if (typeof extra === 'string') {
    tell.drop(extra);
    return [];
  }
  if (options.margin === 'rank-or-strength' && rankOrStrength(pair, criterion) === undefined) tell.note('strength-unsaid');
  return [{ pair, extra }];
}

const toolRefusal = ({ item, chosen, rejected }: Pair, shape: ExportFormat['shape']): Drop | undefined => (shape === 'text' && (needsTools(item, chosen) || needsTools(item, rejected)) ? 'tool-calls' : undefined);

/** Where a row is from, as its provenance says it. */
export function fromOf({ annotations, context }: Pick<Pair, 'annotations' | 'context'>): Made['from'] {
  return { annotations: annotations.map(({ id }) => id), annotators: annotations.map(({ annotator }) => annotator), ...(context !== undefined && { context }) };
}

function extraOf(pair: Pair, { annotations }: Judged, { margin: source, softLabel, noise, criterion }: ExportOptions): ExtraColumns | 'no-margin' | 'against-margin' {
  if (!source && !softLabel && noise !== 'smooth') return nothing;
  const margin = source && marginOf(pair, source, annotations, criterion);
  if (typeof margin === 'string') return margin;
  return { ...(margin !== undefined && { margin }), ...((softLabel || noise === 'smooth') && { soft_label: shareOf(pair, annotations, criterion) }) };
}

/** The share of the strict votes that a pair has; all where only its own annotator voted. */
function shareOf(pair: Pair, all: Judged['annotations'], criterion: string | undefined): number {
  if (pair.share !== undefined) return rounded(pair.share);
  const { for: votes, against } = votesOn(all, pair.chosen.id, pair.rejected.id, criterion);
  return votes + against === 0 ? 1 : rounded(votes / (votes + against));
}

/** Whether a response calls tools, or answers a prompt that does. */
export const needsTools = ({ prompt }: Pick<Item, 'prompt'>, response: Response): boolean => callsTools(prompt) || (response.turns !== undefined && callsTools(response.turns));

const hasMedia = ({ media }: Message): boolean => media !== undefined;

/** How a format writes conversations: as messages, as text, or as text in a form of its own. */
export const formOf = ({ shape, template }: Pick<ExportFormat, 'shape' | 'template'>): ExportFormat['shape'] | 'template' => (template ? 'template' : shape);

/** What a trainer's user should know of a row with these responses to the item. */
export function notesOn(item: Item, responses: readonly Response[], form: ExportFormat['shape'] | 'template', file: FileContext, { note }: Tell): void {
  if (form !== 'messages') {
    if (form === 'text' && isRewritten(item, file)) note('transcript-form');
    if (item.tools) note('tools-left-out');
  } else {
    if (responses.some((response) => needsTools(item, response))) note('tool-calls');
    if (item.prompt.at(-1)?.role === 'assistant') note('ends-with-assistant');
    if (responses.length > 1 && responses.some((response) => turnsOf(response).length > 1)) note('parts-before-last-turn');
    const conversations = responses.map((response) => [...item.prompt, ...turnsOf(response)]);
    if (conversations.some((turns) => turns.some(({ role }, i) => role === turns[i - 1]?.role))) note('roles-not-alternating');
    if (conversations.some((turns) => turns.at(-1)?.role !== 'assistant')) note('ends-without-assistant');
  }
  if (item.prompt.some(hasMedia) || responses.some(({ turns }) => turns?.some(hasMedia))) note('media-left-out');
  if (responses.some(({ text }) => !/\S/.test(text))) note('empty-completion');
}
