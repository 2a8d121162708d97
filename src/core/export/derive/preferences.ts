import type { Annotation } from '../../model/annotation/annotation';
import { candidatesOf } from './ballots';
import type { Judged, RowNotifier, ExportOptions } from '../format';
import { FoundPairs, criteriaOf, pairsOf, type Pair } from './pairs';

/**
 * The strict pairs of an item: those of each annotation by itself, or of all of them together under the rule that the
 * options name. One list for each preference, so that pairs are chosen and weighed within it.
 */
export function* preferencesOf(
  judged: Judged,
  { criterion }: Pick<ExportOptions, 'criterion'>,
  notify: RowNotifier,
): Generator<readonly Pair[]> {
  const { item, annotations, consensus } = judged;
  for (const annotation of annotations) {
    if (!prefers(annotation)) notify.drop('no-preference');
    for (const name of criteriaOf(annotation)) notify.criterion(name);
    if (!consensus) yield pairsOf(annotation, item, notify.drop, criterion);
  }
  if (consensus) yield agreedPairs(judged, consensus, notify);
}

function agreedPairs(
  { item, context, annotations }: Judged,
  { preferences, ties, tiers }: NonNullable<Judged['consensus']>,
  { drop }: RowNotifier,
): readonly Pair[] {
  const found = new FoundPairs(
    { item, context, annotations: annotations.filter(prefers) },
    candidatesOf(item, annotations),
    drop,
  );
  const places = new Map(tiers?.flatMap((tier, place) => tier.map((id) => [id, place] as const)));
  for (const { chosen, rejected, share } of preferences) {
    const [better, worse] = [places.get(chosen), places.get(rejected)];
    found.add(chosen, rejected, {
      share,
      gap: better === undefined || worse === undefined ? undefined : worse - better,
    });
  }
  drop('tie', ties.length);
  return found.pairs;
}

const prefers = ({ judgement: { ranking, comparisons } }: Annotation): boolean =>
  ranking !== undefined || comparisons !== undefined;
