import { criteriaInForce } from '../../../src/core/desk/grid/criteria';
import type { Hand } from '../../../src/core/desk/ways/way';
import type { Criterion } from '../../../src/core/model/criterion';
import type { Mode } from '../../../src/core/model/mode';
import { handOn } from './hands';
import { criterion, library, rubric } from './rubrics';

/** A yes/no question, a scale that is typed with two digits, and categories. */
export const threeCriteria: readonly Criterion[] = [
  criterion('cites', { title: 'Cites a source', weight: 2 }),
  criterion('depth', { kind: 'scale', min: 0, max: 10, levels: { 0: 'nothing', 10: 'all there is' } }),
  criterion('tone', { kind: 'category', categories: [{ name: 'good', value: 1 }, { name: 'flat' }] }),
];

/** What is in hand of an item that is judged by criteria, by these three where nothing is said. */
export function criterionHand(
  texts: readonly string[],
  mode: Mode = 'rank',
  {
    criteria = threeCriteria,
    winners = true,
    ...more
  }: Partial<Hand> & { readonly criteria?: readonly Criterion[]; readonly winners?: boolean } = {},
): Hand {
  const hand = handOn(texts, mode, more);
  return {
    ...hand,
    list: criteriaInForce(library(rubric('style', [criteria])), { id: 'item' }),
    task: { ...hand.task, winners },
  };
}
