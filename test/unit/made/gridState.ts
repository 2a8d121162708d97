import { criteriaInForce } from '../../../src/core/desk/grid/criteriaInForce';
import type { JudgingState } from '../../../src/core/desk/modes/mode';
import type { Criterion } from '../../../src/core/model/rubric/criterion';
import type { ModeName } from '../../../src/core/model/annotation/mode';
import { stateOn } from './judgingStates';
import { criterion, library, rubric } from './rubrics';

/** A yes/no question, a scale that is typed with two digits, and categories. */
export const threeCriteria: readonly Criterion[] = [
  criterion('cites', { title: 'Cites a source', weight: 2 }),
  criterion('depth', { kind: 'scale', min: 0, max: 10, levels: { 0: 'nothing', 10: 'all there is' } }),
  criterion('tone', { kind: 'category', categories: [{ name: 'good', value: 1 }, { name: 'flat' }] }),
];

/** What is in hand of an item that is judged by criteria, by these three where nothing is said. */
export function criterionState(
  texts: readonly string[],
  mode: ModeName = 'rank',
  {
    criteria = threeCriteria,
    winners = true,
    ...more
  }: Partial<JudgingState> & { readonly criteria?: readonly Criterion[]; readonly winners?: boolean } = {},
): JudgingState {
  const state = stateOn(texts, mode, more);
  return {
    ...state,
    list: criteriaInForce(library(rubric('style', [criteria])), { id: 'item' }),
    task: { ...state.task, winners },
  };
}
