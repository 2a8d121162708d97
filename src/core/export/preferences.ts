import type { Annotation } from '../model/annotation';
import type { Judged, Tell } from './format';
import type { ExportOptions } from './options';
import { criteriaOf, pairsOf, type Pair } from './pairs';

/**
 * The strict pairs of an item: those of each annotation by itself, or of all of them together under the rule that the options name.
 * One list for each preference, so that pairs are chosen and weighed within it.
 */
export function* preferencesOf({ item, annotations }: Judged, { criterion }: Pick<ExportOptions, 'criterion' | 'aggregate'>, tell: Tell): Generator<readonly Pair[]> {
  for (const annotation of annotations) {
    if (!prefers(annotation)) tell.drop('no-preference');
    for (const name of criteriaOf(annotation)) tell.criterion(name);
    yield pairsOf(annotation, item, tell.drop, criterion);
  }
}

const prefers = ({ judgement: { ranking, comparisons } }: Annotation): boolean => ranking !== undefined || comparisons !== undefined;
