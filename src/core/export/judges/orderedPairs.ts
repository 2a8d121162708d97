import { random, seedOf } from '../../model/annotation/blindOrder';
import type { Annotation } from '../../model/annotation/annotation';
import type { Item, Response } from '../../model/item/item';
import { choosePairs } from '../derive/choosePairs';
import { pairFilter } from '../derive/pairFilter';
import type { FormatOption, Judged, RowNotifier, ExportOptions } from '../format';
import type { Pair } from '../derive/pairs';
import { preferencesOf } from '../derive/preferences';
import { votesOn } from '../derive/votes';
import { responseText, critiqueTextOn } from '../texts/judgeTexts';

/** Two responses in an order that does not tell which is better, with the verdict. */
export interface OrderedPair {
  /** Whose verdict it is; where it is that of several, one of them. */
  readonly annotation: Annotation;
  readonly a: Response;
  readonly b: Response;
  readonly better: 'A' | 'B';
  /** All that the verdict rests on, and what the provenance of its row says. */
  readonly annotations: readonly Annotation[];
  readonly named: { readonly a: string; readonly b: string };
}

/** The same with the words that led to the verdict, which are those of `annotation`. */
export interface ExplainedPair extends OrderedPair {
  readonly words: string;
}

/**
 * Options that formats of explained pairs go by. `noise` is none of them: words that speak for one response are no
 * reason for the other.
 */
export const explainedPairOptions: readonly FormatOption[] = [
  'criterion',
  'pairs',
  'aggregate',
  'minStrength',
  'maxSimilarity',
  'maxLengthRatio',
  'context',
  'evidence',
  'media',
];

/** The strict pairs of an item for which somebody said why: in a rationale, or in critiques of both. */
export function* judgedPairs(judged: Judged, options: ExportOptions, notify: RowNotifier): Generator<ExplainedPair> {
  for (const pair of wantedPairs(judged, options, notify)) {
    const said = pair.annotations
      .map((annotation) => saidOf(annotation, pair, options))
      .find((each) => each !== undefined);
    if (said) yield said;
    else notify.drop('no-words');
  }
}

/** The strict pairs of an item, with or without words: in an order drawn by what they say. */
export function* orderedPairs(judged: Judged, options: ExportOptions, notify: RowNotifier): Generator<OrderedPair> {
  for (const pair of wantedPairs(judged, options, notify)) {
    const { chosen, rejected, annotations } = pair;
    const annotation =
      annotations.find((each) => votesOn([each], chosen.id, rejected.id, options.criterion).for > 0) ?? annotations[0];
    if (!annotation) continue;
    const [a, b] = inBlindOrder(pair.item, chosen, rejected);
    yield orderedPair(pair, annotation, a, b);
  }
}

/** The pairs that are exported; what is left out is told. */
function* wantedPairs(judged: Judged, options: ExportOptions, notify: RowNotifier): Generator<Pair> {
  for (const pairs of preferencesOf(judged, options, notify)) {
    const chosen = choosePairs(pairs, options.pairs ?? 'all');
    notify.drop('not-chosen', pairs.length - chosen.length);
    for (const pair of chosen) {
      const unwanted = pairFilter(pair, options);
      if (unwanted) notify.drop(unwanted);
      else yield pair;
    }
  }
}

function saidOf(annotation: Annotation, pair: Pair, { criterion }: ExportOptions): ExplainedPair | undefined {
  const { chosen, rejected, item } = pair;
  // Of several who were made one, some may have seen it the other way round.
  if (votesOn([annotation], chosen.id, rejected.id, criterion).for === 0) return undefined;
  const { rationale = '' } = annotation.judgement;
  const hasRationale = rationale.trim() !== '';
  const [a, b] =
    annotation.seed !== null || hasRationale
      ? asShown(annotation, chosen, rejected)
      : inBlindOrder(item, chosen, rejected);
  const words = hasRationale
    ? rationale
    : bothCritiques(critiqueTextOn(annotation, a.id), critiqueTextOn(annotation, b.id));
  return words === '' ? undefined : { ...orderedPair(pair, annotation, a, b), words };
}

const orderedPair = (pair: Pair, annotation: Annotation, a: Response, b: Response): OrderedPair => ({
  annotation,
  a,
  b,
  better: a === pair.chosen ? 'A' : 'B',
  annotations: pair.annotations,
  named: { a: a.id, b: b.id },
});

const bothCritiques = (a: string, b: string): string =>
  a === '' || b === '' ? '' : `Response A: ${a}\n\nResponse B: ${b}`;

/** In the order in which the annotator saw them, which their words may speak of; the desk draws it. */
function asShown({ shown }: Annotation, chosen: Response, rejected: Response): readonly [Response, Response] {
  return shown.indexOf(chosen.id) < shown.indexOf(rejected.id) ? [chosen, rejected] : [rejected, chosen];
}

/** In an order drawn by what they and the prompt say: in many datasets the better response comes first. */
export function inBlindOrder<T extends Response>({ prompt }: Pick<Item, 'prompt'>, one: T, other: T): readonly [T, T] {
  const [first, second] = responseText(one) < responseText(other) ? [one, other] : [other, one];
  const seed = seedOf(...prompt.map(({ content }) => content), responseText(first), responseText(second));
  return random(seed)() < 0.5 ? [first, second] : [second, first];
}
