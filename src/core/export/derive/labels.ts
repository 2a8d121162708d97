import type { Annotation } from '../../model/annotation/annotation';
import type { Item, Response } from '../../model/item/item';
import { judgedResponses } from '../../model/item/judgedResponses';
import { candidatesOf } from './ballots';
import type { Judged, RowNotifier, ExportOptions } from '../format';

/** One response, and whether it is good by itself. */
export interface Labelled {
  readonly item: Item;
  readonly response: Response;
  readonly good: boolean;
  /** The share of the votes that call it good, 0 to 1. */
  readonly share: number;
  /** That it was derived from: one, or all that voted on it. */
  readonly annotations: readonly Annotation[];
  readonly context?: string | undefined;
}

/**
 * The responses of an item that were called good or bad by themselves: in `acceptable` (thumbs, or the side of the
 * acceptability line), or by comparisons of which nothing is better: "both good" and "both bad" are two labels each
 * (no pair can hold them). Who won says nothing of that. Where a judgement says both of
 * a response, `acceptable` counts; comparisons that contradict each other are left. Each annotator's judgement gives
 * its own rows, or, with one rule for several (`aggregate`), the majority of votes one row for each response; as many
 * votes for as against give none.
 */
export function* labelsOf(
  { item, context, annotations }: Judged,
  { criterion, aggregate }: Pick<ExportOptions, 'criterion' | 'aggregate'>,
  notify: RowNotifier,
): Generator<Labelled> {
  const ballots = annotations.map((annotation): Ballot => ({
    annotation,
    votes: votesOf(annotation, item, criterion, notify),
  }));
  if (aggregate === undefined) {
    for (const ballot of ballots) yield* counted(item, context, [ballot], notify);
  } else yield* counted(item, context, ballots, notify);
}

interface Ballot {
  readonly annotation: Annotation;
  readonly votes: ReadonlyMap<string, boolean>;
}

/** One label for each response that anybody voted on, in the order of the item's responses. */
function* counted(
  item: Item,
  context: string | undefined,
  ballots: readonly Ballot[],
  notify: RowNotifier,
): Generator<Labelled> {
  for (const response of candidatesOf(
    item,
    ballots.map(({ annotation }) => annotation),
  )) {
    const voting = ballots.filter(({ votes }) => votes.has(response.id));
    if (voting.length === 0) continue;
    const share = voting.filter(({ votes }) => votes.get(response.id) === true).length / voting.length;
    if (share === 0.5) notify.drop('split-vote');
    else
      yield {
        item,
        response,
        good: share > 0.5,
        share,
        annotations: voting.map(({ annotation }) => annotation),
        context,
      };
  }
}

/** What one annotation says of responses by themselves; with `criterion` what comparisons by that say. */
function votesOf(
  annotation: Annotation,
  item: Item,
  criterion: string | undefined,
  notify: RowNotifier,
): ReadonlyMap<string, boolean> {
  const { acceptable = {}, comparisons = [] } = annotation.judgement;
  const said = new Map<string, Set<boolean>>();
  for (const { a, b, outcome, criterion: by } of comparisons) {
    if (by !== undefined) notify.criterion(by);
    if (by !== criterion || (outcome !== 'both-good' && outcome !== 'both-bad')) continue;
    for (const id of [a, b]) said.set(id, (said.get(id) ?? new Set()).add(outcome === 'both-good'));
  }
  if (criterion === undefined) for (const [id, good] of Object.entries(acceptable)) said.set(id, new Set([good]));
  if (said.size === 0) notify.drop('no-label');
  const known = new Set(judgedResponses(item, annotation.judgement).map(({ id }) => id));
  const votes = new Map<string, boolean>();
  for (const [id, values] of said) {
    const [good] = values;
    if (!known.has(id)) notify.drop('stale');
    else if (values.size > 1 || good === undefined) notify.drop('split-vote');
    else votes.set(id, good);
  }
  return votes;
}
