import type { Annotation } from '../../model/annotation/annotation';
import type { Item, Response } from '../../model/item/item';
import { candidatesOf } from './ballots';
import type { Judged, RowNotifier, ExportOptions } from '../format';
import { criteriaOf } from './pairs';

/** A response in an order. */
export interface Listed {
  readonly response: Response;
  /** 1 for best; those that are tied share one, and the next follows it without a gap. */
  readonly rank: number;
  /** Higher is better, equal for those that are tied. */
  readonly score: number;
  /** Whether it is good by itself, where that was said of it. */
  readonly good?: boolean | undefined;
}

/** The responses of an item in the order that one preference gives them. */
export interface OrderedList {
  readonly item: Item;
  /** Best first, the tied as they stand in the item. */
  readonly listed: readonly Listed[];
  readonly annotations: readonly Annotation[];
  readonly context?: string | undefined;
}

/** Tiers of ids, best first, and the scores of those where they have some of their own. */
interface Order {
  readonly tiers: readonly (readonly string[])[];
  readonly scores?: ReadonlyMap<string, number>;
}

/**
 * The orders of an item: that of the consensus where one rule makes one of several annotators' (no list where it goes
 * round in a circle), else one for each annotation:
 * - of a ranking, its tiers, and those left unranked together below them;
 * - of comparisons, their order, if any two of the compared responses stand to each other, directly or through others,
 *   and never both ways. Ties ("tie", "too close") put two in one place; "both good" and the like say nothing of an
 *   order;
 * - where there is neither, that of the ratings on the aspect "overall", which are the scores then.
 * Otherwise scores are places: the number of responses less the rank, whatever the ratings beside them are. Where two
 * sides are all that is needed, acceptability alone makes an order too: the good before the bad.
 */
export function* listsOf(
  { item, context, annotations, consensus }: Judged,
  { criterion }: Pick<ExportOptions, 'criterion'>,
  notify: RowNotifier,
  needs: 'order' | 'sides' = 'order',
): Generator<OrderedList> {
  for (const annotation of annotations) for (const name of criteriaOf(annotation)) notify.criterion(name);
  if (consensus) {
    if (consensus.tiers && consensus.tiers.length > 0)
      yield* listIn({ tiers: consensus.tiers }, item, annotations, context, notify);
    else notify.drop('no-order');
    return;
  }
  for (const annotation of annotations) {
    const found = orderOf(annotation, criterion);
    const order = needs === 'sides' && found === 'no-preference' ? (sidesIn(annotation) ?? found) : found;
    if (typeof order === 'string') notify.drop(order);
    else yield* listIn(order, item, [annotation], context, notify);
  }
}

function* listIn(
  { tiers, scores }: Order,
  item: Item,
  annotations: readonly Annotation[],
  context: string | undefined,
  notify: RowNotifier,
): Generator<OrderedList> {
  const responses = candidatesOf(item, annotations);
  const place = new Map(responses.map(({ id }, i) => [id, i]));
  const byId = new Map(responses.map((response) => [response.id, response]));
  const ids = tiers.flat();
  if (ids.some((id) => !byId.has(id))) {
    notify.drop('stale');
    return;
  }
  if (scores) notify.note('scores-of-ratings');
  const good = goodIn(annotations);
  const listed = tiers.flatMap((tier, depth) =>
    tier
      .flatMap((id) => byId.get(id) ?? [])
      .sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
      .map((response): Listed => ({
        response,
        rank: depth + 1,
        score: scores?.get(response.id) ?? ids.length - (depth + 1),
        good: good.get(response.id),
      })),
  );
  yield { item, listed, annotations, context };
}

/**
 * What most of the annotations that speak of a response say of it by itself; nothing where they are as many on both
 * sides.
 */
function goodIn(annotations: readonly Annotation[]): ReadonlyMap<string, boolean> {
  const votes = new Map<string, number>();
  for (const { judgement } of annotations)
    for (const [id, good] of Object.entries(judgement.acceptable ?? {}))
      votes.set(id, (votes.get(id) ?? 0) + (good ? 1 : -1));
  return new Map([...votes].flatMap(([id, balance]) => (balance === 0 ? [] : [[id, balance > 0]])));
}

function orderOf(
  { judgement: { ranking, comparisons, ratings = [] }, shown }: Annotation,
  criterion: string | undefined,
): Order | 'no-preference' | 'no-order' | 'other-criterion' | 'one-criterion' {
  if (ranking) {
    if (criterion !== undefined) return 'other-criterion';
    const ranked = new Set(ranking.tiers.flat());
    const unranked = shown.filter((id) => !ranked.has(id));
    return { tiers: unranked.length > 0 ? [...ranking.tiers, unranked] : ranking.tiers };
  }
  if (comparisons) {
    const wanted = comparisons.filter(({ criterion: by }) => by === criterion);
    if (wanted.length === 0) return criterion === undefined ? 'one-criterion' : 'other-criterion';
    const tiers = tiersOfComparisons(wanted);
    return tiers ? { tiers } : 'no-order';
  }
  const overall = ratings.flatMap(({ response, aspect, value }) =>
    aspect.toLowerCase() === 'overall' && value !== null ? [[response, value] as const] : [],
  );
  if (overall.length < 2) return 'no-preference';
  if (criterion !== undefined) return 'other-criterion';
  const scores = new Map(overall);
  const values = [...new Set(scores.values())].sort((a, b) => b - a);
  return { tiers: values.map((value) => [...scores].flatMap(([id, score]) => (score === value ? [id] : []))), scores };
}

function sidesIn({ judgement: { acceptable = {} } }: Annotation): Order | undefined {
  const side = (wanted: boolean): string[] =>
    Object.entries(acceptable).flatMap(([id, good]) => (good === wanted ? [id] : []));
  const tiers = [side(true), side(false)].filter((ids) => ids.length > 0);
  return tiers.length > 0 ? { tiers } : undefined;
}

type Compared = NonNullable<Annotation['judgement']['comparisons']>[number];

/**
 * The order that comparisons make of the responses in them; undefined where two of these do not stand to each other, or
 * do so both ways.
 */
export function tiersOfComparisons(
  comparisons: readonly Pick<Compared, 'a' | 'b' | 'outcome'>[],
): string[][] | undefined {
  const ids = [...new Set(comparisons.flatMap(({ a, b }) => [a, b]))];
  const index = new Map(ids.map((id, i) => [id, i]));
  const atLeast = ids.map((_, i) => ids.map((__, j) => i === j));
  const strictly = ids.map(() => ids.map(() => false));
  const mark = (better: string, worse: string, table: boolean[][]): void => {
    const row = table[index.get(better) ?? 0];
    if (row) row[index.get(worse) ?? 0] = true;
  };
  for (const { a, b, outcome } of comparisons) {
    const isTie = outcome === 'tie' || outcome === 'too-close';
    if (outcome === 'a' || isTie) mark(a, b, atLeast);
    if (outcome === 'b' || isTie) mark(b, a, atLeast);
    if (outcome === 'a') mark(a, b, strictly);
    if (outcome === 'b') mark(b, a, strictly);
  }
  close(atLeast);
  const stands = (i: number, j: number): boolean => atLeast[i]?.[j] ?? false;
  const isOrder = ids.every((_, i) =>
    ids.every((__, j) => (stands(i, j) || stands(j, i)) && !(strictly[i]?.[j] && stands(j, i))),
  );
  if (!isOrder) return undefined;
  const above = ids.map((_, i) => ids.filter((__, j) => stands(j, i) && !stands(i, j)).length);
  return [...new Set(above)].sort((a, b) => a - b).map((count) => ids.filter((_, i) => above[i] === count));
}

/** What follows from the rest: better than what is better. (S. Warshall, 1962.) */
function close(table: boolean[][]): void {
  for (const [k, through] of table.entries())
    for (const row of table) if (row[k]) through.forEach((reaches, j) => (row[j] ||= reaches));
}
