import { ofWhole } from '../judgements/valuesOf';
import { ByItem, type Counted, type KindOf } from './figure';
import { annotationsSaying, eachSaid } from './said';

/**
 * Tests that annotators ran on the code of responses: how often they did, whether that changed what they say, and whether
 * they prefer what did better in the tests.
 */
export const tests: KindOf<'tests'> = (counted) => {
  const own = annotationsSaying(counted, 'tests');
  const [changed, unisolated, flaky] = [new ByItem(2), new ByItem(2), new ByItem(2)];
  eachSaid(counted, 'tests changed', (value, _, _place, row) => changed.add(row, value));
  eachSaid(counted, 'tests', (value, _, _place, row) => unisolated.add(row, value));
  eachSaid(counted, 'tests flaky', (value, _, _place, row) => flaky.add(row, value));
  const [share, better] = [shareOf(counted, own), betterPreferred(counted)];
  return {
    annotations: own,
    figures: [
      { name: 'tests.share', value: share.share(), rows: () => share.leastOf() },
      { name: 'tests.changed', value: changed.share(), rows: () => changed.mostOf() },
      { name: 'tests.betterPreferred', value: better.share(), rows: () => better.leastOf() },
      { name: 'tests.unisolated', value: unisolated.share(), rows: () => unisolated.mostOf() },
      { name: 'tests.flaky', value: flaky.share(), rows: () => flaky.mostOf() },
    ],
  };
};

/** Of the judgments that say which of two responses is better, or that they are equal, those with results of tests. */
function shareOf({ judgements: { annotations, pairs }, wanted }: Counted, own: ReadonlySet<number>): ByItem {
  const share = new ByItem(2);
  for (const at of new Set(pairs.annotation)) if (wanted(at)) share.add(annotations.row[at] ?? 0, own.has(at) ? 1 : 0);
  return share;
}

/** Of the pairs of a judgment of which one did better in its tests: whether that one is preferred. Ties are left out. */
function betterPreferred(counted: Counted): ByItem {
  const { judgements, wanted } = counted;
  const { annotations, pairs } = judgements;
  const isWhole = ofWhole(judgements);
  const scores = new Map<number, Map<number, number>>();
  eachSaid(counted, 'tests score', (score, annotation, place) => {
    if (place < 0 || !isWhole(annotation)) return;
    scores.set(annotation, (scores.get(annotation) ?? new Map<number, number>()).set(place, score));
  });
  const better = new ByItem(2);
  for (const [at, annotation] of pairs.annotation.entries()) {
    const own = scores.get(annotation);
    const [first, second] = [own?.get(pairs.first[at] ?? -1), own?.get(pairs.second[at] ?? -1)];
    const outcome = pairs.outcome[at] ?? 0;
    if (first === undefined || second === undefined || first === second || outcome === 0 || !wanted(annotation))
      continue;
    better.add(annotations.row[annotation] ?? 0, first > second === outcome > 0 ? 1 : 0);
  }
  return better;
}
