import type { Annotation } from '../../model/annotation/annotation';
import type { Response } from '../../model/item/item';
import { hasFailed } from '../../model/item/run';
import type { Judged, RowNotifier, ExportOptions } from '../format';
import { preferencesOf } from './preferences';
import type { DropReason } from '../dropReasons';
import { endOf, withoutEnd } from './stepPairs';

/** The best response of an item, by one annotator or by all of them together. */
export interface BestResponse {
  readonly annotations: readonly Annotation[];
  readonly response: Response;
}

/** Why an annotation says nothing of what is best; why two of its responses make no pair does not matter here. */
const ofAnnotations: ReadonlySet<DropReason> = new Set<DropReason>([
  'no-preference',
  'one-criterion',
  'other-criterion',
  'stale',
]);

/**
 * The best response by each annotator, or by all of them under a rule (`aggregate`): the one that was preferred to
 * another and to which none was. Where several are (a tie at the top, or responses that were not compared with each
 * other) it is the one that was shown first - places are drawn anew for each annotator and item, so that this favours
 * none - and with `ties: 'all'` every one of them. None where all are tied or beat each other in a circle, and none
 * that is not acceptable.
 * @param toLearn leaves out runs that failed and that nobody calls acceptable
 */
export function* bestOf(
  judged: Judged,
  options: Pick<ExportOptions, 'criterion' | 'aggregate' | 'ties'>,
  notify: RowNotifier,
  { toLearn = false } = {},
): Generator<BestResponse> {
  let told = 0;
  const counting: RowNotifier = {
    ...notify,
    drop: (reason, times = 1) => {
      if (!ofAnnotations.has(reason) || times === 0) return;
      told += times;
      notify.drop(reason, times);
    },
  };
  for (const pairs of preferencesOf(judged, options, counting)) {
    const beaten = new Set(pairs.map(({ rejected }) => rejected.id));
    const best = new Map(pairs.flatMap(({ chosen }) => (beaten.has(chosen.id) ? [] : [[chosen.id, chosen] as const])));
    const annotations = pairs[0]?.annotations ?? [];
    const order = annotations[0]?.shown ?? [];
    const place = (id: string): number => (order.includes(id) ? order.indexOf(id) : order.length);
    const acceptable = [...best.values()]
      .filter(({ id }) => annotations.every(({ judgement }) => judgement.acceptable?.[id] !== false))
      .sort((a, b) => place(a.id) - place(b.id));
    if (best.size === 0 && told === 0) notify.drop('no-best');
    notify.drop('not-acceptable', best.size - acceptable.length);
    // Who says that a run is acceptable knows better than its tests.
    const learnable = acceptable.filter(
      (response) =>
        !toLearn || !hasFailed(response) || annotations.some(({ judgement }) => judgement.acceptable?.[response.id]),
    );
    notify.drop('failed-run', acceptable.length - learnable.length);
    const written = options.ties === 'all' ? learnable : learnable.slice(0, 1);
    notify.drop('tied-best', learnable.length - written.length);
    for (const response of written) yield { annotations, response };
    told = 0;
  }
}

/** The best response to learn from (`bestOf`): of a run without what tools or users said last. */
export function* bestIn(
  judged: Judged,
  options: Pick<ExportOptions, 'criterion' | 'aggregate' | 'ties'>,
  notify: RowNotifier,
): Generator<BestResponse> {
  for (const { annotations, response } of bestOf(judged, options, notify, { toLearn: true })) {
    if (endOf(response) !== undefined) notify.note('end-of-run');
    yield { annotations, response: withoutEnd(response) };
  }
}
